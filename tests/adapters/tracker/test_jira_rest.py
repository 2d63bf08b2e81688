"""Jira over its own REST interface: bodies byte for byte, writes counted, failures told apart."""

from contextlib import closing

import pytest

from agent.adapters.tracker.jira import open_jira
from agent.errors import AgentError, NotFound, OutcomeUnknown, Refused
from agent.ports.work_items import NewIssue
from tests.servers.atlassian import cloud_tracker, settings_for
from tests.servers.jira_server import jira_server
from tests.servers.rest import Fault
from tests.test_patched_bodies import adf_nodes, node, paragraph, text, wiki_nodes

MARK = "interlude-0123456789ab"
NEW = NewIssue("PROJ", "Story", "Login", "Users log in.\n\n- by **mail**", MARK, priority="High")


@pytest.fixture
def cloud():
    with jira_server(is_cloud=True) as server:
        yield server


@pytest.fixture
def in_cloud(cloud):
    with closing(cloud_tracker(cloud)) as tracker:
        yield tracker


@pytest.fixture
def server():
    with jira_server() as server:
        yield server


@pytest.fixture
def on_server(server):
    with closing(open_jira(settings_for(jira=server, interlude_atlassian_command=""))) as tracker:
        yield tracker


def put(jira, body):
    key = jira.put("Somebody's issue")
    jira.edit(key, description=body)
    return key


def test_a_new_issue_is_a_document_in_the_cloud(cloud, in_cloud) -> None:
    made = in_cloud.create(NEW)
    body = cloud.issues[made.key]["fields"]["description"]
    assert (body["type"], body["version"]) == ("doc", 1)
    assert [each["type"] for each in body["content"]] == ["paragraph", "bulletList"]
    assert made.description == NEW.description
    assert len(cloud.writes()) == 1


def test_a_changed_paragraph_leaves_all_other_nodes(cloud, in_cloud) -> None:
    nodes = adf_nodes("alpha")
    body = node("doc", paragraph(text("The old words.")), *nodes, version=1)
    key = put(cloud, body)
    issue = in_cloud.issue(key)
    assert issue.is_lossless
    changed = issue.description.replace("The old words.", "New words.")
    after = in_cloud.update(key, {"description": changed}, version=issue.version)
    held = cloud.issues[key]["fields"]["description"]["content"]
    assert held == [paragraph(text("New words.")), *nodes]
    assert after.description == changed
    assert len(cloud.writes()) == 1


def test_on_a_server_every_other_line_stays(server, on_server) -> None:
    lines = "".join(wiki_nodes("alpha"))
    key = put(server, f"The old words.\n\n{lines}")
    issue = on_server.issue(key)
    changed = issue.description.replace("The old words.", "New words.")
    after = on_server.update(key, {"description": changed}, version=issue.version)
    assert server.issues[key]["fields"]["description"] == f"New words.\n\n{lines}"
    assert after.description == changed


MENTION = node("mention", id="5b10", text="@Ana")


def test_the_words_around_a_mention_change_and_it_stays(cloud, in_cloud) -> None:
    key = put(cloud, node("doc", paragraph(text("Ask "), MENTION), version=1))
    issue = in_cloud.issue(key)
    changes = {"description": issue.description.replace("Ask", "Tell")}
    in_cloud.check_change(issue, changes)
    assert cloud.writes() == []
    in_cloud.update(key, changes, version=issue.version)
    held = cloud.issues[key]["fields"]["description"]["content"]
    assert held == [paragraph(text("Tell "), MENTION)]


def test_a_change_that_would_lose_a_mention_is_refused_before_it_is_asked_for(
    cloud, in_cloud
) -> None:
    key = put(cloud, node("doc", paragraph(text("Ask "), MENTION), version=1))
    issue = in_cloud.issue(key)
    changes = {"description": "Ask nobody"}
    with pytest.raises(Refused):
        in_cloud.check_change(issue, changes)
    with pytest.raises(Refused):
        in_cloud.update(key, changes, version=issue.version)
    assert cloud.writes() == []


def test_a_link_to_a_page_is_made_once_and_renamed(cloud, in_cloud) -> None:
    key = cloud.put("One")
    for title in ("Before", "After"):
        in_cloud.link_page(key, title=title, url="https://wiki.example/1")
    assert in_cloud.issue(key).links == (("After", "https://wiki.example/1"),)


@pytest.mark.parametrize(
    ("name", "found"),
    [("Ana", ["Ana López", "Ana Ruiz"]), ("Lopez", ["Ana López"]), ("lópez ana", ["Ana López"])],
)
def test_people_are_found_by_any_part_of_their_name(on_server, in_cloud, name, found) -> None:
    for tracker in (on_server, in_cloud):
        assert [each.name for each in tracker.people(name)] == found
        assert tracker.people("Zoe") == tracker.people("?") == []
        assert {"Ana López", "Ana Ruiz", "Bob"} <= {each.name for each in tracker.people("")}


# Failures


@pytest.mark.parametrize(
    "fault", [Fault(502, "<html>Bad gateway</html>"), Fault(drop="after"), Fault(drop="before")]
)
def test_what_may_have_happened_is_told_so(server, on_server, fault) -> None:
    server.fail("POST", "/rest/api/2/issue", fault)
    with pytest.raises(OutcomeUnknown):
        on_server.create(NEW)
    assert (on_server.marked(MARK) is not None) == (fault.drop == "after")


def test_an_issue_that_is_made_and_not_shown_is_read_again(server, on_server) -> None:
    server.fail("GET", "/rest/api/2/issue/PROJ-1", Fault(503, "<html></html>"))
    assert on_server.create(NEW).key == "PROJ-1"
    assert len(server.issues) == 1


def test_who_may_not_enter_and_what_is_not_there(server, on_server) -> None:
    with pytest.raises(NotFound):
        on_server.issue("PROJ-99")
    server.token = "another-token"
    assert not on_server.check().is_ok
    with pytest.raises(AgentError, match="login"):
        on_server.open_issues()


def test_a_change_whose_answer_was_lost_is_seen(server, on_server) -> None:
    key = put(server, "Words.")
    issue = on_server.issue(key)
    server.fail("PUT", f"/rest/api/2/issue/{key}", Fault(drop="after"))
    assert on_server.update(key, {"priority": "Low"}, version=issue.version).priority == "Low"
    assert len(server.writes()) == 1
