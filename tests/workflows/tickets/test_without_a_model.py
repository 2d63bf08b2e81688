"""What strangers met without a model: what a form holds, offers and names."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agent.checks.citations.marks import without_marks
from agent.ports import Person
from agent.questions import Choice, Form, FreeText
from agent.workflows.tickets.contracts import IssueText
from agent.workflows.tickets.drafts import summary_of
from agent.workflows.tickets.maturity.scoring import evaluate
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.words import keys_in
from tests.fakes import TICKETS_WORDS, FakeIntents, Gives, Script, open_fake_agent
from tests.fakes_tickets import FakeTracker, FakeWiki
from tests.workflows.tickets.talk import Owner, last, notices
from tests.workflows.tickets.test_changing import changing
from tests.workflows.tickets.test_whole_requests import wants
from tests.workflows.tickets.test_with_a_model import DRAFT, drafted

LONG = "Quisiera que los clientes puedan pagar con Bizum en la tienda, también con el móvil nuevo"
FAULT = "Report it: the export button does nothing since Friday. It should save a file."


@pytest.fixture
def alone(tmp_path: Path, tracker: FakeTracker) -> Iterator[Owner]:
    """One whose examples know faults, with a tracker and nothing else."""
    words = {"tickets": TICKETS_WORDS | {"Report it": "jira_creation"}}
    words["tickets_type"] = {"does nothing": "bug"}
    agent = open_fake_agent(tmp_path, tracker=tracker, intents=FakeIntents(of=words))
    yield Owner(agent, fills_forms=False)
    agent.close()


def held_by(form: object) -> dict[str, object]:
    assert isinstance(form, Form)
    return {entry.id: entry.default for entry in form.fields}


def test_a_fault_is_known_by_examples(alone: Owner) -> None:
    alone.ask(FAULT)
    held = held_by(alone.question)
    assert held["issue_type"] == "Bug"
    assert "It should save a file." in str(held["acceptance_criteria"])
    assert "A test fails without the fix" in str(held["acceptance_criteria"])


def test_a_type_that_nothing_tells_is_asked_and_brings_no_criteria(owner: Owner) -> None:
    owner.fills_forms = False
    owner.ask("Create an issue: the logo is old")
    held = held_by(owner.question)
    assert (held["issue_type"], held["acceptance_criteria"]) == ("", "")


def test_a_stated_field_is_filled_in_where_its_value_is_known(
    owner: Owner, tracker: FakeTracker
) -> None:
    tracker.put("Login", "Users know login.", labels=("auth",))
    tracker.tamper("PROJ-1", assignee=Person("u1", "Ana"))
    owner.fills_forms = False
    owner.ask(
        "Create an issue: log out. Assign it to Ana, due 2027-01-31, high priority, label auth"
    )
    held = held_by(owner.question)
    stated = {"assignee": "Ana", "due": "2027-01-31", "priority": "High", "labels": "auth"}
    assert stated.items() <= held.items()


def test_a_name_beside_no_field_fills_none_in(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put("Login", "Users know login.", labels=("auth",))
    tracker.tamper("PROJ-1", assignee=Person("u1", "Ana"))
    owner.fills_forms = False
    owner.ask("Create an issue: Ana reports a high load on auth")
    held = held_by(owner.question)
    assert (held["assignee"], held["labels"], held["priority"]) == ("", "", "Medium")


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("Create a task: we use passkeys. Soon.", "we use passkeys"),
        ("新建一个任务：更新证书", "更新证书"),
        ("Note: the export fails", "Note: the export fails"),
        (
            f"{LONG}, y que lo vean todos sus amigos del barrio",
            LONG,
        ),
        (
            f"{LONG.replace(',', '')} de la que tanto se habla en el barrio",
            LONG.replace(",", ""),
        ),
        ("Two things: 1. The login fails. 2. We need a report.", "The login fails"),
        ("- the login fails\n- so does logout", "the login fails"),
        ("Update to version 2. It fails", "Update to version 2"),
    ],
)
def test_a_summary_is_what_it_is_about(said: str, summary: str) -> None:
    assert summary_of(said) == summary


def test_a_type_is_known_by_any_of_its_names(owner: Owner) -> None:
    owner.fills_forms = False
    owner.ask("请创建一个任务:我们需要一个月度报告", picked={"act": "create"})
    held = held_by(owner.question)
    assert held["issue_type"] == "Task"
    assert held["description"] == "我们需要一个月度报告"
    assert "报告" not in str(held["acceptance_criteria"])


def test_what_is_not_set_up_is_not_offered(alone: Owner) -> None:
    alone.ask("it is broken")
    assert isinstance(alone.question, Choice)
    offered = {option.id for option in alone.question.options}
    assert {"jira_creation", "change"} <= offered
    assert not offered & {"coze_agent", "page"}


def test_a_fault_is_not_scored_by_what_only_stories_tell() -> None:
    fault = IssueText(summary="Export fails", description="It stops.", issue_type="Bug")
    found = evaluate(fault, {})
    said = " ".join([*found.weaknesses, *(each.criterion for each in found.advice)])
    assert "ependencies" not in said
    assert "usiness" not in said
    assert found.weights["dependencies"] == 0


def test_an_advice_is_told_once(owner: Owner, tracker: FakeTracker) -> None:
    tracker.put("Export invoices", "They are exported.")
    turn = owner.ask("Score PROJ-1")
    advice = last(turn, "maturity")["advice"][0]
    assert [each.id for each in recommend(turn)] == ["page"]
    owner.ask("Apply it", picked={"act": "apply", "issue": "PROJ-1", "advice": advice["id"]})
    assert isinstance(owner.question, FreeText)
    assert advice["text"] not in owner.question.body


# What a message names of an issue


@pytest.fixture
def changes(tmp_path: Path, tracker: FakeTracker) -> Iterator[Owner]:
    """One to whom every message with a key is a change; Ana has an issue with a label."""
    tracker.put("Login", "Users know login.", labels=("calendar", "timezone"))
    tracker.tamper("PROJ-1", assignee=Person("u1", "Ana Gil"))
    tracker.put("Logout", "Users know logout.")
    words = {"tickets": TICKETS_WORDS | {"PROJ-": "change", "issues": "look_up"}}
    agent = open_fake_agent(tmp_path, tracker=tracker, intents=FakeIntents(of=words))
    yield Owner(agent)
    agent.close()


def test_a_status_counts_only_as_the_tracker_writes_it(changes: Owner) -> None:
    changes.ask("Give PROJ-2 to Ana, it has to be done by next Friday")
    held = held_by(changes.question)
    assert (held["status"], held["assignee"]) == ("To Do", "Ana Gil")
    assert date.fromisoformat(str(held["due"])).isoweekday() == 5
    changes.cancel()
    changes.ask("Move PROJ-2 to Done")
    assert held_by(changes.question)["status"] == "Done"


def test_a_word_in_small_letters_names_nobody(changes: Owner, tracker: FakeTracker) -> None:
    tracker.tamper("PROJ-1", assignee=Person("u1", "Mark Gil"))
    changes.ask("Please mark PROJ-2")
    assert held_by(changes.question)["assignee"] == ""
    changes.cancel()
    changes.ask("give PROJ-2 to mark")
    assert held_by(changes.question)["assignee"] == "Mark Gil"


def test_what_a_form_calls_by_name_is_filled_in(changes: Owner) -> None:
    changes.ask("Add the labels calendar and timezone to PROJ-2")
    assert held_by(changes.question)["labels"] == "calendar, timezone"
    changes.cancel()
    changes.ask("Comment on PROJ-2: Ana says it is Done")
    held = held_by(changes.question)
    assert (held["comment"], held["assignee"]) == ("Ana says it is Done", "")
    assert held["status"] == "To Do"
    changes.cancel()
    changes.ask("Comment on PROJ-2: the same as PROJ-1")
    assert held_by(changes.question)["comment"] == "the same as PROJ-1"


def test_another_issue_fills_the_link(changes: Owner) -> None:
    changes.ask("PROJ-1 blocks PROJ-2")
    held = held_by(changes.question)
    assert (held["relation"], held["other"]) == ("blocks", "PROJ-2")


def test_a_rejected_change_keeps_what_it_held(changes: Owner) -> None:
    changes.ask("Change PROJ-2")
    form = held_by(changes.question)
    changes.fill(**{**form, "priority": "High"})
    changes.reject("you forgot the assignee: Ana")
    assert held_by(changes.question)["priority"] == "High"
    assert "you forgot the assignee: Ana" in changes.question.body
    assert "Without a model" in changes.question.body


def test_words_that_fit_nothing_show_what_is_open(changes: Owner) -> None:
    answer = changes.ask("which issues are still open?").answer
    assert "still" in answer
    assert {"PROJ-1", "PROJ-2"} <= set(keys_in(answer))


def test_whose_issues_are_asked_for_are_found(changes: Owner) -> None:
    assert keys_in(changes.ask("Show me the issues assigned to Ana").answer) == ["PROJ-1"]


# With a model


def test_a_comment_reaches_what_was_meant_and_not_on_the_card(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    for name in ("Login", "Logout"):
        tracker.put(name, f"Users know {name}.", labels=("auth",), priority="Low")
    script.add(wants("change", find={"labels": ["auth"]}), changing({"priority": "High"}))
    modelled.ask("what is auth is urgent")
    script.add(changing({"priority": "High"}))
    modelled.reject("the other one too")
    assert set(script.values[-1].issues) == {"PROJ-1", "PROJ-2"}


def test_only_the_issues_of_the_part_are_drafted_from(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.put("Login", "Users know login.")
    script.add(
        wants(
            "jira_creation",
            part="write the release notes",
            then=[{"intent": "change", "issues": ["PROJ-1"]}],
        )
    )
    script.add(Gives("draft_issue", {"issues": [DRAFT]}))
    modelled.ask("write the release notes, and move PROJ-1 to done")
    assert script.values[-1].named == []


def test_a_draft_that_was_edited_says_so(modelled: Owner, script: Script) -> None:
    script.add(*drafted(DRAFT))
    modelled.ask("the export loses umlauts")
    turn = modelled.edit(summary="Other")
    assert last(turn, "ticket_draft")["origin"] == "edited"


def test_a_preview_is_the_page_and_its_mark_stands_apart(
    owner: Owner, tracker: FakeTracker, wiki: FakeWiki
) -> None:
    tracker.put("Login", "Users know login.")
    turn = owner.ask("Write the Confluence page for PROJ-1")
    shown = last(turn, "wiki_page")
    assert shown["mark"] not in shown["markdown"]
    owner.approve()
    assert shown["mark"] in wiki.creates[0].body
    assert notices(turn) == []


def test_what_is_asked_in_an_approval_is_in_its_language(owner: Owner) -> None:
    owner.ask("Crea una incidencia para la autenticación de los usuarios", picked={"act": "create"})
    assert "Por qué" in owner.question.comment or "qué cambiar" in owner.question.comment


def test_an_answer_is_handed_on_without_gaps_for_its_marks() -> None:
    assert without_marks("It says the same [1] [2]. So it is.") == "It says the same. So it is."
