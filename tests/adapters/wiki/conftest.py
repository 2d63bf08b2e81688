"""Every wiki: to have another one tried, add its name and a fixture `<name>_wiki`."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.wiki import EmbeddedWiki
from agent.adapters.wiki.confluence import ConfluenceWiki, open_confluence
from agent.ports.work_items import Wiki
from agent.store import Ledger
from tests.fakes_tickets import FakeWiki
from tests.servers.atlassian import settings_for
from tests.servers.confluence_server import Confluence, confluence_server

WIKIS = ["fake", "embedded", "confluence", "confluence_rest"]


@pytest.fixture(params=WIKIS)
def wiki(request: pytest.FixtureRequest) -> Wiki:
    return request.getfixturevalue(f"{request.param}_wiki")


@pytest.fixture
def fake_wiki() -> FakeWiki:
    return FakeWiki()


@pytest.fixture
def embedded_wiki(tmp_path: Path) -> Iterator[EmbeddedWiki]:
    with closing(Ledger(tmp_path)) as ledger:
        yield EmbeddedWiki(ledger.db, space="PROJ")


@pytest.fixture(scope="module")
def confluence() -> Iterator[Confluence]:
    with confluence_server(lag=0.05) as server:
        yield server


@pytest.fixture(scope="module")
def confluence_wiki(confluence: Confluence) -> Iterator[ConfluenceWiki]:
    """Its tool server takes seconds to start: one for all tests of a module."""
    with closing(open_confluence(settings_for(confluence=confluence))) as wiki:
        yield wiki


@pytest.fixture(scope="module")
def confluence_rest_wiki() -> Iterator[ConfluenceWiki]:
    """Over its own interface, as no tool server is set up."""
    with confluence_server(lag=0.05) as server:
        settings = settings_for(confluence=server, interlude_atlassian_command="")
        with closing(open_confluence(settings)) as wiki:
            yield wiki
