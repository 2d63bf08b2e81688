"""Every search and every fetcher: to have another one tried, add its name and a fixture."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from agent.adapters.reading.child import read_in_child
from agent.adapters.reading.reader import read
from agent.adapters.search.ddgs import DuckDuckGo
from agent.adapters.search.fetching import WebFetcher
from agent.adapters.search.tavily import Tavily
from agent.ports.content import Fetcher, WebSearch
from tests.fakes_content import FakeFetcher, FakeSearch, web_page
from tests.servers.duckduckgo_server import duckduckgo_server
from tests.servers.tavily_server import KEY, found, tavily_server
from tests.servers.website import page, website

SECONDS = 20
MEGABYTE = 2**20


@dataclass
class SearchScene:
    """A search, and what puts hits on the web."""

    search: WebSearch
    has: Callable[..., None]


@dataclass
class FetchScene:
    """A fetcher, and the address of a page that it can fetch."""

    fetcher: Fetcher
    url: str


TITLE = "Home staging"
FACT = "Staged homes were sold after 23 days in the median, against 47 days for all the others."
MORE = "The survey asked 1,200 agents in spring."
TEXT = f"<article><h1>{TITLE}</h1><p>{FACT}</p><p>{MORE}</p></article>"


@pytest.fixture
def duckduckgo():
    with duckduckgo_server() as site:
        yield site


@pytest.fixture
def tavily():
    with tavily_server() as site:
        yield site


@pytest.fixture
def site():
    with website({"/page": page(TEXT)}) as site:
        yield site


def fetcher_of(site, **more):
    """One that reads in this process, which is faster, unless it is given `read_in_child`."""
    given = {"seconds": SECONDS, "most_bytes": MEGABYTE, "read": read_here}
    return WebFetcher(**{**given, "allow": ("127.0.0.1", site.port), **more})


def read_here(path, name, **more):
    return read(path.read_bytes(), name, **more)


@pytest.fixture
def fake_search():
    search = FakeSearch()

    def has(*hits) -> None:
        search.web.add(*(web_page(hit.url, hit.title, hit.snippet) for hit in hits))

    return SearchScene(search, has)


@pytest.fixture
def ddgs_search(duckduckgo):
    def has(*hits) -> None:
        duckduckgo.results = [(hit.title, hit.url, hit.snippet) for hit in hits]

    return SearchScene(DuckDuckGo(seconds=SECONDS, url=duckduckgo.url), has)


@pytest.fixture
def tavily_search(tavily):
    def has(*hits) -> None:
        tavily.results = [found(hit.title, hit.url, hit.snippet) for hit in hits]

    return SearchScene(Tavily(KEY, seconds=SECONDS, base_url=tavily.url), has)


@pytest.fixture(params=["fake", "ddgs", "tavily"])
def search_scene(request):
    return request.getfixturevalue(f"{request.param}_search")


@pytest.fixture
def fake_fetch():
    fetcher, url = FakeFetcher(), "https://example.com/page"
    fetcher.web.add(web_page(url, TITLE, f"# {TITLE}\n\n{FACT}\n"))
    return FetchScene(fetcher, url)


@pytest.fixture
def web_fetch(site):
    return FetchScene(fetcher_of(site, read=read_in_child), f"{site.url}/page")


@pytest.fixture(params=["fake", "web"])
def fetch_scene(request):
    return request.getfixturevalue(f"{request.param}_fetch")
