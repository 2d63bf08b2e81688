"""What the servers of Jira and Confluence have in common: HTTP, who may enter, faults on demand."""

import base64
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qsl, urlsplit

Plain = dict[str, Any]
Json = Any

USER, TOKEN = "tester@example.com", "canary-0123456789-token"


@dataclass
class Fault:
    """What goes wrong with a request. `after` lets the write happen first."""

    status: int = 0
    body: Json = None
    """JSON where it is an object, else HTML as a proxy sends it."""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    drop: Literal["", "before", "after"] = ""
    times: int = 1


class Refusal(Exception):
    def __init__(self, status: int, body: Json) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: dict[str, str]
    body: Plain


@dataclass
class Rest:
    """A service: subclasses answer, this keeps the door, the record and the faults."""

    user: str = USER
    token: str = TOKEN
    url: str = ""
    requests: list[Request] = field(default_factory=list)
    faults: list[tuple[str, re.Pattern[str], Fault]] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def fail(self, method: str, path: str, fault: Fault) -> None:
        """From now on `fault.times` requests whose whole path matches end so."""
        self.faults.append((method, re.compile(path), fault))

    def writes(self) -> list[Request]:
        """Those that arrived, whatever became of them."""
        return [r for r in self.requests if r.method != "GET"]

    def answer(self, request: Request) -> tuple[int, Json]:
        raise NotImplementedError

    def unauthorised(self) -> Json:
        raise NotImplementedError

    def may_enter(self, authorisation: str) -> bool:
        basic = base64.b64encode(f"{self.user}:{self.token}".encode()).decode()
        return authorisation in {f"Bearer {self.token}", f"Basic {basic}"}

    def fault_for(self, request: Request) -> Fault:
        with self.lock:
            for method, path, fault in self.faults:
                if method == request.method and path.fullmatch(request.path) and fault.times:
                    fault.times -= 1
                    return fault
        return Fault()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):  # a client may leave
            super().handle_error(request, client_address)


R = TypeVar("R", bound=Rest)


@contextmanager
def serving(service: R) -> Iterator[R]:
    server = _Server(("127.0.0.1", 0), _handler(service))
    service.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(service: Rest) -> type[BaseHTTPRequestHandler]:
    return type("Handler", (_Handler,), {"service": service})


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    service: Rest

    def do_GET(self) -> None:
        request = self._read()
        with self.service.lock:
            self.service.requests.append(request)
        fault = self.service.fault_for(request)
        time.sleep(fault.delay)
        if fault.drop == "before":
            return self._hang_up()
        if fault.status:
            return self._send(fault.status, fault.body, fault.headers)
        status, body = self._answered(request)
        if fault.drop == "after":
            return self._hang_up()
        return self._send(status, body, {})

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - the names that the base class calls

    def log_message(self, *_: object) -> None:
        return

    def _answered(self, request: Request) -> tuple[int, Json]:
        if not self.service.may_enter(self.headers.get("Authorization", "")):
            return 401, self.service.unauthorised()
        try:
            with self.service.lock:
                return self.service.answer(request)
        except Refusal as refusal:
            return refusal.status, refusal.body

    def _read(self) -> Request:
        parts = urlsplit(self.path)
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return Request(self.command, parts.path, query, json.loads(raw) if raw else {})

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, status: int, body: Json, headers: dict[str, str]) -> None:
        is_page = isinstance(body, str)
        raw = b"" if body is None else body.encode() if is_page else json.dumps(body).encode()
        self.send_response(status)
        kind = "text/html" if is_page else "application/json;charset=UTF-8"
        for name, value in {"Content-Type": kind, "Content-Length": len(raw), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(raw)
