"""Doing what was approved, once; then it is proven check by check."""

from typing import Literal

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of
from agent.errors import NotApproved
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, Effect
from agent.questions import to_json
from agent.workflows.infra.artifacts import DeploymentOutput, PlanningOutput, ValidationResult
from agent.workflows.infra.nodes.code import plan_of
from agent.workflows.infra.nodes.deployment import card_key, recovery_question
from agent.workflows.infra.stacks.operation import CHANGED, HasChanged, Operation
from agent.workflows.infra.stacks.requirements import results_of, summary_of
from agent.workflows.infra.state import PipelineState, Plain, environment_of


def deploy_validate(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Execute what was approved, and nothing else; then ask the engine whether it is as planned."""
    context, held = runtime.context, state["change_set"] or {}
    environment, approval = environment_of(state), state.get("approval") or ""
    operation = Operation(context, environment, held, card=card_key("deployment", state))
    effects, fence = context.ports.effects, held["arn"] or held["stack_id"]
    # Held before it is read, so that no other thread changes it between check and execution.
    effects.hold(held["target"], thread=context.thread, fence=fence)
    try:
        result = effects.perform(
            Effect("cloud.execute", held["target"], held["content"].encode(), approval),
            thread=context.thread,
            act=operation.execute,
            find=operation.find,
        )
    except (HasChanged, NotApproved) as error:
        effects.release(held["target"], fence=fence)
        # Or answered in time, but not carried out in time: prepared and asked again.
        expired = N_("Your approval expired before it could be carried out.")
        why = CHANGED if isinstance(error, HasChanged) else expired
        said = N_("{why} Nothing was done. Please decide again.")
        context.report.emit(Notice(said, "warning", {"why": [why]}))
        return {"stale": why, "deploy_approved": None, "current_agent": "prepare_deploy"}
    effects.release(held["target"], fence=fence)
    output = prove(state, context, result)
    plain = output.model_dump(mode="json")
    update: Plain = {"deployment_output": plain, "current_agent": "end", "stale": None}
    if output.status == "success" and state.get("failure"):
        # The remains of the failed stack are deleted: now it is written and created again.
        return {**update, "recovery": None, "change_set": None}
    if output.status != "success" and not state.get("recovery"):
        question = recovery_question(state, runtime, output)
        update |= {"drafted": to_json(question) if question else None, "error": output.summary}
    return update


def prove(state: PipelineState, context: Context, result: Plain) -> DeploymentOutput:
    """How it ended, and what the engine says of each criterion."""
    plan, held = plan_of(state), state["change_set"] or {}
    checks = results_of(state, context, plan, result)
    status: Literal["success", "failed", "rolled_back"] = "success"
    if "ROLLBACK_COMPLETE" in result["status"]:
        status = "rolled_back"
    elif not result["succeeded"] or _is_broken(state, plan, checks):
        status = "failed"
    elif state.get("recovery") == "rollback":
        status = "rolled_back"
    outputs: dict[str, str] = {}
    if result["status"] != "DELETE_COMPLETE":
        outputs = context.ports.cloud.stack(environment_of(state), result["stack_id"]).outputs
    output = DeploymentOutput(
        status=status,
        stack=held["stack"],
        stack_status=result["status"],
        deployment_actions=result["actions"],
        validation_results=checks,
        all_validations_passed=all(check.passed for check in checks) and result["succeeded"],
        outputs=outputs,
        rollback_info=plan.rollback_note,
        actual_cost_impact=(state.get("review_output") or {}).get("cost_estimate"),
        duration=result["seconds"],
        should_retry_iac=status != "success" and plan.kind != "delete",
    )
    output.summary = summary_of(output, result, plan, gettext_of(state))
    data = {
        **{name: result[name] for name in ("status", "reason", "actions", "seconds")},
        "stack": output.stack,
        "is_final": True,
        "validation": [check.model_dump() for check in checks],
        "outputs": outputs,
    }
    context.report.emit(Artifact("infra_deployment", card_key("deployment", state), data))
    return output


def _is_broken(state: PipelineState, plan: PlanningOutput, checks: list[ValidationResult]) -> bool:
    """Whether something is not as approved; what the approval named as not met need not be."""
    met = (state.get("iac_output") or {}).get("met", [])
    unmet = {each["requirement"] for each in met if not each["lines"]}
    bound = {c.id for c in plan.acceptance_criteria if c.requirement_id not in unmet}
    return any(c.outcome == "failed" and c.acceptance_criteria_id in bound for c in checks)


def after_deploy_validate(
    state: PipelineState,
) -> Literal["prepare_deploy", "end_success", "recovery_approval", "end_failure", "iac"]:
    if state.get("stale"):
        return "prepare_deploy"
    is_good = (state.get("deployment_output") or {}).get("status") == "success"
    if is_good and state.get("failure"):
        return "iac"
    if is_good and not state.get("recovery"):
        return "end_success"
    return "recovery_approval" if state.get("drafted") else "end_failure"
