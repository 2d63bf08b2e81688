"""In which order Studio works."""

from collections.abc import Callable
from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Node, Workflow, add_nodes
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.studio import artifacts
from agent.workflows.studio.content.contracts import Details, Picked
from agent.workflows.studio.forms import STARTERS
from agent.workflows.studio.nodes import (
    checking,
    deciding,
    imaging,
    preparing,
    researching,
    routing,
    writing,
)
from agent.workflows.studio.recommend import recommend
from agent.workflows.studio.state import AgentState

ONWARD = {
    "clarify": "settle_route",
    "ask_topic": "guard_topic",
    "draft_outline": "offer_outline",
    "instagram": "illustrate",
    "choose_variant": "check_piece",
    "blog": "check_piece",
    "strategy": "check_piece",
    "image": "illustrate",
    "check_piece": "content_approval",
}
"""The next node after each, where nothing has ended the turn."""
WAYS: dict[str, Callable[..., str]] = {
    "guardrails": checking.after_guardrails,
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
    return lambda state: "finish" if state.get("ended") else node


NODES: dict[str, tuple[Node, str]] = {
    "guardrails": (checking.guardrails, N_("Checking the request against the rules")),
    "refuse": (checking.refuse, N_("Saying what works instead")),
    "route": (routing.route, N_("Choosing what to write")),
    "clarify": (deciding.decide, N_("Asking you")),
    "settle_route": (routing.settle_route, N_("Choosing what to write")),
    "prepare": (preparing.prepare, N_("Gathering what is known")),
    "ask_topic": (preparing.ask_topic, N_("Asking you")),
    "guard_topic": (checking.guard_topic, N_("Checking the topic against the rules")),
    "research": (researching.research, N_("Searching and reading sources")),
    "draft_outline": (writing.draft_outline, N_("Drafting the outline")),
    "offer_outline": (deciding.offer_outline, N_("Preparing the outline")),
    "outline_approval": (deciding.decide, N_("Asking you")),
    "edit_outline": (deciding.edit_outline, N_("Taking over your changes")),
    "blog": (writing.write, N_("Writing the blog post")),
    "linkedin": (writing.write, N_("Writing the LinkedIn post")),
    "offer_variants": (deciding.offer_variants, N_("Checking the variants")),
    "choose_variant": (deciding.decide, N_("Asking you")),
    "instagram": (writing.write, N_("Writing the Instagram post")),
    "strategy": (writing.write, N_("Writing the content strategy")),
    "image": (imaging.image, N_("Describing the picture")),
    "illustrate": (imaging.illustrate, N_("Making the picture")),
    "general": (writing.general, N_("Thinking about the question")),
    "rewrite": (writing.rewrite, N_("Rewriting it")),
    "check_piece": (checking.check_piece, N_("Checking the draft")),
    "content_approval": (deciding.decide, N_("Asking you")),
    "apply_edit": (deciding.apply_edit, N_("Taking over your changes")),
    "restore_version": (deciding.restore_version, N_("Bringing the version back")),
    "keep_piece": (deciding.keep_piece, N_("Keeping it")),
    "finish": (deciding.finish, N_("Summing up")),
}
"""Each with what the page says while it runs."""


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(AgentState, context_schema=Context)
    add_nodes(builder, {name: node for name, (node, _label) in NODES.items()})
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
    starters=STARTERS,
    steps={name: label for name, (_node, label) in NODES.items()},
    routes=artifacts.ROUTES,
    tools=artifacts.TOOLS,
    artifacts=artifacts.KINDS,
    pages={"pieces": (N_("Pieces"), ":material/newsstand:")},
    state=AgentState,
    build=build,
    inputs=("context", "picked", "subject"),
    kinds={"context": Details | None, "picked": Picked | None},
    kept=(
        *("research_results", "last_piece", "basis", "brief", "piece", "piece_id"),
        *("voice", "plan", "told"),
    ),
    shown=(
        "user_input",
        "content_type",
        "route_decision",
        "guardrails_result",
        "queue",
        "last_piece",
        "error",
    ),
    pane=N_("Document"),
    clean_up=lambda ports: ports.pieces.forget_deleted(),
    attach_to="subject",
    placeholder=N_("What should I write?"),
    recommend=recommend,
)
