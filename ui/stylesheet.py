"""Our stylesheet, linked from the page itself: before the first script has run, and only once."""

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from agent import Workflow, known_workflows
from ui.headers import App, Receive, Scope, Send

PATH = "/interlude.css"
# Where the server is, as the page's own links know it: else Streamlit first asks below the page's
# address, in vain.
BASE = "<script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location.href).href}</script>"
LINK = f'<link rel="stylesheet" href="{PATH}">{BASE}</head>'.encode()


async def _serve(_request: Request) -> Response:
    style = (Path(__file__).parent / "style.css").read_text("utf-8")
    below = (_below(each) for each in known_workflows().values() if each.pages)
    headers = {"cache-control": "no-cache"}
    return Response("\n".join([style, *below]), media_type="text/css", headers=headers)


def _below(workflow: Workflow) -> str:
    """Indent a workflow's pages in the sidebar, and show them while it or one of them is open."""
    items = '#root [data-testid="stSidebarNavItems"]'
    pages = [f'[href$="/{name}"]' for name in workflow.pages]
    is_open = ", ".join(f"{link}[aria-current]" for link in (f'[href$="/{workflow.name}"]', *pages))
    rows = f"li:has({', '.join(pages)})"
    return (
        f"{items} {rows} {{ margin-left: 1.5rem; opacity: 0.85; }}\n"
        f"{items}:not(:has({is_open})) {rows} {{ display: none; }}"
    )


ROUTE = Route(PATH, _serve)


class LinkStylesheet:
    """Adds the link to every HTML page that passes."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        page = _Page(send)
        await self._app(_uncompressed(scope), receive, page.send)


def _uncompressed(scope: Scope) -> Scope:
    """A request for a page, asking for it as it is: what is compressed cannot be added to."""
    headers = dict(scope["headers"])
    if b"text/html" not in headers.get(b"accept", b""):
        return scope
    return {**scope, "headers": [h for h in scope["headers"] if h[0] != b"accept-encoding"]}


class _Page:
    """One response: HTML is gathered whole, everything else goes straight on."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: MutableMapping[str, Any] | None = None
        self._body = b""

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start" and _is_html(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self._start)

    async def _finish(self, start: MutableMapping[str, Any]) -> None:
        body = self._body.replace(b"</head>", LINK, 1)
        headers = MutableHeaders(raw=list(start["headers"]))
        if self._body:
            headers["content-length"] = str(len(body))
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})


def _is_html(message: MutableMapping[str, Any]) -> bool:
    headers = MutableHeaders(raw=list(message.get("headers", [])))
    return headers.get("content-type", "").startswith("text/html")
