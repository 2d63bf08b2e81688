"""What happens to each resource, and in which order."""

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from agent.checks import cfn
from agent.ports import ResourceChange

Plain = dict[str, Any]
_STATES = {"Add": "added", "Modify": "changed", "Remove": "removed"}


def state_of(change: ResourceChange) -> str:
    if change.action == "Modify" and change.replacement == "True":
        return "replaced"
    if change.action == "Remove" and change.policy == "Retain":
        return "kept"
    return _STATES.get(change.action, "changed")


def ordered(changes: Sequence[ResourceChange], before: str, after: str) -> list[ResourceChange]:
    """As the engine must go: what is needed first, first; what is removed, last and backwards."""
    new = cfn.parse(after).resources if after else {}
    old = cfn.parse(before).resources if before else {}
    kept = [change for change in changes if change.action != "Remove"]
    gone = [change for change in changes if change.action == "Remove"]
    return [*_sorted(kept, new), *reversed(_sorted(gone, old))]


def _sorted(changes: Sequence[ResourceChange], resources: dict[str, Plain]) -> list[ResourceChange]:
    """In the order of their needs; by name where these go in a circle."""
    needs = {name: _needs(resources[name], resources) for name in sorted(resources)}
    try:
        done = list(TopologicalSorter(needs).static_order())
    except CycleError:
        done = list(needs)
    place = {name: number for number, name in enumerate(done)}
    return sorted(changes, key=lambda change: place.get(change.logical_id, len(place)))


def _needs(body: Plain, resources: dict[str, Plain]) -> list[str]:
    named = body.get("DependsOn") or []
    explicit = [named] if isinstance(named, str) else list(named)
    found = [*explicit, *cfn.references(body.get("Properties") or {})]
    return sorted({name for name in found if name in resources})
