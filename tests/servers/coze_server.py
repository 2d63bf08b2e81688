"""A server that speaks Coze's chat API, version 3: answers by a script, faults on demand.

Shapes and codes are those of Coze's documentation and of its own SDK's recordings;
the SDK reads what this server says.
"""

import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from tests.servers.http import Handler, served

Plain = dict[str, Any]
Event = tuple[str, Any]

TOKEN, BOT, NAME = "pat_canary-0123456789", "7379462189365198898", "News of the day"
CONVERSATION, CHAT = "7381473525342978089", "7382159487131697202"
USAGE = {"token_count": 633, "output_count": 19, "input_count": 614}
_DETAILS = re.compile(r"/v1/bots/(\w+)")
_MESSAGES = {4000: "Request parameter error", 4100: "authentication is invalid"}


@dataclass(frozen=True)
class Message:
    """Something that the bot says, or that is said of it in passing."""

    pieces: tuple[str, ...]
    type: str = "answer"
    content_type: str = "text"
    streams: bool = True
    """Whether it comes in pieces before it comes as a whole."""
    reasoning: tuple[str, ...] = ()


Ending = Literal["completed", "failed", "requires_action", "error", "drop", "unfinished", "stall"]


@dataclass(frozen=True)
class Says:
    messages: tuple[Message, ...]
    ending: Ending = "completed"
    code: int = 0
    """Of an ending that failed."""
    pause: float = 0
    """Seconds before each piece."""
    raw: tuple[Event, ...] = ()
    """Events to send before the ending, as they are."""


@dataclass(frozen=True)
class Fails:
    """A reply that is no stream: JSON with Coze's code, or `page` as a proxy sends it."""

    status: int = 200
    code: int = 0
    page: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    how: Literal["", "drop", "hang"] = ""


Reply = Says | Fails


def says(*pieces, **more):
    return Says((Message(pieces),), **more)


@dataclass
class Coze:
    """The service. `replies` are given to questions in their order."""

    replies: list[Reply] = field(default_factory=list)
    url: str = ""
    token: str = TOKEN
    bot: str = BOT
    details: Reply | None = None
    """In place of the bot's details."""
    questions: list[Plain] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[Plain] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    """The client left before the end of an answer."""

    def refusal(self, authorisation, question):
        """As Coze refuses: only a wrong token has a status of its own."""
        if authorisation != f"Bearer {self.token}":
            return Fails(status=401, code=4100)
        if question.get("bot_id") != self.bot:
            return Fails(code=4200)
        asked = question.get("additional_messages") or [{}]
        last = asked[-1]
        is_whole = question.get("user_id") and question.get("stream") is True
        is_question = last.get("role") == "user" and last.get("content_type") == "text"
        return None if is_whole and is_question and last.get("content") else Fails(code=4000)


class _Coze(Handler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    service: Coze

    def get(self) -> None:
        self._note()
        authorisation = self.headers.get("Authorization", "")
        asked = _DETAILS.fullmatch(urlsplit(self.path).path)
        if isinstance(self.service.details, Fails):
            self._fail(self.service.details)
        elif asked is None:
            self._fail(Fails(status=404, page="404 page not found"))
        elif authorisation != f"Bearer {self.service.token}":
            self._fail(Fails(status=401, code=4100))
        elif asked[1] != self.service.bot:
            self._fail(Fails(code=4200))
        else:
            data = {"bot_id": self.service.bot, "name": NAME, "version": "1718609571"}
            self._json(200, {"code": 0, "msg": "", "data": data})

    def post(self) -> None:
        self._note()
        question = json.loads(self.body())
        self.service.questions.append(question)
        if urlsplit(self.path).path != "/v3/chat":
            return self._fail(Fails(status=404, page="404 page not found"))
        refused = self.service.refusal(self.headers.get("Authorization", ""), question)
        if refused:
            return self._fail(refused)
        reply = self.service.replies.pop(0)
        return self._fail(reply) if isinstance(reply, Fails) else self._stream(reply)

    def _note(self) -> None:
        self.service.paths.append(self.path)
        self.service.headers.append(self.lower_headers())

    def _fail(self, fails) -> None:
        if fails.how == "hang":
            self.service.closing.wait(30)
        if fails.how:
            return self._hang_up()
        if fails.page:
            return self.send(fails.status, fails.page.encode(), **fails.headers)
        body = {"code": fails.code, "msg": _MESSAGES.get(fails.code, "failed")}
        return self._json(fails.status, body)

    def _json(self, status, body) -> None:
        self.send(status, json.dumps(body).encode(), Content_Type="application/json")

    def _stream(self, says) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for event, data in _events(says):
                if event == "conversation.message.delta":
                    time.sleep(says.pause)
                text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
                self._chunk(f"event:{event}\ndata:{text}\n\n".encode())
            self._end(says.ending)
        except (BrokenPipeError, ConnectionResetError):
            self.service.hung_up.set()
            self.close_connection = True

    def _end(self, ending) -> None:
        if ending == "stall":
            self.connection.settimeout(0.02)
            while not self.service.closing.is_set():
                if self._is_left():
                    self.service.hung_up.set()
                    break
        if ending in ("stall", "drop"):
            return self._hang_up()
        return self._chunk(b"")

    def _is_left(self):
        try:
            return self.connection.recv(1) == b""
        except TimeoutError:
            return False

    def _chunk(self, data) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _hang_up(self) -> None:
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:  # the client was faster
            return


def _events(says):
    yield "conversation.chat.created", _chat("created")
    yield "conversation.chat.in_progress", _chat("in_progress")
    for number, message in enumerate(says.messages, 1):
        shell = _message(f"73821594941234708{number:02}", message)
        if message.streams:
            for thought in message.reasoning:
                told = {**shell, "content": "", "reasoning_content": thought}
                yield "conversation.message.delta", told
            for piece in message.pieces:
                yield "conversation.message.delta", {**shell, "content": piece}
        if number == len(says.messages) and says.ending != "completed":
            break
        yield "conversation.message.completed", {**shell, "content": "".join(message.pieces)}
    yield from says.raw
    yield from _ending(says)


def _ending(says):
    match says.ending:
        case "completed":
            finish = Message(('{"msg_type":"generate_answer_finish","data":""}',), type="verbose")
            shell = _message("7382159494123552778", finish)
            yield "conversation.message.completed", {**shell, "content": finish.pieces[0]}
            yield "conversation.chat.completed", {**_chat("completed"), "usage": USAGE}
            yield "done", '"[DONE]"'
        case "failed":
            told = {"code": says.code, "msg": "event interval error"}
            yield "conversation.chat.failed", {**_chat("failed"), "last_error": told}
            yield "done", '"[DONE]"'
        case "requires_action":
            yield "conversation.chat.requires_action", _chat("requires_action")
            yield "done", '"[DONE]"'
        case "error":
            yield "error", {"code": says.code, "msg": "failed"} if says.code else "{}"


def _chat(status):
    return {
        "id": CHAT,
        "conversation_id": CONVERSATION,
        "bot_id": BOT,
        "created_at": 1718792949,
        "last_error": {"code": 0, "msg": ""},
        "status": status,
        "usage": {"token_count": 0, "output_count": 0, "input_count": 0},
        "section_id": CONVERSATION,
    }


def _message(id_, message):
    return {
        "id": id_,
        "conversation_id": CONVERSATION,
        "bot_id": BOT,
        "role": "assistant",
        "type": message.type,
        "content_type": message.content_type,
        "chat_id": CHAT,
        "section_id": CONVERSATION,
    }


@contextmanager
def coze_server(replies=(), **more):
    service = Coze(list(replies), **more)
    with served(_Coze, service=service) as service.url:
        yield service
        service.closing.set()
