"""In which order Coach works."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Workflow, add_nodes
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.coach import artifacts
from agent.workflows.coach.nodes import advising, coordinating, ending, planner
from agent.workflows.coach.planning.contracts import Picked
from agent.workflows.coach.state import AgentState


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(AgentState, context_schema=Context)
    add_nodes(
        builder,
        {
            "entry": ending.entry,
            "coordinator": coordinating.coordinator,
            "course_advisor": advising.course_advisor,
            "learning_planner": planner.learning_planner,
            "human_input": coordinating.human_input,
            "end": ending.end,
        },
    )
    builder.add_edge(START, "entry")
    builder.add_edge("entry", "coordinator")
    builder.add_conditional_edges("coordinator", coordinating.after_coordinator)
    builder.add_edge("course_advisor", "coordinator")
    builder.add_conditional_edges("learning_planner", planner.after_learning_planner)
    builder.add_edge("human_input", "coordinator")
    builder.add_edge("end", END)
    return builder


KEPT = (
    "goal", "gaps", "course_candidates", "learning_plan", "before", "user_profile", "refused",
    "chosen", "number", "own",
)  # fmt: skip
SHOWN = (
    "user_profile", "current_task", "next_agent", "loop_count", "requires_human_input",
    "human_feedback", "is_complete",
)  # fmt: skip
WORKFLOW = Workflow(
    name="coach",
    title="Coach",
    icon=":material/route:",
    summary=N_("Real courses and a dated plan that you can adjust."),
    order=5,
    starters=(
        "I want to move into machine learning, 6 hours a week, by June",
        "Teach me to program from scratch",
        "Quiero aprender bases de datos, 4 horas a la semana",
        "我想学习 Python",
    ),
    steps=artifacts.STEPS,
    tools=artifacts.TOOLS,
    artifacts=artifacts.KINDS,
    pages={"courses": (N_("Courses"), ":material/menu_book:")},
    state=AgentState,
    build=build,
    inputs=("picked",),
    kinds={"picked": Picked | None},
    kept=KEPT,
    shown=SHOWN,
    placeholder="What do you want to learn?",
    pane="Plan",
    recommend=artifacts.recommend,
)
