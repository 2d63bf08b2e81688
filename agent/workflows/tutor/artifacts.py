"""What the Tutor shows beside its answers."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from agent.events import Artifact
from agent.language.catalogs import N_
from agent.ports import Context

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


def show_route(message: AIMessage, why: str, context: Context) -> None:
    """Where the message went and why; an empty one stands for a card."""
    called = ", ".join(call["name"] for call in message.tool_calls)
    names = called or ("answer" if message.content else "unclear")
    context.report.emit(Artifact("route", "route", {"route": names, "why": why}))


def show_level(level: str, reason: str, *, is_set: bool, context: Context) -> None:
    source = "you" if is_set else ("model" if context.llm.is_model else "rule")
    data = {"level": level, "reason": reason, "source": source}
    context.report.emit(Artifact("difficulty", "difficulty", data))


def show_suggestions(texts: Sequence[str], context: Context) -> None:
    if texts:
        context.report.emit(Artifact("suggestions", "suggestions", {"texts": list(texts)}))
