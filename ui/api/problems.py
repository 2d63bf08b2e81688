"""Errors as problem details (RFC 9457): what happened, the way out, and nothing internal."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse

from agent import AgentError
from agent.errors import (
    AlreadyAnswered,
    Expired,
    InvalidReply,
    KeyReused,
    ModelNotConfigured,
    NotConfigured,
    NotFound,
    QuestionPending,
    ThreadBusy,
)

Plain = dict[str, Any]

_KNOWN: dict[type[AgentError], tuple[int, str]] = {
    NotFound: (404, "not-found"),
    ThreadBusy: (409, "thread-busy"),
    QuestionPending: (409, "question-pending"),
    AlreadyAnswered: (409, "already-answered"),
    Expired: (410, "expired"),
    InvalidReply: (422, "invalid-reply"),
    KeyReused: (422, "key-reused"),
    NotConfigured: (503, "not-configured"),
    ModelNotConfigured: (503, "not-configured"),
}
# Where the facade's own way out leads over a page.
_HINTS = {
    "not-found": "GET /api/threads and GET /api/questions list what there is for you.",
    "question-pending": "Answer it with POST /api/resume_chat, or cancel it.",
    "expired": "Have it asked again with POST /api/questions/{question}/ask_again, or cancel it.",
}


class Json(JSONResponse):
    """ASCII, so that half a character in a text cannot stop an answer."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


class Problem(Exception):
    """A request that was refused. `more` are further members of the answer."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        hint: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.hint = hint
        self.headers = dict(headers or {})
        self.more = more

    def body(self) -> Plain:
        return {
            "type": f"urn:interlude:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "hint": self.hint,
            **self.more,
        }

    def response(self) -> Json:
        return Json(
            self.body(),
            status_code=self.status,
            media_type="application/problem+json",
            headers={"cache-control": "no-store", **self.headers},
        )


def problem_of(error: AgentError) -> Problem:
    """The facade's refusal. What may succeed when tried again is the server's state, 503."""
    unknown = (503, "unavailable") if error.retryable else (409, "not-now")
    status, code = _KNOWN.get(type(error), unknown)
    return Problem(status, code, error.message, hint=_HINTS.get(code, error.hint))
