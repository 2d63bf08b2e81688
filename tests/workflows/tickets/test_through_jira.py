"""The whole way through the real tool server, against a Jira and a Confluence of one's own."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.tracker.jira import open_jira
from agent.adapters.wiki.confluence import open_confluence
from agent.errors import Refused
from agent.ports import TicketRules
from agent.questions import Approval, Form
from tests.fakes import MemoryLibrary, open_fake_agent
from tests.servers.atlassian import settings_for
from tests.servers.confluence_server import Confluence, confluence_server
from tests.servers.jira_server import Jira, jira_server
from tests.servers.rest import Fault
from tests.workflows.tickets.talk import REQUEST, Owner, last, notices, said

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

CREATE = "/rest/api/2/issue"


@pytest.fixture(scope="module")
def jira() -> Iterator[Jira]:
    with jira_server(lag=0.5) as server:
        yield server


@pytest.fixture(scope="module")
def confluence() -> Iterator[Confluence]:
    with confluence_server() as server:
        yield server


@pytest.fixture(scope="module")
def owner(
    jira: Jira, confluence: Confluence, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Owner]:
    folder: Path = tmp_path_factory.mktemp("jira")
    settings = settings_for(jira=jira, confluence=confluence)
    with (
        closing(open_jira(settings)) as tracker,
        closing(open_confluence(settings)) as wiki,
        closing(
            open_fake_agent(
                folder,
                library=MemoryLibrary(),
                tracker=tracker,
                wiki=wiki,
                ticket_rules=TicketRules(search_minutes=0.5),
            )
        ) as agent,
    ):
        yield Owner(agent)


@pytest.fixture(autouse=True)
def _a_new_conversation(owner: Owner, jira: Jira) -> Iterator[None]:
    owner.thread = None
    yield
    jira.faults.clear()


def test_created_scored_applied_and_published(
    owner: Owner, jira: Jira, confluence: Confluence
) -> None:
    owner.ask(REQUEST)
    turn = owner.approve()
    key = last(turn, "ticket_created")["key"]
    assert [s["criterion"] for s in last(turn, "maturity")["scores"]]
    score = last(turn, "maturity")
    owner.ask(f"Write the Confluence page for {key}")
    turn = owner.approve()
    (page,) = confluence.titled(last(turn, "wiki_done")["title"])
    assert key in said(turn)
    assert len(jira.issues) == 1
    assert len(jira.links[key]) == 1
    assert REQUEST in page["body"]

    before = score["overall"]
    advice = next(a for a in score["advice"] if a["asks"])
    owner.ask("Apply", picked={"act": "apply", "issue": key, "advice": advice["id"]})
    owner.write("Support answers 40 calls a week about lost accounts; that costs 900 EUR a week.")
    turn = owner.approve()
    assert last(turn, "maturity")["overall"] > before
    assert "900 EUR" in jira.issues[key]["fields"]["description"]

    turn = owner.ask(f"Write the Confluence page for {key}")
    assert last(turn, "wiki_page")["replaces"]["version"] == 1
    assert isinstance(owner.question, Approval)
    assert owner.question.risks, "the gap of the tool is told"
    turn = owner.approve()
    assert len(confluence.titled(last(turn, "wiki_done")["title"])) == 1


def test_an_answer_that_is_lost_makes_no_second_issue(owner: Owner, jira: Jira) -> None:
    """The connection drops after Jira has written; search lags; the mark finds it."""
    known = set(jira.issues)
    jira.fail("POST", CREATE, Fault(drop="after"))
    owner.ask("Create a Jira issue for exporting invoices as CSV")
    turn = owner.approve()
    (key,) = set(jira.issues) - known
    assert last(turn, "ticket_created")["key"] == key


RICH = (
    "Accountants need to export invoices as CSV so that they can close the month. The file must"
    " have one line per invoice. When a period has no invoice, it must hold the header only.\n"
    "{panel:title=Note}\nAsk [~jane.doe] first.\n{panel}\n{color:red}Now{color}\n"
    "!shot.png|width=300!\n||a||b||\n|{panel}in{panel}|x|"
)


def test_a_body_that_markdown_does_not_hold_is_never_written(owner: Owner, jira: Jira) -> None:
    key = jira.put("Users log in")
    jira.edit(key, description=RICH)
    turn = owner.ask(f"Score {key}")
    found = last(turn, "maturity")["advice"]
    owner.ask("Apply", picked={"act": "apply", "issue": key, "advice": found[0]["id"]})
    assert not owner.waits
    assert jira.issues[key]["fields"]["description"] == RICH
    assert not [r for r in jira.requests if r.method == "PUT" and key in r.path]


def test_the_tracker_itself_refuses_it(owner: Owner, jira: Jira) -> None:
    """An approval from before that was known comes here."""
    key = jira.put("Users log out")
    jira.edit(key, description=RICH)
    tracker = owner.agent.ports.tracker
    assert tracker
    issue = tracker.issue(key)
    with pytest.raises(Refused):
        tracker.update(key, {"description": "New."}, version=issue.version)
    assert jira.issues[key]["fields"]["description"] == RICH
    tracker.update(key, {"summary": "Log out"}, version=issue.version)
    assert jira.issues[key]["fields"]["summary"] == "Log out"
    assert jira.issues[key]["fields"]["description"] == RICH


def test_a_page_that_holds_more_is_never_written_anew(
    owner: Owner, jira: Jira, confluence: Confluence
) -> None:
    key = jira.put("Users change their address")
    turn = owner.through(f"Write the Confluence page for {key}")
    (page,) = confluence.titled(last(turn, "wiki_done")["title"])
    body = f'{page["body"]}<p>Ask <ac:link><ri:user ri:userkey="jane" /></ac:link></p>'
    confluence.edit(page["id"], body)
    turn = owner.ask(f"Write the Confluence page for {key}")
    assert last(turn, "outcome")["status"] == "unchanged"
    assert confluence.pages[page["id"]]["body"] == body


def test_a_step_of_jira_and_a_comment_are_approved_and_done_once(owner: Owner, jira: Jira) -> None:
    key = jira.put("Users print their bills")
    owner.ask("It can start", picked={"act": "change", "issue": key})
    assert isinstance(owner.question, Form)
    held = {entry.id: entry.default for entry in owner.question.fields}
    status = next(entry for entry in owner.question.fields if entry.id == "status")
    step = next(each.id for each in status.options if each.id not in ("To Do", "Done"))
    owner.fill(**{**held, "status": step, "comment": "Agreed with Ana."})
    assert jira.issues[key]["fields"]["status"]["name"] == "To Do"
    jira.fail("POST", f"/rest/api/2/issue/{key}/comment", Fault(drop="after"))
    if owner.approve().status == "failed":
        owner.go_on()
    assert jira.issues[key]["fields"]["status"]["name"] == "In Progress"
    assert [each for each, _ in jira.moves] == [key]
    assert len(jira.comments[key]) == 1


def test_a_step_is_refused_where_the_status_shown_has_changed(owner: Owner, jira: Jira) -> None:
    key = jira.put("Users send their bills")
    owner.ask("It can start", picked={"act": "change", "issue": key})
    held = {entry.id: entry.default for entry in owner.question.fields}
    owner.fill(**{**held, "status": "Done"})
    jira.edit(key, status={**jira.issues[key]["fields"]["status"], "name": "Waiting"})
    turn = owner.approve()
    assert notices(turn)
    assert key not in [each for each, _ in jira.moves]
    owner.cancel()
