"""What the servers of Jira and Confluence have in common: HTTP, who may enter, faults on demand."""

import base64
import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from tests.servers.http import Handler, served

Plain = dict[str, Any]

USER, TOKEN = "tester@example.com", "canary-0123456789-token"


@dataclass
class Fault:
    """What goes wrong with a request. `after` lets the write happen first."""

    status: int = 0
    body: Any = None
    """JSON where it is an object, else HTML as a proxy sends it."""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    drop: Literal["", "before", "after"] = ""
    times: int = 1


class Refusal(Exception):
    def __init__(self, status, body) -> None:
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

    def fail(self, method, path, fault) -> None:
        """From now on `fault.times` requests whose whole path matches end so."""
        self.faults.append((method, re.compile(path), fault))

    def writes(self):
        """Those that arrived, whatever became of them."""
        return [r for r in self.requests if r.method != "GET"]

    def answer(self, request):
        raise NotImplementedError

    def unauthorised(self):
        return "<html><title>Unauthorized (401)</title>Basic Authentication Failure</html>"

    def may_enter(self, authorisation):
        basic = base64.b64encode(f"{self.user}:{self.token}".encode()).decode()
        return authorisation in {f"Bearer {self.token}", f"Basic {basic}"}

    def fault_for(self, request):
        with self.lock:
            for method, path, fault in self.faults:
                if method == request.method and path.fullmatch(request.path) and fault.times:
                    fault.times -= 1
                    return fault
        return Fault()


@contextmanager
def serving(service):
    with served(_Rest, service=service) as service.url:
        yield service


class _Rest(Handler):
    protocol_version = "HTTP/1.1"
    service: Rest

    def get(self) -> None:
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

    def _answered(self, request):
        if not self.service.may_enter(self.headers.get("Authorization", "")):
            return 401, self.service.unauthorised()
        try:
            with self.service.lock:
                return self.service.answer(request)
        except Refusal as refusal:
            return refusal.status, refusal.body

    def _read(self):
        parts = urlsplit(self.path)
        raw = self.body()
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return Request(self.command, parts.path, query, json.loads(raw) if raw else {})

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, status, body, headers) -> None:
        is_page = isinstance(body, str)
        raw = b"" if body is None else body.encode() if is_page else json.dumps(body).encode()
        kind = "text/html" if is_page else "application/json;charset=UTF-8"
        self.send(status, raw, **{"Content-Type": kind, **headers})
