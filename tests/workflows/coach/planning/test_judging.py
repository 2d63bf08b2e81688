"""What the rules find of a plan, whoever made it."""

import pytest

from agent.workflows.coach.planning.contracts import Finding, Goal, SkillGap
from agent.workflows.coach.planning.judging import findings
from tests.workflows.coach.planning.learners import milestone, plain_plan

ONE = milestone(1, "2026-11-23", "2026-11-29")
TWO = milestone(2, "2026-11-30", "2026-12-06", prerequisites=("M1",))


def rules(found: list[Finding]) -> list[tuple[str, str, bool]]:
    return [(each.rule, each.milestone, each.blocks) for each in found]


def test_a_good_plan_has_no_findings():
    assert findings(plain_plan(ONE, TWO), []) == []


def test_what_comes_before_what_it_builds_on_is_said_and_forbids_nothing():
    gaps = [
        SkillGap(skill="sql", name="SQL", required=1, held=0, reason="Why."),
        SkillGap(skill="data", name="Data", required=1, held=0, reason="Why.", needs=("sql",)),
    ]
    data, sql = (
        ONE.model_copy(update={"skills": {"data": 1}}),
        TWO.model_copy(update={"skills": {"sql": 1}}),
    )
    (found,) = findings(plain_plan(data, sql), gaps)
    assert rules([found]) == [("prerequisite", "M1", False)]
    assert found.sentence == "M1 builds on SQL, which comes later."
    (found,) = findings(plain_plan(data), gaps)
    assert found.sentence == "M1 builds on SQL, which the plan does not have."
    assert findings(plain_plan(sql, data), gaps) == []


def test_skills_that_no_milestone_brings_far_enough():
    gap = SkillGap(skill="sql", name="SQL", required=2, held=0, reason="Why.")
    reached = ONE.model_copy(update={"skills": {"sql": 1}})
    goal = Goal(text="SQL", skills={"sql": 2})
    (found,) = findings(plain_plan(reached, goal=goal), [gap])
    assert rules([found]) == [("uncovered", "", False)]
    enough = ONE.model_copy(update={"skills": {"sql": 2}})
    assert findings(plain_plan(enough, goal=goal), [gap]) == []
    # What was dropped from the goal is not missed.
    assert findings(plain_plan(reached), [gap]) == []


def test_what_the_catalogue_has_not_is_told():
    goal = Goal(text="SQL and cooking", language="zh", uncovered=("烹饪",))
    (found,) = findings(plain_plan(ONE, goal=goal), [])
    assert found.sentence == "课程目录中没有“烹饪”的内容，因此计划不包含它。"


def test_a_deadline_that_is_missed_says_what_it_would_take():
    goal = Goal(text="SQL", deadline="2026-12-04")
    (found,) = findings(plain_plan(ONE, TWO, goal=goal), [])
    assert found.rule == "deadline"
    assert "It would take 7 hours a week" in found.sentence
    never = Goal(text="SQL", deadline="2026-11-20")
    (found,) = findings(plain_plan(ONE, goal=never), [])
    assert "no number of hours a week" in found.sentence


def test_what_was_done_early_misses_no_deadline():
    early = ONE.model_copy(update={"due": "2027-04-01", "done": "2026-11-23"})
    kept = plain_plan(early, TWO, goal=Goal(text="SQL", deadline="2026-12-06"))
    assert findings(kept, []) == []


@pytest.mark.parametrize("deadline", [None, "", "2026-12-06"])
def test_a_deadline_that_is_kept_or_left_open(deadline: str | None):
    assert findings(plain_plan(ONE, TWO, goal=Goal(text="SQL", deadline=deadline)), []) == []
