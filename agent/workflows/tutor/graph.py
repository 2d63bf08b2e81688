"""In which order the Tutor works."""

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Workflow, add_nodes
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tutor import artifacts, nodes
from agent.workflows.tutor.forms import WISHES
from agent.workflows.tutor.quiz.graph import test_session
from agent.workflows.tutor.quiz.result import revised
from agent.workflows.tutor.quiz.setup import QuizSetup
from agent.workflows.tutor.recommend import recommend
from agent.workflows.tutor.state import SubjectState, TakenItem
from agent.workflows.tutor.steps import Level
from agent.workflows.tutor.tools import tools
from agent.workflows.tutor.welcome import welcome


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(SubjectState, context_schema=Context)
    names = [*(name for name, tool in tools().items() if not tool.node), "unknown_tool"]
    called = {name: nodes.tool_node(name) for name in names}
    cards = {"clarify": nodes.clarify, "set_up_quiz": nodes.set_up_quiz}
    # Conversations that an earlier version left at "repair_answer" go on.
    ends = {"check_citations": nodes.check_citations, "repair_answer": lambda _state, _runtime: {}}
    add_nodes(builder, {"think": nodes.think, **called, **cards, **ends})
    builder.add_node("test_session", test_session())
    builder.add_edge(START, "think")
    ways = [*called, *cards, "test_session", "check_citations", END]
    builder.add_conditional_edges("think", nodes.after_think, ways)
    for name in called:
        builder.add_conditional_edges(name, nodes.after_tools, ["think", "test_session", *called])
    for name in cards:
        builder.add_conditional_edges(name, nodes.after_card, ["think", END])
    builder.add_edge("repair_answer", "check_citations")
    builder.add_edge("check_citations", END)
    builder.add_edge("test_session", END)
    return builder


_KINDS = {
    "wish": Literal[tuple(WISHES)] | None,
    "depth": Level | None,
    "focus": Literal["weak"] | None,
    "about": TakenItem | None,
    "quiz_setup": QuizSetup | None,
}
"""What a page may send beside a message, where the state says less of it."""

WORKFLOW = Workflow(
    name="tutor",
    title="Tutor",
    icon=":material/school:",
    summary=N_("Answers from your documents, with sources. Quizzes that adapt."),
    order=1,
    starters=(
        N_("What is a foreign key?"),
        N_("When is the exam and how is it graded?"),
        N_("Why would one denormalise a schema?"),
        N_("Give me a quiz of 5 questions on normalisation"),
    ),
    steps=artifacts.STEPS,
    routes=artifacts.STEPS,
    tools=artifacts.STEPS,
    artifacts=artifacts.KINDS,
    pages={
        "library": (N_("Library"), ":material/library_books:"),
        "review": (N_("Review"), ":material/event_repeat:"),
    },
    state=SubjectState,
    build=build,
    inputs=("asignatura", "again", "retry_of", "review", *_KINDS),
    kinds=_KINDS,
    kept=("asignatura", "depth", "query_difficulty"),
    shown=tuple(artifacts.LABELS),
    labels=artifacts.LABELS,
    attach_to="asignatura",
    answers_documents=True,
    placeholder="Ask a question, or for a quiz",
    recommend=recommend,
    welcome=welcome,
    revise=revised,
)
