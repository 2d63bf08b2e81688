"""The same way with a model: what it writes is checked, and never scores on its own."""

from typing import Any

import pytest

from agent.errors import InvalidReply, OutcomeUnknown, Refused, StepFailed
from agent.ports.work_items import CRITERIA
from agent.questions import Approval
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.steps import CHANGE
from tests.fakes import Breaks, Gives, Says, Script
from tests.fakes_tickets import FakeTracker
from tests.workflows.tickets.talk import Owner, last, said

Plain = dict[str, Any]
REQUEST = "Create a Jira issue: shop customers want to see the invoices of their past orders"
DRAFT = {
    "summary": "Show the invoices of past orders",
    "description": "As a shop customer, I want to see the invoices of my past orders.",
    "acceptance_criteria": [
        "The page of a past order offers its invoice as a download",
        "A customer who asks for the invoice of another customer's order is refused",
        "A past order without an invoice says so",
    ],
    "priority": "Medium",
    "issue_type": "Story",
    "labels": ["invoices"],
    "assumptions": ["Medium priority: no urgency is stated."],
}


CREATE = {"intent": "jira_creation", "confidence": 0.9, "reason": "it asks for an issue"}


def drafted(*drafts: Plain) -> list[Gives]:
    """What a model gives for a new request."""
    return [Gives("classify_intent", CREATE), Gives("draft_issue", {"issues": list(drafts)})]


def judged(score: int) -> Plain:
    reason = "It says “the invoices of my past orders”."
    return {
        "scores": [
            {"criterion": criterion, "score": score, "reason": reason} for criterion in CRITERIA
        ]
    }


def test_its_draft_is_shown_as_a_models_and_its_scores_lead(
    modelled: Owner, script: Script
) -> None:
    script.add(*drafted(DRAFT))
    turn = modelled.ask(REQUEST)
    assert last(turn, "ticket_draft")["origin"] == "model"
    script.add(Gives("judge_maturity", judged(100)))
    found = last(modelled.approve(), "maturity")
    assert found["overall"] == 100
    assert found["rules_overall"] != 100
    assert any(each["disagrees"] for each in found["scores"])


def test_it_rewrites_a_rejected_draft(modelled: Owner, script: Script) -> None:
    script.add(*drafted(DRAFT))
    modelled.ask(REQUEST)
    script.add(Gives("draft_issue", {"issues": [{**DRAFT, "issue_type": "Task"}]}))
    turn = modelled.reject("this is a task")
    assert [c["field"] for c in last(turn, "ticket_draft")["changes"]] == ["issue_type"]
    assert script.values[-1].comment == "this is a task"


def test_a_judgement_that_fails_is_a_result_with_a_retry(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    """The issue stands meanwhile, and is not made again."""
    script.add(*drafted(DRAFT))
    modelled.ask(REQUEST)
    script.add(Breaks(StepFailed("The model gave no valid scores.", retryable=True)))
    turn = modelled.approve()
    assert turn.status == "done"
    assert last(turn, "maturity") == {}
    assert modelled.thread
    result = modelled.agent.flow.values("tickets", modelled.thread)["evaluation_result"]
    assert (result["success"], result["issue_key"]) == (False, "PROJ-1")
    retry = next(each for each in recommend(turn) if each.id == "score-PROJ-1")
    script.add(Gives("judge_maturity", judged(50)))
    again = modelled.ask(retry.text, **retry.inputs)
    assert last(again, "maturity")["overall"] == 50
    assert len(tracker.creates) == 1


def guess(**more: Any) -> Plain:
    plain = {"intent": "rag_query", "confidence": 0.9, "reason": "it reads like a question"}
    return {**plain, **more}


def test_a_model_is_asked_where_the_words_do_not_tell(modelled: Owner, script: Script) -> None:
    script.add(Gives("classify_intent", guess(intent="general_chat")), Says("Fine."))
    turn = modelled.ask("bananas forever")
    route = last(turn, "route")
    assert (route["route"], route["source"]) == ("general_chat", "model")
    assert said(turn) == "Fine."


def test_an_unsure_model_asks_too(modelled: Owner, script: Script) -> None:
    script.add(Gives("classify_intent", guess(confidence=0.4)))
    modelled.ask("bananas forever")
    assert modelled.question.step == "clarify"


# Drafts


def test_figures_and_names_that_nobody_gave_are_remarked_and_refuse_nothing(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    told = "From 2031-05-17 it loads within 30 seconds, as QTRX wants, and holds 500 rows"
    assumed = {"acceptance_criteria": [told], "assumptions": ["500 rows are enough."]}
    script.add(*drafted({**DRAFT, **assumed}))
    modelled.ask(REQUEST)
    body = modelled.question.body
    assert "30" in body
    assert "QTRX" in body
    assert "2031-05-17" in body
    assert "500" not in body
    script.add(Gives("judge_maturity", judged(50)))
    modelled.approve()
    assert told in tracker.creates[0].description


def test_nothing_told_is_asked_for(modelled: Owner, script: Script) -> None:
    script.add(Gives("classify_intent", CREATE), Gives("draft_issue", {"question": "About what?"}))
    modelled.ask("Create a Jira issue")
    assert (modelled.question.step, modelled.question.title) == ("ask_subject", "About what?")
    script.add(Gives("draft_issue", {"issues": [DRAFT]}))
    modelled.write("Invoices of past orders")
    assert "Invoices" in script.values[-1].request


def test_named_issues_are_read_before_the_draft(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.put("Sign in and out", "Users sign in. Users sign out.")
    script.add(*drafted(DRAFT))
    modelled.ask("split PROJ-1 into two smaller issues")
    assert "Users sign out." in script.values[-1].named[0]


def test_a_draft_links_to_no_issue_that_is_not_there(modelled: Owner, script: Script) -> None:
    script.add(*drafted({**DRAFT, "links": ["blocks PROJ-404"]}))
    turn = modelled.ask(REQUEST)
    assert last(turn, "ticket_draft")["backlog"]["links"] == []
    assert "PROJ-404" in modelled.question.body


def several(modelled: Owner, script: Script, *names: str) -> Approval:
    script.add(*drafted(*({**DRAFT, "summary": name} for name in names)))
    modelled.ask("1) one 2) two 3) three, please create issues for these")
    assert isinstance(modelled.question, Approval)
    return modelled.question


def test_several_issues_on_one_card_are_each_approved_or_left(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    card = several(modelled, script, "One", "Two", "Three")
    assert ["One" in card.parts[0].label, "Three" in card.parts[2].label] == [True, True]
    script.add(*(Gives("judge_maturity", judged(50)) for _ in range(2)))
    turn = modelled.approve(**{card.parts[1].id: False})
    assert [issue.summary for issue in tracker.creates] == ["One", "Three"]
    assert len({issue.mark for issue in tracker.creates}) == 2
    assert turn.status == "done"
    assert all(key in said(turn) for key in ("PROJ-1", "PROJ-2"))
    assert last(turn, "ticket_batch")["done"] == 2


def test_a_card_of_several_needs_at_least_one(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    card = several(modelled, script, "One", "Two")
    with pytest.raises(InvalidReply):
        modelled.approve(**{part.id: False for part in card.parts})
    with pytest.raises(InvalidReply):
        modelled.approve(**{"7": True})
    assert tracker.creates == []


def test_one_of_several_is_edited_and_all_are_asked_again(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    several(modelled, script, "One", "Two")
    modelled.edit(**{"1.summary": "Second"})
    assert tracker.creates == []
    script.add(*(Gives("judge_maturity", judged(50)) for _ in range(2)))
    modelled.approve()
    assert [issue.summary for issue in tracker.creates] == ["One", "Second"]


def test_several_are_drafted_anew_with_all_drafts_and_the_comment(
    modelled: Owner, script: Script
) -> None:
    several(modelled, script, "One", "Two")
    script.add(Gives("draft_issue", {"issues": [{**DRAFT, "summary": "Both"}]}))
    modelled.reject("make it one")
    assert [each.summary for each in script.values[-1].previous] == ["One", "Two"]
    assert isinstance(modelled.question, Approval)
    assert modelled.question.parts == ()


def test_of_several_what_is_refused_is_asked_again_and_the_others_stay(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    several(modelled, script, "One", "Two", "Three")
    tracker.raising["create"] = Refused("One is taken.")
    modelled.approve()
    assert [issue.summary for issue in tracker.creates] == ["Two", "Three"]
    assert isinstance(modelled.question, Approval)
    assert "One is taken." in modelled.question.risks[0]
    script.add(*(Gives("judge_maturity", judged(50)) for _ in range(3)))
    turn = modelled.approve()
    assert [issue.summary for issue in tracker.creates] == ["Two", "Three", "One"]
    assert all(key in said(turn) for key in ("PROJ-1", "PROJ-2", "PROJ-3"))


def test_of_several_a_lost_answer_is_looked_for_and_none_is_made_twice(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    several(modelled, script, "One", "Two")
    tracker.raising_after["create"] = OutcomeUnknown("No answer.", retryable=True)
    script.add(*(Gives("judge_maturity", judged(50)) for _ in range(2)))
    modelled.approve()
    assert [issue.summary for issue in tracker.creates] == ["One", "Two"]


def test_its_advice_is_carried_out_by_it_and_approved(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.put("Login", "Users log in.")
    advice = {"criterion": "user_story", "text": "Name the clerk.", "gain": 30}
    script.add(Gives("judge_maturity", {**judged(50), "advice": [advice]}))
    modelled.ask("Score PROJ-1", picked={"act": "evaluate", "issue": "PROJ-1"})
    script.add(Gives("change_issue", {"changes": [{"description": "Clerks log in."}]}))
    modelled.ask("Apply", picked={"act": "apply", "issue": "PROJ-1", "advice": "advice-0"})
    assert tracker.updates == []
    assert "Name the clerk." in script.values[-1].request
    script.add(Gives("judge_maturity", judged(70)))
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"description": "Clerks log in."})]


def test_advice_that_is_spoken_of_later_is_before_the_model(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.put("Login", "Users log in.")
    tracker.put("Logout", "Users log out.")
    advice = {"criterion": "user_story", "text": "Name the clerk.", "gain": 30}
    script.add(Gives("judge_maturity", {**judged(50), "advice": [advice]}))
    modelled.ask("Score PROJ-1", picked={"act": "evaluate", "issue": "PROJ-1"})
    modelled.thread = None
    wanted = {**CREATE, "intent": "change", "issues": ["PROJ-1", "PROJ-2"]}
    changed = {"changes": [{"key": "PROJ-1", "description": "Clerks log in."}]}
    script.add(Gives("classify_intent", wanted), Gives("change_issue", changed))
    modelled.ask("apply the advice on PROJ-1 and PROJ-2")
    assert "PROJ-1, 1: Name the clerk." in CHANGE.prompt(script.values[-1])
