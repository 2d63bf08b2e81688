"""In which order Tickets works."""

from collections.abc import Callable
from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Workflow, add_nodes
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
    talking,
    writing,
)
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.state import AgentState
from agent.workflows.tickets.welcome import PLACEHOLDER, STARTERS, welcome

WAYS: dict[str, Callable[..., str]] = {
    "intent_detection": talking.after_intent_detection,
    "clarify": talking.after_clarify,
    "settle_intent": talking.after_intent_detection,
    "draft_issue": creating.after_draft_issue,
    "ask_fields": creating.after_ask_fields,
    "ask_subject": creating.after_ask_fields,
    "ask_what_is_wrong": creating.after_ask_fields,
    "issue_approval": creating.after_issue_approval,
    "evaluate_batch": judging.after_evaluate_batch,
    "jira_creation": writing.after_jira_creation,
    "settle_outcome": writing.after_settle_outcome,
    "evaluation": judging.after_evaluation,
    "draft_change": changing.after_draft_change,
    "ask_for_change": changing.after_ask_for_change,
    "change_approval": changing.after_change_approval,
    "apply_change": applying.after_apply_change,
    "page_approval": publishing.after_page_approval,
    "rag_query": answering.after_rag_query,
    "confluence_creation": publishing.after_confluence_creation,
}


LASTS = ("look_up", "repair_answer", "general_chat", "coze_agent", "finish")


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(AgentState, context_schema=Context)
    add_nodes(
        builder,
        {
            "intent_detection": talking.intent_detection,
            "clarify": talking.clarify,
            "settle_intent": talking.settle_intent,
            "draft_issue": creating.draft_issue,
            "ask_fields": creating.ask_fields,
            "ask_subject": creating.ask_subject,
            "ask_what_is_wrong": creating.ask_what_is_wrong,
            "issue_approval": creating.issue_approval,
            "jira_creation": writing.jira_creation,
            "settle_outcome": writing.settle_outcome,
            "evaluation": judging.evaluation,
            "evaluate_batch": judging.evaluate_batch,
            "draft_change": changing.draft_change,
            "ask_for_change": changing.ask_for_change,
            "change_approval": changing.change_approval,
            "apply_change": applying.apply_change,
            "draft_page": publishing.draft_page,
            "page_approval": publishing.page_approval,
            "confluence_creation": publishing.confluence_creation,
            "look_up": looking.look_up,
            "rag_query": answering.rag_query,
            "repair_answer": answering.repair_answer,
            "general_chat": talking.general_chat,
            "coze_agent": talking.coze_agent,
            "finish": finishing.finish,
        },
    )
    builder.add_edge(START, "intent_detection")
    for node, way in WAYS.items():
        builder.add_conditional_edges(node, way)
    builder.add_edge("draft_page", "page_approval")
    for last in LASTS:
        builder.add_edge(last, END)
    return builder


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
    kept=("last_issue", "judged", "jira_result", "evaluation_result", "confluence_result"),
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
    welcome=welcome,
    recommend=recommend,
)
