"""The API as an ASGI application."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from starlette.routing import Match

from agent import AgentError, GraphAgent
from ui.api import chats, offers, openapi, problems, questions, threads
from ui.api.callers import Tokens
from ui.api.dependencies import refuse_other_parameters
from ui.api.ending import Ending
from ui.api.guarding import Guarded
from ui.api.problems import Json, Problem

Plain = dict[str, Any]

DOCUMENT = "/api/openapi.json"
ROUTERS = (chats.router, questions.router, threads.all_threads, threads.router, offers.router)


class Api(FastAPI):
    """The API over the agent that `agent` gives; `tokens` and it are asked for when needed."""

    def __init__(
        self, *, agent: Callable[[], GraphAgent], tokens: Callable[[], Tokens], ending: Ending
    ) -> None:
        super().__init__(
            title="Interlude",
            version="1",
            description="The conversations, questions and answers of Interlude, for programs.",
            openapi_url=DOCUMENT,
            docs_url=None,
            redoc_url=None,
            redirect_slashes=False,
            default_response_class=Json,
            generate_unique_id_function=lambda route: route.name,
            exception_handlers=HANDLERS,
            telemetry={"tracing": False, "metrics": False, "logs": False},
        )
        self.state.agent, self.state.tokens, self.state.ending = agent, tokens, ending
        for router in ROUTERS:
            self.include_router(
                router,
                dependencies=[Depends(refuse_other_parameters)],
                responses=openapi.ALWAYS,
            )
        self.include_router(elsewhere)

    def openapi(self) -> Plain:
        is_new = not self.openapi_schema
        document = super().openapi()
        if is_new:
            openapi.describe_problems(document)
        openapi.describe_tokens(document, has_tokens=bool(self.state.tokens()))
        return document


elsewhere = APIRouter(route_class=Guarded, include_in_schema=False)


@elsewhere.api_route("/{path:path}", methods=[], operation_id="refuse_path")
async def refuse_path(request: Request) -> None:
    """The last route, for all methods: without a token a caller cannot tell what there is."""
    allowed = {
        method
        for route in iter_route_contexts(request.app.routes)
        if route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods or ()
    }
    if not allowed:
        raise Problem(
            404, "no-such-path", "There is nothing here.", hint=f"{DOCUMENT} lists what there is."
        )
    methods = ", ".join(sorted(allowed))
    raise Problem(
        405,
        "no-such-method",
        f"{request.method} is not done here.",
        hint=f"Use {methods}.",
        headers={"allow": methods},
    )


async def answer_problem(_request: Request, problem: Problem) -> Json:
    return problem.response()


async def answer_refusal(_request: Request, error: AgentError) -> Json:
    return problems.problem_of(error).response()


async def answer_invalid(_request: Request, error: RequestValidationError) -> Json:
    return problems.invalid(error.errors()).response()


HANDLERS: dict[Any, Any] = {
    Problem: answer_problem,
    AgentError: answer_refusal,
    RequestValidationError: answer_invalid,
}
