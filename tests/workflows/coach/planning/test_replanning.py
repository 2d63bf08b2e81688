"""What becomes of a plan. What is done never changes, and the rest no more than it must."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import AgentError
from agent.workflows.coach.contracts import Change, CourseInfo, LearningPlan, Milestone
from agent.workflows.coach.planning.judging import findings
from agent.workflows.coach.planning.replanning import (
    Adjusted,
    adjust,
    changes,
    dependents,
    done,
    missed,
    unchanged_done,
)
from tests.workflows.coach.planning.learners import TODAY, milestone, plain_plan, plan_for

ONE = milestone(1, "2026-11-23", "2026-11-29")
TWO = milestone(2, "2026-11-30", "2026-12-13", hours=10.0, prerequisites=("M1",))
THREE = milestone(3, "2026-12-14", "2026-12-20", prerequisites=("M2",))
FOUR = milestone(4, "2026-12-21", "2026-12-27")
PLAN = plain_plan(ONE, TWO, THREE, FOUR)


def wished(wish: str, *ids: str, plan: LearningPlan = PLAN, **more: Any) -> Adjusted:
    return adjust(plan, ids or ("M2",), wish, today=TODAY, **more)


def dates(plan: LearningPlan) -> dict[str, tuple[str, str]]:
    return {each.id: (each.start, each.due) for each in plan.milestones}


def of(plan: LearningPlan, id_: str) -> Milestone:
    return next(each for each in plan.milestones if each.id == id_)


# Adjusting


def test_more_time_moves_what_comes_after():
    after = wished("more time").plan
    assert dates(after) == {
        "M1": ("2026-11-23", "2026-11-29"),
        "M2": ("2026-11-30", "2026-12-20"),
        "M3": ("2026-12-21", "2026-12-27"),
        "M4": ("2026-12-28", "2027-01-03"),
    }
    assert of(after, "M2").hours == 10


def test_one_more_week():
    assert of(wished("one week more time").plan, "M2").due == "2026-12-20"


def test_shorter_is_only_the_core_and_what_builds_on_it_follows():
    after = wished("shorter").plan
    assert of(after, "M2").hours < 10
    assert "Only the core" in of(after, "M2").tips
    assert of(after, "M2").due == "2026-12-08"
    assert of(after, "M3").start == "2026-12-09"
    # Nothing binds the fourth to the second, so it stays.
    assert of(after, "M4") == FOUR


def test_a_milestone_with_time_to_spare_loses_that_first():
    slow = TWO.model_copy(update={"hours": 5.0})
    after = of(wished("shorter", plan=plain_plan(ONE, slow, THREE, FOUR)).plan, "M2")
    assert (after.hours, after.due) == (5.0, "2026-12-08")


def test_later_takes_the_rest_along():
    after = wished("start two weeks later").plan
    assert of(after, "M2").start == "2026-12-14"
    assert of(after, "M3").start == "2026-12-28"
    assert of(after, "M4").start == "2027-01-04"
    assert of(after, "M1") == ONE


def test_a_later_day_that_is_named():
    assert of(wished("start later, on 2027-01-15").plan, "M2").start == "2027-01-15"


AHEAD = done(done(PLAN, "M1", "2026-11-22"), "M2", "2026-11-22")


@pytest.mark.parametrize("wish", ["start earlier", "empezar antes", "提前开始"])
def test_what_follows_a_milestone_that_begins_earlier_moves_up_with_it(wish: str):
    after = wished(wish, "M3", plan=AHEAD).plan
    assert after.milestones[:2] == AHEAD.milestones[:2]
    assert dates(after)["M3"] == ("2026-11-23", "2026-11-29")
    # Nothing binds the fourth to the third: it follows all the same, or the days would stay free.
    assert dates(after)["M4"] == ("2026-11-30", "2026-12-06")
    assert findings(after, []) == []


def test_earlier_by_as_much_as_is_wished():
    assert dates(wished("one week earlier", "M3", plan=AHEAD).plan) == {
        **dates(AHEAD),
        "M3": ("2026-12-07", "2026-12-13"),
        "M4": ("2026-12-14", "2026-12-20"),
    }
    assert of(wished("ten weeks earlier", "M3", plan=AHEAD).plan, "M3").start == "2026-11-23"
    on_a_day = wished("start on 2026-12-01", "M3", plan=AHEAD).plan
    assert of(on_a_day, "M3").start == "2026-12-01"


def test_the_whole_plan_moves_up_at_once():
    after = wished("move the plan up", "M3", "M4", plan=AHEAD).plan
    assert dates(after)["M4"] == ("2026-11-30", "2026-12-06")


def test_nothing_begins_before_what_is_still_open():
    for plan, id_ in ((PLAN, "M3"), (done(PLAN, "M2", "2026-11-22"), "M1")):
        adjusted = wished("start earlier", id_, plan=plan)
        assert dates(adjusted.plan) == dates(plan)
        assert "cannot begin earlier" in adjusted.note


def test_what_has_begun_stays_where_it_is():
    adjusted = adjust(PLAN, ["M1"], "start earlier", today=date(2026, 11, 25))
    assert dates(adjusted.plan) == dates(PLAN)


def test_a_slower_pace():
    after = wished("only 2.5 hours a week").plan
    assert of(after, "M2").due == "2026-12-27"


def info(id_: str, skills: dict[str, Any], **more: Any) -> CourseInfo:
    given: dict[str, Any] = {
        "id": id_, "title": id_.title(), "url": f"https://x.org/{id_}", "description": "",
        "difficulty": "beginner", "source": "catalogue", "reason": "Why.", "skills": skills,
        "hours": 5.0,
    }  # fmt: skip
    return CourseInfo(**{**given, **more})


OLD, NEW, FAR = info("old", {"sql": 2}), info("new", {"sql": 2}), info("far", {"latex": 1})
WITH_COURSE = plain_plan(
    ONE,
    TWO.model_copy(update={"skills": {"sql": 2}, "courses": ("old",), "no_course": ""}),
    THREE,
    recommended_courses=(OLD,),
)


def test_another_course_that_teaches_the_same():
    adjusted = wished("another course", plan=WITH_COURSE, courses=[FAR, OLD, NEW])
    after = of(adjusted.plan, "M2")
    assert (after.courses, after.hours, after.due) == (("new",), 5.0, "2026-12-06")
    assert {course.id for course in adjusted.plan.recommended_courses} == {"old", "new"}
    assert adjusted.note == ""


def test_no_other_course_is_told():
    adjusted = wished("another course", plan=WITH_COURSE, courses=[FAR, OLD])
    assert "No other course is at hand for M2" in adjusted.note
    assert dates(adjusted.plan) == dates(WITH_COURSE)


def test_a_course_is_dropped_with_the_reason():
    after = of(wished("drop the course", plan=WITH_COURSE).plan, "M2")
    assert (after.courses, after.no_course) == ((), "You took the course out of this milestone.")
    assert "no course to take out" in wished("drop the course").note


def test_split_in_two_that_follow_each_other():
    after = wished("split it").plan
    assert [each.id for each in after.milestones] == ["M1", "M2", "M5", "M3", "M4"]
    assert (of(after, "M2").hours, of(after, "M5").hours) == (5, 5)
    assert of(after, "M5").prerequisites == ("M1", "M2")
    assert of(after, "M3").prerequisites == ("M2", "M5")
    assert dates(after)["M5"] == ("2026-12-07", "2026-12-13")
    assert dates(after)["M3"] == dates(PLAN)["M3"]


def test_a_plan_of_eight_is_not_split():
    eight = plain_plan(*(milestone(n, f"2026-12-{n:02}", f"2026-12-{n:02}") for n in range(1, 9)))
    adjusted = wished("split", "M3", plan=eight)
    assert "at most 8" in adjusted.note
    assert adjusted.plan.milestones == eight.milestones


@pytest.mark.parametrize(("wish", "tip"), [("too hard", "twice before"), ("harder", "optional")])
def test_easier_and_harder_take_more_hours_and_say_how(wish: str, tip: str):
    after = of(wished(wish).plan, "M2")
    assert after.hours == 12.5
    assert tip in after.tips


def test_what_is_not_understood_changes_nothing_and_says_so():
    adjusted = wished("make it blue")
    assert adjusted.plan == PLAN
    assert "did not understand" in adjusted.note


def test_what_is_done_cannot_be_adjusted():
    with pytest.raises(AgentError, match="M2 is done"):
        wished("shorter", plan=done(PLAN, "M2", "2026-12-01"))


def test_an_unknown_milestone_is_named_with_those_that_there_are():
    with pytest.raises(AgentError, match="no milestone M9") as raised:
        wished("shorter", "M9")
    assert "M1, M2, M3, M4" in raised.value.hint


# Time that was missed


def test_two_weeks_missed_move_all_that_is_open():
    after = missed(PLAN, 2, date(2026, 12, 2))
    # The first has begun, so it only lasts longer.
    assert dates(after)["M1"] == ("2026-11-23", "2026-12-13")
    assert dates(after)["M2"] == ("2026-12-14", "2026-12-27")
    assert dates(after)["M4"] == ("2027-01-04", "2027-01-10")


def test_what_is_done_stays_where_it_was():
    begun = done(PLAN, "M1", "2026-11-28")
    after = missed(begun, 1, date(2026, 12, 2))
    assert after.milestones[0] == begun.milestones[0]
    assert dates(after)["M2"] == ("2026-11-30", "2026-12-20")


def test_what_is_overdue_is_never_due_in_the_past():
    after = missed(PLAN, 1, date(2027, 3, 1))
    assert dates(after)["M1"][1] == "2027-03-01"
    assert dates(after)["M2"][0] == "2027-03-02"


@pytest.mark.parametrize("weeks", [0, -1, 53, float("nan")])
def test_weeks_that_cannot_be(weeks: float):
    with pytest.raises(AgentError, match="weeks missed"):
        missed(PLAN, weeks, TODAY)


# What is done


def test_done_is_dated_and_proven_and_the_plan_is_in_progress():
    after = done(PLAN, "M1", "2026-11-28", "https://example.org/repo")
    assert (after.milestones[0].done, after.milestones[0].proven) == (
        "2026-11-28",
        "https://example.org/repo",
    )
    assert after.milestones[1:] == PLAN.milestones[1:]
    assert after.status == "in_progress"


def test_done_twice_is_done_once():
    once = done(PLAN, "M1", "2026-11-28", "a")
    assert done(once, "M1", "2026-12-24", "b") == once


def test_when_all_is_done_the_plan_is():
    plan = PLAN
    for each in PLAN.milestones:
        plan = done(plan, each.id, "2026-12-01")
    assert plan.status == "done"


def test_a_plan_that_rewrites_what_is_done_is_refused():
    begun = done(PLAN, "M1", "2026-11-28")
    unchanged_done(begun, wished("shorter", "M2", plan=begun).plan)
    other = begun.milestones[0].model_copy(update={"title": "Other"})
    rewritten = begun.model_copy(update={"milestones": (other, *begun.milestones[1:])})
    gone = begun.model_copy(update={"milestones": begun.milestones[1:]})
    for after in (rewritten, gone):
        with pytest.raises(AgentError, match="M1 is done"):
            unchanged_done(begun, after)


# Differences


def test_changes_are_told_field_by_field():
    after = PLAN.model_copy(
        update={"milestones": (ONE.model_copy(update={"hours": 7.5, "title": "First"}), TWO, THREE)}
    )
    assert changes(PLAN, after) == [
        Change(milestone="M1", field="title", before="Part 1", after="First"),
        Change(milestone="M1", field="hours", before="5", after="7.5"),
        Change(milestone="M4", field="milestone", before="Part 4", after=""),
    ]
    assert changes(PLAN, PLAN) == []


# What holds of every change

PLANS = [
    plan_for("I want to become a data scientist, 8 hours a week"),
    plan_for("Quiero ser desarrollador web, 10 horas semanales"),
    plan_for("我想学习 Python，每周五小时"),
]
WISHES = st.sampled_from(
    [
        "more time", "two weeks more time", "shorter", "shorten it to 1 week", "later",
        "3 weeks later", "split", "harder", "too hard", "drop the course", "only 2 hours a week",
        "earlier", "提前两周", "start on 2026-12-05",
        "多给一点时间", "más corto", "start later, on 2027-03-01", "another course", "blue",
    ]
)  # fmt: skip


EARLIER = ("earlier", "提前两周")
TOMORROW = "2026-11-23"


@st.composite
def adjustments(draw: Any) -> tuple[LearningPlan, list[str], str]:
    plan = draw(st.sampled_from(PLANS))
    for each in plan.milestones[: draw(st.integers(0, 2))]:
        plan = done(plan, each.id, "2026-12-01", "seen")
    left = [each.id for each in plan.milestones if not each.done]
    chosen = draw(st.lists(st.sampled_from(left), min_size=1, max_size=3, unique=True))
    return plan, chosen, draw(WISHES)


@settings(max_examples=150, deadline=None)
@given(adjustments())
def test_only_what_was_chosen_and_what_depends_on_it_changes(case: Any):
    plan, chosen, wish = case
    after = adjust(plan, chosen, wish, today=TODAY).plan
    unchanged_done(plan, after)
    touched = {*chosen, *dependents(after.milestones, set(chosen))}
    for each in plan.milestones:
        now = of(after, each.id)
        assert now.start >= min(each.start, TOMORROW)
        if each.id in touched:
            continue
        # The others move at most; to an earlier day only after one that shall begin earlier.
        assert now.model_copy(update={"start": each.start, "due": each.due}) == each
        assert now.start >= each.start or wish in EARLIER
    assert not {f.rule for f in findings(after, []) if f.blocks}


@settings(max_examples=100, deadline=None)
@given(adjustments(), st.integers(1, 52), st.dates(date(2026, 11, 1), date(2029, 1, 1)))
def test_missed_weeks_never_touch_what_is_done_and_keep_order(case: Any, weeks: int, today: date):
    plan, _, _ = case
    after = missed(plan, weeks, today)
    unchanged_done(plan, after)
    assert not {f.rule for f in findings(after, []) if f.blocks}
    for before, now in zip(plan.milestones, after.milestones, strict=True):
        assert before.done or now.due > before.due
        assert before.done or before.hours == now.hours
