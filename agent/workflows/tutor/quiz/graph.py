"""In which order a quiz runs."""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.engine.workflow import add_nodes
from agent.ports import Context
from agent.workflows.tutor.quiz import edges, nodes
from agent.workflows.tutor.state import TestSessionState


def test_session() -> CompiledStateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(
        TestSessionState, context_schema=Context
    )
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
    builder.add_conditional_edges("generate_questions_node", edges.after_questions)
    builder.add_conditional_edges("confirm_number", edges.after_confirm)
    builder.add_conditional_edges("present_question", edges.after_present)
    builder.add_conditional_edges("answer_question", edges.after_answer)
    builder.add_conditional_edges("grade_answer", edges.test_router)
    builder.add_conditional_edges("grade_exam", edges.after_exam)
    builder.add_edge("finalize_test", END)
    return builder.compile()


test_session.__test__ = False  # type: ignore[attr-defined]
