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


def test_a_week_that_is_too_full():
    full = ONE.model_copy(update={"hours": 12.0})
    (found,) = findings(plain_plan(full), [])
    assert rules([found]) == [("overload", "M1", True)]
    assert found.sentence == "M1 takes 12 hours in 7 days: more than 5 hours a week."


def test_two_at_once_are_too_many():
    beside = milestone(2, "2026-11-25", "2026-12-01")
    assert rules(findings(plain_plan(ONE, beside), [])) == [("overload", "M2", True)]


@pytest.mark.parametrize(
    ("two", "sentence"),
    [
        (milestone(2, "2026-11-29", "2026-12-20", prerequisites=("M1",)), "M2 begins before M1"),
        (milestone(2, "2026-11-30", "2026-12-06", prerequisites=("M9",)), "M9, which is not in"),
    ],
)
def test_prerequisites_and_dates(two, sentence: str):
    found = findings(plain_plan(ONE, two), [])
    assert any(each.rule == "prerequisite" and sentence in each.sentence for each in found)


def test_what_is_done_is_no_longer_judged_by_its_dates():
    done = ONE.model_copy(update={"done": "2026-11-24", "hours": 50.0})
    early = milestone(2, "2026-11-25", "2026-12-06", prerequisites=("M1",))
    assert findings(plain_plan(done, early), []) == []


def test_skills_that_no_milestone_brings_far_enough():
    gap = SkillGap(skill="sql", name="SQL", required=2, held=0, reason="Why.")
    reached = ONE.model_copy(update={"skills": {"sql": 1}})
    (found,) = findings(plain_plan(reached), [gap])
    assert rules([found]) == [("uncovered", "", False)]
    enough = ONE.model_copy(update={"skills": {"sql": 2}})
    assert findings(plain_plan(enough), [gap]) == []


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


def test_a_milestone_without_course_or_reason_and_one_with_an_unknown_course():
    bare = ONE.model_copy(update={"no_course": ""})
    invented = TWO.model_copy(update={"courses": ("made-up",)})
    assert rules(findings(plain_plan(bare, invented), [])) == [
        ("no_course", "M1", True),
        ("no_course", "M2", True),
    ]
