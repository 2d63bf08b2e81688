"""What becomes of a plan. What is done never changes, and the rest no more than it must."""

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest

from agent.workflows.coach.planning.contracts import Edit, LearningPlan, Report
from agent.workflows.coach.planning.editing import adjust
from agent.workflows.coach.planning.tracking import compare, track
from tests.workflows.coach.planning.learners import milestone, plain_plan

ONE = milestone(1, "2026-11-23", "2026-11-29")
TWO = milestone(2, "2026-11-30", "2026-12-13", hours=10.0, prerequisites=("M1",))
THREE = milestone(3, "2026-12-14", "2026-12-20", prerequisites=("M2",))
FOUR = milestone(4, "2026-12-21", "2026-12-27")
PLAN = plain_plan(ONE, TWO, THREE, FOUR)
EARLY = plain_plan(ONE.model_copy(update={"done": "2026-11-23"}), TWO, THREE, FOUR)


def dates(plan: LearningPlan) -> dict[str, tuple[str, str]]:
    return {each.id: (each.start, each.due) for each in plan.milestones}


def missed(plan: LearningPlan, weeks: int, today: date) -> LearningPlan:
    return adjust(plan, [Edit(kind="missed", weeks=weeks)], today=today)[0]


class Turn:
    """As much of a turn's context as logging needs."""

    turn, user = "t", "local"
    ports = SimpleNamespace(
        plans=SimpleNamespace(logged=lambda _user, _plan: []),
        courses=SimpleNamespace(skills=list),
        progress=SimpleNamespace(mastery=lambda _user: []),
    )


def reported(plan: LearningPlan, *reports: Report) -> tuple[LearningPlan, list[dict[str, object]]]:
    return track(plan, reports, Turn(), key="t")  # type: ignore[arg-type]


# Time that was missed


def test_two_weeks_missed_move_all_that_is_open():
    after = missed(PLAN, 2, date(2026, 12, 2))
    # The first has begun, so it only lasts longer.
    assert dates(after)["M1"] == ("2026-11-23", "2026-12-13")
    assert dates(after)["M2"] == ("2026-12-14", "2026-12-27")
    assert dates(after)["M4"] == ("2027-01-04", "2027-01-10")


def test_what_is_overdue_is_never_due_in_the_past():
    after = missed(PLAN, 1, date(2027, 3, 1))
    assert dates(after)["M1"][1] == "2027-03-01"
    assert dates(after)["M2"][0] == "2027-03-02"


# What is done


def test_all_that_a_message_reports_is_logged():
    reports = [
        Report(milestone="M1", done=True, hours=26, proof="https://example.org/repo"),
        Report(hours=2),
    ]
    after, entries = reported(PLAN, *reports)
    assert after.milestones[0].done
    assert after.milestones[0].proven == "https://example.org/repo"
    assert after.status == "in_progress"
    assert [(each["milestone"], each["hours"]) for each in entries] == [("M1", 26), ("M2", 2)]


TODAY = datetime.now(UTC).date()


def day(number: int) -> str:
    return (TODAY + timedelta(days=number)).isoformat()


def test_done_twice_keeps_its_day_and_open_again_loses_it():
    after, _ = reported(EARLY, Report(milestone="M1", done=True))
    assert after.milestones[0].done == "2026-11-23"
    after, _ = reported(EARLY, Report(milestone="M1", done=False))
    assert not after.milestones[0].done


@pytest.mark.parametrize("planned", [0, 20, -20])
def test_what_is_open_follows_from_the_day_on_which_one_was_done(planned: int) -> None:
    begun = [
        milestone(n, day(planned + 7 * n), day(planned + 7 * n + 6), hours=5.0) for n in range(1, 4)
    ]
    plan = plain_plan(*begun)
    after, _ = reported(plan, Report(milestone="M1", done=True), Report(milestone="M3", hours=2))
    first, second, third = after.milestones
    assert (first.done, first.due) == (day(0), day(0))
    assert (second.start, second.due, third.start) == (day(1), day(7), day(8))
    assert third.due == day(12), "3 of its 5 hours are left"
    between, _ = reported(plan, Report(milestone="M2", done=True))
    assert between.milestones[2].start == begun[1].start
    again, _ = reported(after, Report(milestone="M1", done=False))
    assert (again.milestones[0].start, again.milestones[1].start) == (day(1), day(8))


def begun() -> LearningPlan:
    one = milestone(1, day(-6), day(7), hours=10.0)
    return plain_plan(one, milestone(2, day(8), day(14)))


def test_hours_that_are_logged_shorten_what_is_under_way() -> None:
    after, _ = reported(begun(), Report(milestone="M1", hours=8))
    first, second = after.milestones
    assert (first.start, first.due) == (day(-6), day(3)), "2 of its 10 hours are left"
    assert (second.start, second.due) == (day(4), day(10))


@pytest.mark.parametrize("edit", [{"kind": "hours", "milestone": "M1"}, {"kind": "hours_a_week"}])
@pytest.mark.parametrize("is_logged", [False, True])
def test_weeks_that_were_missed_stay_so_when_hours_change(
    edit: dict[str, str], is_logged: bool
) -> None:
    plan = plain_plan(milestone(1, day(0), day(13), hours=10.0), milestone(2, day(14), day(20)))
    logged = {"M1": 2.0} if is_logged else {}
    plan = adjust(plan, [Edit(kind="missed", weeks=1)], today=TODAY, spent=logged)[0]
    ten = Edit(**{**edit, "hours": 10})  # type: ignore[arg-type]
    after, _ = adjust(plan, [ten], today=TODAY, spent=logged)
    is_faster = edit["kind"] == "hours_a_week"
    days = {(False, False): 14, (False, True): 7, (True, False): 12, (True, True): 6}
    due = day(days[is_logged, is_faster] + 7 - 1)
    assert after.milestones[0].due == due
    assert after.missed == 7


def test_when_all_is_done_the_plan_is():
    reports = [Report(milestone=each.id, done=True) for each in PLAN.milestones]
    assert reported(PLAN, *reports)[0].status == "done"


# Differences


def test_changes_are_told_field_by_field():
    after = PLAN.model_copy(
        update={"milestones": (ONE.model_copy(update={"hours": 7.5, "title": "First"}), TWO, THREE)}
    )
    assert compare(PLAN, after) == [
        {"milestone": "M1", "field": "title", "before": "Part 1", "after": "First"},
        {"milestone": "M1", "field": "hours", "before": "5", "after": "7.5"},
        {"milestone": "M4", "field": "milestone", "before": "Part 4", "after": ""},
    ]
    assert compare(PLAN, PLAN) == []
