"""`python -m agent.adapters.cloud.sandbox FOLDER`: the embedded cloud, in the foreground."""

import argparse
import json
import os
import secrets
import socket
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from filelock import FileLock, Timeout

from agent.adapters.cloud.sandbox.fence import fence
from agent.adapters.cloud.sandbox.launcher import HOST, PROFILE

ENGINE = "1.5.33"
"""The only version whose private table is known here: see properties.py."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m agent.adapters.cloud.sandbox")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0, help="0: the last one, or a free one")
    parser.add_argument("--region", default="us-east-1")
    parser.add_argument("--until-stdin-ends", action="store_true")
    options = parser.parse_args()
    _check_engine()
    folder = options.folder.expanduser().resolve()
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        sys.exit(f"Another sandbox runs in {folder}.")
    with lock:
        _serve(folder, options)


def _check_engine() -> None:
    try:
        installed = version("ministack")
    except PackageNotFoundError:
        sys.exit(f"The package ministack=={ENGINE} is not installed.")
    if installed != ENGINE:
        sys.exit(f"The sandbox needs ministack=={ENGINE}, and {installed} is installed.")


def _serve(folder: Path, options: argparse.Namespace) -> None:
    port = options.port or _last_port(folder) or _free_port()
    key = f"INTERLUDE{secrets.token_hex(8).upper()}"
    _set_environment(folder, port, key=key, region=options.region)
    # It reads its environment when it is imported.
    from agent.adapters.cloud.sandbox.server import Server  # noqa: PLC0415

    server = Server(folder, port=port, key=key)
    fence()
    _write(folder / "config", _profile(server.endpoint, key, region=options.region))
    told = {"port": port, "pid": os.getpid(), "token": server.token}
    _write(folder / "running.json", json.dumps(told))
    server.serve(until_stdin_ends=options.until_stdin_ends)


def _set_environment(folder: Path, port: int, *, key: str, region: str) -> None:
    # Without the user's home and profile, and without broker, file server and containers.
    os.environ.update(
        BIND_HOST=HOST,
        GATEWAY_PORT=str(port),
        MINISTACK_HOST=HOST,
        MINISTACK_REGION=region,
        PERSIST_STATE="1",
        STATE_DIR=str(folder / "state"),
        S3_PERSIST="1",
        S3_DATA_DIR=str(folder / "objects"),
        HOME=str(folder),
        DOCKER_HOST=f"unix://{folder / 'no-containers'}",
        IOT_MTLS_ENABLED="0",
        SFTP_ENABLED="0",
        LAMBDA_EXECUTOR="docker",
        LAMBDA_STRICT="1",
        AWS_ACCESS_KEY_ID=key,
        AWS_SECRET_ACCESS_KEY=key,
        AWS_DEFAULT_REGION=region,
        AWS_EC2_METADATA_DISABLED="true",
        LOG_LEVEL="WARNING",
        no_proxy="*",
    )


def _profile(endpoint: str, key: str, *, region: str) -> str:
    lines = [
        f"[profile {PROFILE}]",
        f"region = {region}",
        f"aws_access_key_id = {key}",
        f"aws_secret_access_key = {key}",
        f"endpoint_url = {endpoint}",
        "s3 =",
        "    addressing_style = path",
    ]
    return "\n".join(lines) + "\n"


def _write(path: Path, text: str) -> None:
    new = path.with_suffix(".new")
    new.touch(mode=0o600)
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _last_port(folder: Path) -> int:
    """The one of the last time, since addresses of queues hold it; 0 when it is taken."""
    try:
        port = int(json.loads((folder / "running.json").read_text(encoding="utf-8"))["port"])
        return port if _is_free(port) else 0
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _is_free(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((HOST, port))
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind((HOST, 0))
        port: int = tried.getsockname()[1]
    return port


main()
