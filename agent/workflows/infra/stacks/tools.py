"""The read-only tools with which a model answers questions about what is deployed."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from agent.errors import NotFound
from agent.ports import CloudIdentity, Context
from agent.steps import ToolSpec
from agent.tool_loop import Tool
from agent.workflows.infra.stacks import facts
from agent.workflows.infra.state import Plain


class Nothing(BaseModel):
    pass


class StackName(BaseModel):
    stack: str = Field(max_length=128, description="Its name")


class ResourceName(StackName):
    resource: str = Field(max_length=255, description="Its logical id")


Call = Callable[[Any, Context, CloudIdentity], Any]


def _list_stacks(_value: Nothing, context: Context, identity: CloudIdentity) -> list[Plain]:
    return [facts.row(stack) for stack in context.ports.cloud.stacks(identity.environment)]


def _read_resource(value: ResourceName, context: Context, identity: CloudIdentity) -> Plain:
    cloud, environment = context.ports.cloud, identity.environment
    known = {each.logical_id: each for each in cloud.resources(environment, value.stack)}
    if value.resource not in known:
        raise NotFound(f"There is no {value.resource}. There are: {', '.join(known)}.")
    settings = facts.read_settings(cloud.base(environment, value.stack))
    return {**vars(known[value.resource]), "settings": settings.get(value.resource, [])}


def _estimate(value: StackName, context: Context, identity: CloudIdentity) -> Plain | None:
    base = context.ports.cloud.base(identity.environment, value.stack)
    return facts.estimate_cost(base, identity.region)


def _review(value: StackName, context: Context, identity: CloudIdentity) -> list[Plain]:
    base = context.ports.cloud.base(identity.environment, value.stack)
    return facts.read_findings(context, identity.environment, base)


def _of_stack(read: Callable[[Context, Any, str], Plain]) -> Call:
    return lambda value, context, identity: read(context, identity.environment, value.stack)


TOOLS: dict[str, tuple[str, type[BaseModel], Call]] = {
    "list_stacks": ("All stacks with their states.", Nothing, _list_stacks),
    "read_stack": (
        "A stack: state, outputs, parameters, resources.",
        StackName,
        _of_stack(facts.read_stack),
    ),
    "read_template": ("A stack's template.", StackName, _of_stack(facts.read_template)),
    "read_resource": (
        "A resource: state, and what its template sets.",
        ResourceName,
        _read_resource,
    ),
    "read_events": (
        "A stack's last events, with the reasons of failures.",
        StackName,
        _of_stack(facts.read_events),
    ),
    "drift": (
        "Whether what is deployed differs from the template.",
        StackName,
        _of_stack(facts.read_drift),
    ),
    "estimate_cost": ("A stack's cost a month by public list prices.", StackName, _estimate),
    "review": ("What reviewers find in a stack, such as open doors.", StackName, _review),
}


def tools(context: Context, identity: CloudIdentity) -> list[Tool]:
    return [
        Tool(ToolSpec(name, about, takes), partial(_tell, call, context, identity))
        for name, (about, takes, call) in TOOLS.items()
    ]


def _tell(call: Call, context: Context, identity: CloudIdentity, value: Any) -> tuple[str, str]:
    """As data: nothing that was read can end the fence."""
    text = json.dumps(call(value, context, identity), ensure_ascii=False, default=str)
    return f"<facts>\n{text.replace('</facts', '‹/facts')}\n</facts>", "read"
