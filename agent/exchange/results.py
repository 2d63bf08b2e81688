"""One attempt at a quiz, as it counts now."""

from agent.checks.scoring import seconds_of
from agent.exchange.json_items import dumped
from agent.exchange.tables import table
from agent.ports import Attempt, Plain

COLUMNS = (
    "number", "id", "topic", "objective", "difficulty", "question", "given", "right_answer",
    "outcome", "counts", "contested_because", "seconds", "confidence", "quiz", "finished",
)  # fmt: skip
FORMAT, VERSION = "interlude-result", 1


def write_csv(attempt: Attempt) -> bytes:
    answers = attempt.result["answers"]
    return table(COLUMNS, (_row(n, a, attempt) for n, a in enumerate(answers, start=1)))


def write_json(attempt: Attempt) -> bytes:
    """Write an attempt without the user's name, as the file is theirs to pass on."""
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "quiz": attempt.id,
        "subject": attempt.subject,
        "topic": attempt.topic,
        "finished": attempt.created,
        "score": attempt.score,
        "total": attempt.total,
        "result": attempt.result,
    }
    return dumped(plain)


def _row(number: int, answer: Plain, attempt: Attempt) -> Plain:
    item = answer["item"]
    texts = {option[0]: option[1] for option in item["options"]}
    seconds = seconds_of(answer)
    void = answer.get("void")
    return {
        "number": number,
        "id": item["id"],
        "topic": item["topic"],
        "objective": item["objective"],
        "difficulty": item["difficulty"],
        "question": item["question_text"],
        "given": texts.get(answer["given"], answer["given"]),
        "right_answer": texts.get(item["key"], item["key"]),
        "outcome": answer["outcome"],
        "counts": "no" if void else "yes",
        "contested_because": void["reason"] if void else "",
        "seconds": "" if seconds is None else round(seconds),
        "confidence": answer.get("confidence") or "",
        "quiz": attempt.id,
        "finished": attempt.created,
    }
