"""From a request to an answer: who asks, for what, and is it well formed?"""

import logging
import traceback
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from agent import AgentError, GraphAgent
from ui.api import bodies, following, openapi
from ui.api.callers import Caller, Tokens, caller_of
from ui.api.operations import Call, Plain, Started
from ui.api.problems import Json, Problem, problem_of
from ui.api.requests import KeyHeader, Query
from ui.api.table import OPERATIONS, Operation
from ui.headers import Receive, Scope, Send

log = logging.getLogger("interlude.api")

DOCUMENT = "/api/openapi.json"
USUAL_DOCUMENT = "/openapi.json"
"""The path where programs look first; else it would be taken for the name of a page."""
NO_STORE = {"cache-control": "no-store"}


class Door:
    """The API over the agent that `agent` gives; `tokens` and it are asked for when needed."""

    def __init__(
        self,
        *,
        agent: Callable[[], GraphAgent],
        tokens: Callable[[], Tokens],
        operations: Sequence[Operation] = OPERATIONS,
    ) -> None:
        self._agent = agent
        self._tokens = tokens
        self._operations = operations
        self._ending = following.Ending()

    def let_go(self) -> None:
        """Keep no request any longer: the server is about to end, and waits for all of them."""
        self._ending.begin()

    def routes(self) -> list[Route]:
        """One for each path, and one for what has none: it must not lead to a page."""
        paths: dict[str, dict[str, Operation]] = {}
        for operation in self._operations:
            for path in (operation.path, *operation.also):
                paths.setdefault(path, {})[operation.method] = operation
        known = [Route(path, _Path(self, found)) for path, found in paths.items()]
        nothing = [Route(path, _Path(self, {})) for path in ("/api", "/api/{rest:path}")]
        usual = Route(USUAL_DOCUMENT, _to_the_document)
        return [Route(DOCUMENT, self._document), usual, *known, *nothing]

    async def _document(self, _request: Request) -> Response:
        try:
            has_tokens = bool(self._tokens())
        except AgentError as error:
            return problem_of(error).response()
        return Json(openapi.document(self._operations, has_tokens=has_tokens))

    async def respond(self, request: Request, operations: Mapping[str, Operation]) -> Response:
        try:
            route = next((each.path for each in operations.values()), "no route")
            caller = caller_of(request, self._tokens(), route=route)
            operation = _chosen(request, operations)
            return await self._carried_out(operation, request, caller)
        except Problem as problem:
            return problem.response()
        except AgentError as error:
            return problem_of(error).response()
        except ClientDisconnect:
            return Response(status_code=400)  # the client is gone and will not read it
        except Exception as error:  # noqa: BLE001 - the last line of defence of a request
            return _unexpected(error).response()

    async def _carried_out(
        self, operation: Operation, request: Request, caller: Caller
    ) -> Response:
        body = None
        if operation.body is not None:
            sent = await bodies.read_json(request)
            body = bodies.checked(operation.body, sent, where="body")
        asked = dict(request.query_params)
        query: Any = bodies.checked(operation.query or Query, asked, where="query")
        path, key = request.path_params, _key(request) if operation.keyed else ""

        def act() -> Plain | Started | None:
            user = self._agent().for_user(caller.user)
            return operation.act(Call(user, caller.has_token, path, body, query, key))

        result = await run_in_threadpool(act)
        if not isinstance(result, Started):
            if result is None:
                return Response(status_code=operation.status, headers=NO_STORE)
            return Json(result, status_code=operation.status, headers=NO_STORE)
        if operation.only_stream or _wants_stream(request):
            after = query.after if operation.only_stream else 0
            seen = following.seen(result.run, request.headers.get("last-event-id", ""), after=after)
            return _followed(result, seen, self._ending)
        return await _waited_for(result, self._ending)


class _Path:
    """One path as an ASGI application: a class, so that Starlette leaves all methods to it."""

    def __init__(self, door: Door, operations: Mapping[str, Operation]) -> None:
        self._door = door
        self._operations = operations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._door.respond(Request(scope, receive), self._operations)
        await response(scope, receive, send)


async def _to_the_document(_request: Request) -> Response:
    return RedirectResponse(DOCUMENT, status_code=308)


def _chosen(request: Request, operations: Mapping[str, Operation]) -> Operation:
    if not operations:
        raise Problem(
            404, "no-such-path", "There is nothing here.", hint=f"{DOCUMENT} lists what there is."
        )
    if request.method not in operations:
        methods = ", ".join(sorted(operations))
        raise Problem(
            405,
            "no-such-method",
            f"{request.method} is not done here.",
            hint=f"Use {methods}.",
            headers={"allow": methods},
        )
    return operations[request.method]


def _key(request: Request) -> str:
    key = request.headers.get("idempotency-key")
    if key is None:
        return ""
    return bodies.checked(KeyHeader, {"Idempotency-Key": key}, where="header").key


def _wants_stream(request: Request) -> bool:
    return "text/event-stream" in request.headers.get("accept", "").lower()


async def _waited_for(started: Started, ending: following.Ending) -> Response:
    """Answer 202 with a link to the rest when it takes longer; the run continues in any case."""
    has_ended = await following.ended(started.run, within=started.wait, ending=ending)
    came = await run_in_threadpool(started.outcome)
    if came["status"] == "failed" and has_ended:
        raise _failed(came)
    if has_ended:
        return Json(came, headers=NO_STORE)
    headers = {**NO_STORE, "location": f"/api/threads/{started.run.thread}"}
    return Json(came, status_code=202, headers=headers)


def _failed(came: Plain) -> Problem:
    error, thread = came["error"], f"/api/threads/{came['thread']}"
    way_on = "stop leaves it" if error["kind"] == "lost" else "resume tries again"
    return Problem(
        502,
        "run-failed",
        error["message"],
        hint=f"{error['hint']} POST {thread}/{way_on}.".strip(),
        retryable=error["retryable"],
        message=came["message"],
        **{name: came[name] for name in ("id", "thread", "turn", "run", "workflow")},
    )


def _followed(started: Started, seen: int, ending: following.Ending) -> Response:
    """204 tells a reader that has seen the end not to come again."""
    if started.run.done and not started.run.missed(seen):
        return Response(status_code=204, headers=NO_STORE)
    return StreamingResponse(
        _stream_outcome(started, seen, ending),
        media_type="text/event-stream",
        headers={**NO_STORE, "x-accel-buffering": "no"},
    )


async def _stream_outcome(
    started: Started, seen: int, ending: following.Ending
) -> AsyncIterator[str]:
    async def outcome() -> Any:
        try:
            return await run_in_threadpool(started.outcome)
        except AgentError as error:  # the answer has begun: its status can say nothing any more
            return problem_of(error).body()

    frames = following.stream(started.run, after=seen, outcome=outcome, ending=ending)
    async for frame in frames:
        yield frame


def _unexpected(error: Exception) -> Problem:
    # Its text may hold a key or a document: only its place is logged.
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = " < ".join(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in reversed(frames))
    log.error("a request failed: %s at %s", type(error).__name__, places)
    return Problem(
        500,
        "internal",
        "Something went wrong inside Interlude.",
        hint="Try again; the log says where.",
    )
