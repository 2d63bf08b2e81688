"""Somebody is faster than their plan: it is said, and the rest moves up when they agree."""

from datetime import UTC, datetime, timedelta

import pytest

from agent.engine.workflow import Recommendation
from agent.language.text import Language
from agent.workflows.coach.planning.phrasing import day_of
from agent.workflows.coach.recommend import recommend
from tests.workflows.coach.talk import Learner, Turn, last

TOMORROW = (datetime.now(UTC).date() + timedelta(days=1)).isoformat()
GOALS: dict[Language, str] = {
    "en": "I want to learn SQL and Python, 6 hours a week",
    "es": "Quiero aprender SQL y Python, 6 horas a la semana",
    "zh": "我想学习 SQL 和 Python，每周六小时",
}
AHEAD: dict[Language, str] = {
    "en": "ahead of the plan",
    "es": "de adelanto",
    "zh": "比计划提前了",
}


def done(learner: Learner, milestone: str) -> Turn:
    return learner.ask("done", picked={"act": "done", "milestone": milestone})


def offered(turn: Turn) -> Recommendation | None:
    return next((each for each in recommend(turn) if each.id == "earlier"), None)


@pytest.mark.parametrize("language", GOALS)
def test_what_was_done_early_is_said_and_one_click_proposes_earlier_dates(
    learner: Learner, language: Language
) -> None:
    turn = learner.plan(GOALS[language])
    assert offered(turn) is None
    turn = done(learner, "M1")
    assert AHEAD[language] in turn.answer
    before = learner.state["learning_plan"]["milestones"]
    said = offered(turn)
    assert said
    assert "M2" in said.label
    shown = last(learner.ask(said.text, **said.inputs), "coach_plan")
    assert learner.asks == "approve"
    after = shown["plan"]["milestones"]
    assert after[0] == before[0]
    assert after[1]["start"] == TOMORROW
    assert after[-1]["due"] < before[-1]["due"]
    # What was done today ends today, whenever it was due.
    assert day_of(after[-1]["due"], language) in learner.question.body
    assert {each["field"] for each in shown["changes"]} == {"start", "due"}
    assert {each["milestone"] for each in shown["changes"]} == {each["id"] for each in after[1:]}
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan["milestones"] == before
    turn = learner.approve()
    assert learner.state["learning_plan"]["milestones"] == after
    assert offered(turn) is None


def test_what_waits_for_others_does_not_begin_earlier_and_that_is_said_once(
    learner: Learner,
) -> None:
    learner.plan(GOALS["en"])
    turn = learner.edit("M2", "earlier")
    assert not learner.waits
    assert turn.answer.count("cannot begin earlier") == 1
    assert not [entry for entry in turn.entries if entry.kind == "notice"]
