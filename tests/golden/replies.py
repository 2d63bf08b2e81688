"""A valid answer to any question, made from the typed question alone."""

from typing import Any

from agent import Approval, Choice, Field, Form, FreeText, Question, Reply

WORDS = {
    "tutor": "A table in which no attribute depends on a part of the key",
    "coach": "databases",
    "studio": "home staging",
    "tickets": "Shop managers want to export the sales of a month as a CSV file",
    "infra": "Create an SQS queue for letters",
}


def reply_to(question: Question) -> Reply:
    """Accept what is offered: the first option, an approval, the form as it is filled in."""
    match question:
        case Choice():
            confidence = 2 if question.confidence else None
            return Reply(option=question.options[0].id, confidence=confidence)
        case Approval():
            return _decide(question)
        case Form():
            return Reply(values=_fill(question.fields))
        case FreeText():
            return Reply(text=WORDS[question.workflow][: question.longest])


def _decide(question: Approval) -> Reply:
    if "approve" in question.allowed:
        return Reply(decision="approve", typed=question.must_type)
    if question.others:
        return Reply(option=question.others[0].id)
    comment = "Write it anew, shorter."
    return Reply(decision="reject", values=_fill(question.fields), comment=comment)


NEEDED = {"queue.visibility_seconds": 120}
"""A change of nothing is asked for again."""


def _fill(fields: tuple[Field, ...]) -> dict[str, Any]:
    ids = {field.id for field in fields}
    needed = {name: value for name, value in NEEDED.items() if name in ids}
    return _held(fields) | needed


def _held(fields: tuple[Field, ...]) -> dict[str, Any]:
    return {field.id: _value(field) for field in fields if _value(field) is not None}


def _value(field: Field) -> Any:
    if field.default not in (None, ""):
        return field.default
    if not field.required:
        return None
    match field.kind:
        case "choice":
            return field.options[0].id
        case "number":
            return 5.0
        case "flag":
            return False
        case "date":
            return "2099-12-31"
        case _:
            return "As it was agreed"
