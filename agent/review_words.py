"""A review of code in words: what blocks is told apart from what is only noted."""

from collections.abc import Sequence
from typing import Any

Plain = dict[str, Any]


def blocks(finding: Plain) -> bool:
    return bool(finding["severity"] == "error")


def verdict(status: str, findings: Sequence[Plain]) -> str:
    """How it ended, and what is left."""
    left = counted(findings)
    match status:
        case "passed" if left:
            return f"passed: nothing blocks; {left} left"
        case "passed":
            return "passed: nothing to mend"
        case "needs_revision":
            return f"to be mended: {left}"
        case _:
            return f"not passed: {left}" if left else "not passed"


def round_of(entry: Plain) -> str:
    """What one round mended, left and found."""
    told = [
        f"{len(entry['fixed'])} fixed" if entry["fixed"] else "",
        f"{counted(entry['still_open'])} left" if entry["still_open"] else "",
        f"{counted(entry['new'])} found" if entry["new"] else "",
    ]
    return f"Round {entry['round']}: {', '.join(filter(None, told)) or 'nothing found'}"


def counted(findings: Sequence[Plain]) -> str:
    """Empty for none."""
    blocking = sum(map(blocks, findings))
    notes = len(findings) - blocking
    told = [
        f"{blocking} that block{'s' if blocking == 1 else ''}" if blocking else "",
        f"{notes} note{'' if notes == 1 else 's'}" if notes else "",
    ]
    return " and ".join(filter(None, told))
