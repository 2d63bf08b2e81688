"""Confluence over its own REST interface: pages byte for byte, and no version written over."""

from contextlib import closing

import pytest

from agent.adapters.wiki.confluence import open_confluence
from agent.errors import OutcomeUnknown, Refused
from agent.exchange.wiki_markup import storage
from agent.ports.work_items import NewPage
from tests.servers.atlassian import settings_for
from tests.servers.confluence_server import confluence_server
from tests.servers.rest import Fault
from tests.test_patched_bodies import storage_nodes


@pytest.fixture
def server():
    with confluence_server() as server:
        yield server


@pytest.fixture
def wiki(server):
    settings = settings_for(confluence=server, interlude_atlassian_command="")
    with closing(open_confluence(settings)) as wiki:
        yield wiki


def test_every_other_node_of_a_page_stays(server, wiki) -> None:
    nodes = "".join(storage_nodes("alpha"))
    made = wiki.create(NewPage("TEAM", "Page", "<p>The old words.</p>" + nodes))
    assert made.is_lossless
    body = storage(made.text.replace("The old words.", "New words."))
    wiki.update(made.id, NewPage("TEAM", "Page", body), version=made.version)
    assert server.pages[made.id]["body"] == "<p>New words.</p>" + nodes


def test_a_newer_version_is_never_written_over(server, wiki) -> None:
    made = wiki.create(NewPage("TEAM", "Page", "<p>One.</p>"))
    assert wiki.checks_version
    conflict = {"statusCode": 409, "message": "Version must be incremented on update."}
    server.fail("PUT", f"/rest/api/content/{made.id}", Fault(409, conflict))
    with pytest.raises(Refused):
        wiki.update(made.id, NewPage("TEAM", "Page", "<p>Two.</p>"), version=made.version)
    assert server.versions[made.id] == ["<p>One.</p>"]


def test_what_may_have_happened_is_told_so(server, wiki) -> None:
    server.fail("POST", "/rest/api/content", Fault(drop="after"))
    with pytest.raises(OutcomeUnknown):
        wiki.create(NewPage("TEAM", "Page", "<p>One.</p>"))
    assert len(server.titled("Page")) == 1
