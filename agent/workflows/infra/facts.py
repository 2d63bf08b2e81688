"""What is deployed, as the engine tells it: read only, for answers and for a model's tools."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from agent import cfn
from agent.errors import AgentError, CloudError
from agent.ports import Base, Context, Environment, Stack
from agent.workflows.infra import costing, templates
from agent.workflows.infra.state import Plain

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
        return costing.change({}, after, region=region).plain()
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
