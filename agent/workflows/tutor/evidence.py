"""What an answer shows of its evidence: sources, what the rules went by, what is amiss."""

from langchain_core.messages import AIMessage

from agent.events import Artifact, Notice
from agent.messages import text_of
from agent.ports import Context
from agent.workflows.tutor.citations import cited, marks_of, unknown_marks
from agent.workflows.tutor.state import SubjectState

_TRACED = ("mark", "title", "heading", "score", "similarity", "terms")


def is_checked(message: AIMessage, state: SubjectState) -> bool:
    """Whether its citations are checked; a stopped answer goes no further."""
    stopped = message.response_metadata.get("stopped")
    return not stopped and bool(state.get("context") or marks_of(text_of(message)))


def show(message: AIMessage, state: SubjectState, context: Context) -> None:
    evidence = state.get("context") or []
    if sources := cited(text_of(message), evidence):
        context.report.emit(Artifact("citations", "citations", {"sources": sources}))
    if not context.llm.is_model:
        passages = [{key: e[key] for key in _TRACED} for e in evidence if e["kind"] == "passage"]
        trace = {"chosen": message.additional_kwargs.get("trace", []), "passages": passages}
        context.report.emit(Artifact("trace", "trace", trace))


def warn(message: AIMessage, state: SubjectState, context: Context) -> None:
    evidence, text = state.get("context") or [], text_of(message)
    if evidence and context.llm.is_model and not cited(text, evidence):
        context.report.emit(Notice("This answer cites none of the passages it was given."))
    if unknown := unknown_marks(text, evidence):
        marks = ", ".join(f"[{mark}]" for mark in unknown)
        context.report.emit(Notice(f"{marks} points to no passage.", "warning"))
