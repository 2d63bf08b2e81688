"""The real app as a child process."""

import json
import multiprocessing
import os
import resource
import runpy
import socket
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing
from email.message import Message
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import ModuleType
from typing import Any, Self
from unittest.mock import patch

Plain = dict[str, Any]

ROOT = Path(__file__).parents[2]
START_SECONDS = 60

# Servers are forked from a process that has imported what they need: it is most of their start.
forked = multiprocessing.get_context("forkserver")
forked.set_forkserver_preload(["tests.browser.preloaded"])


def serve(port: int, environment: dict[str, str], output: Connection, files: int | None) -> None:
    """`python -m streamlit run app.py`, in the process that was forked for it."""
    if files is not None:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    for standard in (1, 2):
        os.dup2(output.fileno(), standard)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    asked_outside = Path(environment["ASKED_OUTSIDE"])

    def note(event: str, args: tuple[Any, ...]) -> None:
        host = _host_asked(event, args)
        if host not in (None, "", "localhost", "127.0.0.1", "::1", "0.0.0.0", "::"):  # noqa: S104 - not bound
            with asked_outside.open("a") as notes:
                notes.write(f"{event} {host}\n")

    sys.addaudithook(note)
    sys.argv = ["streamlit", "run", "app.py", "--server.port", str(port)]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def _host_asked(event: str, args: tuple[Any, ...]) -> Any:
    match event:
        case "socket.connect" | "socket.sendto" if isinstance(args[1], tuple):
            return args[1][0]
        case "socket.getaddrinfo" | "socket.gethostbyname":
            return args[0]
    return None


class Server:
    """`streamlit run app.py` on a data folder; it can be killed and started again there.

    Documents are searched by words alone, so that an answer does not depend on
    how far the index has come.
    """

    def __init__(self, data: Path, *, files: int | None = None, **environment: str) -> None:
        """`files` is how many may be open, until the app asks for more."""
        self.data = data
        self._files = files
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._asked_outside = Path(f"{data}.asked-outside")
        self._environment = {
            "INTERLUDE_EMBEDDER": "none",
            "ASKED_OUTSIDE": str(self._asked_outside),
            **environment,
        }
        self._process: ForkServerProcess | None = None
        self._log = bytearray()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, *, until: str = "/ready") -> None:
        """Returns when `until` answers with 200."""
        environment = {**os.environ, "INTERLUDE_DATA": str(self.data), **self._environment}
        said, output = forked.Pipe(duplex=False)
        with output:
            self._process = forked.Process(
                target=serve, args=(self.port, environment, output, self._files)
            )
            # A page tested in this process before may have left its own file as `__main__`,
            # which the child would run.
            with patch.dict(sys.modules, {"__main__": ModuleType("__main__")}):
                self._process.start()
        threading.Thread(target=self._read, args=(said,), daemon=True).start()
        self._wait_for(until)

    def _read(self, said: Connection) -> None:
        with said:
            while more := os.read(said.fileno(), 65_536):
                self._log += more

    def _wait_for(self, path: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self._process is not None
            if not self._process.is_alive():
                raise AssertionError(f"The server has ended.\n{self.log}")
            if self.get(path)[0] == 200:
                return
            time.sleep(0.05)
        raise AssertionError(f"{path} did not answer with 200 in time.\n{self.log}")

    def kill(self) -> None:
        """SIGKILL: no handler runs, nothing is flushed."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

    def end(self, how: int) -> float:
        """Send the signal, and wait; the seconds it took."""
        assert self._process is not None
        started = time.monotonic()
        os.kill(self._process.pid, how)  # type: ignore[arg-type]
        self._process.join(60)
        assert not self._process.is_alive(), "The server does not end."
        self._process = None
        return time.monotonic() - started

    @property
    def log(self) -> str:
        return self._log.decode(errors="replace")

    @property
    def asked_outside(self) -> str:
        """What the process has asked of other machines than this one."""
        return self._asked_outside.read_text() if self._asked_outside.exists() else ""

    def get(self, path: str, **headers: str) -> tuple[int, Message, str]:
        """Status, headers and body; status 0 when nobody answers."""
        request = urllib.request.Request(self.url + path, headers=headers)  # noqa: S310 - ours
        try:
            with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310 - ours
                return reply.status, reply.headers, reply.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()
        except OSError:
            return 0, Message(), ""

    def ready(self) -> tuple[int, Plain]:
        status, _, body = self.get("/ready")
        return status, json.loads(body)

    def fill_disk(self) -> None:
        """From now on no file of the process can grow."""
        self._limit(0)

    def free_disk(self) -> None:
        self._limit(resource.RLIM_INFINITY)

    @property
    def open_files(self) -> int:
        assert self._process is not None
        return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))

    def _limit(self, size: int) -> None:
        assert self._process is not None
        limit = (size, resource.RLIM_INFINITY)
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, limit)  # type: ignore[arg-type]

    def rows(self, sql: str, *values: Any) -> list[Plain]:
        """What the ledger holds, read from outside while the server runs."""
        with closing(sqlite3.connect(self.data / "ledger.db", timeout=10)) as ledger:
            ledger.row_factory = sqlite3.Row
            return [dict(row) for row in ledger.execute(sql, values)]


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
