"""A server that answers as DuckDuckGo's page without scripts does, which `ddgs` reads."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote

PUZZLE = """<html><body><form id="challenge-form" action="//duckduckgo.com/anomaly.js">
<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body>
</html>"""
IN_VAIN = """<html><body><div id="links" class="results"><div class="result results_links
result--no-result"><div class="links_main"><div class="no-results">No results.</div></div></div>
</div></body></html>"""
_RESULT = """<div class="result results_links results_links_deep web-result">
<div class="links_main links_deep result__body"><h2 class="result__title">
<a rel="nofollow" class="result__a" href="{url}">{title}</a></h2>
<a class="result__snippet" href="{url}">{snippet}</a><div class="clear"></div></div></div>"""


@dataclass
class Reply:
    """What is sent in place of results."""

    body: str
    status: int = 200
    drip: float = 0
    """Seconds before each byte."""


@dataclass
class DuckDuckGoSite:
    results: list[tuple[str, str, str]] = field(default_factory=list)
    """Title, address, snippet."""
    reply: Reply | None = None
    redirects: bool = False
    """Whether results lead through an address of DuckDuckGo's own."""
    url: str = ""
    searches: list[dict[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def page(self) -> str:
        if not self.results:
            return IN_VAIN
        found = (
            _RESULT.format(
                title=escape(title), url=escape(self._link(url)), snippet=escape(snippet)
            )
            for title, url, snippet in self.results
        )
        return f"<html><body><div id='links' class='results'>{''.join(found)}</div></body></html>"

    def _link(self, url: str) -> str:
        return f"//duckduckgo.com/l/?uddg={quote(url, safe='')}&rut=1" if self.redirects else url


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):  # a client may leave
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    site: DuckDuckGoSite

    def log_message(self, *_: object) -> None: ...

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        self.site.searches.append(dict(parse_qsl(raw.decode(), keep_blank_values=True)))
        self.site.headers.append({k.lower(): v for k, v in self.headers.items()})
        reply = self.site.reply or Reply(self.site.page())
        body = reply.body.encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", "text/html; charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "canary=1")
        self.end_headers()
        for piece in [body[n : n + 1] for n in range(len(body))] if reply.drip else [body]:
            time.sleep(reply.drip)
            self.wfile.write(piece)


@contextmanager
def duckduckgo_server() -> Iterator[DuckDuckGoSite]:
    site = DuckDuckGoSite()
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"site": site}))
    site.url = f"http://127.0.0.1:{server.server_port}/html/"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
