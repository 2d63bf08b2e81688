"""What endpoints depend on: the caller, the user's agent, a thread, the key of a request."""

from typing import Annotated

from fastapi import Depends, Header, Request
from fastapi.exceptions import RequestValidationError

from agent import NotFound, Thread, UserAgent
from ui.api import callers


async def find_caller(request: Request) -> callers.Caller:
    caller: callers.Caller = request.state.caller
    return caller


Caller = Annotated[callers.Caller, Depends(find_caller)]


def find_user(request: Request, caller: Caller) -> UserAgent:
    user: UserAgent = request.app.state.agent().for_user(caller.user)
    return user


User = Annotated[UserAgent, Depends(find_user)]


def find_thread(thread: str, user: User) -> Thread:
    found = user.thread(thread)
    if found.deleted:
        raise NotFound("This conversation was deleted.")
    return found


AliveThread = Annotated[Thread, Depends(find_thread)]

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern="^[!-~]{1,200}$",
        description="A name for this request, new for each: for 24 hours the same request with"
        " the same key begins nothing, and is answered with what came of it.",
    ),
]


async def refuse_other_parameters(request: Request) -> None:
    """Reject unknown names, so that a misspelt one is not ignored."""
    known = {field.alias for field in request.scope["route"].dependant.query_params}
    if others := request.query_params.keys() - known:
        raise RequestValidationError(
            [{"loc": ("query", name), "msg": "There is no such parameter."} for name in others]
        )
