"""Every wiki: to have another one tried, add its name and a fixture `<name>_wiki`."""

from contextlib import closing

import pytest

from agent.adapters.wiki import EmbeddedWiki
from agent.adapters.wiki.confluence import open_confluence
from agent.store import Ledger
from tests.fakes_tickets import FakeWiki
from tests.servers.atlassian import settings_for
from tests.servers.confluence_server import confluence_server

WIKIS = ["fake", "embedded", "confluence", "confluence_rest"]


@pytest.fixture(params=WIKIS)
def wiki(request):
    return request.getfixturevalue(f"{request.param}_wiki")


@pytest.fixture
def fake_wiki():
    return FakeWiki()


@pytest.fixture
def embedded_wiki(tmp_path):
    with closing(Ledger(tmp_path)) as ledger:
        yield EmbeddedWiki(ledger.db, space="PROJ")


@pytest.fixture(scope="module")
def confluence():
    with confluence_server(lag=0.05) as server:
        yield server


@pytest.fixture(scope="module")
def confluence_wiki(confluence):
    """Its tool server takes seconds to start: one for all tests of a module."""
    with closing(open_confluence(settings_for(confluence=confluence))) as wiki:
        yield wiki


@pytest.fixture(scope="module")
def confluence_rest_wiki():
    """Over its own interface, as no tool server is set up."""
    with confluence_server(lag=0.05) as server:
        settings = settings_for(confluence=server, interlude_atlassian_command="")
        with closing(open_confluence(settings)) as wiki:
            yield wiki
