"""In which order Tickets works."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.ports import Context
from agent.workflow import Workflow, add_nodes
from agent.workflows.tickets import answering, creating, finishing, judging, publishing, talking
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.state import AgentState


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
            "ask_what_is_wrong": creating.ask_what_is_wrong,
            "issue_approval": creating.issue_approval,
            "jira_creation": creating.jira_creation,
            "settle_outcome": creating.settle_outcome,
            "evaluation": judging.evaluation,
            "evaluate_batch": judging.evaluate_batch,
            "draft_change": judging.draft_change,
            "ask_for_change": judging.ask_for_change,
            "change_approval": judging.change_approval,
            "apply_change": judging.apply_change,
            "draft_page": publishing.draft_page,
            "page_approval": publishing.page_approval,
            "confluence_creation": publishing.confluence_creation,
            "look_up": talking.look_up,
            "rag_query": answering.rag_query,
            "repair_answer": answering.repair_answer,
            "general_chat": talking.general_chat,
            "coze_agent": talking.coze_agent,
            "finish": finishing.finish,
        },
    )
    builder.add_edge(START, "intent_detection")
    ways = builder.add_conditional_edges
    ways("intent_detection", talking.after_intent_detection)
    ways("clarify", talking.after_clarify)
    ways("settle_intent", talking.after_intent_detection)
    ways("draft_issue", creating.after_draft_issue)
    ways("ask_fields", creating.after_ask_fields)
    ways("ask_what_is_wrong", creating.after_ask_fields)
    ways("issue_approval", creating.after_issue_approval)
    ways("jira_creation", creating.after_jira_creation)
    ways("settle_outcome", creating.after_settle_outcome)
    ways("evaluation", judging.after_evaluation)
    ways("draft_change", judging.after_draft_change)
    ways("ask_for_change", judging.after_ask_for_change)
    ways("change_approval", judging.after_change_approval)
    ways("apply_change", judging.after_apply_change)
    builder.add_edge("draft_page", "page_approval")
    ways("page_approval", publishing.after_page_approval)
    ways("confluence_creation", publishing.after_confluence_creation)
    ways("rag_query", answering.after_rag_query)
    lasts = ("evaluate_batch", "look_up", "repair_answer", "general_chat", "coze_agent", "finish")
    for last in lasts:
        builder.add_edge(last, END)
    return builder


WORKFLOW = Workflow(
    name="tickets",
    title="Tickets",
    icon=":material/confirmation_number:",
    summary="Plain words become an issue, a score that explains itself, and a page.",
    starters=(
        "Create a Jira issue for user authentication",
        "Log a bug: the export to CSV loses umlauts when the file is opened in Excel",
        "Score an issue",
        "What did we decide about authentication?",
    ),
    state=AgentState,
    build=build,
    inputs=("picked", "weights"),
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
    placeholder="Describe what is needed, name an issue, or ask what is known",
    recommend=recommend,
)
