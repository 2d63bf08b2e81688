"""The effect of a changed property on its resource, where the sandbox does not know its type.

The sandbox calls every change of such a type conditional. The published schema of the type says
which properties need a new resource; all others are changed in place.
"""

from dataclasses import replace
from typing import Any

from agent.ports import PropertyChange, ResourceChange

_REGION = "us-east-1"
_Names = set[str]


def judged(change: ResourceChange) -> ResourceChange:
    """The change, with what surely replaces it, and what is surely made in place, told as that."""
    replacing = _replacing(change.type) if change.replacement == "Conditional" else None
    if replacing is None:
        return change
    details = tuple(_judged(detail, *replacing) for detail in change.details)
    found = {detail.recreation for detail in details}
    replacement = "True" if "Always" in found else "False" if found == {"Never"} else "Conditional"
    return replace(change, details=details, replacement=replacement)


def _judged(detail: PropertyChange, surely: _Names, maybe: _Names) -> PropertyChange:
    is_open = detail.recreation == "Conditionally" and detail.attribute == "Properties"
    if not is_open or not detail.name or detail.name in maybe:
        return detail
    if detail.name not in surely:
        return replace(detail, recreation="Never")
    # What only follows from another resource may come to the same value.
    return replace(detail, recreation="Always") if detail.evaluation == "Static" else detail


def schema_of(kind: str) -> dict[str, Any] | None:
    """As it is published; None where there is none."""
    try:
        # It comes with the reviewer, and takes a second to load.
        from cfnlint.schema import (  # type: ignore[import-untyped]  # noqa: PLC0415
            PROVIDER_SCHEMA_MANAGER,
            ResourceNotFoundError,
        )
    except ImportError:
        return None
    try:
        schema: dict[str, Any] = PROVIDER_SCHEMA_MANAGER.get_resource_schema(_REGION, kind).schema
    except ResourceNotFoundError:
        return None
    return schema


def _replacing(kind: str) -> tuple[_Names, _Names] | None:
    """The properties that need a new resource, and those that may; None where no schema tells."""
    schema = schema_of(kind)
    if schema is None:
        return None
    paths = [path.split("/")[2:] for path in schema.get("createOnlyProperties") or []]
    more = [path.split("/")[2:] for path in schema.get("conditionalCreateOnlyProperties") or []]
    surely = {path[0] for path in paths if len(path) == 1}
    return surely, {path[0] for path in (*paths, *more)} - surely
