"""Errors as problem details (RFC 9457): what happened, the way out, and nothing internal."""

import json
import logging
import traceback
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
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

log = logging.getLogger("interlude.api")

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
    """ASCII, so that half a character in a text cannot stop an answer. No cache keeps it."""

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        super().init_headers({"cache-control": "no-store", **(headers or {})})

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


class Problem(HTTPException):
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
        super().__init__(status, detail, headers)
        self.code = code
        self.hint = hint
        self.more = more

    def body(self) -> Plain:
        return {
            "type": f"urn:interlude:problem:{self.code}",
            "title": HTTPStatus(self.status_code).phrase,
            "status": self.status_code,
            "detail": self.detail,
            "hint": self.hint,
            **self.more,
        }

    def response(self) -> Json:
        return Json(
            self.body(), self.status_code, self.headers, media_type="application/problem+json"
        )


def problem_of(error: AgentError) -> Problem:
    """The facade's refusal. What may succeed when tried again is the server's state, 503."""
    unknown = (503, "unavailable") if error.retryable else (409, "not-now")
    status, code = _KNOWN.get(type(error), unknown)
    return Problem(status, code, error.message, hint=_HINTS.get(code, error.hint))


def invalid(errors: Iterable[Mapping[str, Any]]) -> Problem:
    """Name each place and never its value, which may be a secret."""
    named = named_errors(errors)
    return Problem(
        422,
        "invalid",
        f"The request does not fit: {len(named)} problem{'s'[: len(named) != 1]}.",
        hint="The member `errors` says what and where; /api/openapi.json says what fits.",
        errors=named,
    )


def named_errors(errors: Iterable[Mapping[str, Any]], *where: str) -> list[dict[str, str]]:
    """The place of each error of Pydantic, and what is wrong there."""
    return [
        {
            "pointer": "/".join([*where, *map(str, error["loc"])]),
            "detail": error["msg"].removeprefix("Value error, "),
        }
        for error in errors
    ]


def unexpected(error: Exception) -> Problem:
    """Log the place of an error only: its text may hold a key or a document."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = " < ".join(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in reversed(frames))
    log.error("a request failed: %s at %s", type(error).__name__, places)
    return Problem(
        500,
        "internal",
        "Something went wrong inside Interlude.",
        hint="Try again; the log says where.",
    )
