"""In which order Studio works."""

from collections.abc import Callable
from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Node, Workflow, add_nodes
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.studio import artifacts
from agent.workflows.studio.content.contracts import Details, Picked
from agent.workflows.studio.nodes import (
    checking,
    deciding,
    guarding,
    imaging,
    preparing,
    researching,
    routing,
    writing,
)
from agent.workflows.studio.recommend import PLACEHOLDER, recommend, welcome
from agent.workflows.studio.state import AgentState

ONWARD = {
    "clarify": "settle_route",
    "ask_topic": "guard_topic",
    "draft_outline": "offer_outline",
    "instagram": "illustrate",
    "choose_variant": "check_piece",
    "blog": "check_piece",
    "strategy": "check_piece",
    "image": "check_piece",
    "check_piece": "content_approval",
}
"""What comes next, where nothing has ended the turn."""
WAYS: dict[str, Callable[..., str]] = {
    "guardrails": guarding.after_guardrails,
    "route": routing.after_route,
    "prepare": preparing.after_prepare,
    "guard_topic": preparing.after_guard_topic,
    "research": preparing.after_research,
    "outline_approval": deciding.after_outline_approval,
    "edit_outline": deciding.after_edit_outline,
    "linkedin": writing.after_linkedin,
    "rewrite": preparing.after_change,
    "apply_edit": preparing.after_change,
    "content_approval": deciding.after_content_approval,
    "keep_piece": deciding.next_or_finish,
    "general": deciding.next_or_finish,
}


def unless_ended(node: str) -> Callable[[AgentState], str]:
    def after(state: AgentState) -> str:
        return "finish" if state.get("ended") else node

    return after


NODES: dict[str, Node] = {
    "guardrails": guarding.guardrails,
    "refuse": guarding.refuse,
    "route": routing.route,
    "clarify": routing.clarify,
    "settle_route": routing.settle_route,
    "prepare": preparing.prepare,
    "ask_topic": preparing.ask_topic,
    "guard_topic": guarding.guard_topic,
    "research": researching.research,
    "draft_outline": writing.draft_outline,
    "offer_outline": deciding.offer_outline,
    "outline_approval": deciding.outline_approval,
    "edit_outline": deciding.edit_outline,
    "blog": writing.blog,
    "linkedin": writing.linkedin,
    "offer_variants": deciding.offer_variants,
    "choose_variant": deciding.choose_variant,
    "instagram": writing.instagram,
    "strategy": writing.strategy,
    "image": imaging.image,
    "illustrate": imaging.illustrate,
    "general": writing.general,
    "rewrite": writing.rewrite,
    "check_piece": checking.check_piece,
    "content_approval": deciding.content_approval,
    "apply_edit": deciding.apply_edit,
    "restore_version": deciding.restore_version,
    "keep_piece": deciding.keep_piece,
    "finish": deciding.finish,
}


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(AgentState, context_schema=Context)
    add_nodes(builder, NODES)
    builder.add_edge(START, "guardrails")
    for node, way in WAYS.items():
        builder.add_conditional_edges(node, way)
    for node, after in ONWARD.items():
        builder.add_conditional_edges(node, unless_ended(after), [after, "finish"])
    builder.add_edge("settle_route", "prepare")
    builder.add_edge("offer_outline", "outline_approval")
    builder.add_edge("offer_variants", "choose_variant")
    builder.add_edge("illustrate", "check_piece")
    builder.add_edge("restore_version", "check_piece")
    builder.add_edge("refuse", END)
    builder.add_edge("finish", END)
    return builder


WORKFLOW = Workflow(
    name="studio",
    title="Studio",
    icon=":material/edit_document:",
    summary=N_("Blog and social posts with sources, checked before you publish."),
    order=2,
    starters=(
        N_("Write a blog post about home staging tips"),
        N_("Write a LinkedIn post about pricing a home"),
        N_("Create an Instagram post about curb appeal"),
        N_("Plan a month of content about buying a first home"),
    ),
    steps=artifacts.STEPS,
    routes=artifacts.ROUTES,
    tools=artifacts.TOOLS,
    artifacts=artifacts.KINDS,
    pages={"pieces": (N_("Pieces"), ":material/newsstand:")},
    state=AgentState,
    build=build,
    inputs=("context", "picked", "subject"),
    kinds={"context": Details | None, "picked": Picked | None},
    kept=(
        *("research_results", "made", "last_piece", "basis", "brief", "piece", "piece_id"),
        "told_once",
    ),
    shown=(
        "user_input",
        "content_type",
        "route_decision",
        "guardrails_result",
        "queue",
        "made",
        "last_piece",
        "error",
    ),
    pane="Document",
    tend=lambda ports: ports.pieces.forget_deleted(),
    attach_to="subject",
    placeholder=PLACEHOLDER,
    welcome=welcome,
    recommend=recommend,
)
