"""In which order Tickets works."""

from collections.abc import Callable
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
    writing,
)
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.state import AgentState

NODES: dict[str, tuple[Node, Callable[..., str] | str]] = {
    "intent_detection": (understanding.intent_detection, understanding.after_intent_detection),
    "clarify": (understanding.clarify, understanding.after_clarify),
    "settle_intent": (understanding.settle_intent, understanding.after_intent_detection),
    "draft_issue": (creating.draft_issue, creating.after_draft_issue),
    "ask_fields": (creating.ask_fields, creating.after_ask_fields),
    "ask_subject": (creating.ask_subject, creating.after_ask_fields),
    "ask_what_is_wrong": (creating.ask_what_is_wrong, creating.after_ask_fields),
    "issue_approval": (creating.issue_approval, creating.after_issue_approval),
    "jira_creation": (writing.jira_creation, writing.after_jira_creation),
    "settle_outcome": (writing.settle_outcome, writing.after_settle_outcome),
    "evaluation": (judging.evaluation, judging.after_evaluation),
    "evaluate_batch": (judging.evaluate_batch, "finish"),
    "draft_change": (changing.draft_change, changing.after_draft_change),
    "ask_for_change": (changing.ask_for_change, changing.after_ask_for_change),
    "change_approval": (changing.change_approval, changing.after_change_approval),
    "apply_change": (applying.apply_change, applying.after_apply_change),
    "draft_page": (publishing.draft_page, publishing.after_draft_page),
    "page_approval": (publishing.page_approval, publishing.after_page_approval),
    "confluence_creation": (publishing.confluence_creation, publishing.after_confluence_creation),
    "look_up": (looking.look_up, looking.after_look_up),
    "rag_query": (answering.rag_query, answering.after_rag_query),
    "repair_answer": (answering.repair_answer, END),
    "general_chat": (answering.general_chat, END),
    "coze_agent": (answering.coze_agent, END),
    "finish": (finishing.finish, looking.after_look_up),
}
"""Each with the way on: a node, or what tells it from the state."""


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(AgentState, context_schema=Context)
    add_nodes(builder, {name: node for name, (node, _) in NODES.items()})
    builder.add_edge(START, "intent_detection")
    for name, (_, way) in NODES.items():
        if isinstance(way, str):
            builder.add_edge(name, way)
        else:
            builder.add_conditional_edges(name, way)
    return builder


PLACEHOLDER = "Say what is needed, or ask"
STARTERS = (
    "Create an issue for user authentication",
    "Report a bug, the CSV export loses umlauts when it is opened in Excel",
    "Score an issue",
)


WORKFLOW = Workflow(
    name="tickets",
    title="Tickets",
    icon=":material/confirmation_number:",
    summary=N_("Turns a rough idea or bug into a clear ticket."),
    order=4,
    acts=True,
    starters=STARTERS,
    steps=artifacts.STEPS,
    routes=artifacts.ROUTES,
    artifacts=artifacts.KINDS,
    pages={"issues": (N_("Issues"), ":material/view_kanban:")},
    state=AgentState,
    build=build,
    inputs=("picked", "weights"),
    kinds={"picked": Picked | None, "weights": Weights | None},
    kept=(
        *("last_issue", "judged", "judgements"),
        *("jira_result", "evaluation_result", "confluence_result"),
    ),
    shown=(
        "user_input",
        "intent",
        "next_action",
        "last_issue",
        "jira_result",
        "evaluation_result",
        "confluence_result",
        "coze_result",
        "supported_share",
        "rejections",
    ),
    placeholder=PLACEHOLDER,
    recommend=recommend,
)
