"""How far a plan has come, by its ticks, its dates and the hours logged."""

from datetime import date
from typing import Any

import pytest

from agent.checks.plan_progress import days_ahead, days_late, progress

TODAY = date(2026, 11, 22)


def milestone(start: str, due: str, done: str = "") -> dict[str, Any]:
    return {"id": start, "start": start, "due": due, "done": done, "hours": 6}


EARLY = milestone("2026-11-20", "2026-12-04", done="2026-11-22")
NEXT = milestone("2026-12-05", "2026-12-11")
LAST = milestone("2026-12-12", "2026-12-18")
LATE = milestone("2026-11-10", "2026-11-20")


@pytest.mark.parametrize(
    ("milestones", "late", "ahead"),
    [
        ([LATE, NEXT], 2, 0),
        ([EARLY, NEXT, LAST], 0, 12),
        # Nothing was done yet: a plan that begins later is not ahead.
        ([NEXT, LAST], 0, 0),
        # One that is late leaves no days free, whatever was done after it.
        ([LATE, {**NEXT, "done": "2026-11-21"}, LAST], 2, 0),
        # One that begins tomorrow cannot begin any earlier.
        ([EARLY, milestone("2026-11-23", "2026-12-01")], 0, 0),
        ([EARLY], 0, 0),
        ([], 0, 0),
    ],
)
def test_a_plan_is_late_on_time_or_ahead(milestones, late, ahead):
    assert (days_late(milestones, TODAY), days_ahead(milestones, TODAY)) == (late, ahead)
    assert progress(milestones, [], TODAY)["behind_days"] == late - ahead


def test_missed_days_use_up_what_was_early_and_a_later_start_adds_nothing():
    assert days_ahead([EARLY, NEXT], TODAY, missed=5) == 7
    assert days_ahead([EARLY, NEXT], TODAY, missed=14) == 0
    assert days_ahead([EARLY, milestone("2027-01-05", "2027-01-11")], TODAY) == 12


def test_ticks_and_hours_are_counted():
    logged = [{"milestone": "M2", "hours": 2.5}, {"done": True}, {"milestone": "M2", "hours": 1}]
    told = progress([NEXT, LAST], logged, TODAY)
    assert (told["done"], told["of"]) == (0, 2)
    assert (told["hours"], told["hours_planned"]) == (3.5, 12)


def test_what_is_done_counts_with_its_planned_hours_unless_its_own_were_logged():
    assert progress([EARLY, NEXT], [], TODAY)["hours"] == 6
    logged = [{"milestone": EARLY["id"], "hours": 2}]
    assert progress([EARLY, NEXT], logged, TODAY)["hours"] == 2
