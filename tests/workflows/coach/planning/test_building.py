"""Plans: three to eight milestones, in order, with dates that the hours allow."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.adapters.courses import built_in as catalogue
from agent.errors import AgentError
from agent.workflows.coach.planning.building import closing, days_for, plan
from agent.workflows.coach.planning.contracts import CourseInfo, Goal, LearningPlan, SkillGap
from agent.workflows.coach.planning.judging import findings
from tests.workflows.coach.planning.learners import (
    TODAY,
    courses_for,
    gaps_of,
    plan_for,
)


def test_a_plan_for_machine_learning():
    made = plan_for("I want to move into machine learning, 6 hours a week, by June")
    subjects = dict.fromkeys(m.title.partition(",")[0] for m in made.milestones)
    assert list(subjects) == ["Python", "Linear algebra", "Machine learning"]
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


def test_no_milestone_is_made_of_a_course_that_is_only_near():
    open_ = gaps_of(Goal(text="SQL", skills={"sql": 2}))
    (near, *_) = courses_for(Goal(text="SQL", skills={"sql": 2}), open_)
    beside = near.model_copy(update={"is_beside": True})
    assert closing([beside], open_) == []
    assert [course for course, _ in closing([near, near], open_)] == [near]


def test_without_courses_every_milestone_says_why():
    open_ = gaps_of(Goal(text="SQL", skills={"sql": 2}))
    made = plan(Goal(text="SQL", skills={"sql": 2}), open_, [], TODAY, TODAY)
    assert len(made.milestones) >= 3
    assert all(not m.courses and m.no_course for m in made.milestones)


def test_where_a_course_leads_only_part_of_the_way_the_rest_is_practice():
    made = plan_for("Learn LaTeX, 2 hours a week")
    assert made.milestones[1].title == "Practice: Writing with LaTeX"
    assert "only in part" in made.milestones[1].no_course
    assert findings(made, gaps_of(made.goal)) == []


def test_hours_that_no_source_tells_are_an_estimate_and_said_to_be():
    made = plan_for("I want to learn Haskell")
    estimated = [m for m in made.milestones if "introduction-to-haskell" in m.courses]
    assert estimated
    assert all("estimate" in m.tips for m in estimated)


def test_nothing_to_learn_is_told():
    with pytest.raises(AgentError, match="nothing left to learn"):
        plan(Goal(text="SQL"), [], [], TODAY, TODAY)


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
    course = info("c", {"sql": 1}, hours=20.0)
    goal = Goal(text="SQL", hours_a_week=10)
    assert plan(goal, [gap], [course], start, TODAY).milestones[0].due == due


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
    return plan(goal, open_, courses_for(goal, open_), start, TODAY), open_


@settings(max_examples=120, deadline=None)
@given(GOALS, STARTS)
def test_every_plan_is_valid(goal: Goal, start: date):
    if not (made := made_of(goal, start)):
        return
    done, open_ = made
    assert 3 <= len(done.milestones) <= 40
    assert [m.id for m in done.milestones] == [f"M{n + 1}" for n in range(len(done.milestones))]
    assert_in_order(done)
    given_ = {course.id for course in done.recommended_courses}
    assert all(set(m.courses) <= given_ for m in done.milestones)
    assert all(m.courses or m.no_course for m in done.milestones)
    assert {f.rule for f in findings(done, open_)} <= {"deadline"}


def assert_in_order(done: LearningPlan) -> None:
    by_id = {m.id: m for m in done.milestones}
    day = date.fromisoformat(done.start)
    for each in done.milestones:
        assert date.fromisoformat(each.start) == day
        assert each.start <= each.due
        assert all(by_id[other].due < each.start for other in each.prerequisites)
        days = (date.fromisoformat(each.due) - day).days + 1
        assert each.hours * 7 / days <= done.hours_a_week * 1.001
        day = date.fromisoformat(each.due) + timedelta(days=1)


@settings(max_examples=60, deadline=None)
@given(GOALS)
def test_the_hours_that_would_make_the_deadline_do(goal: Goal):
    made = made_of(goal, TODAY)
    late = made and [f for f in findings(*made) if f.rule == "deadline"]
    if not made or not late or "would take" not in late[0].sentence or goal.language != "en":
        return
    hours = float(late[0].sentence.split("would take ")[1].split(" ")[0])
    again = made_of(goal.model_copy(update={"hours_a_week": hours}), TODAY)
    assert again
    # The choice of courses may differ with the hours; with the same ones the days are enough.
    same = plan(
        goal.model_copy(update={"hours_a_week": hours}),
        made[1],
        made[0].recommended_courses,
        TODAY,
        TODAY,
    )
    assert max(m.due for m in same.milestones) <= (goal.deadline or "")


@given(st.floats(0.1, 2000), st.floats(0.01, 80))
def test_days_are_the_fewest_that_hold_the_hours(hours: float, week: float):
    days, at_least = days_for(hours, week), max(0.25, week)
    assert hours * 7 / days <= at_least * 1.001
    assert days == 1 or hours * 7 / (days - 1) > at_least * 0.999
