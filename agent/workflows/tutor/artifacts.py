"""What the Tutor shows beside its answers."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from agent.cited.citations import cited, read_marks
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.messages import text_of
from agent.ports import Context
from agent.workflows.tutor.state import Plain

LABELS = {
    "asignatura": N_("Subject"),
    "query_difficulty": N_("Level of the answer"),
    "depth": N_("Level you set"),
    "topic": N_("Quiz topic"),
    "num_questions": N_("Questions"),
    "difficulty": N_("Quiz difficulty"),
    "current_question_index": N_("Questions answered"),
    "user_answers": N_("Your answers"),
    "scores": N_("Right or wrong"),
    "queries": N_("Searched for"),
    "quiz_over": N_("How the quiz ended"),
}
"""Plain names of what the State panel lists, in its order."""

_TRACED = ("mark", "title", "heading", "score", "similarity", "terms")


def show_route(message: AIMessage | None, why: str, context: Context) -> None:
    """Where the message went and why."""
    called = [call["name"] for call in message.tool_calls] if message else []
    names = ", ".join(called) or ("answer" if message else "unclear")
    context.report.emit(Artifact("route", "route", {"route": names, "why": why}))


def show_level(level: str, reason: str, *, is_set: bool, context: Context) -> None:
    source = "you" if is_set else ("model" if context.llm.is_model else "rule")
    data = {"level": level, "reason": reason, "signal": "", "score": 1.0, "source": source}
    context.report.emit(Artifact("difficulty", "difficulty", data))


def show_sources(answer: AIMessage, evidence: Sequence[Plain], context: Context) -> None:
    if sources := cited(text_of(answer), evidence):
        context.report.emit(Artifact("citations", "citations", {"sources": sources}))


def show_trace(answer: AIMessage, evidence: Sequence[Plain], context: Context) -> None:
    """Why these sentences were quoted."""
    traced = [{key: e[key] for key in _TRACED} for e in evidence if e["kind"] == "passage"]
    data = {"chosen": answer.additional_kwargs.get("trace", []), "passages": traced}
    context.report.emit(Artifact("trace", "trace", data))


def show_suggestions(texts: Sequence[str], context: Context) -> None:
    if texts:
        context.report.emit(Artifact("suggestions", "suggestions", {"texts": list(texts)}))


def show_judgement(sentences: Sequence[str], not_found: set[int], context: Context) -> None:
    judged = []
    for number, text in enumerate(sentences, start=1):
        marks = read_marks(text)
        named = ", ".join(f"[{mark}]" for mark in marks)
        is_found = number not in not_found
        judged.append(
            {
                "text": text,
                "marks": list(marks),
                "verdict": "supported" if is_found else "unsupported",
                "reason": "" if is_found else f"not found in {named}",
                "similarity": None,
            }
        )
    supported = len(sentences) - len(not_found)
    data = {"sentences": judged, "cited": len(sentences), "supported": supported}
    context.report.emit(Artifact("support", "support", data))
