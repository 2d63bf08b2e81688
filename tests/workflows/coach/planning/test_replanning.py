"""What becomes of a plan. What is done never changes, and the rest no more than it must."""

from datetime import date

import pytest

from agent.errors import AgentError
from agent.workflows.coach.planning.contracts import Change, LearningPlan, Milestone
from agent.workflows.coach.planning.replanning import compare, mark_done, postpone
from tests.workflows.coach.planning.learners import TODAY, milestone, plain_plan

ONE = milestone(1, "2026-11-23", "2026-11-29")
TWO = milestone(2, "2026-11-30", "2026-12-13", hours=10.0, prerequisites=("M1",))
THREE = milestone(3, "2026-12-14", "2026-12-20", prerequisites=("M2",))
FOUR = milestone(4, "2026-12-21", "2026-12-27")
PLAN = plain_plan(ONE, TWO, THREE, FOUR)


def dates(plan: LearningPlan) -> dict[str, tuple[str, str]]:
    return {each.id: (each.start, each.due) for each in plan.milestones}


def of(plan: LearningPlan, id_: str) -> Milestone:
    return next(each for each in plan.milestones if each.id == id_)


# Time that was missed


def test_two_weeks_missed_move_all_that_is_open():
    after = postpone(PLAN, 2, date(2026, 12, 2))
    # The first has begun, so it only lasts longer.
    assert dates(after)["M1"] == ("2026-11-23", "2026-12-13")
    assert dates(after)["M2"] == ("2026-12-14", "2026-12-27")
    assert dates(after)["M4"] == ("2027-01-04", "2027-01-10")


def test_what_is_done_stays_where_it_was():
    begun = mark_done(PLAN, "M1", "2026-11-28")
    after = postpone(begun, 1, date(2026, 12, 2))
    assert after.milestones[0] == begun.milestones[0]
    assert dates(after)["M2"] == ("2026-11-30", "2026-12-20")


def test_what_is_overdue_is_never_due_in_the_past():
    after = postpone(PLAN, 1, date(2027, 3, 1))
    assert dates(after)["M1"][1] == "2027-03-01"
    assert dates(after)["M2"][0] == "2027-03-02"


@pytest.mark.parametrize("weeks", [0, -1, 53, float("nan")])
def test_weeks_that_cannot_be(weeks: float):
    with pytest.raises(AgentError, match="weeks missed"):
        postpone(PLAN, weeks, TODAY)


# What is done


def test_done_is_dated_and_proven_and_the_plan_is_in_progress():
    after = mark_done(PLAN, "M1", "2026-11-28", "https://example.org/repo")
    assert (after.milestones[0].done, after.milestones[0].proven) == (
        "2026-11-28",
        "https://example.org/repo",
    )
    assert after.milestones[1:] == PLAN.milestones[1:]
    assert after.status == "in_progress"


def test_done_twice_is_done_once():
    once = mark_done(PLAN, "M1", "2026-11-28", "a")
    assert mark_done(once, "M1", "2026-12-24", "b") == once


def test_when_all_is_done_the_plan_is():
    plan = PLAN
    for each in PLAN.milestones:
        plan = mark_done(plan, each.id, "2026-12-01")
    assert plan.status == "done"


# Differences


def test_changes_are_told_field_by_field():
    after = PLAN.model_copy(
        update={"milestones": (ONE.model_copy(update={"hours": 7.5, "title": "First"}), TWO, THREE)}
    )
    assert compare(PLAN, after) == [
        Change(milestone="M1", field="title", before="Part 1", after="First"),
        Change(milestone="M1", field="hours", before="5", after="7.5"),
        Change(milestone="M4", field="milestone", before="Part 4", after=""),
    ]
    assert compare(PLAN, PLAN) == []
