"""Plans: three to eight milestones, in order, with dates that the hours allow."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.adapters.courses import built_in as catalogue
from agent.workflows.coach.planning.building import begin, by_rules, days_for, findings, lay_out
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Finding,
    Goal,
    LearningPlan,
    SkillGap,
)
from tests.workflows.coach.planning.learners import (
    TODAY,
    courses_for,
    gaps_of,
    goal,
    milestone,
    plain_plan,
    plan_for,
)


def test_a_plan_for_machine_learning():
    made = plan_for("I want to move into machine learning, 6 hours a week, by June")
    subjects = dict.fromkeys(m.title.partition(":")[0] for m in made.milestones)
    assert list(subjects) == ["Python", "Linear algebra", "Machine learning"]
    assert len({m.title for m in made.milestones}) == len(made.milestones)
    assert {"M1", "M2"} <= set(made.milestones[-1].prerequisites)
    assert made.milestones[0].start == "2026-11-22"
    assert made.hours_a_week == 6
    assert all(m.outcome and m.proof for m in made.milestones)


def test_a_single_course_is_parted_and_put_to_use():
    made = plan_for("我想学习 Python，每周五小时")
    first, second, *_ = made.milestones
    assert first.courses == second.courses != ()
    assert "第 1 部分" in first.title
    assert second.prerequisites == ("M1",)


def test_without_courses_every_milestone_says_why():
    open_ = gaps_of(Goal(text="SQL", skills={"sql": 2}))
    made = by_rules(begin(Goal(text="SQL", skills={"sql": 2}), [], TODAY), open_)
    assert all(not m.courses and m.no_course for m in made.milestones)


def test_hours_that_no_source_tells_are_an_estimate_and_said_to_be():
    made = plan_for("I want to learn Haskell")
    estimated = [m for m in made.milestones if "introduction-to-haskell" in m.courses]
    assert estimated
    assert all("estimate" in m.tips for m in estimated)


@pytest.mark.parametrize(
    ("start", "due"),
    [
        (date(2027, 2, 22), "2027-02-28"),
        (date(2028, 2, 23), "2028-02-29"),
        (date(2026, 12, 26), "2027-01-01"),
    ],
)
def test_ends_of_months_and_years(start: date, due: str):
    gap = SkillGap(skill="sql", name="SQL", required=1, held=0, reason="Why.")
    course = info("c", {"sql": 1}, hours=30.0)
    goal = Goal(text="SQL", hours_a_week=10)
    assert by_rules(begin(goal, [course], start), [gap]).milestones[0].due == due


def info(id_: str, skills: dict[str, Any], **more: Any) -> CourseInfo:
    given: dict[str, Any] = {
        "id": id_, "title": id_, "url": f"https://x.org/{id_}", "description": "",
        "difficulty": "beginner", "source": "catalogue", "reason": "Why.", "skills": skills,
    }  # fmt: skip
    return CourseInfo(**{**given, **more})


# What holds of every plan

SKILLS = [skill.id for skill in catalogue.skills()]
LEVELS: st.SearchStrategy[Any] = st.integers(1, 3)
GOALS = st.builds(
    Goal,
    text=st.just("it"),
    language=st.sampled_from(["en", "es", "zh"]),
    skills=st.dictionaries(st.sampled_from(SKILLS), LEVELS, min_size=1, max_size=7),
    held=st.dictionaries(st.sampled_from(SKILLS), st.integers(0, 3), max_size=4),
    level=st.none() | st.integers(0, 3),
    hours_a_week=st.none() | st.floats(0.01, 80),
    deadline=st.none() | st.dates(date(2026, 11, 23), date(2030, 1, 1)).map(str),
)
STARTS = st.dates(date(2020, 1, 1), date(2040, 12, 31))


def made_of(goal: Goal, start: date) -> tuple[LearningPlan, list[SkillGap]] | None:
    open_ = gaps_of(goal)
    if not any(gap.held < gap.required for gap in open_):
        return None
    return by_rules(begin(goal, courses_for(goal, open_), start), open_), open_


@settings(max_examples=120, deadline=None)
@given(GOALS, STARTS)
def test_every_plan_is_valid(goal: Goal, start: date):
    if not (made := made_of(goal, start)):
        return
    done, open_ = made
    assert len(done.milestones) >= 3
    assert all(m.hours <= 40 for m in done.milestones)
    assert [m.id for m in done.milestones] == [f"M{n + 1}" for n in range(len(done.milestones))]
    assert_in_order(done)
    given_ = {course.id for course in done.recommended_courses}
    assert all(set(m.courses) <= given_ for m in done.milestones)
    assert all(m.courses or m.no_course for m in done.milestones)
    assert {f.rule for f in findings(done, open_)} <= {"deadline"}


def assert_in_order(done: LearningPlan) -> None:
    by_id = {m.id: m for m in done.milestones}
    day = first = date.fromisoformat(done.start)
    hours = 0.0
    for each in done.milestones:
        assert date.fromisoformat(each.start) == day
        assert each.start <= each.due
        assert all(by_id[other].due < each.start for other in each.prerequisites)
        hours += each.hours
        days = (date.fromisoformat(each.due) - first).days + 1
        assert hours * 7 / days <= done.hours_a_week * 1.001
        day = date.fromisoformat(each.due) + timedelta(days=1)


@settings(max_examples=60, deadline=None)
@given(st.floats(0.1, 2000), st.floats(0.01, 80))
def test_days_are_the_fewest_that_hold_the_hours(hours: float, week: float):
    days, at_least = days_for(hours, week), max(0.25, week)
    assert hours * 7 / days <= at_least * 1.001
    assert days == 1 or hours * 7 / (days - 1) > at_least * 0.999


def test_milestones_that_fit_as_a_whole_end_in_time():
    """Rounding each up to whole days would add a day for almost every milestone."""
    empty = begin(Goal(text="it", hours_a_week=6), [], date(2026, 11, 22))
    parts = [milestone(n, "", "", hours=5.0) for n in range(1, 7)]
    assert lay_out(empty, parts, []).ends == "2026-12-26", "30 hours are 35 days"


# What the rules find of a plan, whoever made it

ONE = milestone(1, "2026-11-23", "2026-11-29")
TWO = milestone(2, "2026-11-30", "2026-12-06", prerequisites=("M1",))


def rules(found: list[Finding]) -> list[tuple[str, str]]:
    return [(each.rule, each.milestone) for each in found]


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
    assert rules([found]) == [("prerequisite", "M1")]
    assert found.sentence == "M1 builds on SQL, which comes later."
    (left_out,) = findings(plain_plan(data), gaps)
    assert (left_out.rule, "SQL" in left_out.sentence) == ("beside", True)
    assert findings(plain_plan(sql, data), gaps) == []


def test_skills_that_no_milestone_brings_far_enough():
    gap = SkillGap(skill="sql", name="SQL", required=2, held=0, reason="Why.")
    reached = ONE.model_copy(update={"skills": {"sql": 1}})
    goal = Goal(text="SQL", skills={"sql": 2})
    (found,) = findings(plain_plan(reached, goal=goal), [gap])
    assert rules([found]) == [("uncovered", "")]
    enough = ONE.model_copy(update={"skills": {"sql": 2}})
    assert findings(plain_plan(enough, goal=goal), [gap]) == []
    # What was dropped from the goal is not missed.
    assert findings(plain_plan(reached), [gap]) == []


def test_what_was_done_early_misses_no_deadline():
    early = ONE.model_copy(update={"due": "2027-04-01", "done": "2026-11-23"})
    kept = plain_plan(early, TWO, goal=Goal(text="SQL", deadline="2026-12-06"))
    assert findings(kept, []) == []


@pytest.mark.parametrize("deadline", [None, "", "2026-12-06"])
def test_a_deadline_that_is_kept_or_left_open(deadline: str | None):
    assert findings(plain_plan(ONE, TWO, goal=Goal(text="SQL", deadline=deadline)), []) == []


def test_the_one_day_that_a_goal_names_is_its_deadline() -> None:
    assert goal("SQL, 6 hours a week, until 30 June 2099").deadline == "2099-06-30"
    assert str(goal("SQL by June, 6 hours a week").deadline).endswith("-06-01")
