"""How far a plan has come, by its ticks, its dates and the hours logged."""

from datetime import date
from typing import Any

import pytest

from agent.checks.plan_progress import days_ahead, days_late, progress

TODAY = date(2026, 11, 22)


def milestone(start: str, due: str, done: str = "") -> dict[str, Any]:
    return {"start": start, "due": due, "done": done, "hours": 6}


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
def test_a_plan_is_late_on_time_or_ahead(milestones: list[Any], late: int, ahead: int) -> None:
    assert (days_late(milestones, TODAY), days_ahead(milestones, TODAY)) == (late, ahead)
    assert progress(milestones, [], TODAY)["behind_days"] == late - ahead


def test_missed_days_use_up_what_was_early_and_a_later_start_adds_nothing() -> None:
    assert days_ahead([EARLY, NEXT], TODAY, missed=5) == 7
    assert days_ahead([EARLY, NEXT], TODAY, missed=14) == 0
    assert days_ahead([EARLY, milestone("2027-01-05", "2027-01-11")], TODAY) == 12


def test_ticks_and_hours_are_counted() -> None:
    logged = [{"hours": 2.5}, {"done": True}, {"hours": 1}]
    told = progress([EARLY, NEXT, LAST], logged, TODAY)
    assert (told["done"], told["of"]) == (1, 3)
    assert (told["hours"], told["hours_planned"]) == (3.5, 18)
