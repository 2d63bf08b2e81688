"""A quiz's result, computed from items and answers alone, and what contests change of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.checks.scoring import missed, rescored, scored, voids_of
from agent.language.catalogs import catalog
from agent.ports import Item, Ports
from agent.store.records import Entry, Turn
from agent.workflows.tutor.quiz.items import to_plain
from agent.workflows.tutor.state import Plain


def result_of(
    items: Sequence[Item],
    given: Sequence[str],
    *,
    topic: str,
    over: str,
    quiz: str,
    rest: int = 0,
    objectives: Mapping[str, str] | None = None,
    notes: Sequence[Plain] = (),
) -> Plain:
    """Score over the items that were put; the ones never reached are counted apart.

    `rest` are not made yet. `objectives` are the guide's, by id. `notes` say more of each answer.
    """
    put = zip(items, given, [*notes, *({} for _ in given)], strict=False)
    answers = [
        {"item": to_plain(item), "given": answer, "outcome": _outcome(item, answer), **note}
        for item, answer, note in put
    ]
    return {
        "quiz": quiz,
        "topic": topic,
        "over": over,
        "left": len(items) - len(answers) + rest,
        "answers": answers,
        **scored(answers, objectives=objectives or {}),
    }


def _outcome(item: Item, answer: str) -> str:
    if answer in ("", item.key):
        return "right" if answer else "skipped"
    return "undecided" if item.kind == "free" else "wrong"


def summary_of(result: Plain, language: str = "en") -> str:
    """Say the result in one sentence, for the transcript and for a model that goes on from it."""
    _ = catalog(language).gettext
    topic = _(" on {topic}").format(topic=result["topic"]) if result["topic"] else ""
    score, total, left = result["score"], result["total"], result["left"]
    said = _("Quiz{topic}: {score} of {total} right ({percent} %).")
    percent = round(100 * score / max(1, total))
    parts = [said.format(topic=topic, score=score, total=total, percent=percent)]
    if left:
        parts.append(_("Ended early, {left} left unanswered.").format(left=left))
    if texts := [answer["item"]["question_text"] for answer in missed(result)]:
        parts.append(_("Missed: {questions}").format(questions=" / ".join(texts)))
    return ("" if language == "zh" else " ").join(parts)


def listed_of(answers: Sequence[Plain], left: Sequence[Item]) -> str:
    """Every question with its options, its key and what was answered, for a model.

    Those that are `left` were shown and not answered: their keys are not told.
    """
    lines: list[str] = []
    open_ = [{"item": to_plain(item), "outcome": ""} for item in left]
    for number, answer in enumerate([*answers, *open_], start=1):
        item, outcome = answer["item"], answer["outcome"]
        options = " ".join(f"{letter}) {text}" for letter, text in item["options"])
        lines.append(f"{number}. {item['question_text']} {options}".rstrip())
        given = outcome and f"right: {item['key']}, answered: {answer['given'] or 'nothing'}"
        lines.append(f"   {given} ({outcome})" if outcome else "   not answered")
        lines += [f"   judged: {each['why']}" for each in answer.get("readings", []) if each["why"]]
    return "\n".join(lines)


# Contests


def revised(turn: Turn, ports: Ports) -> Turn:
    """The turn as it reads now: what is stored never changes, contests are laid over it."""
    told = [e.data for e in turn.entries if e.kind in ("quiz_result", "feedback")]
    quizzes = {data["quiz"] for data in told if "quiz" in data}
    voids = {quiz: voids_of(ports.contests.of_quiz(quiz)) for quiz in quizzes}
    if not any(voids.values()):
        return turn
    return replace(turn, entries=tuple(_revised(entry, voids) for entry in turn.entries))


def _revised(entry: Entry, voids: dict[str, dict[str, Plain]]) -> Entry:
    of_quiz = voids.get(entry.data.get("quiz", ""), {})
    match entry.kind:
        case "quiz_result":
            return replace(entry, data=rescored(entry.data, of_quiz))
        case "feedback" if void := of_quiz.get(entry.data.get("item", "")):
            return replace(entry, data={**entry.data, "void": void})
        case _:
            return entry
