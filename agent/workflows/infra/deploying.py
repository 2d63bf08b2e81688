"""From code to a deployment: prepared, approved by the bytes, executed once, proven.

Only `deploy_approval` and `recovery_approval` ask.
"""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from langgraph.runtime import Runtime

from agent.conversation import gettext_of, spoken_in
from agent.errors import AgentError, CloudError
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import (
    ChangeSet,
    CloudIdentity,
    Context,
    Environment,
    Ports,
    Removal,
    ResourceChange,
)
from agent.questions import Choice, Option, ask, from_json, to_json
from agent.workflows.infra import binding, templates
from agent.workflows.infra.coding import plan_of, tags_of
from agent.workflows.infra.contracts import DeploymentOutput, IaCOutput
from agent.workflows.infra.deploy_card import Prepared, card_of, shown
from agent.workflows.infra.seeing import NEVER_CAME
from agent.workflows.infra.state import REQUEST, PipelineState, Plain, environment_of

KEEP, REPAIR = "keep", "repair"
CHANGED = N_("The stack has changed since you approved.")
EXPIRED = N_("Your approval expired before it could be carried out.")
NOTHING = templates.Written("", {})
WRITTEN_ANEW: Plain = {"review_output": None, "review_rounds": None, "retry_count": 0}
ANEW: Plain = {
    **WRITTEN_ANEW,
    "iac_output": None,
    "plan_approved": None,
    "deploy_approved": None,
    "change_set": None,
    "kinds": None,
    "settings": None,
}
"""What a rejected deployment leaves for the next plan: its comment."""


def prepare_deploy(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Have the engine work out the change, and draft the card from what it says."""
    context = runtime.context
    identity = context.ports.cloud.identity(environment_of(state))
    discard(state.get("change_set"), context.ports)
    try:
        prepared = _prepared(state, context, identity)
    except CloudError as error:
        if error.problem != "no_change":
            raise
        return {"ended": "no change", "change_set": None, "current_agent": "end_success"}
    data = shown(state, prepared, identity)
    context.report.emit(Artifact("infra_change", beside("change", state), data))
    change_set = _held(prepared, context, identity, data["actions"])
    if state.get("dry_run") and not state.get("recovery"):
        # Nothing is going to be done, so there is nothing to approve.
        return {"change_set": change_set, "current_agent": "end_success"}
    card = card_of(state, runtime, prepared, identity, data)
    if context.report.stopped:
        # Nobody is going to see the card.
        discard(change_set, context.ports)
        return {"change_set": None}
    return {
        "change_set": change_set,
        "deploy_approved": None,
        "pending_approval": "deploy",
        "approval": None,
        "stale": None,
        "drafted": to_json(card),
        "current_agent": "deploy_approval",
    }


def beside(name: str, state: PipelineState) -> str:
    """The key of a card: what a recovery shows does not replace what it recovers from."""
    parts = (name, state.get("attempt"), state.get("recovery"))
    return "-".join(str(part) for part in parts if part)


def _held(
    prepared: Prepared, context: Context, identity: CloudIdentity, actions: list[Plain]
) -> Plain:
    return {
        "mode": prepared.mode,
        "environment": identity.environment,
        "stack": prepared.stack,
        "stack_id": prepared.stack_id,
        "arn": prepared.arn,
        "content": prepared.content,
        "target": f"{identity.account}/{identity.region}/{prepared.stack}",
        "actions": actions,
        "since": _last_event(context, identity, prepared.stack_id),
    }


def _last_event(context: Context, identity: CloudIdentity, stack_id: str) -> str:
    """What comes after it belongs to this change."""
    events = context.ports.cloud.events(identity.environment, stack_id, limit=1)
    return events[-1].id if events else ""


def lapse(state: Plain, ports: Ports) -> None:
    discard(state.get("change_set"), ports)


def discard(held: Plain | None, ports: Ports) -> None:
    """Delete a change set that nobody will execute, and a stack that was only in review for it."""
    if not held or held.get("mode") != "change set":
        return
    try:
        ports.cloud.discard(held["environment"], held["arn"])
    except CloudError as error:
        # It was executed: then there is nothing to discard.
        if error.problem not in ("state", "no_stack", "no_change_set"):
            raise


def _sweep(context: Context, environment: Environment, stack: str, *, keep: str) -> None:
    """Change sets that conversations left which were deleted, given up or killed meanwhile."""
    minutes = context.ports.change_rules.approval_minutes
    # No approval is older, so nobody can execute them any more.
    over = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()
    with suppress(CloudError):
        context.ports.cloud.sweep(environment, stack, named=REQUEST, keep=keep, before=over)


def _prepared(state: PipelineState, context: Context, identity: CloudIdentity) -> Prepared:
    plan, cloud = plan_of(state), context.ports.cloud
    environment = identity.environment
    match state.get("recovery"):
        case "destroy":
            return _removal(state, cloud.removal(environment, _deployed(state)), identity)
        case "resume":
            stack = cloud.stack(environment, _deployed(state))
            content = binding.resume_content(stack.id, stack.status, identity)
            return Prepared("roll back", stack.name, stack.id, "", content, (), NOTHING, NOTHING)
        case "rollback":
            before = state.get("previous") or {}
            wanted = templates.Written(before["template"], before["parameters"])
            tags, suffix = before["tags"], "-back"
        case _ if plan.kind == "delete":
            return _removal(state, cloud.removal(environment, plan.stack), identity)
        case _:
            code = IaCOutput.model_validate(state["iac_output"])
            wanted = templates.Written(code.template, code.parameters)
            tags = tags_of(state, context)
            suffix = f"-{state['attempt']}" if state.get("attempt") else ""
    now = cloud.base(environment, plan.stack)
    change = cloud.prepare(
        environment,
        plan.stack,
        template=wanted.text,
        parameters=wanted.parameters,
        tags=tags,
        name=f"{plan.request_id}{suffix}",
    )
    _sweep(context, environment, plan.stack, keep=change.arn)
    content = binding.change_content(change, identity, context.ports.reviewer.versions())
    return Prepared(
        "change set",
        change.stack,
        change.stack_id,
        change.arn,
        content,
        change.changes,
        templates.Written(now.template, now.parameters),
        templates.Written(change.template, change.parameters),
    )


def _deployed(state: PipelineState) -> str:
    """The id of the stack that was deployed: never a later one of the same name."""
    return str((state.get("change_set") or {}).get("stack_id") or plan_of(state).stack)


def _removal(state: PipelineState, removal: Removal, identity: CloudIdentity) -> Prepared:
    if removal.is_protected:
        raise AgentError(
            N_("{about} is protected against deletion."),
            hint=N_("Take the protection away in the account first, then ask again."),
            about=removal.stack,
        )
    changes = tuple(
        ResourceChange("Remove", r.logical_id, r.type, r.physical_id, policy=policy)
        for policy, resources in (("Delete", removal.deleted), ("Retain", removal.retained))
        for r in resources
    )
    there = state.get("iac_output") if state.get("recovery") else state.get("previous")
    # Of a stack that holds nothing, nothing goes, and nothing is saved.
    before = (there or {}) if changes else {}
    return Prepared(
        "delete",
        removal.stack,
        removal.stack_id,
        "",
        binding.removal_content(removal, identity),
        changes,
        templates.Written(before.get("template", ""), before.get("parameters", {})),
        NOTHING,
    )


def deploy_approval(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on these very bytes."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.expired:
        return {"deploy_approved": None, "drafted": None}
    done: Plain = {"pending_approval": None, "drafted": None}
    if reply.cancelled:
        return {**done, "deploy_approved": False, "ended": "cancelled"}
    is_planned_again = runtime.context.llm.is_model and not state.get("recovery")
    if reply.decision == "reject" and reply.comment and is_planned_again:
        discard(state.get("change_set"), runtime.context.ports)
        return {**done, **ANEW, "comment": reply.comment}
    if reply.decision == "reject":
        return {**done, "deploy_approved": False, "ended": "rejected", "comment": reply.comment}
    return {**done, "deploy_approved": True, "approval": question.id}


def after_prepare_deploy(state: PipelineState) -> Literal["deploy_approval", "end_success"]:
    return "deploy_approval" if state.get("drafted") else "end_success"


def after_deploy_approval(
    state: PipelineState,
) -> Literal[
    "deploy_validate", "rejected", "end_success", "end_failure", "prepare_deploy", "planning"
]:
    if state.get("ended"):
        return "end_failure" if state.get("recovery") else "rejected"
    if state.get("comment") and not state.get("plan_approved"):
        return "planning"
    if not state.get("deploy_approved"):
        return "prepare_deploy"
    return "end_success" if state.get("dry_run") else "deploy_validate"


# After a failure


def recovery_question(
    state: PipelineState, deployment: DeploymentOutput, *, task: str, can_repair: bool = False
) -> Choice | None:
    """What can be done about it; None where the engine has put everything back itself."""
    status, _ = deployment.stack_status, gettext_of(state)
    options = []
    had_before = bool((state.get("previous") or {}).get("template"))
    is_at_rest = status.endswith("_COMPLETE") or status in NEVER_CAME
    if can_repair and is_at_rest:
        caption = _("The model gets the reason and the template. You approve the new change.")
        if status in NEVER_CAME:
            first = _("What is left of {stack} is deleted first.").format(stack=deployment.stack)
            caption = f"{first} {caption}"
        options.append(Option(REPAIR, _("Repair it"), caption))
    if status.endswith("ROLLBACK_FAILED") or status in ("CREATE_FAILED", "UPDATE_FAILED"):
        caption = _("The stack is in {status}.").format(status=status)
        options.append(Option("resume", _("Let the engine roll back"), caption))
    if status in ("UPDATE_COMPLETE", "IMPORT_COMPLETE") and had_before:
        caption = _("A new change with the template of before, which you approve.")
        options.append(Option("rollback", _("Roll back"), caption))
    if not status.startswith("DELETE_COMPLETE") and not had_before:
        caption = _("You approve what is deleted.")
        options.append(Option("destroy", _("Destroy the stack"), caption))
    if not options:
        return None
    options.append(Option(KEEP, _("Keep it unchanged"), _("Nothing is done.")))
    return Choice(
        id=task,
        workflow="infra",
        step="recovery_approval",
        language=spoken_in(state),
        title=_("{stack} is not as it should be").format(stack=deployment.stack),
        body=deployment.summary,
        options=tuple(options),
    )


def recovery_approval(state: PipelineState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what is to be done about it; doing it is approved like every change."""
    reply = ask(from_json(state["drafted"] or {}))
    chosen = KEEP if reply.cancelled or reply.expired else reply.option
    if chosen == REPAIR:
        deployed = DeploymentOutput.model_validate(state["deployment_output"])
        return {
            **WRITTEN_ANEW,
            # A stack that never came cannot be changed: it goes, and is made anew.
            "recovery": "destroy" if deployed.stack_status in NEVER_CAME else None,
            "failure": deployed.summary,
            "attempt": (state.get("attempt") or 0) + 1,
            "drafted": None,
            "error": None,
        }
    return {"recovery": chosen, "drafted": None, "comment": reply.comment or state.get("comment")}


def after_recovery_approval(
    state: PipelineState,
) -> Literal["prepare_deploy", "end_failure", "iac"]:
    match state.get("recovery"):
        case None:
            return "iac"
        case "keep":
            return "end_failure"
        case _:
            return "prepare_deploy"


def void(why: str, context: Context) -> Plain:
    """The approval no longer counts, and nothing was done: prepared and asked again."""
    said = N_("{why} Nothing was done. Please decide again.")
    context.report.emit(Notice(said, "warning", {"why": [why]}))
    return {"stale": why, "deploy_approved": None, "current_agent": "prepare_deploy"}


def current_content(state: PipelineState, context: Context) -> str:
    """The bytes as they would be executed now, recomputed from the engine."""
    held: Any = state["change_set"] or {}
    cloud, environment = context.ports.cloud, environment_of(state)
    identity = cloud.identity(environment)
    match held["mode"]:
        case "change set":
            change: ChangeSet = cloud.change_set(environment, held["arn"])
            return binding.change_content(change, identity, context.ports.reviewer.versions())
        case "delete":
            removal = cloud.removal(environment, held["stack_id"])
            return binding.removal_content(removal, identity)
        case _:
            stack = cloud.stack(environment, held["stack_id"])
            return binding.resume_content(stack.id, stack.status, identity)
