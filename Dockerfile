# syntax=docker/dockerfile:1
FROM python:3.12-slim AS build
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && python -m venv /opt/interlude \
    && /opt/interlude/bin/pip install --no-cache-dir --constraint constraints.txt /wheels/*.whl

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 interlude && install -d -o interlude /data
COPY --from=build /opt/interlude /opt/interlude
ENV PATH="/opt/interlude/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    INTERLUDE_DATA=/data
USER 10001
WORKDIR /home/interlude
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
# Everyone who reaches the port may use it, so publish it on loopback only (compose.yaml does).
CMD ["interlude", "run", "--address", "0.0.0.0"]
