"""A quiz's result, computed from items and answers alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent.ports import Item
from agent.workflows.tutor.quiz.items import to_plain

Plain = dict[str, Any]


def result_of(
    items: Sequence[Item],
    given: Sequence[str],
    *,
    topic: str,
    over: str,
    quiz: str,
    objectives: Mapping[str, str] | None = None,
) -> Plain:
    """Score over the items that were put; the ones never reached are counted apart.

    `objectives` gives the texts of the guide's learning outcomes by their ids.
    """
    put = list(zip(items, given, strict=False))
    answers = [_answer(item, answer) for item, answer in put]
    return {
        "quiz": quiz,
        "topic": topic,
        "over": over,
        "score": sum(answer["outcome"] == "right" for answer in answers),
        "total": len(answers),
        "left": len(items) - len(answers),
        "by_objective": _share(answers, "objective", labels=objectives or {}),
        "by_difficulty": _share(answers, "difficulty", labels={}),
        "answers": answers,
    }


def _answer(item: Item, given: str) -> Plain:
    outcome = "right" if given == item.key else ("wrong" if given else "skipped")
    return {"item": to_plain(item), "given": given, "outcome": outcome}


def _share(answers: Sequence[Plain], by: str, *, labels: Mapping[str, str]) -> list[Plain]:
    shares: dict[str, Plain] = {}
    for answer in answers:
        name = answer["item"][by] or "other"
        label = labels.get(name, "")
        share = shares.setdefault(name, {"name": name, "label": label, "right": 0, "total": 0})
        share["total"] += 1
        share["right"] += answer["outcome"] == "right"
    return list(shares.values())


def percent(result: Plain) -> int:
    return round(100 * result["score"] / result["total"]) if result["total"] else 0


def summary_of(result: Plain) -> str:
    """One sentence for the transcript and for a model that goes on from here."""
    topic = f" on {result['topic']}" if result["topic"] else ""
    if not result["total"]:
        return f"The quiz{topic} was ended before the first answer."
    text = f"Quiz{topic}: {result['score']} of {result['total']} right ({percent(result)} %)."
    if result["left"]:
        text += f" Ended early, {result['left']} left unanswered."
    missed = [a["item"]["question_text"] for a in result["answers"] if a["outcome"] != "right"]
    return text + (f" Missed: {' / '.join(missed)}" if missed else "")
