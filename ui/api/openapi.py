"""The parts of the OpenAPI document that types do not tell: refusals, events, tokens."""

from typing import Any, get_args

from agent.events import Event
from ui.api.answers import ChatOut, ProblemOut
from ui.api.following import name_of

Plain = dict[str, Any]
Responses = dict[int | str, Plain]


def refusals(*statuses: int) -> Responses:
    return {status: {"model": ProblemOut} for status in statuses}


_STREAM = {
    "schema": {
        "type": "object",
        "description": "Each of the server-sent events; `data` is JSON, and the last is done.",
        "properties": {
            "id": {"type": "string"},
            "event": {"enum": [*(name_of(kind) for kind in get_args(Event)), "answer"]},
            "data": {"type": "string"},
        },
        "required": ["event", "data"],
    }
}
_CONTENT = {"text/event-stream": _STREAM}

ALWAYS = refusals(401, 403, 422, 500, 503)
BODY = refusals(400, 408, 409, 413, 415)
EVENTS: Responses = {
    200: {"description": "The events.", "content": _CONTENT},
    204: {"description": "You have seen the end."},
}
RUN: Responses = {
    200: {"description": "The answer, or its events.", "content": _CONTENT},
    202: {"model": ChatOut, "description": "It is still running: see the thread's events."},
    **BODY,
    **refusals(502),
}


def describe_problems(document: Plain) -> None:
    """FastAPI knows one media type for all answers of an operation."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    problem = response["content"].pop("application/json")
                    response["content"]["application/problem+json"] = problem


def describe_tokens(document: Plain, *, has_tokens: bool) -> None:
    document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"token": []}] if has_tokens else [{}, {"token": []}]
