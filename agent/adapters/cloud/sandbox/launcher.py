"""Starts the sandbox, finds the one that runs already, and starts it again when it has died."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from agent.errors import CloudError

PROFILE = "sandbox"
HOST = "127.0.0.1"
HEALTH = "/_interlude/health"
START_SECONDS = 60.0
STOP_SECONDS = 10.0
_KEPT = ("PATH", "LANG", "LC_ALL", "PYTHONPATH", "SYSTEMROOT", "TMPDIR", "VIRTUAL_ENV")
_TICK = 0.05


@dataclass(frozen=True)
class Running:
    """A running server, as its folder describes it. The token proves that it is this one."""

    port: int
    pid: int
    token: str

    @property
    def endpoint(self) -> str:
        return f"http://{HOST}:{self.port}"


class Sandbox:
    """`folder` holds its state, its log, its profile file and its lock.

    The server ends with the process that started it, also when that was killed. Its state is
    saved at its end and within a second after each change: a server that is killed itself
    loses at most what was done in its last second.
    """

    def __init__(self, folder: Path, *, region: str = "us-east-1", port: int = 0) -> None:
        self._folder = folder.expanduser().resolve()
        self._region = region
        self._port = port
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._running: Running | None = None
        self._is_closed = False

    @property
    def config_file(self) -> Path:
        """An AWS configuration with the profile `sandbox`, written by the server."""
        return self._folder / "config"

    def ensure(self) -> Running:
        """A server that answers. Raises CloudError when none can be started."""
        with self._lock:
            if self._is_closed:
                # A run that outlived the shutdown must not leave a server behind.
                raise CloudError("Interlude is shutting down.", problem="unavailable")
            if self._running is None or not self._is_alive(self._running):
                self._end_own()
                self._running = self._find() or self._start()
            return self._running

    def is_ours(self, endpoint: str) -> bool:
        """Tell whether it leads to this machine and to the server of this folder."""
        running = self._running
        if running is None or urlsplit(endpoint).hostname != HOST:
            return False
        return endpoint.rstrip("/") == running.endpoint and _answers(running)

    def close(self) -> None:
        """End the server that this process started; one of another process goes on."""
        with self._lock:
            self._is_closed = True
            self._end_own()

    def _end_own(self) -> None:
        process, self._process, self._running = self._process, None, None
        if process is None:
            return
        if process.stdin:
            with suppress(OSError):
                process.stdin.close()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _is_alive(self, running: Running) -> bool:
        if self._process is not None:
            return self._process.poll() is None
        return _answers(running)

    def _find(self) -> Running | None:
        running = _read_running(self._folder)
        return running if running and _answers(running) else None

    def _start(self) -> Running:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        process = self._spawn()
        ends = time.monotonic() + START_SECONDS
        while time.monotonic() < ends:
            running = _read_running(self._folder)
            if running and _answers(running):
                if running.pid == process.pid:
                    self._process = process
                else:
                    _end(process)
                return running
            if process.poll() is not None and not (running and _lives(running.pid)):
                raise self._failed()
            time.sleep(_TICK)
        _end(process)
        raise self._failed()

    def _spawn(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "agent.adapters.cloud.sandbox", str(self._folder)]
        command += ["--region", self._region, "--port", str(self._port), "--until-stdin-ends"]
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        with (self._folder / "log").open("wb") as log:
            return subprocess.Popen(  # noqa: S603 - our own module, by argv
                command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=_ROOT,
                env=environment,
                start_new_session=True,
            )

    def _failed(self) -> CloudError:
        lines = (self._folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()
        last = lines[-1][:300] if lines else "it said nothing"
        return CloudError(
            f"The sandbox cloud did not start: {last}",
            problem="unavailable",
            hint=f"Its log is {self._folder / 'log'}.",
            retryable=True,
        )


_ROOT = Path(__file__).resolve().parents[4]


def _read_running(folder: Path) -> Running | None:
    try:
        return Running(**json.loads((folder / "running.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _answers(running: Running) -> bool:
    connection = HTTPConnection(HOST, running.port, timeout=5)
    try:
        connection.request("GET", HEALTH)
        answer = connection.getresponse()
        return answer.status == 200 and answer.read() == running.token.encode()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdin:
        process.stdin.close()
