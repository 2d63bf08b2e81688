"""What was changed in the fields of a draft's card."""

from collections.abc import Sequence

from pydantic import ValidationError

from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tickets.contracts import Backlog
from agent.workflows.tickets.description import items_of
from agent.workflows.tickets.state import Plain

_TEXTS = (
    "summary",
    "description",
    "who",
    "how_often",
    "where",
    "business_value",
    "priority",
    "issue_type",
)
_LISTS = ("acceptance_criteria", "assumptions", "open_questions")


def prefix_of(number: int, count: int) -> str:
    """What the ids of a draft's fields begin with, where the card has several drafts."""
    return f"{number}." if count > 1 else ""


def with_edits(before: Sequence[Backlog], edited: Plain, context: Context) -> list[Backlog]:
    return [
        _with_edits(draft, _edits(edited, prefix_of(number, len(before))), context)
        for number, draft in enumerate(before)
    ]


def _with_edits(before: Backlog, values: Plain, context: Context) -> Backlog:
    """What the card's fields hold now; one that holds too much stays as it was."""
    try:
        return Backlog.model_validate(before.model_dump() | values)
    except ValidationError as error:
        too_much = dict.fromkeys(str(each["loc"][0]) for each in error.errors())
    names = ", ".join(too_much).replace("_", " ")
    text = N_("Left as before, because it is too long or has too many entries: {names}.")
    context.report.emit(Notice(text, "warning", values={"names": names}))
    kept = {name: value for name, value in values.items() if name not in too_much}
    return Backlog.model_validate(before.model_dump() | kept)


def _edits(edited: Plain, prefix: str) -> Plain:
    held = {
        id_.removeprefix(prefix): str(value or "")
        for id_, value in edited.items()
        if id_.startswith(prefix)
    }
    found: Plain = {name: held[name].strip() for name in _TEXTS if name in held}
    found |= {name: items_of(held[name]) for name in _LISTS if name in held}
    if "labels" in held:
        found["labels"] = labels_in(held["labels"])
    return found


def labels_in(text: str) -> list[str]:
    """Labels between commas; those of Jira have no spaces."""
    labels = text.replace("，", ",").split(",")
    return ["-".join(label.split()) for label in labels if label.strip()]
