"""In which order a change goes."""

from typing import Any

from langgraph.graph import END, START, StateGraph

from agent.engine.workflow import Workflow, add_nodes
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.infra import artifacts
from agent.workflows.infra.nodes import answer, code, deployment, execution, intent, outcome, plan
from agent.workflows.infra.recommendations import recommend
from agent.workflows.infra.state import PipelineState


def build() -> StateGraph[Any, Context, Any, Any]:
    builder: StateGraph[Any, Context, Any, Any] = StateGraph(PipelineState, context_schema=Context)
    add_nodes(
        builder,
        {
            "orchestrator": intent.orchestrator,
            "clarify": intent.clarify,
            "query": answer.query,
            "conversation": answer.conversation,
            "planning": plan.planning,
            "plan_approval": plan.plan_approval,
            "iac": code.iac,
            "review": code.review,
            "prepare_deploy": deployment.prepare_deploy,
            "deploy_approval": deployment.deploy_approval,
            "deploy_validate": execution.deploy_validate,
            "recovery_approval": deployment.recovery_approval,
            "rejected": outcome.rejected,
            "end_success": outcome.end_success,
            "end_failure": outcome.end_failure,
        },
    )
    builder.add_edge(START, "orchestrator")
    answers = ["planning", "query", "conversation"]
    builder.add_conditional_edges("orchestrator", intent.after_reading, [*answers, "clarify"])
    builder.add_conditional_edges("clarify", intent.after_reading, [*answers, END])
    builder.add_conditional_edges("planning", plan.after_planning)
    builder.add_conditional_edges("plan_approval", plan.after_plan_approval)
    builder.add_edge("iac", "review")
    builder.add_conditional_edges("review", code.after_review)
    builder.add_conditional_edges("prepare_deploy", deployment.after_prepare_deploy)
    builder.add_conditional_edges("deploy_approval", deployment.after_deploy_approval)
    builder.add_conditional_edges("deploy_validate", execution.after_deploy_validate)
    builder.add_conditional_edges("recovery_approval", deployment.after_recovery_approval)
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
    forget=lambda ports, thread: ports.workspace.forget(thread),
    starters=(
        N_("Create an encrypted S3 bucket for audit logs with a 90 day lifecycle"),
        N_("Create an SQS queue for orders with a dead-letter queue after 3 attempts"),
        N_("Which stacks are there?"),
        N_("How do I delete a bucket?"),
    ),
    steps=artifacts.STEPS,
    routes=artifacts.ROUTES,
    state=PipelineState,
    build=build,
    inputs=("environment", "dry_run", "wish", "chosen_stack", "kinds", "settings", "settings_sent"),
    # A change set that a stop has left behind is deleted by the next change.
    kept=("stack", "environment", "change_set"),
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
    discard_expired=lambda state, ports: deployment.discard(state.get("change_set"), ports),
)
