"""A quiz's result, computed from items and answers alone."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from agent.checks.scoring import missed, scored
from agent.ports import Item
from agent.workflows.tutor.phrases import phrase
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
    notes: Sequence[Plain] = (),
) -> Plain:
    """Score over the items that were put; the ones never reached are counted apart.

    `objectives` gives the texts of the guide's learning outcomes by their ids.
    `notes` has for each answer what else is known of it: when it was asked and
    answered, the confidence, and the outcome where that is more than a comparison.
    """
    put = zip(items, given, [*notes, *({} for _ in given)], strict=False)
    answers = [_answer(*each) for each in put]
    return {
        "quiz": quiz,
        "topic": topic,
        "over": over,
        "left": len(items) - len(answers),
        "answers": answers,
        **scored(answers, objectives=objectives or {}),
    }


def _answer(item: Item, given: str, note: Plain) -> Plain:
    outcome = "right" if given == item.key else ("wrong" if given else "skipped")
    return {"item": to_plain(item), "given": given, "outcome": outcome, **note}


def percent(result: Plain) -> int:
    return round(100 * result["score"] / result["total"]) if result["total"] else 0


def summary_of(result: Plain, language: str = "en") -> str:
    """One sentence for the transcript and for a model that goes on from here."""
    say = partial(phrase, language=language)
    topic = say("quiz_topic", topic=result["topic"]) if result["topic"] else ""
    if not result["answers"]:
        return say("quiz_unanswered", topic=topic)
    if not result["total"]:
        return say("quiz_void", topic=topic)
    parts = [
        say(
            "quiz_score",
            topic=topic,
            score=str(result["score"]),
            total=str(result["total"]),
            percent=str(percent(result)),
        )
    ]
    if result["left"]:
        parts.append(say("quiz_left", left=str(result["left"])))
    if texts := [answer["item"]["question_text"] for answer in missed(result)]:
        parts.append(say("quiz_missed", questions=" / ".join(texts)))
    return ("" if language == "zh" else " ").join(parts)


def listed_of(result: Plain) -> str:
    """Every question with its options, its key and what was answered, for a model."""
    lines: list[str] = []
    for number, answer in enumerate(result["answers"], start=1):
        item = answer["item"]
        options = " ".join(f"{letter}) {text}" for letter, text in item["options"])
        given = answer["given"] or "nothing"
        lines.append(f"{number}. {item['question_text']} {options}".rstrip())
        lines.append(f"   right: {item['key']}, answered: {given} ({answer['outcome']})")
    return "\n".join(lines)
