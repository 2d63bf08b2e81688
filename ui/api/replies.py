"""From a text to a reply, for clients that know of texts only."""

from collections.abc import Sequence
from typing import Any, assert_never

from agent import Approval, Choice, Form, FreeText, Question, Reply
from agent.questions import Option
from ui.api.answers import marks
from ui.api.bodies import Resume
from ui.api.problems import Problem

Plain = dict[str, Any]


def reply_of(question: Question, body: Resume) -> Reply:
    """Raises Problem with what is allowed; the question stays open."""
    match question:
        case Choice():
            chosen = chosen_option(question, body.user_response)
            return Reply(option=chosen, comment=body.comment, confidence=body.confidence)
        case FreeText():
            other = named(question.others, body.user_response)
            text = "" if other else body.user_response
            return Reply(option=other, text=text, comment=body.comment)
        case Approval() | Form():
            raise Problem(
                422,
                "needs-members",
                "This question is not answered by a text.",
                hint=f"POST /api/questions/{question.id}/answer takes the members it needs.",
            )
        case _:
            assert_never(question)


def chosen_option(question: Choice, text: str) -> str:
    """The option with that id, that whole text or that letter, in this order."""
    letters = dict(zip(marks(question), question.options, strict=True))
    lettered = letters.get(text.strip().upper())
    found = named((*question.options, *question.others), text)
    if not found and lettered is None:
        raise Problem(
            422,
            "no-such-option",
            "This is not one of the options; the question is still open.",
            hint="Send the id, the letter or the whole text of one of `allowed`.",
            allowed=allowed(question),
        )
    return found or (lettered.id if lettered else "")


def named(options: Sequence[Option], text: str) -> str:
    """Return the id of the option with that id or that whole text; empty if there is none."""
    said = text.strip()
    ids = [option.id for option in options if option.id == said]
    labelled = [option.id for option in options if option.label.strip() == said]
    return next(iter([*ids, *labelled]), "")


def allowed(question: Question) -> list[Plain]:
    """The options of an answer; empty for texts and forms."""
    match question:
        case Choice():
            return [
                {"id": option.id, "label": option.label}
                for option in (*question.options, *question.others)
            ]
        case Approval():
            decisions = [{"id": decision, "label": decision} for decision in question.allowed]
            return decisions + [{"id": other.id, "label": other.label} for other in question.others]
        case FreeText():
            return [{"id": other.id, "label": other.label} for other in question.others]
        case Form():
            return []
        case _:
            assert_never(question)
