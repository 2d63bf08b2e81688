"""Resources that are protected from deletion: AWS refuses it, the engine would delete them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ministack.services.cloudformation import provisioners  # type: ignore[import-untyped]

Plain = dict[str, Any]
PROTECTED = {
    "AWS::DynamoDB::Table": "DeletionProtectionEnabled",
    "AWS::RDS::DBCluster": "DeletionProtection",
    "AWS::RDS::DBInstance": "DeletionProtection",
}


def extend() -> None:
    for kind, name in PROTECTED.items():
        known = provisioners._RESOURCE_HANDLERS[kind]  # noqa: SLF001
        known["delete"] = partial(_delete, kind, name, known["delete"])


def _delete(
    kind: str, name: str, delete: Callable[..., Any], physical_id: str, props: Plain
) -> Any:
    if str(props.get(name)).lower() == "true":
        raise ValueError(f"{kind} {physical_id} cannot be deleted while {name} is on.")
    return delete(physical_id, props)
