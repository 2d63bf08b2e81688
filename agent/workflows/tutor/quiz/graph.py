"""In which order a quiz runs, and where it goes on after each node."""

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.engine.workflow import add_nodes
from agent.ports import Context
from agent.workflows.tutor.quiz import exam, nodes
from agent.workflows.tutor.state import TestSessionState as State

Start = Literal["present_question", "finalize_test"]
End = Literal["grade_exam", "finalize_test"]


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
    builder.add_edge(START, "initialize_test")
    builder.add_edge("initialize_test", "generate_queries_node")
    builder.add_edge("generate_queries_node", "retrieve_context_node")
    builder.add_edge("retrieve_context_node", "generate_questions_node")
    builder.add_conditional_edges("generate_questions_node", after_questions)
    builder.add_conditional_edges("confirm_number", after_confirm)
    builder.add_conditional_edges("present_question", after_present)
    builder.add_conditional_edges("answer_question", after_answer)
    builder.add_conditional_edges("grade_answer", test_router)
    builder.add_conditional_edges("grade_exam", after_exam)
    builder.add_edge("finalize_test", END)
    return builder.compile()


def after_questions(state: State) -> Literal[Start, "confirm_number"]:
    if state.get("quiz_over") or _is_done(state):
        return "finalize_test"
    return "confirm_number" if state.get("drafted") else "present_question"


def after_confirm(state: State) -> Literal[Start, "generate_questions_node"]:
    if state.get("quiz_over"):
        return "finalize_test"
    confirmed = (state.get("num_questions") or 0) <= len(state.get("questions") or [])
    # An expired card brings no answer: it is drafted again.
    return "present_question" if confirmed else "generate_questions_node"


def after_present(state: State) -> Literal[End, "answer_question"]:
    """Time may have run out before the card was drafted."""
    return after_exam(state) if state.get("quiz_over") else "answer_question"


def after_answer(state: State) -> Literal[End, "grade_answer", "present_question"]:
    """An expired or renewed card brings no answer: the same item is asked again."""
    if state.get("quiz_over"):
        return after_exam(state)
    answered = len(state.get("user_answers") or [])
    is_new = answered > (state.get("current_question_index") or 0)
    return "grade_answer" if is_new else "present_question"


def test_router(state: State) -> Literal[End, "present_question", "generate_questions_node"]:
    """On to the next item while there is one; the rest is written behind the first answer."""
    if state.get("rest"):
        return "generate_questions_node"
    return after_exam(state) if _is_done(state) else "present_question"


def _is_done(state: State) -> bool:
    return (state.get("current_question_index") or 0) >= len(state.get("questions") or [])


def after_exam(state: State) -> End:
    """An exam is graded only now, one answer after the other."""
    ungraded = len(state.get("scores") or []) < len(state.get("user_answers") or [])
    is_counted = state.get("quiz_over") != "cancelled"
    return "grade_exam" if exam.minutes(state) and ungraded and is_counted else "finalize_test"


test_session.__test__ = False  # type: ignore[attr-defined]
test_router.__test__ = False  # type: ignore[attr-defined]
