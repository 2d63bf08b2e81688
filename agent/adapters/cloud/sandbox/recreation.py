"""What a changed property does to its resource, where the sandbox does not know its type.

The sandbox calls every change of such a type conditional. The published schema of the type says
which properties need a new resource; all others are changed in place.
"""

from dataclasses import replace

from agent.ports import PropertyChange, ResourceChange

_REGION = "us-east-1"
_LISTS = ("createOnlyProperties", "conditionalCreateOnlyProperties")


def judged(change: ResourceChange) -> ResourceChange:
    """The change, with what is surely made in place told as that."""
    if change.replacement != "Conditional":
        return change
    replacing = _replacing(change.type)
    if replacing is None:
        return change
    details = tuple(_judged(detail, replacing) for detail in change.details)
    in_place = bool(details) and all(detail.recreation == "Never" for detail in details)
    return replace(change, details=details, replacement="False" if in_place else "Conditional")


def _judged(detail: PropertyChange, replacing: set[str]) -> PropertyChange:
    is_in_place = detail.recreation == "Conditionally" and detail.name not in replacing
    if detail.attribute != "Properties" or not detail.name or not is_in_place:
        return detail
    return replace(detail, recreation="Never")


def _replacing(kind: str) -> set[str] | None:
    """The properties that need a new resource, or may; None where no schema tells."""
    try:
        # It comes with the reviewer, and takes a second to load.
        from cfnlint.schema import (  # type: ignore[import-untyped]  # noqa: PLC0415
            PROVIDER_SCHEMA_MANAGER,
            ResourceNotFoundError,
        )
    except ImportError:
        return None
    try:
        schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema(_REGION, kind).schema
    except ResourceNotFoundError:
        return None
    paths = [path for name in _LISTS for path in schema.get(name) or []]
    return {path.split("/")[2] for path in paths if path.startswith("/properties/")}
