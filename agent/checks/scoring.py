"""A quiz's score from its answers alone, and again when a question was contested.

A result is plain data as `agent/ports.py` keeps it in an Attempt; an answer
holds `item`, `given`, `outcome`, and `void` when its question was contested.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from agent.ports import Attempt, Contest

Plain = dict[str, Any]

COUNTED = frozenset({"right", "wrong", "skipped"})
"""Other outcomes, such as an answer that two readings disagree on, count neither way."""


def counts(answer: Plain) -> bool:
    return answer["outcome"] in COUNTED and "void" not in answer


def is_right(answer: Plain) -> bool:
    return bool(answer["outcome"] == "right")


def missed(result: Plain) -> list[Plain]:
    """The answers that count and were not right."""
    return [a for a in result["answers"] if counts(a) and not is_right(a)]


def scored(answers: Sequence[Plain], *, objectives: Mapping[str, str]) -> Plain:
    """Score and shares; `objectives` gives the texts of learning outcomes by their ids."""
    counted = [answer for answer in answers if counts(answer)]
    return {
        "score": sum(map(is_right, counted)),
        "total": len(counted),
        "by_objective": _shares(counted, "objective", labels=objectives),
        "by_difficulty": _shares(counted, "difficulty", labels={}),
        "by_topic": _shares(counted, "topic", labels={}),
    }


def rescored(result: Plain, voids: Mapping[str, Plain]) -> Plain:
    """The result without the items in `voids`; `before` tells the score with them.

    Starts from the answers each time, so it may be applied to its own outcome.
    """
    answers = [_marked(answer, voids.get(answer["item"]["id"])) for answer in result["answers"]]
    labels = {share["name"]: share.get("label", "") for share in result.get("by_objective", [])}
    again = {**result, "answers": answers, **scored(answers, objectives=labels)}
    again.pop("before", None)
    if any("void" in answer for answer in answers):
        plain = scored([_marked(answer, None) for answer in answers], objectives={})
        again["before"] = {"score": plain["score"], "total": plain["total"]}
    return again


def voids_of(contests: Mapping[str, Contest]) -> dict[str, Plain]:
    """The contests that `rescored` takes, by item."""
    return {
        item: {"reason": c.reason, "at": c.at, "who": c.owner, "status": c.status}
        for item, c in contests.items()
        if c.is_void
    }


def without_contested(attempt: Attempt, contests: Mapping[str, Contest]) -> Attempt:
    """The attempt as it counts now."""
    if not contests:
        return attempt
    result = rescored(attempt.result, voids_of(contests))
    return replace(attempt, result=result, score=result["score"], total=result["total"])


def _marked(answer: Plain, void: Plain | None) -> Plain:
    bare = {key: value for key, value in answer.items() if key != "void"}
    return bare if void is None else {**bare, "void": void}


def _shares(answers: Sequence[Plain], by: str, *, labels: Mapping[str, str]) -> list[Plain]:
    shares: dict[str, Plain] = {}
    for answer in answers:
        name = answer["item"].get(by) or "other"
        label = labels.get(name, "")
        share = shares.setdefault(name, {"name": name, "label": label, "right": 0, "total": 0})
        share["total"] += 1
        share["right"] += is_right(answer)
    return list(shares.values())


# Time


LONGEST_SITTING = 30 * 60
"""Seconds. Who takes longer over a question has been away meanwhile."""


def seconds_of(answer: Plain) -> float | None:
    """Seconds from the moment the question was asked to its answer."""
    if not answer.get("asked") or not answer.get("answered"):
        return None
    asked, answered = (datetime.fromisoformat(answer[key]) for key in ("asked", "answered"))
    return max(0.0, (answered - asked).total_seconds())


def seconds_spent(result: Plain) -> tuple[float, int]:
    """Over all questions answered at one sitting, and how many others there are."""
    known = [s for answer in result["answers"] if (s := seconds_of(answer)) is not None]
    at_once = [seconds for seconds in known if seconds <= LONGEST_SITTING]
    return sum(at_once), len(known) - len(at_once)
