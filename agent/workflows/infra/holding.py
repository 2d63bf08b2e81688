"""Which stacks hold what: the resources of a kind that somebody names."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.ports import CloudIdentity, Context, Environment, StackResource
from agent.workflows.infra.patterns import Pattern

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
