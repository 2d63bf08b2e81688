"""In which order Tickets works."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Node, Workflow, add_nodes
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tickets import artifacts
from agent.workflows.tickets.contracts import Picked, Weights
from agent.workflows.tickets.nodes import (
    answering,
    applying,
    changing,
    creating,
    finishing,
    judging,
    looking,
    publishing,
    understanding,
    waiting,
    writing,
)
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.state import KEPT, RESULTS, AgentState

Step = str | tuple[str, ...]
"""A node, or those of which the question that is drafted, else `next_action`, names one."""
Way = Callable[..., str] | Mapping[str, Step] | str
OVER = {"ended": "finish"}
ON = {"then": "next_act", "": END}
WAYS = ("evaluate_batch", *dict.fromkeys(kind.way for kind in understanding.KINDS.values()))
MEANT: dict[str, Step] = {**OVER, "drafted": "clarify", "": WAYS}
ANSWERED = (waiting.wait_for_answer, {**OVER, "": "draft_issue"})
NODES: dict[str, tuple[Node, Way]] = {
    "intent_detection": (understanding.intent_detection, MEANT),
    "clarify": (understanding.clarify, {**OVER, "": "settle_intent"}),
    "settle_intent": (understanding.settle_intent, MEANT),
    "next_act": (understanding.next_act, {**MEANT, "": (*WAYS, "intent_detection")}),
    "draft_issue": (
        creating.draft_issue,
        {**OVER, "": ("issue_approval", "ask_fields", "ask_subject", "ask_what_is_wrong")},
    ),
    "ask_fields": ANSWERED,
    "ask_subject": ANSWERED,
    "ask_what_is_wrong": ANSWERED,
    "issue_approval": (waiting.decide, {**OVER, "approval": "jira_creation", "": "draft_issue"}),
    "jira_creation": (
        writing.jira_creation,
        {
            **OVER,
            "drafted": "settle_outcome",
            "": ("jira_creation", "draft_issue", "evaluation", "evaluate_batch"),
        },
    ),
    "settle_outcome": (writing.settle_outcome, {**OVER, "": "jira_creation"}),
    "evaluation": (judging.evaluation, "finish"),
    "evaluate_batch": (judging.evaluate_batch, "finish"),
    "draft_change": (
        changing.draft_change,
        {**OVER, "drafted": ("change_approval", "ask_for_change"), "": "evaluation"},
    ),
    "ask_for_change": (waiting.wait_for_answer, {**OVER, "": "draft_change"}),
    "change_approval": (waiting.decide, {**OVER, "approval": "apply_change", "": "draft_change"}),
    "apply_change": (applying.apply_change, {"": ("evaluation", "draft_change", "finish")}),
    "draft_page": (publishing.draft_page, {"drafted": "page_approval", "": "finish"}),
    "page_approval": (
        waiting.decide,
        {**OVER, "approval": "confluence_creation", "": "draft_page"},
    ),
    "confluence_creation": (
        publishing.confluence_creation,
        {"approval": "finish", "": "draft_page"},
    ),
    "look_up": (looking.look_up, looking.go_on),
    "rag_query": (answering.rag_query, ON),
    "general_chat": (answering.general_chat, ON),
    "coze_agent": (answering.coze_agent, looking.go_on),
    "finish": (finishing.finish, looking.go_on),
}
"""Each with the way on: a node, a node by what the state holds first, or what tells it."""


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(AgentState, context_schema=Context)
    add_nodes(builder, {name: node for name, (node, _) in NODES.items()})
    builder.add_edge(START, "intent_detection")
    for name, (_, way) in NODES.items():
        if isinstance(way, str):
            builder.add_edge(name, way)
        elif isinstance(way, Mapping):
            ends = [e for to in way.values() for e in ((to,) if isinstance(to, str) else to)]
            builder.add_conditional_edges(name, partial(follow, way), ends)
        else:
            builder.add_conditional_edges(name, way)
    return builder


def follow(way: Mapping[str, Step], state: AgentState) -> str:
    to = next(step for held, step in way.items() if not held or state.get(held))
    if isinstance(to, str):
        return to
    return str((state.get("drafted") or {}).get("step") or state["next_action"])


WORKFLOW = Workflow(
    name="tickets",
    title="Tickets",
    icon=":material/confirmation_number:",
    summary=N_("Turns a rough idea or bug into a clear ticket."),
    order=4,
    acts=True,
    starters=(
        "Create an issue for user authentication",
        "The CSV export loses umlauts when it is opened in Excel",
        "Score an issue",
    ),
    steps=artifacts.STEPS,
    routes=artifacts.ROUTES,
    artifacts=artifacts.KINDS,
    pages={"issues": (N_("Issues"), ":material/view_kanban:")},
    state=AgentState,
    build=build,
    inputs=("picked", "weights"),
    kinds={"picked": Picked | None, "weights": Weights | None},
    kept=KEPT,
    shown=(
        *("user_input", "intent", "next_action", "last_issue"),
        *(*RESULTS, "coze_result", "rejections"),
    ),
    placeholder="Say what is needed, or ask",
    recommend=recommend,
)
