"""Edits of a plan: what was named changes, what follows from it moves, what is done stays."""

from datetime import timedelta
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.workflows.coach.planning.building import findings, lay_out
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Edit,
    EditKind,
    Goal,
    LearningPlan,
    Milestone,
)
from agent.workflows.coach.planning.editing import ONE, adjust
from tests.workflows.coach.planning.learners import TODAY, milestone, plain_plan

ONE_ = milestone(1, "2026-11-23", "2026-11-29")
TWO = milestone(2, "2026-11-30", "2026-12-13", hours=10.0, prerequisites=("M1",))
THREE = milestone(3, "2026-12-14", "2026-12-20", prerequisites=("M2",))
FOUR = milestone(4, "2026-12-21", "2026-12-27")
PLAN = plain_plan(ONE_, TWO, THREE, FOUR)
COURSE = CourseInfo(
    id="c", title="C", url="https://x.org/c", description="", difficulty="beginner",
    source="catalogue", reason="Why.",
)  # fmt: skip


class Adjusted(NamedTuple):
    plan: LearningPlan
    note: str


def made(kind: EditKind, id_: str = "M2", *, plan: LearningPlan = PLAN, **more: Any) -> Adjusted:
    courses = more.pop("given", ())
    edit = Edit(kind=kind, milestone=id_, **more)
    return Adjusted(*adjust(plan, [edit], today=TODAY, courses=courses))


def ids(plan: LearningPlan) -> list[str]:
    return [each.id for each in plan.milestones]


def of(plan: LearningPlan, id_: str) -> Milestone:
    return next(each for each in plan.milestones if each.id == id_)


def assert_in_a_row(plan: LearningPlan) -> None:
    days = [(m.start, m.due) for m in plan.milestones if not m.done]
    assert all(start <= due for start, due in days)
    assert all(due < start for (_, due), (start, _) in pairwise(days))


def test_more_hours_move_what_comes_after() -> None:
    after = made("hours", hours=20.0).plan
    assert of(after, "M2").hours == 20
    assert of(after, "M1") == ONE_
    assert of(after, "M4").start > FOUR.start
    assert_in_a_row(after)


def test_what_is_dropped_makes_room_and_leaves_no_prerequisite() -> None:
    after = made("drop").plan
    assert ids(after) == ["M1", "M3", "M4"]
    assert of(after, "M3").prerequisites == ("M1",)
    assert of(after, "M3").start == TWO.start


def test_the_last_open_milestone_stays() -> None:
    adjusted = made("drop", "M1", plan=plain_plan(ONE_))
    assert adjusted.plan.milestones == (ONE_,)
    assert adjusted.note


def test_later_takes_the_rest_along_and_earlier_brings_it_back() -> None:
    later = made("later", weeks=2).plan
    assert of(later, "M2").start == "2026-12-14"
    assert of(later, "M4").start == "2027-01-04"
    assert made("earlier", plan=later).plan.milestones == PLAN.milestones


def test_nothing_begins_before_what_is_still_open_and_that_is_said() -> None:
    adjusted = made("earlier")
    assert adjusted.plan.milestones == PLAN.milestones
    assert adjusted.note


def test_split_in_two_that_follow_each_other() -> None:
    after = made("split").plan
    assert ids(after) == ["M1", "M2", "M5", "M3", "M4"]
    assert of(after, "M2").hours == of(after, "M5").hours == 5
    assert of(after, "M5").prerequisites == ("M1", "M2")
    assert "M5" in of(after, "M3").prerequisites
    assert_in_a_row(after)


def test_what_builds_on_parts_still_does_when_one_takes_a_course() -> None:
    edits = [
        Edit(kind="split", milestone="M2"),
        Edit(kind="course", milestone="M2", courses=("c",)),
    ]
    after = adjust(PLAN, edits, today=TODAY, courses=[COURSE])[0]
    assert of(after, "M3").prerequisites == ("M2", "M5")
    assert (of(after, "M2").title, of(after, "M2").hours) == ("C", 30)


def test_merged_with_the_next_one() -> None:
    after = made("merge").plan
    assert ids(after) == ["M1", "M2", "M4"]
    assert of(after, "M2").hours == 15
    assert of(after, "M2").prerequisites == ("M1",)


def test_a_part_has_its_own_content() -> None:
    parts = [
        {"title": "Dough", "outcome": "It rises.", "own_work": "Knead.", "hours": 6},
        {"title": "Oven", "proof": "A loaf.", "hours": 4},
    ]
    after = made("split", parts=parts).plan
    one, two = of(after, "M2"), of(after, "M5")
    assert (one.title, one.outcome, one.no_course) == ("Dough", "It rises.", "Knead.")
    assert (two.title, two.proof, two.no_course) == ("Oven", "A loaf.", TWO.no_course)
    assert (one.start, one.hours, two.hours) == (TWO.start, 6, 4)


def test_the_order_is_the_learners() -> None:
    after = made("move", "M4", before="M2").plan
    assert ids(after) == ["M1", "M4", "M2", "M3"]
    assert_in_a_row(after)
    other = made("move", "M3", before="M2").plan
    assert ids(other) == ["M1", "M3", "M2", "M4"]
    assert of(other, "M3").prerequisites == ()


def test_a_day_to_begin_on() -> None:
    after = made("move", day="2026-12-10").plan
    assert of(after, "M2").start == "2026-12-10"
    assert_in_a_row(after)
    first = made("move", "M1", day="2026-12-10").plan
    assert (first.milestones[0].start, first.milestones[1].start) == ("2026-12-10", "2026-12-17")


def test_a_day_is_a_date() -> None:
    assert Edit(kind="move", day="20261210").day == "2026-12-10"
    with pytest.raises(ValueError, match="day"):
        Edit(kind="move", day="soon")


def test_what_is_written_is_taken_word_for_word() -> None:
    words = {
        "title": "Loops", "outcome": "You loop.", "proof": "A loop.", "tips": "Slowly.",
        "own_work": "Write ten loops.", "skills": [{"skill": "python", "level": 3}], "hours": 7.0,
    }  # fmt: skip
    for after in (
        made("change", **words).plan.milestones[1],
        made("add", "", before="M2", **words).plan.milestones[1],
    ):
        assert (after.title, after.outcome, after.proof) == ("Loops", "You loop.", "A loop.")
        assert (after.tips, after.no_course, after.hours) == ("Slowly.", "Write ten loops.", 7)
        assert after.skills == {"python": 3}
    kept = made("change", tips="Slowly.").plan.milestones[1]
    assert kept == TWO.model_copy(update={"tips": "Slowly."})


def test_what_is_dropped_is_no_longer_wanted() -> None:
    goal = Goal(text="it", skills={"calculus": 2, "sql": 1})
    maths = TWO.model_copy(update={"skills": {"calculus": 2}})
    after = made("drop", plan=plain_plan(ONE_, maths, THREE, goal=goal)).plan
    assert after.goal.skills == {"sql": 1}


def test_a_faster_pace_and_a_deadline() -> None:
    fast = adjust(PLAN, [Edit(kind="hours_a_week", hours=10.0)], today=TODAY)[0]
    assert (fast.hours_a_week, fast.goal.hours_a_week) == (10, 10)
    assert fast.ends < PLAN.ends
    bound = adjust(PLAN, [Edit(kind="deadline", day="2026-12-01")], today=TODAY)[0]
    assert bound.goal.deadline == "2026-12-01"
    assert "deadline" in {each.rule for each in findings(bound, [])}


def test_another_course_that_teaches_the_same() -> None:
    course = COURSE.model_copy(update={"skills": {"sql": 2}, "hours": 20.0})
    sql = TWO.model_copy(update={"skills": {"sql": 2}})
    plan = plain_plan(ONE_, sql, THREE, FOUR)
    after = made("course", plan=plan, given=[course], courses=["c"]).plan
    assert (of(after, "M2").courses, of(after, "M2").hours) == (("c",), 20)
    assert course in after.recommended_courses
    long = course.model_copy(update={"hours": 100.0, "topics": ("tables", "joins", "keys")})
    parts = made("course", plan=plan, given=[long], courses=["c"]).plan
    titles = [each.title for each in parts.milestones if each.courses == ("c",)]
    assert titles == ["C: tables", "C: joins", "C: keys"]
    own = made("own_work", plan=after).plan
    assert of(own, "M2").courses == ()
    assert of(own, "M2").no_course


def test_a_course_leaves_own_words_and_a_dropped_one_leaves_the_plan() -> None:
    after = made("course", courses=["c"], plan=plain_plan(ONE_, TWO, recommended_courses=(COURSE,)))
    assert of(after.plan, "M2").no_course == TWO.no_course
    assert after.plan.recommended_courses == (COURSE,)
    assert made("drop", plan=after.plan).plan.recommended_courses == ()


def test_what_was_dropped_is_put_back_where_it_was() -> None:
    goal = Goal(text="it", skills={"calculus": 2, "sql": 1})
    maths = TWO.model_copy(update={"skills": {"calculus": 2}, "prerequisites": ()})
    last = THREE.model_copy(update={"prerequisites": ()})
    plan = plain_plan(ONE_, maths, last, goal=goal)
    dropped = made("drop", plan=plan).plan
    back = made("restore", plan=dropped).plan
    assert (back.milestones, back.goal, back.dropped) == (plan.milestones, goal, ())
    assert made("restore", "M9", plan=dropped).note
    dated = made("move", day="2026-12-28", plan=plan).plan
    without = made("drop", plan=dated).plan
    assert of(without, "M3").earliest == "2026-12-28", "its day is handed on"
    assert made("restore", plan=without).plan.milestones == dated.milestones
    begun = dropped.model_copy(update={"milestones": dropped.milestones[:1]})
    assert ids(made("restore", plan=begun).plan) == ["M1", "M2"]
    other = of(made("restore", plan=dropped, hours=4.0, own_work="Only loops.").plan, "M2")
    assert (other.hours, other.no_course) == (4, "Only loops.")


def test_a_language_of_courses_can_be_lifted() -> None:
    plan = plain_plan(ONE_, goal=Goal(text="it", course_language="es"))
    after = made("learner", "", plan=plan, course_language="any").plan
    assert after.goal.course_language == ""


def test_a_part_can_begin_on_a_day_and_be_own_work() -> None:
    two = TWO.model_copy(update={"courses": ("c",)})
    parts = [{"title": "A", "courses": ["c"]}, {"title": "B", "day": "2027-01-11"}]
    plan = plain_plan(ONE_, two, THREE, recommended_courses=(COURSE,))
    after = made("split", plan=plan, parts=parts).plan
    second = of(after, "M4")
    assert (second.start, second.courses, second.no_course) == ("2027-01-11", (), TWO.no_course)
    assert of(after, "M2").courses == ("c",)


def test_a_goal_can_be_renamed_and_a_skill_left_out_of_it() -> None:
    goal = Goal(text="maths", skills={"calculus": 2, "probability": 1})
    none = [{"skill": "calculus", "level": 0}]
    after = made("aim", "", plan=plain_plan(ONE_, goal=goal), title="chance", skills=none).plan
    assert (after.goal.text, after.goal.skills) == ("chance", {"probability": 1})
    assert after.goal.unwanted == ("calculus",)


def test_no_number_is_given_twice() -> None:
    added = made("add", "", title="One more").plan
    dropped = made("drop", "M5", plan=added).plan
    assert ids(made("add", "", title="Another", plan=dropped).plan)[-1] == "M6"


def test_what_is_done_and_what_is_unknown_cannot_be_edited() -> None:
    begun = plain_plan(ONE_.model_copy(update={"done": "2026-11-28"}), TWO, THREE, FOUR)
    assert made("drop", "M1", plan=begun).plan.milestones == begun.milestones
    assert "M1 is done" in made("drop", "M1", plan=begun).note
    assert "M9" in made("drop", "M9").note


EDITS = st.builds(
    Edit,
    kind=st.sampled_from(sorted(ONE)),
    milestone=st.sampled_from(["M2", "M3", "M4"]),
    hours=st.none() | st.floats(1, 60),
    weeks=st.none() | st.integers(1, 9),
    before=st.sampled_from(["", "M2", "M3", "M4"]),
    day=st.sampled_from(["", "2027-03-01", "2026-11-25"]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(EDITS, min_size=1, max_size=4), st.integers(0, 60))
def test_what_is_done_never_changes_and_the_rest_stays_in_a_row(
    edits: list[Edit], days: int
) -> None:
    done = ONE_.model_copy(update={"done": "2026-11-28", "proven": "a link"})
    plan, today = plain_plan(done, TWO, THREE, FOUR), TODAY + timedelta(days=days)
    for edit in edits:
        plan = adjust(plan, [edit], today=today)[0]
    tip = Edit(kind="change", milestone=plan.open[0].id, tips="Slowly.")
    ends = [each.due for each in adjust(plan, [tip], today=today)[0].milestones]
    assert ends == [each.due for each in plan.milestones], "nothing has moved them"
    assert plan.milestones[0] == done
    assert_in_a_row(plan)
    places = {each.id: place for place, each in enumerate(plan.milestones)}
    assert all(places[p] < places[m.id] for m in plan.milestones for p in m.prerequisites)


def test_a_day_to_begin_on_stays_whatever_changes_before_it() -> None:
    held = made("move", "M3", day="2026-12-28").plan
    for edit in (
        Edit(kind="hours", milestone="M1", hours=2),
        Edit(kind="drop", milestone="M2"),
        Edit(kind="hours_a_week", hours=20),
    ):
        after, _ = adjust(held, [edit], today=TODAY)
        assert of(after, "M3").start == "2026-12-28"
    dropped = made("drop", "M3", plan=held).plan
    assert of(dropped, "M4").start == "2026-12-28"
    late = made("hours", hours=40.0, plan=held).plan
    assert of(late, "M3").start > "2026-12-28"
    assert_in_a_row(late)


def test_a_day_before_which_it_does_not_begin_is_kept_where_it_begins_later() -> None:
    held = made("move", "M4", day="2026-12-10")
    assert (of(held.plan, "M4").start, held.note) == (FOUR.start, "")
    shorter = made("drop", "M3", plan=made("hours", hours=1.0, plan=held.plan).plan).plan
    assert of(shorter, "M4").start == "2026-12-10"


def test_dates_of_an_older_plan_stay_where_nothing_changes_them() -> None:
    """It rounded each up to whole days by itself."""
    days = (
        ("2026-11-23", "2026-11-28"),
        ("2026-11-29", "2026-12-04"),
        ("2026-12-05", "2026-12-10"),
    )
    older = plain_plan(*(milestone(n, *each, hours=4.0) for n, each in enumerate(days, 1)))
    renamed = made("change", "M2", plan=older, title="Loops").plan
    assert [(each.start, each.due) for each in renamed.milestones] == list(days)
    shorter = made("hours", "M2", plan=older, hours=2.0).plan
    assert (of(shorter, "M1").due, of(shorter, "M2").due) == ("2026-11-28", "2026-12-01")


def test_edits_give_the_dates_that_a_first_plan_has() -> None:
    parts = [milestone(n, "", "", hours=2.5, skills={}) for n in (1, 2, 3)]
    empty = plain_plan(ONE_).model_copy(update={"milestones": ()})
    first = lay_out(empty, parts, [])
    halves = [{"title": "One", "hours": 1.25}, {"title": "Two", "hours": 1.25}]
    after = made("split", "M2", plan=first, parts=halves).plan
    assert after.ends == first.ends
