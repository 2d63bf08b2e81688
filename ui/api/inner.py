"""Hides Streamlit's own information about the server from callers without a token."""

from collections.abc import Callable

from starlette.requests import Request

from agent import AgentError
from ui.api.callers import Tokens, caller_of
from ui.api.problems import Problem, problem_of
from ui.headers import App, Receive, Scope, Send, is_loopback, is_same_origin

METRICS = "/_stcore/metrics"
HOST_CONFIG = "/_stcore/host-config"


class InnerRoutes:
    """Asks for a token before Streamlit's metrics, and from programs before its host config."""

    def __init__(self, app: App, *, tokens: Callable[[], Tokens]) -> None:
        self._app = app
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] == "http":
                self._check(Request(scope))
        except Problem as problem:
            await problem.response()(scope, receive, send)
        except AgentError as error:
            await problem_of(error).response()(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, request: Request) -> None:
        path = request.scope["path"].rstrip("/")
        route = next((each for each in (METRICS, HOST_CONFIG) if path.endswith(each)), "")
        if not route or (route == HOST_CONFIG and _is_our_page(request)):
            return
        if tokens := self._tokens():
            caller_of(request, tokens, route=route)


def _is_our_page(request: Request) -> bool:
    """A page reads the host config before it can know a token."""
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    if origin is not None and not is_same_origin(origin, host):
        return False
    site = request.headers.get("sec-fetch-site")
    # Browsers leave it out where a page came over plain HTTP, but not for loopback names.
    return not is_loopback(host) if site is None else site == "same-origin"
