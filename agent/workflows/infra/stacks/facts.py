"""What is deployed, as the engine tells it: read only, for answers and for a model's tools."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agent import cfn
from agent.conversation import conversation_of
from agent.errors import AgentError, CloudError
from agent.language.catalogs import N_
from agent.ports import Base, CloudIdentity, Context, Environment, Stack, StackResource
from agent.workflows.infra.patterns import Pattern
from agent.workflows.infra.stacks import costs, templates
from agent.workflows.infra.state import Gettext, PipelineState, Plain, environment_of

MOST_EVENTS = 20
MOST_SETTINGS = 12
"""Of one resource."""
LONGEST_VALUE = 80


def row(stack: Stack) -> Plain:
    return {"name": stack.name, "status": stack.status, "updated": stack.updated or stack.created}


def read_stack(context: Context, environment: Environment, name: str) -> Plain:
    stack = context.ports.cloud.stack(environment, name)
    resources = context.ports.cloud.resources(environment, name)
    return {
        "stack": {
            "name": name,
            "status": stack.status,
            "reason": stack.reason,
            "outputs": stack.outputs,
            "parameters": stack.parameters,
            "is_protected": stack.is_protected,
        },
        "resources": [asdict(resource) for resource in resources],
    }


def read_events(context: Context, environment: Environment, name: str) -> Plain:
    events = context.ports.cloud.events(environment, name, limit=MOST_EVENTS)
    return {"events": [asdict(event) for event in events]}


def read_drift(context: Context, environment: Environment, name: str) -> Plain:
    try:
        return {"drift": [asdict(each) for each in context.ports.cloud.drift(environment, name)]}
    except CloudError as error:
        return {"drift_unknown": error.message}


def read_template(context: Context, environment: Environment, name: str) -> Plain:
    base = context.ports.cloud.base(environment, name)
    return {"template": base.template, "parameters": base.parameters}


def read_settings(base: Base) -> dict[str, list[str]]:
    """What the template sets of each resource, a line a value."""
    try:
        template = cfn.parse(base.template)
    except AgentError:
        return {}
    return {
        name: [
            f"{path}: {value}"
            for path, value in _values(
                cfn.resolved(body.get("Properties", {}), template, base.parameters)
            )
        ]
        for name, body in template.resources.items()
    }


def _values(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    match value:
        case dict() if value:
            for name, each in value.items():
                yield from _values(each, f"{path}.{name}".lstrip("."))
        case list() if any(isinstance(each, dict | list) for each in value):
            for each in value:
                yield from _values(each, path)
        case _:
            yield path, str(value)[:LONGEST_VALUE]


def estimate_cost(base: Base, region: str) -> Plain | None:
    """None where the template cannot be read."""
    after = {"template": base.template, "parameters": base.parameters}
    try:
        return costs.change({}, after, region=region).plain()
    except AgentError:
        return None


def read_findings(context: Context, environment: Environment, base: Base) -> list[Plain]:
    """What the reviewers say of the template as it is deployed."""
    found = context.ports.reviewer.review(
        base.template,
        file=templates.FILE,
        environment=environment,
        parameters=base.parameters,
        tags=base.tags,
    )
    return [asdict(finding) for finding in found.findings]


MOST_DIFFERENCES = 3
STATES = {
    "MODIFIED": N_("{resource} was changed"),
    "DELETED": N_("{resource} was deleted"),
    "NOT_CHECKED": N_("{resource} could not be checked"),
}


def drifted(drift: Plain, _: Gettext) -> str:
    """A resource that is not as its template has it; `drift` as plain data."""
    unset = _("not set")
    one = _("{setting} is {actual}, in the template {expected}")
    differences = [
        one.format(
            setting=path.strip("/").replace("/", " "),
            actual=actual or unset,
            expected=expected or unset,
        )
        for path, expected, actual in drift["differences"][:MOST_DIFFERENCES]
    ]
    told = f": {'; '.join(differences)}" if differences else ""
    state = STATES.get(drift["status"], STATES["MODIFIED"])
    return f"{_(state).format(resource=drift['logical_id'])}{told}."


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
        why = _("Its creation failed, so it can only be deleted. Then create it anew.")
    elif stack.status == "DELETE_FAILED":
        why = _("Its deletion got stuck. Delete it again.")
    elif stack.status == "UPDATE_ROLLBACK_FAILED":
        why = _("The rollback got stuck. Remove its cause, and let the rollback go on.")
    elif is_busy:
        why = _("It is being changed now. Wait until that is over.")
    else:
        return ""
    first = _("{stack} is in {status}.").format(stack=stack.name, status=stack.status)
    return " ".join(filter(None, [first, stack.reason, why]))


MOST_READ = 40
"""Stacks that are looked into for one question; each is a call of the engine."""


@dataclass(frozen=True)
class Holding:
    stack: str
    pattern: Pattern
    resource: StackResource

    @property
    def name(self) -> str:
        """In the account: a queue's physical id is its address."""
        return self.resource.physical_id.rpartition("/")[2]


def held(
    kinds: Sequence[Pattern], context: Context, environment: Environment, stacks: Sequence[str]
) -> list[Holding]:
    """In the first `MOST_READ` of these stacks; what is gone does not count."""
    by_type = {pattern.main: pattern for pattern in kinds}
    return [
        Holding(stack, by_type[resource.type], resource)
        for stack in stacks[:MOST_READ]
        for resource in context.ports.cloud.resources(environment, stack)
        if resource.type in by_type and resource.status != "DELETE_COMPLETE"
    ]


def held_as(
    name: str, kind: Pattern, context: Context, identity: CloudIdentity, stacks: Sequence[str]
) -> Holding | None:
    """The only one that somebody can mean: by its own name, its id in its stack, or its stack."""
    there = held([kind], context, identity.environment, stacks)
    own = [one for one in there if name in (one.name, one.resource.logical_id)]
    of_stack = [one for one in there if one.stack in (name, f"{identity.prefix}{name}")]
    found = own or [one for one in of_stack if not one.resource.logical_id.endswith("DeadLetter")]
    return found[0] if len(found) == 1 else None
