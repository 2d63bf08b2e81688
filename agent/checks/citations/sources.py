"""What an answer shows of its passages: sources, why they were quoted, what is remarked."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage

from agent.checks.citations.checking import CheckedAnswer
from agent.checks.citations.marks import cited
from agent.engine.messages import text_of
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context

Plain = dict[str, Any]

_TRACED = ("mark", "title", "heading", "score", "similarity", "terms")


def show(message: AIMessage, passages: Sequence[Plain], context: Context) -> None:
    if sources := cited(text_of(message), passages):
        context.report.emit(Artifact("citations", "citations", {"sources": sources}))
    if chosen := message.additional_kwargs.get("trace"):
        traced = [{key: e[key] for key in _TRACED} for e in passages if e["kind"] == "passage"]
        context.report.emit(Artifact("trace", "trace", {"chosen": chosen, "passages": traced}))


def warn(checked: CheckedAnswer, context: Context) -> None:
    """Say which marks were removed, and remark what was not found."""
    if checked.removed:
        named = ", ".join(f"[{mark}]" for mark in checked.removed)
        text = N_("Removed from the answer because no source matches: {marks}")
        context.report.emit(Notice(text, values={"marks": named}))
    if checked.remarks:
        context.report.emit(Artifact("support", "support", checked.data))
