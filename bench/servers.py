"""The processes that a measurement starts, each ended by its id."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def process(
    argv: Sequence[str], *, log: Path, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A child of ours with its output in a file; ended by its id, whatever happens."""
    with log.open("wb") as output:
        child = subprocess.Popen(
            argv,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield child
        finally:
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def wait_for(url: str, child: subprocess.Popen[bytes], *, log: Path) -> float:
    """Seconds until the address answers 200."""
    began = time.perf_counter()
    while time.perf_counter() - began < START_SECONDS:
        if child.poll() is not None:
            raise RuntimeError(f"it ended by itself:\n{log.read_text()[-2000:]}")
        try:
            with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - an address of ours
                return time.perf_counter() - began
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"{url} did not answer:\n{log.read_text()[-2000:]}")


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="interlude-bench-") as name:
        yield Path(name)


@contextmanager
def model_server() -> Iterator[str]:
    """The base URL of a model whose answers are as long and as fast as the question says."""
    port = free_port()
    with folder() as place:
        log = place / "model.log"
        argv = [sys.executable, "-m", "bench.model_server", "--port", str(port)]
        with process(argv, log=log) as child:
            wait_for(f"http://127.0.0.1:{port}/v1/models", child, log=log)
            yield f"http://127.0.0.1:{port}/v1"


PLAIN_OPTIONS = {
    "STREAMLIT_RUNNER_POST_SCRIPT_GC": "true",
    "STREAMLIT_SERVER_ENABLE_WEBSOCKET_COMPRESSION": "false",
    "STREAMLIT_RUNNER_MAGIC_ENABLED": "true",
}
"""Streamlit's own defaults, in place of what `.streamlit/config.toml` sets."""

UNTUNED = (
    "import gc, sys; sys.modules['uvloop'] = None; gc.freeze = lambda: None; "
    "from streamlit.web.cli import main; sys.argv[0] = 'streamlit'; main()"
)
"""Streamlit started without uvloop, and deaf to the freezing of the heap after warm-up."""


@contextmanager
def app_server(
    data: Path, *, model_url: str = "", plain: bool = False
) -> Iterator[tuple[str, float]]:
    """The app over a data folder: its address and the seconds until it was healthy.

    `plain` serves the same app with Streamlit's default settings, without uvloop and
    without freezing the heap.
    """
    port = free_port()
    env = {"INTERLUDE_DATA": str(data), **(PLAIN_OPTIONS if plain else {})}
    if model_url:
        env |= {
            "INTERLUDE_PROVIDER": "vllm",
            "VLLM_BASE_URL": model_url,
            "VLLM_MODEL": "bench",
        }
    start = ["-c", UNTUNED] if plain else ["-m", "streamlit"]
    argv = [sys.executable, *start, "run", "app.py", "--server.port", str(port)]
    with folder() as place:
        log = place / "app.log"
        with process(argv, log=log, env=env) as child:
            seconds = wait_for(f"http://127.0.0.1:{port}/_stcore/health", child, log=log)
            yield f"http://127.0.0.1:{port}", seconds


@contextmanager
def naive_server() -> Iterator[str]:
    """`bench/naive_app.py` with Streamlit's default settings and without uvloop."""
    port = free_port()
    options = ["--server.port", str(port), "--server.headless", "true"]
    options += ["--server.address", "127.0.0.1", "--browser.gatherUsageStats", "false"]
    app = str(ROOT / "bench" / "naive_app.py")
    argv = [sys.executable, "-c", UNTUNED, "run", app, *options]
    with folder() as place:
        log = place / "naive.log"
        with process(argv, log=log, env=PLAIN_OPTIONS) as child:
            wait_for(f"http://127.0.0.1:{port}/_stcore/health", child, log=log)
            yield f"http://127.0.0.1:{port}"
