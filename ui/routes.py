"""HTTP routes beside the pages: is the server up, can it do its work, and the API."""

import importlib
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import Route

from agent import AgentError
from ui import session
from ui.api.callers import Tokens
from ui.api.ending import Ending
from ui.headers import App, Receive, Scope, Send


async def health(_request: Request) -> JSONResponse:
    """The process answers."""
    return JSONResponse({"status": "ok"})


async def ready(_request: Request) -> JSONResponse:
    """200 when a ledger write, the worker pool and the index succeed, else 503 and why."""
    try:
        checks = await run_in_threadpool(lambda: session.graph_agent().check())
    except AgentError as error:
        return JSONResponse({"status": "not ready", "why": error.message}, status_code=503)
    return JSONResponse({"status": "ready", **checks})


@cache
def tokens() -> Tokens:
    """Raises NotConfigured for a setting that cannot be read."""
    return Tokens(session.settings().interlude_api_tokens)


ENDING = Ending()


def open_api() -> App:
    module = importlib.import_module("ui.api.app")
    api: App = module.Api(agent=session.graph_agent, tokens=tokens, ending=ENDING)
    return api


class LazyApi:
    """Imports the API for its first request: its packages would make the start slower."""

    def __init__(self) -> None:
        self._api: App | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._api is None:
            self._api = await run_in_threadpool(open_api)
        await self._api(scope, receive, send)


API = LazyApi()
# All below /api, so that nothing there leads to a page, and the older paths.
API_PATHS = ("/api", "/api/{path:path}", "/chat", "/resume_chat")
ROUTES = [
    Route("/health", health),
    Route("/ready", ready),
    # Where programs look first; else it would be taken for the name of a page.
    Route("/openapi.json", RedirectResponse("/api/openapi.json", status_code=308)),
    *(Route(path, API) for path in API_PATHS),
]
