"""What is deployed, as the engine tells it: read only, for answers, plans and a model's tools."""

import json
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from agent.engine.tool_loop import Tool
from agent.errors import CloudError, NotFound
from agent.language.catalogs import N_
from agent.ports import Check, CloudIdentity, Context, Environment, Review, Stack
from agent.steps import ToolSpec
from agent.workflows.infra.stacks import costs, templates
from agent.workflows.infra.state import Gettext, PipelineState, Plain

FEW = 3
"""So many stacks are read whole where none is named."""
MOST_EVENTS, LAST_EVENTS = 200, 12
IS_SO = {"passed": N_("yes"), "set, not tried": N_("yes"), "failed": N_("no")}
"""What a look found, where nothing was asked for that could fail."""
NEVER_CAME = ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED")


class Nothing(BaseModel):
    pass


class StackNames(BaseModel):
    stacks: list[str] = Field(min_length=1, max_length=40, description="Their names")


class ResourceName(BaseModel):
    stack: str = Field(max_length=128, description="Its name")
    resource: str = Field(max_length=255, description="Its logical id")


OF_STACKS = ("read_stack", "read_template", "read_events", "drift", "estimate_cost", "review")
TOOLS: dict[str, type[BaseModel]] = {
    "list_stacks": Nothing,
    "read_resource": ResourceName,
    **dict.fromkeys(OF_STACKS, StackNames),
}


@dataclass(frozen=True)
class Facts:
    """Of one environment. The methods that `TOOLS` names are a model's tools, told as they are."""

    context: Context
    identity: CloudIdentity

    @property
    def _at(self) -> Any:
        return self.identity.environment

    def list_stacks(self) -> list[Plain]:
        """All stacks with their states."""
        return [
            {"name": each.name, "status": each.status, "updated": each.updated or each.created}
            for each in self.context.ports.cloud.stacks(self._at)
        ]

    def read_stack(self, stack: str) -> Plain:
        """Of stacks: state, outputs, parameters, resources."""
        found = self.context.ports.cloud.stack(self._at, stack)
        shown = ("status", "reason", "outputs", "parameters", "is_protected")
        resources = self.context.ports.cloud.resources(self._at, stack)
        return {
            "stack": {"name": stack, **{name: getattr(found, name) for name in shown}},
            "resources": [asdict(resource) for resource in resources],
        }

    def read_template(self, stack: str) -> Plain:
        """The templates of stacks."""
        base = self.context.ports.cloud.base(self._at, stack)
        return {"template": base.template, "parameters": base.parameters}

    def written(self, stack: str) -> templates.Written:
        return templates.Written.of(self.read_template(stack))

    def read_resource(self, stack: str, resource: str) -> Plain:
        """What a resource's stack noted of it last, what its template sets, how it is now."""
        known = {r.logical_id: r for r in self.context.ports.cloud.resources(self._at, stack)}
        if resource not in known:
            raise NotFound(f"There is no {resource}. There are: {', '.join(known)}.")
        noted, body = asdict(known[resource]), self.written(stack).resolved().get(resource, {})
        now = self.look_at(stack, [noted]) or "It is there; no look says more of its type."
        return {**noted, "settings": body.get("Properties", {}), "now": now}

    def read_events(self, stack: str) -> Plain:
        """The last events of stacks, and the failures before them."""
        events = self.context.ports.cloud.events(self._at, stack, limit=MOST_EVENTS)
        failed = [each for each in events[:-LAST_EVENTS] if each.status.endswith("FAILED")]
        return {"events": [asdict(each) for each in (*failed, *events[-LAST_EVENTS:])]}

    def drift(self, stack: str) -> Plain:
        """What differs from the template; NOT_CHECKED: some of it could not be compared."""
        try:
            found = self.context.ports.cloud.drift(self._at, stack)
        except CloudError as error:
            return {"drift_unknown": error.message}
        return {"drift": [asdict(each) for each in found]}

    def estimate_cost(self, stack: str) -> Plain:
        """The cost of stacks a month by public list prices."""
        region = self.identity.region
        return costs.change(templates.NOTHING, self.written(stack), region=region)

    def review(self, stack: str) -> list[Plain]:
        """What reviewers find in stacks, such as open doors."""
        base = self.context.ports.cloud.base(self._at, stack)
        written = templates.Written.of(vars(base))
        found = review_of(self.context, self._at, written, base.tags)
        return [asdict(finding) for finding in found.findings]

    def look_at(self, stack: str, resources: list[Plain], language: str = "en") -> list[Plain]:
        """What the account says where a look needs to know nothing but the resource."""
        cloud = self.context.ports.cloud
        asked = [
            Check(kind.id, {"resource": each["logical_id"]})
            for each in resources
            for kind in cloud.check_kinds()
            if each["type"] in kind.types and kind.arguments.get("required") == ["resource"]
        ]
        return [
            {
                "resource": each.check.arguments["resource"],
                "sentence": cloud.sentence(each.check, language),
                "is_so": IS_SO.get(each.outcome, each.outcome),
                "actual": each.actual,
            }
            for each in (cloud.verify(self._at, stack, asked) if asked else ())
        ]

    def tools(self) -> list[Tool]:
        """As a model calls them."""
        return [
            Tool(ToolSpec(name, getattr(self, name).__doc__, takes), partial(self._tell, name))
            for name, takes in TOOLS.items()
        ]

    def _tell(self, name: str, value: BaseModel) -> tuple[str, str]:
        """As data: nothing that was read can end the fence."""
        look = getattr(self, name)
        if isinstance(value, StackNames):
            found = {stack: look(stack) for stack in value.stacks}
        else:
            found = look(**value.model_dump())
        text = json.dumps(found, ensure_ascii=False, default=str).replace("</facts", "‹/facts")
        return f"<facts>\n{text}\n</facts>", "read"


def review_of(
    context: Context, environment: Environment, written: templates.Written, tags: dict[str, str]
) -> Review:
    return context.ports.reviewer.review(
        written.text,
        file=templates.FILE,
        environment=environment,
        parameters=written.parameters,
        tags=tags,
    )


# For a plan


def stacks_in_question(state: PipelineState, facts: Facts, stacks: list[Stack]) -> list[Plain]:
    """Of each stack that may be meant: status, why it cannot be changed, events, template."""
    known = [stack.name for stack in stacks]
    about = state.get("about") or [state.get("stack") or ""]
    chosen = state.get("chosen_stack")
    names = [chosen] if chosen else known if len(known) <= FEW else about
    near = [stack for stack in stacks if stack.name in names]
    return [_as_it_is(facts, each) for each in near[:FEW]]


def _as_it_is(facts: Facts, stack: Stack) -> Plain:
    told: Plain = {"name": stack.name, "status": stack.status, "problem": unchangeable(stack, str)}
    try:
        found = facts.read_events(stack.name)["events"]
        template = facts.read_template(stack.name)["template"]
    except CloudError as error:
        return {**told, "events": [error.message], "template": ""}
    events = [f"{e['logical_id']} {e['status']} {e['reason']}".strip() for e in found]
    return {**told, "events": events, "template": template}


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
