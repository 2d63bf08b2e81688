"""Security headers on every response, and who may talk to our routes."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse, Response

from ui.api.problems import Problem

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# Streamlit's own bundle needs inline styles, blob workers and wasm; content may
# fetch nothing from elsewhere, which is the wall behind ui/safe.py.
POLICY = (
    "default-src 'self'; "
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "font-src 'self' data:; "
    "media-src 'self' data: blob:; "
    "connect-src 'self' data: blob:; "
    "worker-src 'self' blob:; "
    "frame-src 'self' blob:; "
    "frame-ancestors 'none'; "
    "base-uri 'self'; "
    "form-action 'self'; "
    "object-src 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class SecurityHeaders:
    """Adds the headers, and refuses a Host that is not loopback unless serving is shared."""

    def __init__(self, app: App, *, shared: bool) -> None:
        self._app = app
        self._shared = shared

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._shared and not is_loopback(_host(scope)):
            await _refuse(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in HEADERS}
                kept = [h for h in message.get("headers", []) if h[0].lower() not in known]
                message["headers"] = [*kept, *HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers)


def is_loopback(host: str) -> bool:
    """Against DNS rebinding: a foreign name that resolves to this machine is not loopback."""
    try:
        return urlsplit(f"//{host}").hostname in LOOPBACK
    except ValueError:  # a bracket that is never closed
        return False


def _host(scope: Scope) -> str:
    headers = dict(scope.get("headers", []))
    return bytes(headers.get(b"host", b"")).decode("latin-1")


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """A page is told in plain words, a program as with every other error."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    problem = Problem(
        421,
        "foreign-host",
        "Interlude answers on this machine only.",
        hint="Set INTERLUDE_SHARED=1 to serve others.",
        headers={name.decode(): value.decode() for name, value in HEADERS},
    )
    response: Response = problem.response()
    if b"text/html" in dict(scope.get("headers", [])).get(b"accept", b""):
        said = f"{problem.detail} {problem.hint}\n"
        response = PlainTextResponse(said, status_code=421, headers=problem.headers)
    await response(scope, receive, send)
