"""What an answer shows of its passages: sources, what the rules went by, what is amiss."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage

from agent.cited.citations import cited, marks_of, unknown_marks
from agent.events import Artifact, Notice
from agent.messages import text_of
from agent.ports import Context

Plain = dict[str, Any]

_TRACED = ("mark", "title", "heading", "score", "similarity", "terms")


def is_checked(message: AIMessage, passages: Sequence[Plain]) -> bool:
    """Whether its citations are checked; a stopped answer goes no further."""
    stopped = message.response_metadata.get("stopped")
    return not stopped and bool(passages or marks_of(text_of(message)))


def show(message: AIMessage, passages: Sequence[Plain], context: Context) -> None:
    if sources := cited(text_of(message), passages):
        context.report.emit(Artifact("citations", "citations", {"sources": sources}))
    if not context.llm.is_model:
        traced = [{key: e[key] for key in _TRACED} for e in passages if e["kind"] == "passage"]
        trace = {"chosen": message.additional_kwargs.get("trace", []), "passages": traced}
        context.report.emit(Artifact("trace", "trace", trace))


def warn(message: AIMessage, passages: Sequence[Plain], context: Context) -> None:
    text = text_of(message)
    if passages and context.llm.is_model and not cited(text, passages):
        context.report.emit(Notice("This answer cites none of the passages it was given."))
    if unknown := unknown_marks(text, passages):
        marks = ", ".join(f"[{mark}]" for mark in unknown)
        context.report.emit(Notice(f"{marks} points to no passage.", "warning"))
