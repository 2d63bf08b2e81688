"""Jira through the real tool server, against a Jira of one's own in which things go wrong."""

from contextlib import closing
from dataclasses import replace

import psutil
import pytest

from agent.adapters.tracker.jira import open_jira
from agent.errors import AgentError, NotConfigured, NotFound, OutcomeUnknown, Refused
from agent.ports.work_items import NewIssue
from agent.settings import Settings
from tests.servers.atlassian import settings_for
from tests.servers.jira_server import jira_server
from tests.servers.rest import TOKEN, USER, Fault
from tests.waiting import wait_until

ISSUE, CREATE = r"/rest/api/2/issue/PROJ-\d+", "/rest/api/2/issue"
STEPS, LINKS = f"{ISSUE}/transitions", f"{ISSUE}/remotelink"
SEARCH, FIELDS = "/rest/api/2/search", "/rest/api/2/field"
PAGE = "<html>as a proxy says it</html>"
WORDS = {"errorMessages": ["Story points are required."], "errors": {}}


@pytest.fixture(scope="module")
def server():
    with jira_server() as server:
        yield server


@pytest.fixture(scope="module")
def tracker(server):
    # Each request of a tool may take a second.
    with closing(open_jira(settings_for(jira=server, interlude_tool_seconds=5))) as tracker:
        yield tracker


@pytest.fixture
def jira(server):
    """The server, in which nothing goes wrong yet."""
    yield server
    server.faults.clear()


@pytest.fixture
def made(jira, tracker):
    return tracker.create(new())


marks = (f"interlude-{number:012x}" for number in range(10_000))


def new(**more):
    plain = NewIssue("PROJ", "Story", "Sign in", "As a user.", next(marks), "High", ("web",))
    return replace(plain, **more)


def test_what_jira_gets(jira, tracker) -> None:
    sent = new(description="## Why\n\n- **one**\n- `two`")
    made = tracker.create(sent)
    (held,) = jira.marked(sent.mark)
    fields = held["fields"]
    assert fields["project"]["key"] == "PROJ"
    assert fields["issuetype"] == {"name": "Story"}
    assert fields["priority"] == {"name": "High"}
    assert fields["labels"] == ["web", sent.mark]
    assert fields["description"] == "h2. Why\n\n* *one*\n* {{two}}"
    assert (made.labels, made.description) == (("web",), sent.description)
    assert made.link == f"{jira.url}/browse/{made.key}"
    assert made.created == "2026-11-21T10:00:00+00:00"
    assert tracker.issue(made.key) == made
    after = tracker.update(made.key, {"labels": ["app"]}, version=made.version)
    assert after.labels == ("app",)
    assert tracker.marked(sent.mark) == after, "a change of labels keeps the mark"


CHOICE = [{"id": "1", "value": "Web"}, {"id": "2", "value": "App"}]


def further(kind, **more):
    return {"name": "Team", "required": True, "schema": {"type": kind, "customId": 1, **more}}


def test_further_fields_by_their_ids(jira, tracker, monkeypatch) -> None:
    more = {
        "customfield_1": {**further("option", custom="x:select"), "allowedValues": CHOICE},
        "customfield_2": {**further("array", items="option"), "allowedValues": CHOICE},
        "customfield_3": further("number"),
        "customfield_4": {**further("string", custom="x:textarea"), "required": False},
    }
    monkeypatch.setattr(jira, "fields", {**jira.fields, **more})
    fields = {field.id: field for field in tracker.create_fields("Story")}
    told = {name: (field.kind, field.required, field.allowed) for name, field in fields.items()}
    assert told["customfield_1"] == ("choice", True, ("Web", "App"))
    assert told["customfield_2"] == ("choices", True, ("Web", "App"))
    assert told["customfield_3"] == ("number", True, ())
    assert told["customfield_4"] == ("longtext", False, ())
    assert fields["reporter"].has_default
    with pytest.raises(Refused, match="Team is required"):
        tracker.create(new())
    sent = new(fields={"customfield_1": "App", "customfield_2": ["Web"], "customfield_3": 5})
    tracker.create(sent)
    (held,) = jira.marked(sent.mark)
    assert held["fields"]["customfield_1"] == {"value": "App"}
    assert held["fields"]["customfield_2"] == [{"value": "Web"}]
    assert held["fields"]["customfield_3"] == 5


def test_a_decision_is_found_also_when_it_is_closed(jira, tracker) -> None:
    decided = jira.put("Quokka authentication by OpenID Connect")
    undecided = jira.put("How long a quokka session lasts")
    jira.finish(decided)
    found = tracker.search("quokka authentication", closed=True)
    assert {issue.key for issue in found} == {decided, undecided}
    assert [issue.key for issue in tracker.search("quokka authentication")] == [undecided]


def test_text_cannot_leave_its_place_in_a_query(jira, tracker) -> None:
    tracker.search('" OR project = "OTHER')
    tracker.marked('x" OR labels = "y')
    asked = [request.query["jql"] for request in jira.requests if request.path == SEARCH][-2:]
    assert asked[0].endswith('AND (text ~ "project*" OR text ~ "other*")')
    assert asked[1].endswith(r'AND labels = "x\" OR labels = \"y"')
    assert all(query.startswith('project = "PROJ" AND ') for query in asked)


def test_many_issues_come_page_by_page(jira, tracker, made) -> None:
    for _ in range(60):
        jira.put("Many")
    found = {issue.key for issue in tracker.open_issues(count=55)}
    assert len(found) == 55
    assert made.key not in found


def test_two_writes_in_one_second_are_two_versions(jira, tracker, made) -> None:
    jira.edit(made.key, summary="Somebody was faster")
    assert tracker.issue(made.key).updated[:17] == made.updated[:17]
    with pytest.raises(Refused, match="someone else"):
        tracker.update(made.key, {"summary": "Mine"}, version=made.version)
    assert jira.issues[made.key]["fields"]["summary"] == "Somebody was faster"


def test_only_the_project_of_the_settings_is_written_to(jira, tracker) -> None:
    before = len(jira.writes())
    with pytest.raises(Refused, match="OTHER"):
        tracker.create(new(project="OTHER"))
    with pytest.raises(Refused, match="OTHER-1"):
        tracker.update("OTHER-1", {"summary": "x"}, version="1")
    with pytest.raises(Refused, match="OTHER-1"):
        tracker.link_page("OTHER-1", title="x", url="https://wiki.example/1")
    with pytest.raises(NotFound, match="not the key"):
        tracker.issue("../myself")
    assert len(jira.writes()) == before


# Failures of reading

READS = [
    (ISSUE, Fault(401, PAGE), ("does not accept the login", "JIRA_API_TOKEN", False)),
    (ISSUE, Fault(403, PAGE), ("does not allow", "permission", False)),
    (ISSUE, Fault(404, PAGE), ("There is no issue", "Check it", False)),
    (ISSUE, Fault(429, PAGE), ("fewer requests", "Wait a minute", True)),
    (ISSUE, Fault(500, PAGE), ("failed on its own side", "Try again", True)),
    (ISSUE, Fault(400, WORDS), ("refused: Story points are required.", "Correct", False)),
    (ISSUE, Fault(delay=2.5), ("did not answer in time", "INTERLUDE_TOOL_SECONDS", True)),
    (ISSUE, Fault(drop="before"), ("cannot be reached", "", True)),
    (SEARCH, Fault(401, PAGE), ("does not accept the login", "JIRA_API_TOKEN", False)),
    (SEARCH, Fault(drop="after"), ("connection to Jira broke", "", True)),
]


@pytest.mark.parametrize(("path", "fault", "told"), READS)
def test_reading_fails(jira, tracker, made, path, fault, told) -> None:
    sentence, hint, retryable = told
    jira.fail("GET", path, replace(fault))
    with pytest.raises(AgentError, match=sentence) as raised:
        tracker.issue(made.key) if path == ISSUE else tracker.open_issues()
    assert hint in raised.value.hint
    assert raised.value.retryable is retryable
    assert TOKEN not in f"{raised.value} {raised.value.hint}"


def test_a_wait_that_jira_asks_for_is_kept(jira, tracker, made) -> None:
    jira.fail("GET", ISSUE, Fault(429, PAGE, {"Retry-After": "1"}))
    assert tracker.issue(made.key) == made


def test_the_connection_test_says_why(jira, tracker) -> None:
    jira.fail("GET", ".*/createmeta/.*", Fault(403, PAGE))
    with pytest.raises(AgentError, match="no issue types of PROJ"):
        tracker.issue_types()
    jira.fail("GET", ".*", Fault(401, PAGE, times=9))
    found = tracker.check()
    assert (found.is_ok, found.missing) == (False, ())
    assert "does not accept the login" in found.message
    assert found.hint


# Failures of writing: surely not

SURELY_NOT = [
    (Fault(400, WORDS), "refused: Story points are required."),
    (Fault(401, PAGE), "does not accept the login"),
    (Fault(403, {"errorMessages": ["You may not create issues."], "errors": {}}), "You may not"),
    (Fault(404, PAGE), "does not know it"),
    (Fault(429, PAGE), "fewer requests"),
]


@pytest.mark.parametrize(("fault", "sentence"), SURELY_NOT)
def test_a_refused_create(jira, tracker, fault, sentence) -> None:
    sent = new()
    jira.fail("POST", CREATE, replace(fault))
    with pytest.raises(Refused, match=sentence) as raised:
        tracker.create(sent)
    assert raised.value.hint
    assert jira.marked(sent.mark) == []
    assert tracker.create(sent).summary == "Sign in"
    assert len(jira.marked(sent.mark)) == 1


def test_a_refused_change(jira, tracker, made) -> None:
    jira.fail("PUT", ISSUE, Fault(400, WORDS))
    with pytest.raises(Refused, match=r"refused: Story points are required\."):
        tracker.update(made.key, {"summary": "Other"}, version=made.version)
    jira.fail("POST", LINKS, Fault(401, PAGE))
    with pytest.raises(Refused, match="does not accept the login"):
        tracker.link_page(made.key, title="A page", url="https://wiki.example/1")
    assert tracker.issue(made.key) == made


# Failures of writing: nobody knows

SENT, LOST, DROPPED = Fault(500, PAGE), Fault(drop="before"), Fault(drop="after")


@pytest.mark.parametrize("fault", [SENT, LOST, DROPPED, Fault(delay=2.5)])
def test_a_create_in_doubt(jira, tracker, fault) -> None:
    sent, before = new(), len(jira.writes())
    jira.fail("POST", CREATE, replace(fault))
    with pytest.raises(OutcomeUnknown) as raised:
        tracker.create(sent)
    assert "look in Jira" in raised.value.hint
    assert len(jira.writes()) == before + 1
    if fault.drop == "after" or fault.delay:
        wait_until(lambda: bool(jira.marked(sent.mark)))
    assert (tracker.marked(sent.mark) is not None) == bool(jira.marked(sent.mark))


@pytest.mark.parametrize("fault", [Fault(403, PAGE), Fault(400, WORDS), DROPPED])
def test_made_but_not_shown(jira, tracker, fault) -> None:
    """The tool reads the issue back once it is made, and tells both failures with one text."""
    sent = new()
    jira.fail("GET", ISSUE, replace(fault))
    try:
        made = tracker.create(sent)
    except OutcomeUnknown:
        made = tracker.marked(sent.mark)
    (held,) = jira.marked(sent.mark)
    assert made.key == held["key"]


def test_half_a_write_is_made_up_for_or_told(jira, tracker, made) -> None:
    """Without Jira's list of fields the tool writes half of what it was given."""
    jira.fail("GET", FIELDS, Fault(500, PAGE))
    whole = tracker.create(new())
    assert (whole.labels, whole.priority) == (("web",), "High")
    jira.fail("GET", FIELDS, Fault(500, PAGE, times=9))
    with pytest.raises(OutcomeUnknown, match=r"Jira made PROJ-\d+ without"):
        tracker.create(new())
    with pytest.raises(OutcomeUnknown, match="only a part"):
        tracker.update(made.key, {"description": "New", "priority": "Low"}, version=made.version)


@pytest.mark.parametrize("fault", [SENT, LOST, DROPPED])
def test_a_change_in_doubt_is_looked_at(jira, tracker, made, fault) -> None:
    jira.fail("PUT", ISSUE, replace(fault))
    changes = {"summary": "Other", "description": "## New\n\n- text"}
    if fault is DROPPED:
        after = tracker.update(made.key, changes, version=made.version)
        assert (after.summary, after.description) == ("Other", "## New\n\n- text")
    else:
        with pytest.raises(OutcomeUnknown):
            tracker.update(made.key, changes, version=made.version)


def test_a_step_of_the_workflow_is_taken_once(jira, tracker, made) -> None:
    offered = tracker.statuses_of(made.key)
    assert len(offered) == 2
    assert "To Do" not in offered
    moved = tracker.update(made.key, {"status": offered[0]}, version=made.version)
    assert moved.status == "In Progress"
    with pytest.raises(Refused):
        tracker.update(made.key, {"status": "Nowhere"}, version=moved.version)
    assert [name for key, name in jira.moves if key == made.key] == ["Start work"]
    changes = {"status": "Done", "priority": "No such"}
    with pytest.raises(OutcomeUnknown, match="only a part"):
        tracker.update(made.key, changes, version=moved.version)
    assert tracker.issue(made.key).status == "Done"


@pytest.mark.parametrize("fault", [LOST, DROPPED])
def test_a_step_in_doubt_is_looked_at(jira, tracker, made, fault) -> None:
    jira.fail("POST", STEPS, replace(fault))
    if fault is DROPPED:
        assert tracker.update(made.key, {"status": "Done"}, version=made.version).status == "Done"
    else:
        with pytest.raises(OutcomeUnknown):
            tracker.update(made.key, {"status": "Done"}, version=made.version)
    assert len([key for key, _ in jira.moves if key == made.key]) <= 1


def test_a_killed_tool_server_is_replaced(jira, tracker, made) -> None:
    living = [c for c in psutil.Process().children() if c.status() != psutil.STATUS_ZOMBIE]
    (server,) = [c for c in living if "mcp-atlassian" in " ".join(c.cmdline())]
    assert TOKEN not in " ".join(server.cmdline())
    server.kill()
    sent = new()
    assert tracker.create(sent).key != made.key
    assert len(jira.marked(sent.mark)) == 1


# Setting up

GIVEN = {
    "JIRA_URL": "https://example.atlassian.net/",
    "JIRA_PROJECT_KEY": "PROJ",
    "JIRA_API_TOKEN": TOKEN,
    "JIRA_USERNAME": USER,
}


@pytest.mark.parametrize("missing", GIVEN)
def test_what_is_missing_is_named(missing) -> None:
    given = {name.lower(): value for name, value in GIVEN.items() if name != missing}
    with pytest.raises(NotConfigured, match=missing) as raised:
        open_jira(Settings(**given))
    assert missing in raised.value.hint


def test_nothing_starts_before_it_is_needed() -> None:
    before = {child.pid for child in psutil.Process().children()}
    given = {name.lower(): value for name, value in GIVEN.items()}
    tracker = open_jira(Settings(**given, interlude_atlassian_command="/bin/true"))
    assert tracker.name == "Jira at example.atlassian.net"
    assert (tracker.project, tracker.is_embedded, tracker.search_lags) == ("PROJ", False, True)
    assert {child.pid for child in psutil.Process().children()} <= before
    assert TOKEN not in repr(tracker) + str(vars(tracker))
