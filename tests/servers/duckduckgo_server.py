"""A server that answers as DuckDuckGo's page without scripts does, which `ddgs` reads."""

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl

from tests.servers.http import Handler, served

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
    url: str = ""
    searches: list[dict[str, str]] = field(default_factory=list)

    def page(self):
        if not self.results:
            return IN_VAIN
        found = (
            _RESULT.format(title=escape(title), url=escape(url), snippet=escape(snippet))
            for title, url, snippet in self.results
        )
        return f"<html><body><div id='links' class='results'>{''.join(found)}</div></body></html>"


class _DuckDuckGo(Handler):
    site: DuckDuckGoSite

    def post(self) -> None:
        self.site.searches.append(dict(parse_qsl(self.body().decode(), keep_blank_values=True)))
        reply = self.site.reply or Reply(self.site.page())
        body = reply.body.encode()
        if not reply.drip:
            self.send(reply.status, body, Content_Type="text/html; charset=UTF-8")
            return
        self.send_response(reply.status)
        self.end_headers()
        for at in range(len(body)):
            time.sleep(reply.drip)
            self.wfile.write(body[at : at + 1])


@contextmanager
def duckduckgo_server():
    site = DuckDuckGoSite()
    with served(_DuckDuckGo, site=site) as url:
        site.url = f"{url}/html/"
        yield site
