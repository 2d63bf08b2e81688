"""A web of a few pages, pieces, brands and appeals in memory, as their ports promise.

`raising` is raised by the next call, before it does anything. `searches` and `fetches` count.
"""

import hashlib
from dataclasses import dataclass, field
from typing import Any

from agent.errors import AgentError, NotConfigured, NotFound
from agent.language.text import stems
from agent.ports.content import Hit, WebPage
from agent.ports.work_items import Connection

MOMENT = "2026-01-01T00:00:00+00:00"


def web_page(url: str, title: str, text: str, **more: object) -> WebPage:
    given: dict[str, object] = {"language": "en", "published": "", "notices": ()}
    return WebPage(
        url=url,
        title=title,
        text=text,
        fetched=MOMENT,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        **{**given, **more},  # type: ignore[arg-type]
    )


@dataclass
class FakeWeb:
    """Pages by their addresses."""

    pages: dict[str, WebPage] = field(default_factory=dict)

    def add(self, *pages: WebPage) -> None:
        self.pages |= {page.url: page for page in pages}


@dataclass
class FakeSearch:
    """Finds pages that share words with the query, those that share most first."""

    web: FakeWeb = field(default_factory=FakeWeb)
    name: str = "A search in memory"
    is_set_up: bool = True
    raising: AgentError | None = None
    searches: list[str] = field(default_factory=list)

    def check(self) -> Connection:
        return Connection(is_ok=self.is_set_up, message="Ready." if self.is_set_up else "Off.")

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:
        self.searches.append(query)
        raise_once(self)
        if not self.is_set_up:
            raise NotConfigured("Searching the web is switched off here.", hint="Switch it on.")
        if not any(c.isalnum() for c in query):
            raise AgentError("There is nothing to search for.", hint="Write a word or two.")
        asked = stems(query)
        shared = {p.url: len(asked & stems(f"{p.title} {p.text}")) for p in self.web.pages.values()}
        best = sorted((url for url, n in shared.items() if n), key=lambda url: -shared[url])
        pages = (self.web.pages[url] for url in best[:count])
        return [Hit(p.title, p.url, p.text[:300], p.published) for p in pages]


@dataclass
class FakeFetcher:
    web: FakeWeb = field(default_factory=FakeWeb)
    raising: AgentError | None = None
    fetches: list[str] = field(default_factory=list)

    def fetch(self, url: str) -> WebPage:
        self.fetches.append(url)
        raise_once(self)
        if not url.startswith(("http://", "https://")):
            raise AgentError("This is no address of a web page.", hint="Check it.")
        if url not in self.web.pages:
            raise NotFound("The site does not have this page.", hint="Check the address.")
        return self.web.pages[url]


def raise_once(fake: Any) -> None:
    error, fake.raising = fake.raising, None
    if error is not None:
        raise error
