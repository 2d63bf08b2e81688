"""What an answer may cite: each piece under a mark that no other piece of the thread has.

Evidence is kept on the message that it was given with, so it can be cited exactly as
long as that message is in the window.
"""

from collections.abc import Iterable, Sequence

from langchain_core.messages import AnyMessage, HumanMessage, ToolMessage

from agent.cited.passages import entry, fenced
from agent.ports import Passage
from agent.workflows.tutor.state import Plain

_KEY = "evidence"


def evidence_of(messages: Iterable[AnyMessage]) -> list[Plain]:
    """All that can be cited, oldest first."""
    found: list[Plain] = []
    for message in messages:
        match message:
            case HumanMessage():
                found += message.additional_kwargs.get(_KEY, [])
            case ToolMessage() if isinstance(message.artifact, list):
                found += message.artifact
    return found


def number_passages(passages: Iterable[Passage], known: Sequence[Plain]) -> list[Plain]:
    """Those that are not known yet, as evidence."""
    ids = {each["id"] for each in known}
    fresh = [passage for passage in passages if passage.id not in ids]
    return [entry(each, n) for n, each in enumerate(fresh, start=_next(known, "passage"))]


def number_lines(lines: Iterable[Plain], known: Sequence[Plain]) -> list[Plain]:
    """The same of the teaching guide's lines."""
    ids = {each["id"] for each in known}
    fresh = [line for line in lines if line["id"] not in ids]
    return [{**each, "mark": f"G{n}"} for n, each in enumerate(fresh, start=_next(known, "guide"))]


def _next(known: Sequence[Plain], kind: str) -> int:
    marks = [each["mark"].removeprefix("G") for each in known if each["kind"] == kind]
    return max((int(mark) for mark in marks if mark.isdigit()), default=0) + 1


def with_evidence(message: HumanMessage, found: Sequence[Plain]) -> HumanMessage:
    """The message with what was found for it; its words stay the user's."""
    kept = {**message.additional_kwargs, _KEY: list(found)}
    return HumanMessage(message.content, id=message.id, additional_kwargs=kept)


def as_read(message: AnyMessage, note: str = "") -> AnyMessage:
    """A message as a model reads it: what was found first, the user's words last."""
    if not isinstance(message, HumanMessage):
        return message
    found = message.additional_kwargs.get(_KEY)
    parts = [fenced(found) if found else "", note, str(message.text)]
    return HumanMessage("\n\n".join(filter(None, parts)), id=message.id)
