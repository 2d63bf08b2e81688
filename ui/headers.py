"""Security headers on every response, and who may talk to our routes."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse, Response

from agent.errors import NotConfigured
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
_USUAL_PORTS = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """The origin of a page, as browsers compare it."""

    scheme: str
    name: str
    port: int


class SecurityHeaders:
    """Adds the headers, and refuses callers from elsewhere.

    A Host that is not loopback is refused unless serving is shared, and a WebSocket that
    was not opened by a page of this server or of a `public` address always.
    """

    def __init__(self, app: App, *, shared: bool, public: frozenset[Origin] = frozenset()) -> None:
        self._app = app
        self._shared = shared
        self._public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._shared and not is_loopback(header(scope, b"host")):
            await _refuse(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in HEADERS}
                kept = [h for h in message.get("headers", []) if h[0].lower() not in known]
                message["headers"] = [*kept, *HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin, host = header(scope, b"origin"), header(scope, b"host")
        if not is_same_origin(origin, host) and origin_of(origin) not in self._public:
            await _refuse(scope, receive, send)
            return
        # For an Origin that differs from Host, Streamlit asks an outside address who it is.
        others = [(key, value) for key, value in scope["headers"] if key != b"host"]
        named = (b"host", origin.partition("://")[2].encode("latin-1"))
        await self._app({**scope, "headers": [*others, named]}, receive, send)


def is_loopback(host: str) -> bool:
    """Against DNS rebinding: a foreign name that resolves to this machine is not loopback."""
    origin = origin_of(f"http://{host}")
    return origin is not None and origin.name in LOOPBACK


def origin_of(text: str) -> Origin | None:
    """None for what a browser does not send as an Origin, such as `null` or a path."""
    scheme, _, host = text.partition("://")
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname or "", parts.port
    except ValueError:  # a bracket that is never closed, or a port that is no number
        return None
    shown = f"[{name}]" if ":" in name else name
    # Nothing but name and port: no user before an @, no path, nothing behind a bracket.
    if scheme not in _USUAL_PORTS or not name or host.lower() not in (shown, f"{shown}:{port}"):
        return None
    return Origin(scheme, name, _USUAL_PORTS[scheme] if port is None else port)


def is_same_origin(text: str, host: str) -> bool:
    """Tell whether a page of this origin was served under `host`, by us or by a TLS proxy."""
    origin = origin_of(text)
    return origin is not None and origin == origin_of(f"{origin.scheme}://{host}")


def public_origins(setting: str) -> frozenset[Origin]:
    """Raises NotConfigured for what is not a list of addresses."""
    written = [part.strip().rstrip("/") for part in setting.split(",") if part.strip()]
    origins = [origin_of(each) for each in written]
    if None in origins:
        raise NotConfigured(
            "INTERLUDE_PUBLIC_URL is not a web address.",
            hint="Write it as https://interlude.example, without a path;"
            " several are separated by commas.",
        )
    return frozenset(filter(None, origins))


def header(scope: Scope, name: bytes) -> str:
    """Empty when it is missing or sent twice."""
    values = [bytes(value) for key, value in scope.get("headers", []) if key == name]
    return values[0].decode("latin-1") if len(values) == 1 else ""


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse in plain text for a browser, and as JSON, like every other error, for a program."""
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
