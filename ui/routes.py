"""HTTP routes beside the pages: is the server up, and can it do its work?"""

from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from agent import AgentError
from ui import session
from ui.api.callers import Tokens
from ui.api.door import Door


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


API = Door(agent=session.graph_agent, tokens=tokens)
ROUTES = [Route("/health", health), Route("/ready", ready), *API.routes()]
