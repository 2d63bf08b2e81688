"""What the Tutor shows beside its answers."""

from collections.abc import Iterable

from langchain_core.messages import AIMessage

from agent.engine.workflow import Kind
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tutor.alone import Turn

STEPS = {
    "answer": N_("Answering at once"),
    "unclear": N_("Asking you"),
    "generate_test": N_("Preparing the quiz"),
    "think": N_("Thinking about the question"),
    "check_citations": N_("Checking what the answer cites"),
    "repair_answer": N_("Writing the answer again"),
    "rag_search": N_("Searching the documents"),
    "overview": N_("Looking through a document"),
    "get_guia": N_("Reading the teaching guide"),
    "explain_item": N_("Explaining the question"),
    "initialize_test": N_("Preparing the quiz"),
    "generate_queries_node": N_("Choosing what to search for"),
    "retrieve_context_node": N_("Searching the documents"),
    "generate_questions_node": N_("Choosing questions"),
    "confirm_number": N_("Asking you"),
    "present_question": N_("Preparing the question"),
    "answer_question": N_("Asking you"),
    "grade_answer": N_("Checking your answer"),
    "grade_exam": N_("Checking your answers"),
    "finalize_test": N_("Working out the result"),
    "clarify": N_("Asking you"),
    "set_up_quiz": N_("Asking you"),
}
"""What each step and route does, as the page says while it runs and the Thinking panel after."""
KINDS = {"difficulty": Kind(is_quiet=True), "item_checks": Kind(is_quiet=True)}
"""How its artifacts are shown, where that is not as usual."""

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
    """Where the message went and why; empty for a card."""
    called = ", ".join(call["name"] for call in message.tool_calls)
    names = called or ("answer" if message.content else "unclear")
    context.report.emit(Artifact("route", "route", {"route": names, "why": why}))


def show_level(turn: Turn, level: str, reason: str, *, offers: Iterable[str]) -> None:
    """At which level the answer is, who chose it, and which others are offered."""
    chosen = "model" if turn.context.llm.is_model else "rule"
    source = "you" if turn.state.get("depth") else chosen
    reason = turn.gettext("you set it") if source == "you" else reason
    data = {"level": level, "reason": reason, "offers": [*offers], "source": source}
    turn.context.report.emit(Artifact("difficulty", "difficulty", data))
