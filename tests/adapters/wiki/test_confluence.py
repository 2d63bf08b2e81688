"""Confluence through the real tool server and over REST, where things go wrong."""

from contextlib import closing
from dataclasses import replace
from itertools import count

import psutil
import pytest

from agent.adapters.tracker.jira import open_jira
from agent.adapters.wiki.confluence import open_confluence
from agent.errors import AgentError, NotConfigured, NotFound, OutcomeUnknown, Refused
from agent.exchange.wiki_markup import storage
from agent.ports.work_items import NewIssue, NewPage
from agent.settings import Settings
from tests.servers.atlassian import settings_for
from tests.servers.confluence_server import confluence_server
from tests.servers.jira_server import jira_server
from tests.servers.rest import TOKEN, Fault
from tests.test_patched_bodies import storage_nodes
from tests.waiting import wait_until

PAGES, PAGE_PATH, QUERY = "/rest/api/content/?", r"/rest/api/content/\d+", "/rest/api/search"
HTML = "<html>as a proxy says it</html>"
numbers = count(1)


def said(status, words):
    return Fault(status, {"statusCode": status, "message": words})


@pytest.fixture(scope="module")
def server():
    with confluence_server() as server:
        yield server


@pytest.fixture(scope="module")
def wiki(server):
    # Each request of a tool may take a second.
    settings = settings_for(confluence=server, interlude_tool_seconds=5)
    with closing(open_confluence(settings)) as wiki:
        yield wiki


@pytest.fixture
def confluence(server):
    """The server, in which nothing goes wrong yet."""
    yield server
    server.faults.clear()


def new(text="Some **text**"):
    return NewPage("TEAM", f"PROJ-{next(numbers)}: Sign in", storage(text))


def test_what_confluence_gets(confluence, wiki) -> None:
    sent = new("## Score\n\n- [ ] a & b\n\n```python\nx < 1\n```")
    made = wiki.create(sent)
    (held,) = confluence.titled(sent.title)
    assert held["body"] == sent.body
    assert made.link == f"{confluence.url}/pages/viewpage.action?pageId={held['id']}"
    assert (made.version, made.updated) == (1, "2026-11-21T10:00:00+00:00")
    assert wiki.page(made.id) == made
    for page in ("1", "../space", "²"):
        with pytest.raises(NotFound):
            wiki.page(page)


def test_text_cannot_leave_its_place_in_a_query(confluence, wiki) -> None:
    wiki.search('" OR space = "OTHER')
    assert wiki.titled('x" OR title = "y') is None
    asked = [request.query["cql"] for request in confluence.requests if request.path == QUERY]
    space = 'space = "TEAM" AND type = page AND'
    assert asked[-2] == f'{space} (text ~ "spac*" OR text ~ "other*")'
    assert asked[-1] == rf'{space} title = "x\" OR title = \"y"'


def test_somebody_was_faster(confluence, wiki) -> None:
    made = wiki.create(new())
    confluence.fail("PUT", PAGE_PATH, said(409, "Version must be incremented on update."))
    with pytest.raises(Refused, match="Version must be incremented"):
        wiki.update(made.id, replace(new("Mine"), title=made.title), version=1)
    confluence.edit(made.id, "<p>Theirs</p>")
    with pytest.raises(Refused, match="someone else"):
        wiki.update(made.id, new("Mine"), version=1)
    assert confluence.pages[made.id]["body"] == "<p>Theirs</p>"


def test_only_the_space_of_the_settings_is_written_to(confluence, wiki) -> None:
    before, elsewhere = len(confluence.writes()), replace(new(), space="OTHER")
    with pytest.raises(Refused, match="OTHER"):
        wiki.create(elsewhere)
    with pytest.raises(Refused, match="OTHER"):
        wiki.update("65537", elsewhere, version=1)
    assert len(confluence.writes()) == before


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Fault(401, HTML), "does not accept the login"),
        (Fault(403, HTML), "does not allow"),
        (Fault(429, HTML), "fewer requests"),
        (Fault(500, HTML), "failed on its own side"),
        (Fault(drop="before"), "connection to Confluence broke"),
        (Fault(delay=2.5), "did not answer in time"),
    ],
)
def test_reading_fails(confluence, wiki, fault, sentence) -> None:
    made = wiki.create(new())
    reads = {PAGE_PATH: lambda: wiki.page(made.id), QUERY: lambda: wiki.search("text")}
    for path, read in reads.items():
        confluence.fail("GET", path, replace(fault))
        with pytest.raises(AgentError, match=sentence) as raised:
            read()
        assert raised.value.hint
        assert TOKEN not in f"{raised.value} {raised.value.hint}"


def test_a_title_that_cannot_be_looked_up_is_not_free(confluence, wiki) -> None:
    """The tool says "not found" to each failure."""
    made = wiki.create(new())
    confluence.fail("GET", "/rest/api/content", Fault(500, HTML))
    assert getattr(wiki.titled(made.title), "id", None) == made.id
    confluence.fail("GET", ".*", Fault(401, HTML, times=9))
    with pytest.raises(AgentError, match="does not accept the login"):
        wiki.titled(made.title)
    found = wiki.check()
    assert not found.is_ok
    assert "CONFLUENCE_PERSONAL_TOKEN" in found.hint


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (said(400, "Error parsing xhtml: x"), r"Error parsing xhtml|wrong version"),
        (Fault(401, HTML), "does not accept the login"),
        (said(403, "No permission to create here"), "No permission"),
        (Fault(404, HTML), "does not|refused"),
        (Fault(429, HTML), "fewer requests"),
    ],
)
def test_a_refused_page(confluence, wiki, fault, sentence) -> None:
    sent, made = new(), wiki.create(new())
    confluence.fail("POST", PAGES, replace(fault))
    with pytest.raises(Refused, match=sentence):
        wiki.create(sent)
    assert confluence.titled(sent.title) == []
    confluence.fail("PUT", PAGE_PATH, replace(fault))
    with pytest.raises(Refused, match=sentence):
        wiki.update(made.id, new("Other"), version=1)
    assert wiki.page(made.id) == made


@pytest.mark.parametrize(
    "fault", [Fault(500, HTML), Fault(drop="before"), Fault(drop="after"), Fault(delay=2.5)]
)
def test_a_page_in_doubt(confluence, wiki, fault) -> None:
    sent, before = new(), len(confluence.writes())
    confluence.fail("POST", PAGES, replace(fault))
    with pytest.raises(OutcomeUnknown) as raised:
        wiki.create(sent)
    assert "look in Confluence" in raised.value.hint
    assert len(confluence.writes()) == before + 1
    if fault.drop == "after" or fault.delay:
        wait_until(lambda: bool(confluence.titled(sent.title)))
    assert (wiki.titled(sent.title) is not None) == bool(confluence.titled(sent.title))


@pytest.mark.parametrize("fault", [Fault(500, HTML), said(400, "x")])
def test_written_but_not_shown(confluence, wiki, fault) -> None:
    """The tool reads the page back once it is written, and tells both failures alike."""
    sent = new()
    confluence.fail("GET", PAGE_PATH, replace(fault))
    with pytest.raises(OutcomeUnknown):
        wiki.create(sent)
    assert len(confluence.titled(sent.title)) == 1


@pytest.mark.parametrize("fault", [Fault(500, HTML), Fault(drop="after")])
def test_a_change_in_doubt(confluence, wiki, fault) -> None:
    made = wiki.create(new())
    confluence.fail("PUT", PAGE_PATH, replace(fault))
    with pytest.raises(OutcomeUnknown):
        wiki.update(made.id, replace(new("Other"), title=made.title), version=1)


GIVEN = {
    "CONFLUENCE_URL": "https://x.example/wiki",
    "CONFLUENCE_SPACE_KEY": "T",
    "CONFLUENCE_API_TOKEN": TOKEN,
}


@pytest.mark.parametrize("missing", GIVEN)
def test_what_is_missing_is_named(missing) -> None:
    given = {name.lower(): value for name, value in GIVEN.items() if name != missing}
    with pytest.raises(NotConfigured, match=missing):
        open_confluence(Settings(**given))


def test_one_process_serves_jira_and_confluence(confluence) -> None:
    before = {child.pid for child in psutil.Process().children()}
    issue = NewIssue("PROJ", "Task", "Both", "", mark="interlude-0123456789ab")
    with jira_server() as jira:
        settings = settings_for(jira=jira, confluence=confluence)
        tracker, wiki = open_jira(settings), open_confluence(settings)
        made, page = tracker.create(issue), wiki.create(new())
        tracker.link_page(made.key, title=page.title, url=page.link)
        assert tracker.issue(made.key).links == ((page.title, page.link),)
        assert len({child.pid for child in psutil.Process().children()} - before) == 1
    # Jira is gone now, and Confluence is not.
    with closing(tracker), closing(wiki):
        with pytest.raises(Refused, match="cannot be reached") as raised:
            tracker.create(issue)
        assert "JIRA_URL" in raised.value.hint
        assert not tracker.check().is_ok
        assert wiki.check().is_ok
    assert {child.pid for child in psutil.Process().children()} <= before


@pytest.fixture
def own():
    with confluence_server() as own:
        yield own


@pytest.fixture
def rest_wiki(own):
    settings = settings_for(confluence=own, interlude_atlassian_command="")
    with closing(open_confluence(settings)) as rest_wiki:
        yield rest_wiki


def test_every_other_node_of_a_page_stays(own, rest_wiki) -> None:
    nodes = "".join(storage_nodes("alpha"))
    made = rest_wiki.create(NewPage("TEAM", "Page", "<p>The old words.</p>" + nodes))
    assert made.is_lossless
    body = storage(made.text.replace("The old words.", "New words."))
    rest_wiki.update(made.id, NewPage("TEAM", "Page", body), version=made.version)
    assert own.pages[made.id]["body"] == "<p>New words.</p>" + nodes


def test_a_newer_version_is_never_written_over(own, rest_wiki) -> None:
    made = rest_wiki.create(NewPage("TEAM", "Page", "<p>One.</p>"))
    assert rest_wiki.checks_version
    conflict = {"statusCode": 409, "message": "Version must be incremented on update."}
    own.fail("PUT", f"/rest/api/content/{made.id}", Fault(409, conflict))
    with pytest.raises(Refused):
        rest_wiki.update(made.id, NewPage("TEAM", "Page", "<p>Two.</p>"), version=made.version)
    assert own.versions[made.id] == ["<p>One.</p>"]


def test_what_may_have_happened_is_told_so(own, rest_wiki) -> None:
    own.fail("POST", "/rest/api/content", Fault(drop="after"))
    with pytest.raises(OutcomeUnknown):
        rest_wiki.create(NewPage("TEAM", "Page", "<p>One.</p>"))
    assert len(own.titled("Page")) == 1
