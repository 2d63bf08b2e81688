"""In which order a change goes."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflow import Workflow, add_nodes
from agent.workflows.infra import (
    coding,
    deploying,
    endings,
    executing,
    planning,
    talking,
    understanding,
)
from agent.workflows.infra.recommend import recommend
from agent.workflows.infra.state import PipelineState


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(PipelineState, context_schema=Context)
    add_nodes(
        builder,
        {
            "orchestrator": understanding.orchestrator,
            "clarify": understanding.clarify,
            "query": talking.query,
            "conversation": talking.conversation,
            "planning": planning.planning,
            "plan_approval": planning.plan_approval,
            "iac": coding.iac,
            "review": coding.review,
            "prepare_deploy": deploying.prepare_deploy,
            "deploy_approval": deploying.deploy_approval,
            "deploy_validate": executing.deploy_validate,
            "recovery_approval": deploying.recovery_approval,
            "rejected": endings.rejected,
            "end_success": endings.end_success,
            "end_failure": endings.end_failure,
        },
    )
    builder.add_edge(START, "orchestrator")
    builder.add_conditional_edges("orchestrator", understanding.after_orchestrator)
    builder.add_conditional_edges(
        "clarify", understanding.after_clarify, ["planning", "query", "conversation", END]
    )
    builder.add_conditional_edges("planning", planning.after_planning)
    builder.add_conditional_edges("plan_approval", planning.after_plan_approval)
    builder.add_edge("iac", "review")
    builder.add_conditional_edges("review", coding.after_review)
    builder.add_conditional_edges("prepare_deploy", deploying.after_prepare_deploy)
    builder.add_conditional_edges("deploy_approval", deploying.after_deploy_approval)
    builder.add_conditional_edges("deploy_validate", executing.after_deploy_validate)
    builder.add_conditional_edges("recovery_approval", deploying.after_recovery_approval)
    for last in ("query", "conversation", "rejected", "end_success", "end_failure"):
        builder.add_edge(last, END)
    return builder


WORKFLOW = Workflow(
    name="infra",
    title="Infra",
    icon=":material/cloud:",
    summary=N_("Plans, reviews and deploys infrastructure. You approve every change."),
    order=3,
    acts=True,
    starters=(
        N_("Create an encrypted S3 bucket for audit logs with a 90 day lifecycle"),
        N_("Create an SQS queue for orders with a dead-letter queue after 3 attempts"),
        N_("Which stacks are there?"),
        N_("How do I delete a bucket?"),
    ),
    state=PipelineState,
    build=build,
    inputs=(
        "environment",
        "dry_run",
        "plan_first",
        "wish",
        "chosen_stack",
        "kinds",
        "settings",
        "settings_sent",
    ),
    # A change set that a stop has left behind is deleted by the next change.
    kept=("stack", "environment", "dry_run", "change_set"),
    shown=(
        "request_id",
        "environment",
        "dry_run",
        "intent",
        "current_agent",
        "stack",
        "review_status",
        "retry_count",
        "max_retries",
        "pending_approval",
        "plan_approved",
        "deploy_approved",
        "cost_estimate",
        "recovery",
        "error",
    ),
    placeholder=N_("Say what you need, or ask"),
    recommend=recommend,
    lapse=deploying.lapse,
)
