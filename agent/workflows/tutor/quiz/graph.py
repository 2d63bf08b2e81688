"""In which order a quiz runs, and where it goes on after each node."""

from itertools import pairwise
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.engine.workflow import add_nodes
from agent.ports import Context
from agent.workflows.tutor.quiz import nodes
from agent.workflows.tutor.quiz.setup import setup_of
from agent.workflows.tutor.state import TestSessionState as State


def test_session() -> CompiledStateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(State, context_schema=Context)
    steps = (
        nodes.initialize_test,
        nodes.generate_queries_node,
        nodes.retrieve_context_node,
        nodes.generate_questions_node,
        nodes.confirm_number,
        nodes.present_question,
        nodes.answer_question,
        nodes.grade_answer,
        nodes.grade_exam,
        nodes.finalize_test,
    )
    add_nodes(builder, {step.__name__: step for step in steps})
    for before, after in pairwise((START, *(step.__name__ for step in steps[:4]))):
        builder.add_edge(before, after)
    ends = ["finalize_test", "grade_exam"]
    for node, ways in {
        "generate_questions_node": ["present_question", "finalize_test"],
        "confirm_number": ["present_question", "finalize_test"],
        "present_question": ["answer_question", *ends],
        "answer_question": ["grade_answer", "present_question", *ends],
        "grade_answer": ["generate_questions_node", "present_question", *ends],
        "grade_exam": ends,
    }.items():
        builder.add_conditional_edges(node, test_router, ways)
    builder.add_edge("finalize_test", END)
    return builder.compile()


def test_router(state: State) -> str:
    """On with what is drafted, answered or to be put next; an exam is graded at its end."""
    index, answered = state.get("current_question_index") or 0, len(state.get("user_answers") or [])
    over = state.get("quiz_over")
    if not over and (drafted := state.get("drafted")):
        return str(drafted["step"])
    if not over and answered > index:
        return "grade_answer"
    if not over and index < len(state.get("questions") or []):
        # So is the same item when its card has expired.
        return "present_question"
    if not over and state.get("rest"):
        # The rest is written when those that were ready are answered.
        return "generate_questions_node"
    is_graded = over == "cancelled" or len(state.get("scores") or []) >= answered
    return "finalize_test" if is_graded or not setup_of(state).exam_minutes else "grade_exam"
