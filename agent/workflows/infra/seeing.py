"""What a plan is made from: the stacks that may be meant, as they are now."""

from agent.conversation import conversation_of
from agent.errors import CloudError
from agent.ports import Context, Stack
from agent.workflows.infra.said import Gettext
from agent.workflows.infra.state import PipelineState, Plain, environment_of

FEW = 3
"""So many stacks are shown whole where none is named."""
EVENTS = 8
TURNS = 6
NEVER_CAME = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED")


def seen(state: PipelineState, context: Context, stacks: list[Stack]) -> list[Plain]:
    """Of each stack that may be meant: status, why it cannot be changed, events, template."""
    return [_stack(state, context, stack) for stack in _meant(state, stacks)]


def _meant(state: PipelineState, stacks: list[Stack]) -> list[Stack]:
    """The chosen one; else those that are named and the last one; else all, if they are few."""
    if chosen := state.get("chosen_stack"):
        return [stack for stack in stacks if stack.name == chosen]
    said = "\n".join([state.get("request") or "", state.get("comment") or ""])
    last = state.get("stack")
    found = [stack for stack in stacks if stack.name == last or stack.name in said]
    return found or (stacks if len(stacks) <= FEW else [])


def _stack(state: PipelineState, context: Context, stack: Stack) -> Plain:
    environment, cloud = environment_of(state), context.ports.cloud
    told: Plain = {"name": stack.name, "status": stack.status, "problem": unchangeable(stack, str)}
    try:
        events = cloud.events(environment, stack.name, limit=EVENTS)
        template = cloud.base(environment, stack.name).template
    except CloudError as error:
        return {**told, "events": [error.message], "template": ""}
    lines = [f"{event.logical_id} {event.status} {event.reason}".strip() for event in events]
    return {**told, "events": lines, "template": template}


def earlier(state: PipelineState) -> list[str]:
    return conversation_of(state)[-TURNS:]


def unchangeable(stack: Stack, _: Gettext) -> str:
    """Why the engine refuses to change it, and what can be done; empty when it does not."""
    is_busy = stack.status.endswith("_IN_PROGRESS") and stack.status != "REVIEW_IN_PROGRESS"
    if stack.status in NEVER_CAME:
        why = _("Its creation failed, so it can only be deleted. Then create it again.")
    elif stack.status == "DELETE_FAILED":
        why = _("Its deletion got stuck. Delete it again.")
    elif stack.status == "UPDATE_ROLLBACK_FAILED":
        why = _("The rollback got stuck. Fix the cause, then continue the rollback.")
    elif is_busy:
        why = _("It is being changed now. Wait until that is over.")
    else:
        return ""
    first = _("{stack} is in {status}.").format(stack=stack.name, status=stack.status)
    return " ".join(filter(None, [first, stack.reason, why]))
