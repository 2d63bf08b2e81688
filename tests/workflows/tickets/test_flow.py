"""From words to an issue, its score and its page; and every other way on."""

import json
import threading
from typing import Any

import pytest

from agent.errors import OutcomeUnknown, Refused
from agent.ports.work_items import CRITERIA
from agent.questions import Approval, Choice, Form, FreeText
from agent.workflows.tickets.drafts import LONGEST_SUMMARY, summary_of
from agent.workflows.tickets.nodes import judging
from agent.workflows.tickets.recommend import recommend
from tests.fakes_tickets import FakeBot, FakeTracker, FakeWiki
from tests.workflows.tickets.talk import REQUEST, Owner, last, notices, said

PROSE = (
    "Accountants need to export invoices as CSV so that they can close the month. The file must"
    " have one line per invoice. When a period has no invoice, the file must hold the header only."
)


def test_the_whole_way(owner: Owner, tracker: FakeTracker, wiki: FakeWiki) -> None:
    """One issue and one page, which point to each other; the page is offered, never pushed."""
    owner.ask(REQUEST)
    assert tracker.creates == []
    turn = owner.approve()
    assert (turn.status, wiki.creates) == ("done", [])
    assert last(turn, "ticket_created")["key"] == "PROJ-1"
    page_of = next(each for each in recommend(turn) if each.id == "page")
    owner.ask(page_of.text, **page_of.inputs)
    assert wiki.creates == []
    turn = owner.approve()
    (issue,), (page,) = tracker.creates, wiki.creates
    assert page.title == f"PROJ-1: {issue.summary}"
    done = last(turn, "wiki_done")
    assert tracker.issue("PROJ-1").links == ((page.title, done["link"]),)
    assert "out of 100" in page.body, "with what the issue scored when it was created"
    assert last(turn, "maturity") == {}
    assert done["link"] in said(turn)


def test_a_page_that_says_so_already_is_not_written_again(owner: Owner, wiki: FakeWiki) -> None:
    owner.with_page(REQUEST)
    turn = owner.ask("Write the Confluence page for PROJ-1")
    assert (turn.status, len(wiki.creates), wiki.updates) == ("done", 1, [])
    assert wiki.creates[0].title in said(turn)


def test_what_is_sent_is_what_the_card_showed(owner: Owner, tracker: FakeTracker) -> None:
    turn = owner.ask(REQUEST)
    shown = last(turn, "ticket_draft")["content"]
    owner.approve()
    (sent,) = tracker.creates
    told = {name: getattr(sent, name) for name in shown}
    assert json.loads(json.dumps(told)) == shown
    assert sent.mark.startswith("interlude-")


def test_an_edit_is_asked_again_and_then_sent(owner: Owner, tracker: FakeTracker) -> None:
    owner.ask(REQUEST)
    first = owner.question
    turn = owner.edit(summary="Sign in with e-mail", labels="auth, sign in")
    assert owner.question.id != first.id
    assert {"field": "summary"}.items() <= last(turn, "ticket_draft")["changes"][0].items()
    owner.approve()
    (sent,) = tracker.creates
    assert sent.summary == "Sign in with e-mail"
    assert sent.labels == ("auth", "sign-in")


def test_a_rejected_draft_comes_back_as_a_form(owner: Owner, tracker: FakeTracker) -> None:
    """Nothing is guessed from the comment: it stands above the fields."""
    owner.ask(REQUEST)
    owner.fills_forms = False
    owner.reject("make it a bug")
    assert isinstance(owner.question, Form)
    assert "make it a bug" in owner.question.body
    held = {entry.id: entry.default for entry in owner.question.fields}
    turn = owner.fill(**{**held, "issue_type": "Bug"})
    assert [c["field"] for c in last(turn, "ticket_draft")["changes"]] == ["issue_type"]
    owner.approve()
    assert tracker.creates[0].issue_type == "Bug"


MANY = (
    "The export must keep umlauts. It fails in Excel since Monday; 23 people have written to us"
    " about that bug. Should it also keep dates?"
)


def test_the_form_holds_the_users_own_words(owner: Owner) -> None:
    owner.fills_forms = False
    owner.ask(MANY, picked={"act": "create"})
    assert isinstance(owner.question, Form)
    held = {entry.id: entry.default for entry in owner.question.fields}
    assert held["description"] == MANY
    assert held["summary"] == "The export must keep umlauts"
    assert held["issue_type"] == "Bug"
    criteria = str(held["acceptance_criteria"]).splitlines()
    assert [each for each in criteria if each in MANY] == criteria[:2]
    assert len(criteria) > 2
    owner.fill(**{**held, "who": "Accountants", "issue_type": "Task"})
    shown = {entry.id: entry.default for entry in owner.question.fields}
    assert shown["who"] == "Accountants"


@pytest.mark.parametrize(
    "text",
    ["x" * 400, "word " * 60, "字" * 300, "One. Two.", "Hi: do this", "：", "\n\n a", "a\nb"],
)
def test_a_summary_is_short_and_in_one_line(text: str) -> None:
    summary = summary_of(text)
    assert len(summary) <= LONGEST_SUMMARY
    assert "\n" not in summary
    assert summary in " ".join(text.split())


def test_a_refusal_comes_back_to_the_card(owner: Owner, tracker: FakeTracker) -> None:
    tracker.raising["create"] = Refused("Priority is not on the screen.", hint="Leave it out.")
    owner.ask(REQUEST)
    owner.approve()
    question = owner.question
    assert isinstance(question, Approval)
    assert "Priority is not on the screen." in question.risks[0]
    owner.approve()
    assert len(tracker.creates) == 1


def test_a_lost_answer_is_looked_for(owner: Owner, tracker: FakeTracker) -> None:
    """What was made is found by its mark, and not made again."""
    tracker.lag = 1
    tracker.raising_after["create"] = OutcomeUnknown("No answer came.")
    owner.ask(REQUEST)
    tracker.lag = 0
    turn = owner.approve()
    assert len(tracker.creates) == 1
    assert last(turn, "ticket_created")["key"] == "PROJ-1"


def test_what_cannot_be_found_is_for_a_person_to_say(owner: Owner, tracker: FakeTracker) -> None:
    """Never a second create by itself."""
    tracker.lag = 1_000
    tracker.raising["create"] = OutcomeUnknown("No answer came.")
    owner.ask(REQUEST)
    owner.approve()
    question = owner.question
    assert isinstance(question, Choice)
    assert tracker.creates == []
    owner.choose("again")
    assert tracker.creates == []
    turn = owner.choose("none")
    assert len(tracker.creates) == 1
    assert last(turn, "ticket_created")["key"] == "PROJ-1"


def test_the_one_that_a_person_found_is_taken(owner: Owner, tracker: FakeTracker) -> None:
    tracker.lag = 1_000
    tracker.raising_after["create"] = OutcomeUnknown("No answer came.")
    owner.ask(REQUEST)
    owner.approve()
    turn = owner.choose("PROJ-1")
    assert len(tracker.creates) == 1
    assert last(turn, "maturity")["issue_key"] == "PROJ-1"


GAINED = "It saves the support team 40 calls a week and 900 EUR."


def apply_advice(owner: Owner) -> dict[str, Any]:
    """The evaluation, after one of its recommendations was answered as the user knows it."""
    found = last(owner.ask("Score PROJ-1"), "maturity")
    advice = next(a for a in found["advice"] if a["criterion"] == "business_value")
    owner.ask("Apply it", picked={"act": "apply", "issue": "PROJ-1", "advice": advice["id"]})
    return found


def test_one_recommendation_is_applied_and_scored_again(owner: Owner, tracker: FakeTracker) -> None:
    issue = tracker.put("Export invoices", PROSE)
    before = apply_advice(owner)
    assert isinstance(owner.question, FreeText)
    turn = owner.write(GAINED)
    assert isinstance(owner.question, Approval)
    assert tracker.updates == []
    (change,) = last(turn, "ticket_change")["changes"]
    assert change["after"].startswith(PROSE)
    assert GAINED in change["after"]
    turn = owner.approve()
    assert tracker.updates == [(issue.key, {change["field"]: change["after"]})]
    after = last(turn, "maturity")
    assert after["overall"] > before["overall"]
    assert [h["overall"] for h in after["history"]] == [before["overall"], after["overall"]]


def test_a_description_that_cannot_be_written_back_is_left_alone(
    owner: Owner, tracker: FakeTracker
) -> None:
    tracker.put("Export invoices", PROSE)
    tracker.tamper("PROJ-1", is_lossless=False)
    apply_advice(owner)
    assert not owner.waits
    assert tracker.updates == []


def test_advice_that_is_not_known_is_not_applied(owner: Owner, tracker: FakeTracker) -> None:
    """The issue is scored anew instead."""
    tracker.put("Export invoices", PROSE)
    picked = {"act": "apply", "issue": "PROJ-1", "advice": "acceptance_criteria.list"}
    turn = owner.ask("Apply", picked=picked)
    assert any("no longer fits" in text for text in notices(turn))
    assert last(turn, "maturity")["issue_key"] == "PROJ-1"


def test_the_page_of_an_issue_is_updated_not_doubled(
    owner: Owner, tracker: FakeTracker, wiki: FakeWiki
) -> None:
    owner.with_page(REQUEST)
    tracker.tamper("PROJ-1", priority="High")
    turn = owner.ask("Write the Confluence page for PROJ-1")
    assert last(turn, "wiki_page")["replaces"]["version"] == 1
    owner.approve()
    assert len(wiki.creates) == 1
    assert len(wiki.updates) == 1


def test_a_page_that_markdown_does_not_hold_is_left_alone(
    owner: Owner, tracker: FakeTracker, wiki: FakeWiki
) -> None:
    owner.with_page(REQUEST)
    wiki.tamper("500", is_lossless=False)
    tracker.tamper("PROJ-1", priority="High")
    turn = owner.ask("Write the Confluence page for PROJ-1")
    assert last(turn, "outcome")["status"] == "unchanged"
    assert wiki.updates == []


def test_without_a_wiki_it_ends_with_the_score(
    owner: Owner, tracker: FakeTracker, monkeypatch: pytest.MonkeyPatch
) -> None:
    object.__setattr__(owner.agent.ports, "wiki", None)
    turn = owner.through(REQUEST)
    assert "PROJ-1" in said(turn)
    assert last(turn, "wiki_page") == {}


@pytest.mark.parametrize(
    ("port", "text"),
    [
        ("tracker", REQUEST),
        ("bot", "Ask Coze for the AI news"),
        ("tracker", "show PROJ-1"),
    ],
)
def test_what_is_not_set_up_is_said_and_talked_about(owner: Owner, port: str, text: str) -> None:
    object.__setattr__(owner.agent.ports, port, None)
    turn = owner.ask(text)
    assert any("is set up here" in notice for notice in notices(turn))
    assert turn.status == "done"
    assert said(turn)


def test_the_bot_speaks_for_itself(owner: Owner, bot: FakeBot) -> None:
    turn = owner.ask("Ask Coze for the AI news")
    (text,) = [entry.data for entry in turn.entries if entry.kind == "text"]
    assert text["model"] == bot.name
    assert text["is_model"]


def test_what_is_not_clear_is_asked(owner: Owner, tracker: FakeTracker) -> None:
    turn = owner.ask("bananas forever")
    assert last(turn, "route")["route"] == "unclear"
    assert isinstance(owner.question, Choice)
    owner.choose("jira_creation")
    assert isinstance(owner.question, Approval)
    assert tracker.creates == []


@pytest.mark.parametrize("given", [{"issue": "PROJ-2"}, {"issue": "PROJ-3", "key": "proj-2"}])
def test_which_issue_is_asked_when_none_is_named(
    owner: Owner, tracker: FakeTracker, given: dict[str, str]
) -> None:
    """All that are open, or any other by its key."""
    for number in range(12):
        tracker.put(f"Login {number}")
    owner.ask("Score an issue")
    assert isinstance(owner.question, Form)
    assert {f"PROJ-{n}" for n in range(1, 13)} < {o.id for o in owner.question.fields[0].options}
    turn = owner.fill(**given)
    assert last(turn, "maturity")["issue_key"] == "PROJ-2"


def test_an_issue_is_looked_up_by_its_key(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put("Login")
    assert last(owner.ask("show me proj-1"), "ticket_found")["issue"]["summary"] == "Login"
    assert "PROJ-9" in said(owner.ask("show me PROJ-9"))


def test_a_page_is_looked_up(owner: Owner, wiki: FakeWiki) -> None:
    owner.with_page(REQUEST)
    for text in ("show the page of PROJ-1", f'open the page "{wiki.creates[0].title}"'):
        found = last(owner.ask(text), "ticket_found")
        assert found["page"]["title"] == wiki.creates[0].title


def test_several_are_scored_worst_first(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put(
        "Export invoices as CSV",
        "As an accountant, I want to export invoices, so that I can close the month.\n\n"
        "## Acceptance criteria\n\n- The file has one line per invoice\n- Umlauts survive",
    )
    tracker.put("stuff")
    turn = owner.ask("Score all", picked={"act": "batch", "issues": ["PROJ-1", "PROJ-2", "PROJ-9"]})
    rows = last(turn, "ticket_batch")["rows"]
    assert [row["key"] for row in rows] == ["PROJ-2", "PROJ-1", "PROJ-9"]
    assert rows[2]["score"] is None
    assert rows[2]["problem"]


def test_all_are_scored_when_none_is_named(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put("Login")
    tracker.put("Logout")
    owner.ask("Score all open issues")
    assert last(owner.fill(issue="all"), "ticket_batch")["total"] == 2


def test_open_issues_are_listed_and_searched(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put("Login")
    tracker.put("Logout")
    listed = said(owner.ask("show open issues"))
    assert "PROJ-1" in listed
    assert "PROJ-2" in listed
    found = said(owner.ask("show issues about logout"))
    assert "PROJ-2" in found
    assert "PROJ-1" not in found


def test_what_is_scored_when_it_is_stopped_stays(owner: Owner, tracker: FakeTracker) -> None:
    """What is under way is ended, and no more is begun."""
    for number in range(12 * judging.AT_ONCE):
        tracker.put(f"Issue {number}")
    read: list[str] = []

    def stop_at_the_second(name: str) -> None:
        read.append(name)
        if read.count("issue") == 2:
            owner.user.stop(owner.user.threads()[0].id)

    tracker.called = stop_at_the_second
    batch = last(owner.ask("Score all", picked={"act": "batch"}), "ticket_batch")
    assert 2 <= batch["done"] < batch["total"] == 12 * judging.AT_ONCE
    assert batch["is_over"]


def test_several_are_scored_at_a_time(owner: Owner, tracker: FakeTracker) -> None:
    for number in range(judging.AT_ONCE):
        tracker.put(f"Issue {number}")
    together = threading.Barrier(judging.AT_ONCE, timeout=20)
    tracker.called = lambda name: together.wait() if name == "issue" else None
    batch = last(owner.ask("Score all", picked={"act": "batch"}), "ticket_batch")
    assert batch["done"] == judging.AT_ONCE


def test_weights_of_the_page_count(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put("Login", "Users must log in.")
    even = last(owner.ask("Score PROJ-1"), "maturity")
    lone = last(owner.ask("Score PROJ-1", weights=_only("acceptance_criteria")), "maturity")
    scores = {each["criterion"]: each["score"] for each in lone["scores"]}
    assert lone["overall"] == scores["acceptance_criteria"] != even["overall"]


def _only(criterion: str) -> dict[str, float]:
    return {name: 1.0 if name == criterion else 0.0 for name in CRITERIA}


def test_an_evaluation_that_fails_is_no_score(owner: Owner, tracker: FakeTracker) -> None:
    """An error with a retry."""
    tracker.put("Login")
    tracker.called = _fail
    turn = owner.ask("Score PROJ-1")
    assert turn.status == "failed"
    assert last(turn, "maturity") == {}
    tracker.called = lambda _name: None
    assert last(owner.go_on(), "maturity")["issue_key"] == "PROJ-1"


def _fail(_name: str) -> None:
    raise OutcomeUnknown("The tracker does not answer.", retryable=True)


def test_the_seeds_results_stand_in_the_state(owner: Owner) -> None:
    owner.with_page(REQUEST)
    assert owner.thread
    state = owner.agent.flow.values("tickets", owner.thread)
    assert state["jira_result"]["success"]
    assert set(state["jira_result"]) == {
        "success",
        "key",
        "id",
        "link",
        "summary",
        "description",
        "backlog",
    }
    assert set(state["evaluation_result"]) == {
        "success",
        "maturity_score",
        "detailed_scores",
        "strengths",
        "weaknesses",
        "recommendations",
        "issue_key",
    }
    assert set(state["confluence_result"]) == {"success", "id", "title", "link", "space"}
    assert state["next_action"] == "end"
