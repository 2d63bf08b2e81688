"""What the vendors' servers have in common: a script of replies, failures, a record of requests."""

import atexit
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from tests.servers import http

Plain = dict[str, Any]
Failure = Literal[
    "key", "forbidden", "quota", "unpaid", "unavailable", "too_long", "filtered", "not_found",
    "no_tools", "rejected", "hang", "stall", "cut", "unfinished", "filtered_late",
]  # fmt: skip


@dataclass(frozen=True)
class Calls:
    """A tool call. `raw` is sent in place of the arguments, in so many pieces."""

    tool: str
    arguments: Plain = field(default_factory=dict)
    id: str = ""
    raw: str = ""
    pieces: int = 3

    @property
    def text(self) -> str:
        return self.raw or json.dumps(self.arguments)


@dataclass(frozen=True)
class Says:
    """A reply. `pieces` are the exact chunks of the text; else it is cut into words."""

    text: str = ""
    thinking: str = ""
    calls: tuple[Calls, ...] = ()
    pieces: tuple[str, ...] = ()
    finish: str = ""
    refusal: str = ""
    """What OpenAI's models say when they decline."""
    usage: tuple[int, int] | None = (12, 7)
    rate: float = 0
    """Tokens per second; 0 is as fast as can be."""
    ttft: float = 0

    def text_pieces(self) -> tuple[str, ...]:
        return self.pieces or tuple(words(self.text))


@dataclass(frozen=True)
class Fails:
    """A failure. `after` is said before it where the failure comes mid-stream."""

    how: Failure
    after: str = "This is the beg"
    retry_after: str = ""


Reply = Says | Fails
Script = Sequence[Reply] | Callable[[Plain], Reply]


class Vendors(Protocol):
    """A vendor's side: paths, checks and shapes."""

    def kind(self, path: str, body: Plain) -> Literal["stream", "whole", ""]: ...
    def refusal(self, path: str, body: Plain) -> str: ...
    def refused(self, message: str) -> Plain: ...
    def failure(self, how: Failure, key: str) -> tuple[int, Plain] | None: ...
    def whole(self, reply: Says, body: Plain) -> Plain: ...
    def events(self, reply: Says, body: Plain) -> Iterator[Plain | str]: ...

    def key(self, headers: Plain) -> str:
        return str(headers.get("authorization", "")).removeprefix("Bearer ")

    def filtered(self, body: Plain) -> Iterator[Plain | str]:
        yield from self.events(Says(text="I will", finish="content_filter"), body)


@dataclass
class Server:
    url: str
    requests: list[Plain] = field(default_factory=list)
    """The bodies, as they came."""
    headers: list[Plain] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    """What was answered with 400 because the vendor would."""
    hung_up: int = 0
    """Streams that the client left before their end."""
    left: int = 0
    """Replies of the script that nobody asked for."""


class _Scene:
    """One script being played, and its record."""

    def __init__(self, protocol: Vendors, script: Script, url: str) -> None:
        self.protocol, self.script = protocol, script
        self.server = Server(url)
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._next = 0

    def cue(self, body: Plain) -> Reply:
        if callable(self.script):
            return self.script(body)
        with self._lock:
            place, self._next = self._next, self._next + 1
        if place >= len(self.script):
            msg = f"The script has {len(self.script)} replies, and one more was asked for."
            raise AssertionError(msg)
        return self.script[place]

    def close(self) -> None:
        unused = 0 if callable(self.script) else len(self.script) - self._next
        self.server.left = max(0, unused)
        self.closing.set()


class _Stage(http.Server):
    scene: _Scene

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(http.Handler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Stage  # type: ignore[assignment]
    scene: _Scene

    def get(self) -> None:
        self.scene = self.server.scene
        models = [{"id": "test-model", "object": "model"}]
        self._json(200, {"object": "list", "data": models})

    def post(self) -> None:
        self.scene = scene = self.server.scene
        path = urlsplit(self.path).path
        body = json.loads(self.body())
        scene.server.requests.append(body)
        scene.server.headers.append(self.lower_headers())
        kind = scene.protocol.kind(path, body)
        if not kind:
            self._json(404, {"error": {"message": f"no such path {path}", "code": 404}})
            return
        if why := scene.protocol.refusal(path, body):
            scene.server.refusals.append(why)
            self._json(400, scene.protocol.refused(why))
            return
        reply = scene.cue(body)
        if isinstance(reply, Fails):
            self._fail(reply, body, streamed=kind == "stream")
        elif kind == "stream":
            self._stream(scene.protocol.events(reply, body), rate=reply.rate, ttft=reply.ttft)
        else:
            time.sleep(reply.ttft)
            self._json(200, scene.protocol.whole(reply, body))

    def _fail(self, fails: Fails, body: Plain, *, streamed: bool) -> None:
        scene = self.scene
        key = scene.protocol.key(self.lower_headers())
        if fails.how == "hang":
            scene.closing.wait(30)
            self.close_connection = True
        elif known := scene.protocol.failure(fails.how, key):
            self._json(*known, **({"Retry-After": fails.retry_after} if fails.retry_after else {}))
        elif fails.how.startswith("filtered") or not streamed:
            self._stream(scene.protocol.filtered(body))
        else:
            begun = list(scene.protocol.events(Says(text=fails.after, usage=None), body))
            beginning = iter(begun[: len(words(fails.after))])
            self._stream(beginning, ends=fails.how == "unfinished", stalls=fails.how == "stall")

    def _stream(
        self,
        events: Iterator[Plain | str],
        *,
        rate: float = 0,
        ttft: float = 0,
        ends: bool = True,
        stalls: bool = False,
    ) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        due = time.monotonic() + ttft
        try:
            for event in events:
                self.scene.closing.wait(max(0.0, due - time.monotonic()))
                due += 1 / rate if rate else 0
                data = event if isinstance(event, str) else json.dumps(event)
                self._chunk(f"data: {data}\n\n".encode())
            if stalls:
                self.scene.closing.wait(30)
            if ends:
                self._chunk(b"")
        except (BrokenPipeError, ConnectionResetError):
            ends = False
            self.scene.server.hung_up += 1
        if not ends:
            self.close_connection = True

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _json(self, status: int, body: Plain, **headers: str) -> None:
        headers = {"Content-Type": "application/json", **headers}
        self.send(status, json.dumps(body).encode(), **headers)


_idle: list[_Stage] = []
"""Stages between two scenes. A client keeps what it has prepared for an address."""


@contextmanager
def serving(
    protocol: Vendors, script: Script, *, root: str = "", port: int = 0
) -> Iterator[Server]:
    stage = _idle.pop() if _idle and not port else _Stage(port)
    stage.scene = _Scene(protocol, script, stage.url + root)
    try:
        yield stage.scene.server
    finally:
        stage.scene.close()
        if port:
            stage.shutdown()
            stage.server_close()
        else:
            _idle.append(stage)


@atexit.register
def _close() -> None:
    for stage in _idle:
        stage.server_close()


@contextmanager
def refusing_url() -> Iterator[str]:
    """An address that nobody listens on, and nobody else gets meanwhile."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}"


def words(text: str) -> list[str]:
    """The text in pieces that joined give it again."""
    if not text:
        return []
    return [f"{word} " for word in text.split(" ")[:-1]] + text.split(" ")[-1:]


def cut(text: str, pieces: int) -> list[str]:
    """The text in so many pieces, wherever that cuts."""
    size = max(1, -(-len(text) // pieces))
    return [text[at : at + size] for at in range(0, len(text), size)] or [""]
