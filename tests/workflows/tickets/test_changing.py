"""An issue that is there is changed: each field shown, approved, written once."""

from typing import Any

import pytest

from agent.errors import OutcomeUnknown, Refused
from agent.ports import Issue, Person
from agent.questions import Approval, Choice, Form, Reply
from agent.store.records import Turn
from tests.fakes import Gives, Script
from tests.fakes_tickets import FakeTracker
from tests.workflows.tickets.talk import Owner, last, notices, said

Plain = dict[str, Any]
CHANGE = {"intent": "change", "confidence": 0.95, "reason": "it orders a change"}


@pytest.fixture
def issue(tracker: FakeTracker) -> Issue:
    return tracker.put("Login", "Users must log in.", priority="Low", labels=("auth",))


def changing(*changes: Plain, cannot: tuple[str, ...] = ()) -> Gives:
    return Gives("change_issue", {"changes": list(changes), "cannot": list(cannot)})


def change(modelled: Owner, script: Script, *changes: Plain, cannot: tuple[str, ...] = ()) -> Turn:
    """What the model reads out of a message is on the card, or said."""
    script.add(Gives("classify_intent", CHANGE), changing(*changes, cannot=cannot))
    return modelled.ask("change PROJ-1 as we said")


def filled(owner: Owner, **values: str) -> Plain:
    assert isinstance(owner.question, Form)
    return {entry.id: entry.default for entry in owner.question.fields} | values


def ask_for_change(owner: Owner) -> None:
    owner.ask("PROJ-1 is urgent now", picked={"act": "change", "issue": "PROJ-1"})


def test_a_form_of_its_fields_is_asked_and_only_what_differs_is_written(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    ask_for_change(owner)
    held = filled(owner)
    assert held["summary"] == issue.summary
    assert held["priority"] == issue.priority
    turn = owner.fill(**filled(owner, priority="High", labels="auth, sign in", status="Done"))
    assert tracker.updates == []
    shown = {each["field"]: each["after"] for each in last(turn, "ticket_change")["changes"]}
    assert shown == {"priority": "High", "labels": "auth, sign-in", "status": "Done"}
    turn = owner.approve()
    wanted = {"priority": "High", "labels": ["auth", "sign-in"], "status": "Done"}
    assert tracker.updates == [("PROJ-1", wanted)]
    assert "PROJ-1" in said(turn)
    assert turn.status == "done"


def test_a_status_and_a_day_that_the_message_names_are_filled_in(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    text = "PROJ-1 is Done, due 15 December 2099"
    owner.ask(text, picked={"act": "change", "issue": "PROJ-1"})
    held = filled(owner)
    assert (held["status"], held["due"]) == ("Done", "2099-12-15")
    assert tracker.updates == []


def test_nothing_is_changed_when_nothing_differs(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    ask_for_change(owner)
    turn = owner.fill(**filled(owner))
    assert turn.status == "done"
    assert said(turn)
    assert tracker.updates == []


def test_it_is_refused_when_somebody_was_faster(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    """What the other one wrote is neither lost nor written again."""
    ask_for_change(owner)
    owner.fill(**filled(owner, priority="High"))
    tracker.tamper("PROJ-1", description="Somebody was faster.")
    turn = owner.approve()
    assert tracker.updates == []
    assert notices(turn)
    owner.fill(**filled(owner, priority="High"))
    owner.approve()
    assert tracker.updates == [("PROJ-1", {"priority": "High"})]
    assert tracker.issue("PROJ-1").description == "Somebody was faster."


def test_a_refusal_is_told_in_the_language_of_the_conversation(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    owner.ask("Cambia la prioridad de PROJ-1", picked={"act": "change", "issue": "PROJ-1"})
    owner.fill(**filled(owner, priority="High"))
    tracker.tamper("PROJ-1", description="Somebody was faster.")
    assert "Otra persona ha cambiado PROJ-1" in notices(owner.approve())[0]


@pytest.mark.parametrize("end", ["leave", "cancel"])
def test_left_as_it_is(owner: Owner, tracker: FakeTracker, issue: Issue, end: str) -> None:
    ask_for_change(owner)
    owner.fill(**filled(owner, summary="Sign in"))
    turn = owner.choose("leave") if end == "leave" else owner.cancel()
    assert turn.status in ("done", "cancelled")
    assert tracker.updates == []


def test_a_description_that_cannot_be_written_back_is_no_field(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    tracker.tamper("PROJ-1", is_lossless=False)
    ask_for_change(owner)
    assert "description" not in filled(owner)


def test_a_model_names_the_fields_and_what_none_of_them_holds(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    change(modelled, script, {"priority": "High"}, cannot=("a story point",))
    assert isinstance(modelled.question, Approval)
    assert "a story point" in modelled.question.body
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"priority": "High"})]


def test_a_model_that_can_change_nothing_says_what_it_cannot(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    turn = change(modelled, script, cannot=("a point",))
    assert turn.status == "done"
    assert "a point" in said(turn)


# Who, until when, and what it is linked to

ANA, OTHER = Person("u1", "Ana López"), Person("u2", "Ana Ruiz")


def test_a_name_a_day_and_links_are_written_as_the_tracker_knows_them(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    tracker.known = [ANA]
    tracker.put("Two"), tracker.put("Three")
    links = ["blocks PROJ-2", "blocks proj-3"]
    given = {"assignee": "ana", "due": "2027-01-31", "links": links}
    turn = change(modelled, script, given)
    shown = {each["field"]: each["after"] for each in last(turn, "ticket_change")["changes"]}
    assert shown == {
        "assignee": "Ana López",
        "due": "2027-01-31",
        "links": "blocks PROJ-2, blocks PROJ-3",
    }
    turn = modelled.approve()
    assert tracker.updates == [("PROJ-1", {"assignee": "u1", "due": "2027-01-31"})]
    assert tracker.related == [("PROJ-1", "blocks", "PROJ-2"), ("PROJ-1", "blocks", "PROJ-3")]
    assert turn.status == "done"


def test_a_link_to_no_issue_is_said_on_the_card_and_not_offered(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    given = {"status": "Done", "links": ["blocks PROJ-404"]}
    turn = change(modelled, script, given)
    assert isinstance(modelled.question, Approval)
    assert "PROJ-404" in modelled.question.body
    assert [each["field"] for each in last(turn, "ticket_change")["changes"]] == ["status"]
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"status": "Done"})]
    assert tracker.related == []


def test_the_fields_that_an_edit_does_not_send_stay_on_the_card(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    change(modelled, script, {"priority": "High", "due": "2027-01-31"})
    modelled.edit(due="2027-02-28")
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"priority": "High", "due": "2027-02-28"})]


def test_it_stands_for_no_key_that_is_not_there(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    given = CHANGE | {"issues": ["PROJ-77", "PROJ-1"]}
    script.add(Gives("classify_intent", given), changing({"key": "PROJ-1", "priority": "High"}))
    modelled.ask("PROJ-77 and PROJ-1 are urgent")
    modelled.approve()
    script.add(Gives("classify_intent", CHANGE), changing({"status": "Done"}))
    modelled.ask("and it is done")
    modelled.approve()
    assert tracker.updates[-1] == ("PROJ-1", {"status": "Done"})


def test_who_is_meant_is_asked_once_where_several_bear_the_name(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    tracker.known = [ANA, OTHER]
    change(modelled, script, {"assignee": "Ana"})
    assert isinstance(modelled.question, Choice)
    modelled.choose("u2")
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"assignee": "u2"})]


def test_nobody_of_that_name_is_said_and_the_rest_is_done(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    given = {"assignee": "Zoe", "priority": "High"}
    change(modelled, script, given)
    assert "Zoe" in modelled.question.body
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"priority": "High"})]


def test_the_form_holds_them_too(owner: Owner, tracker: FakeTracker, issue: Issue) -> None:
    tracker.known = [ANA, OTHER]
    tracker.put("Two")
    ask_for_change(owner)
    more = {"relation": "blocks", "other": "PROJ-2"}
    owner.fill(**filled(owner, assignee="Ana Ruiz", due="2027-01-31", **more))
    owner.edit(due="2027-02-01")
    owner.approve()
    assert tracker.updates == [("PROJ-1", {"assignee": "u2", "due": "2027-02-01"})]
    assert tracker.related == [("PROJ-1", "blocks", "PROJ-2")]


def test_an_issue_is_taken_from_somebody(owner: Owner, tracker: FakeTracker, issue: Issue) -> None:
    tracker.tamper("PROJ-1", assignee=ANA, due="2027-01-31")
    ask_for_change(owner)
    owner.fill(**filled(owner, assignee="", due=None))
    owner.approve()
    assert tracker.updates == [("PROJ-1", {"assignee": "", "due": ""})]


def test_a_link_whose_outcome_was_lost_is_found_and_not_made_again(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    tracker.put("Two")
    ask_for_change(owner)
    owner.fill(**filled(owner, relation="blocks", other="PROJ-2"))
    tracker.raising_after["relate"] = OutcomeUnknown("No answer.", retryable=True)
    assert owner.approve().status == "failed"
    assert owner.go_on().status == "done"
    assert tracker.related == [("PROJ-1", "blocks", "PROJ-2")]


def test_a_comment_is_added_once_beside_the_fields(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    ask_for_change(owner)
    turn = owner.fill(**filled(owner, priority="High", comment="Agreed with Ana."))
    shown = {each["field"]: each["after"] for each in last(turn, "ticket_change")["changes"]}
    assert shown == {"priority": "High", "comment": "Agreed with Ana."}
    assert tracker.comments == []
    owner.approve()
    assert tracker.updates == [("PROJ-1", {"priority": "High"})]
    assert [each[:2] for each in tracker.comments] == [("PROJ-1", "Agreed with Ana.")]


def test_a_comment_whose_outcome_was_lost_is_found_by_its_mark(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    ask_for_change(owner)
    owner.fill(**filled(owner, comment="Agreed with Ana."))
    tracker.raising_after["comment"] = OutcomeUnknown("No answer.", retryable=True)
    assert owner.approve().status == "failed"
    assert owner.go_on().status == "done"
    assert len(tracker.comments) == 1
    assert tracker.updates == []


def test_no_comment_is_made_when_the_fields_are_refused(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    ask_for_change(owner)
    owner.fill(**filled(owner, priority="High", comment="It is urgent now."))
    tracker.tamper("PROJ-1", priority="Medium")
    owner.approve()
    assert tracker.updates == []
    assert tracker.comments == []


def test_a_refused_comment_is_told_and_the_fields_stay(
    owner: Owner, tracker: FakeTracker, issue: Issue
) -> None:
    ask_for_change(owner)
    owner.fill(**filled(owner, priority="High", comment="It is urgent now."))
    tracker.raising["comment"] = Refused("Comments are closed.")
    turn = owner.approve()
    assert turn.status == "done"
    assert notices(turn)
    assert tracker.updates == [("PROJ-1", {"priority": "High"})]
    assert tracker.comments == []


# Several issues in one message


@pytest.fixture
def two(tracker: FakeTracker) -> None:
    for name in ("Login", "Logout"):
        tracker.put(name, f"Users use {name}.", priority="Low")


def ask_for_two(owner: Owner, script: Script) -> Turn:
    both = [{"key": key, "priority": "High"} for key in ("PROJ-1", "PROJ-2")]
    script.add(Gives("classify_intent", CHANGE), changing(*both))
    return owner.ask("set PROJ-1 and PROJ-2 to high")


def test_several_issues_of_a_message_are_on_one_card(
    modelled: Owner, script: Script, tracker: FakeTracker, two: None
) -> None:
    turn = ask_for_two(modelled, script)
    shown = [entry.data["issue"] for entry in turn.entries if entry.kind == "ticket_change"]
    assert shown == ["PROJ-1", "PROJ-2"]
    assert isinstance(modelled.question, Approval)
    assert len(modelled.question.parts) == 2
    turn = modelled.approve()
    assert tracker.updates == [(key, {"priority": "High"}) for key in ("PROJ-1", "PROJ-2")]
    assert "PROJ-1" in said(turn)
    assert "PROJ-2" in said(turn)


def test_one_of_several_is_left_out(
    modelled: Owner, script: Script, tracker: FakeTracker, two: None
) -> None:
    ask_for_two(modelled, script)
    modelled._answer(Reply(decision="approve", values={"0": False}))
    assert tracker.updates == [("PROJ-2", {"priority": "High"})]


def test_one_of_several_is_edited_and_all_are_asked_again(
    modelled: Owner, script: Script, tracker: FakeTracker, two: None
) -> None:
    ask_for_two(modelled, script)
    assert isinstance(modelled.question, Approval)
    held = {entry.id: entry.default for entry in modelled.question.fields}
    modelled.edit(**{**held, "1.priority": "Highest"})
    modelled.approve()
    wanted = [("PROJ-1", {"priority": "High"}), ("PROJ-2", {"priority": "Highest"})]
    assert tracker.updates == wanted


def test_of_several_one_that_has_changed_is_refused_and_the_other_written(
    modelled: Owner, script: Script, tracker: FakeTracker, two: None
) -> None:
    ask_for_two(modelled, script)
    tracker.tamper("PROJ-1", description="Somebody was faster.")
    turn = modelled.approve()
    assert tracker.updates == [("PROJ-2", {"priority": "High"})]
    assert notices(turn)
    assert "PROJ-2" in said(turn)


def test_a_form_holds_the_fields_of_several_without_a_model(
    owner: Owner, tracker: FakeTracker, two: None
) -> None:
    owner.ask("PROJ-1 and PROJ-2 are all urgent")
    assert isinstance(owner.question, Form)
    owner.fill(**filled(owner, **{"0.priority": "High", "1.priority": "High"}))
    owner.approve()
    assert tracker.updates == [(key, {"priority": "High"}) for key in ("PROJ-1", "PROJ-2")]


def test_an_issue_that_is_only_linked_is_not_changed(
    modelled: Owner, script: Script, tracker: FakeTracker, two: None
) -> None:
    link = {"key": "PROJ-1", "links": ["blocks PROJ-2"]}
    script.add(Gives("classify_intent", CHANGE), changing(link))
    modelled.ask("PROJ-1 blocks PROJ-2, link them")
    modelled.approve()
    assert tracker.related == [("PROJ-1", "blocks", "PROJ-2")]
    assert tracker.updates == []


def test_what_the_tracker_would_refuse_is_said_before_the_card(
    modelled: Owner, script: Script, tracker: FakeTracker, issue: Issue
) -> None:
    """Such as a sentence with a mention that would be lost."""
    tracker.raising["check_change"] = Refused("A mention would be lost.")
    turn = change(modelled, script, {"description": "Users log in."})
    assert not modelled.waits
    assert "A mention would be lost." in said(turn)
