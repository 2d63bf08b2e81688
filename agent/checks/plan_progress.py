"""Progress of a learning plan: by what is ticked, by its dates, and by the hours logged."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

Plain = dict[str, Any]


def progress(
    milestones: Sequence[Plain], logged: Iterable[Plain], today: date, *, missed: int = 0
) -> Plain:
    """`behind_days` is negative for a plan that is ahead.

    What is done counts with its planned hours where none of its own were logged.
    """
    spent: dict[str, float] = {}
    for entry in logged:
        if hours := float(entry.get("hours") or 0):
            spent[entry["milestone"]] = spent.get(entry["milestone"], 0) + hours
    untold = (each["hours"] for each in milestones if each["done"] and each["id"] not in spent)
    return {
        "done": sum(bool(each["done"]) for each in milestones),
        "of": len(milestones),
        "hours": sum(spent.values()) + sum(untold),
        "hours_planned": sum(each["hours"] for each in milestones),
        "behind_days": days_late(milestones, today) - days_ahead(milestones, today, missed),
        "spent": spent,
    }


def end_of(milestone: Plain) -> str:
    """The day on which it was done, else is due."""
    return str(milestone["done"] or milestone["due"])


def days_late(milestones: Sequence[Plain], today: date) -> int:
    """The days since the first open milestone was due."""
    dues = [date.fromisoformat(each["due"]) for each in milestones if not each["done"]]
    return max(0, (today - min(dues)).days) if dues else 0


def days_ahead(milestones: Sequence[Plain], today: date, missed: int = 0) -> int:
    """How many days earlier than due the last one was done, as far as the next one waits for it.

    Days that were missed since then use them up; a later start that was planned adds none.
    """
    starts = [date.fromisoformat(each["start"]) for each in milestones if not each["done"]]
    dues = [date.fromisoformat(each["due"]) for each in milestones if each["done"]]
    if not starts or not dues:
        return 0
    waits, early = (min(starts) - today).days - 1, (max(dues) - today).days - missed
    return max(0, min(waits, early))


def can_start_earlier(milestones: Sequence[Plain], id_: str, today: date) -> bool:
    """Tell whether days before it are free, or the one just before is no prerequisite."""
    left = [each for each in milestones if not each["done"]]
    at = next(at for at, each in enumerate(left) if each["id"] == id_)
    free = date.fromisoformat(left[at - 1]["due"]) if at else today
    is_free = free + timedelta(days=1) < date.fromisoformat(left[at]["start"])
    return is_free or (at > 0 and left[at - 1]["id"] not in left[at]["prerequisites"])
