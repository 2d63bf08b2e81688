"""A marketer at work: documents in memory, a web of a few pages, no model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.facade import GraphAgent
from agent.ports import Document, Pieces
from tests.fakes import FakeIntents, MemoryLibrary, Script, open_fake_agent
from tests.fakes_content import FakeFetcher, FakeSearch, FakeWeb
from tests.stores import example_brands
from tests.workflows.studio.samples import sample_documents
from tests.workflows.studio.talk import Marketer


@pytest.fixture(scope="session")
def documents() -> list[Document]:
    """What comes with the app."""
    return sample_documents()


NAMED = {
    "linkedin": "linkedin",
    "领英": "linkedin",
    "instagram": "instagram",
    "blog": "blog",
    "博客": "blog",
    "article": "blog",
    "research": "research",
    "investiga": "research",
    "image": "image",
    "picture": "image",
    "draw": "image",
    "imagen": "image",
    "plan ": "strategy",
    "strategy": "strategy",
    "estrategia": "strategy",
    "hello": "general",
    "thanks": "general",
}


@pytest.fixture
def intents() -> FakeIntents:
    """Sure of what names its kind."""
    kinds = ("blog", "linkedin", "instagram", "strategy", "research", "general")
    return FakeIntents(order=kinds, of={"studio": NAMED})


@pytest.fixture
def web() -> FakeWeb:
    return FakeWeb()


@pytest.fixture
def search(web: FakeWeb) -> FakeSearch:
    return FakeSearch(web)


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
    yield script
    script.finish()


@pytest.fixture
def agent(
    tmp_path: Path,
    documents: list[Document],
    web: FakeWeb,
    search: FakeSearch,
    script: Script,
    intents: FakeIntents,
) -> Iterator[GraphAgent]:
    agent = open_fake_agent(
        tmp_path,
        script=script,
        library=MemoryLibrary(documents),
        search=search,
        fetcher=FakeFetcher(web),
        intents=intents,
    )
    example_brands(agent.ledger.db)
    yield agent
    agent.close()


@pytest.fixture
def pieces(agent: GraphAgent) -> Pieces:
    return agent.ports.pieces


@pytest.fixture
def marketer(agent: GraphAgent) -> Marketer:
    return Marketer(agent)
