"""A change prepared by the engine, approved by its bytes, and what to do when it fails.

Only `deploy_approval` and `recovery_approval` ask.
"""

from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, spoken_in, task_of
from agent.errors import CloudError
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import CloudIdentity, Context, Ports
from agent.questions import Choice, Option, ask, from_json, to_json
from agent.workflows.infra.artifacts import DeploymentOutput
from agent.workflows.infra.cards import card_of, shown
from agent.workflows.infra.nodes.code import WRITTEN_ANEW, decided, plan_of, tags_of
from agent.workflows.infra.stacks.changes import Prepared, content_of
from agent.workflows.infra.stacks.facts import NEVER_CAME
from agent.workflows.infra.stacks.templates import NOTHING, Written
from agent.workflows.infra.state import PipelineState, Plain, environment_of

KEEP, REPAIR = "keep", "repair"
WAYS_OUT = {
    REPAIR: (
        N_("Repair it"),
        N_("The model gets the reason and the template. You approve the new change."),
    ),
    "resume": (N_("Let the engine roll back"), N_("The stack is in {status}.")),
    "rollback": (
        N_("Roll back"),
        N_("A new change with the template of before, which you approve."),
    ),
    "destroy": (N_("Destroy the stack"), N_("You approve what is deleted.")),
    KEEP: (N_("Keep it unchanged"), N_("Nothing is done.")),
}
"""What can be done after a failure: label and caption."""
HELD = ("mode", "stack", "stack_id", "arn", "content")
_SINCE = N_("The stack has changed since this was planned, so it is planned again.")


def prepare_deploy(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Have the engine work out the change, and draft the card from what it says."""
    context = runtime.context
    identity = context.ports.cloud.identity(environment_of(state))
    discard(state.get("change_set"), context.ports)
    if _has_changed_since(state, context):
        context.report.emit(Notice(_SINCE, "warning"))
        return {"plan_approved": None, "stale": _SINCE, "current_agent": "planning"}
    try:
        prepared = _prepare(state, context, identity)
    except CloudError as error:
        if error.problem == "no_change":
            return {"ended": "no change", "change_set": None, "current_agent": "end_success"}
        if error.problem != "refused":
            raise
        # To try the same again is of no use, so it is said and stays in the conversation.
        return {"error": error.message, "change_set": None, "current_agent": "end_failure"}
    data = shown(state, prepared, identity)
    context.report.emit(Artifact("infra_change", card_key("change", state), data))
    change_set = _change_set(prepared, identity, data["actions"], context)
    card = card_of(state, runtime, data)
    told = "\n\n".join([card.body, *(f"- {risk}" for risk in card.risks)])
    if state.get("dry_run") and not state.get("recovery"):
        # Nothing is going to be done, so there is nothing to approve.
        return {"change_set": change_set, "told": told, "current_agent": "end_success"}
    if context.report.stopped:
        # The card will not be shown.
        discard(change_set, context.ports)
        return {"change_set": None}
    return {
        "change_set": change_set,
        "told": told,
        "deploy_approved": None,
        "pending_approval": "deploy",
        "approval": None,
        "stale": None,
        "drafted": to_json(card),
        "current_agent": "deploy_approval",
    }


def _has_changed_since(state: PipelineState, context: Context) -> bool:
    """Whether another has changed the stack that this was planned for: it would be undone."""
    plan, before = plan_of(state), state.get("previous") or {}
    if state.get("recovery") or state.get("attempt") or plan.kind == "delete":
        return False
    now = context.ports.cloud.base(environment_of(state), plan.stack)
    return now.digest != before["digest"] if "digest" in before else now.exists and not before


def _change_set(
    prepared: Prepared, identity: CloudIdentity, actions: list[Plain], context: Context
) -> Plain:
    events = context.ports.cloud.events(identity.environment, prepared.stack_id, limit=1)
    return {
        **{name: getattr(prepared, name) for name in HELD},
        "environment": identity.environment,
        "target": f"{identity.account}/{identity.region}/{prepared.stack}",
        "actions": actions,
        # Later events belong to this change.
        "since": events[-1].id if events else "",
    }


def card_key(name: str, state: PipelineState) -> str:
    """What a recovery shows does not replace what it recovers from."""
    parts = (name, state.get("attempt"), state.get("recovery"))
    return "-".join(str(part) for part in parts if part)


def discard(held: Plain | None, ports: Ports) -> None:
    """Delete a change set that will not be executed, and a stack that only exists for it."""
    if not held or held.get("mode") != "change set":
        return
    try:
        ports.cloud.discard(held["environment"], held["arn"])
    except CloudError as error:
        # It was executed: then there is nothing to discard.
        if error.problem not in ("state", "no_stack", "no_change_set"):
            raise


def _prepare(state: PipelineState, context: Context, identity: CloudIdentity) -> Prepared:
    plan, cloud, environment = plan_of(state), context.ports.cloud, identity.environment
    # By its id: never a later one of the same name.
    deployed = str((state.get("change_set") or {}).get("stack_id") or plan.stack)
    recovery = state.get("recovery")
    if recovery == "resume":
        stack = cloud.stack(environment, deployed)
        return Prepared("roll back", stack.name, stack.id, content_of(stack, context, identity))
    if recovery != "destroy" and plan.kind != "delete":
        return _prepare_change(state, context, identity)
    removal = cloud.removal(environment, deployed if recovery else plan.stack)
    there = state.get("iac_output") if recovery else state.get("previous")
    return Prepared(
        "delete",
        removal.stack,
        removal.stack_id,
        content_of(removal, context, identity),
        changes=removal.changes,
        # Of a stack that holds nothing, nothing goes, and nothing is saved.
        before=Written.of(there) if removal.changes else NOTHING,
    )


def _prepare_change(state: PipelineState, context: Context, identity: CloudIdentity) -> Prepared:
    """Of what was written; on the way back, of what was there before."""
    plan, cloud, environment = plan_of(state), context.ports.cloud, identity.environment
    wanted, tags = state["iac_output"] or {}, tags_of(state, context)
    suffix = f"-{state['attempt']}" if state.get("attempt") else ""
    if state.get("recovery") == "rollback":
        wanted = state["previous"] or {}
        tags, suffix = wanted["tags"], "-back"
    now = cloud.base(environment, plan.stack)
    change = cloud.prepare(
        environment,
        plan.stack,
        template=wanted["template"],
        parameters=wanted["parameters"],
        tags=tags,
        name=f"{plan.request_id}{suffix}",
    )
    return Prepared(
        "change set",
        change.stack,
        change.stack_id,
        content_of(change, context, identity),
        change.arn,
        change.changes,
        before=Written.of(vars(now)),
        after=Written(change.template, change.parameters),
    )


def deploy_approval(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on these very bytes."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    context = runtime.context
    update = decided(reply, "deploy_approved", state, context)
    if reply.decision == "reject" and not update.get("ended"):
        discard(state.get("change_set"), context.ports)
    return {**update, "approval": question.id}


def after_prepare_deploy(
    state: PipelineState,
) -> Literal["deploy_approval", "end_success", "end_failure", "planning"]:
    match state.get("current_agent"):
        case "planning" | "end_failure" as node:
            return node
        case _:
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
    state: PipelineState, runtime: Runtime[Context], deployment: DeploymentOutput
) -> Choice | None:
    """What can be done about it; None where the engine has put everything back itself."""
    status, stack, _ = deployment.stack_status, deployment.stack, gettext_of(state)
    had_before = bool((state.get("previous") or {}).get("template"))
    is_still = status.endswith("_COMPLETE") or status in NEVER_CAME
    can = {
        REPAIR: runtime.context.llm.is_model and deployment.should_retry_iac and is_still,
        "resume": status.endswith("ROLLBACK_FAILED")
        or status in ("CREATE_FAILED", "UPDATE_FAILED"),
        "rollback": status in ("UPDATE_COMPLETE", "IMPORT_COMPLETE") and had_before,
        "destroy": not status.startswith("DELETE_COMPLETE") and not had_before,
    }
    ways = [way for way, is_possible in can.items() if is_possible]
    if not ways:
        return None
    words = [(way, *map(_, WAYS_OUT[way])) for way in (*ways, KEEP)]
    return Choice(
        id=task_of(runtime),
        workflow="infra",
        step="recovery_approval",
        language=spoken_in(state),
        title=_("{stack} is not as it should be").format(stack=stack),
        body=deployment.summary,
        options=tuple(
            Option(way, label, caption.format(status=status)) for way, label, caption in words
        ),
    )


def recovery_approval(state: PipelineState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what is to be done about it; doing it is approved like every change."""
    reply = ask(from_json(state["drafted"] or {}))
    chosen = KEEP if reply.cancelled or reply.expired else reply.option
    if chosen != REPAIR:
        comment = reply.comment or state.get("comment")
        return {"recovery": chosen, "drafted": None, "comment": comment}
    deployed = DeploymentOutput.model_validate(state["deployment_output"])
    request = "\n\n".join(filter(None, [state.get("request"), reply.comment]))
    return {
        **WRITTEN_ANEW,
        # As after a rejection, a comment is part of what is asked for.
        "request": request,
        # A stack whose creation failed cannot be changed: it is deleted and created again.
        "recovery": "destroy" if deployed.stack_status in NEVER_CAME else None,
        "failure": deployed.summary,
        # It stays known when the stack that tells it is gone.
        "messages": [AIMessage(deployed.summary)],
        "attempt": (state.get("attempt") or 0) + 1,
        "drafted": None,
        "error": None,
    }


def after_recovery_approval(
    state: PipelineState,
) -> Literal["prepare_deploy", "end_failure", "iac"]:
    if state.get("recovery") is None:
        return "iac"
    return "end_failure" if state.get("recovery") == KEEP else "prepare_deploy"
