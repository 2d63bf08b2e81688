"""A change of outputs alone: AWS executes it, the engine takes it for no change."""

from typing import Any

from ministack.services.cloudformation import (  # type: ignore[import-untyped]
    _change_sets,
    _stacks,
    handlers,
)

_CREATE = "CreateChangeSet"


def extend() -> None:
    create = handlers._ACTION_HANDLERS[_CREATE]  # noqa: SLF001

    def created(params: Any) -> Any:
        known = set(_change_sets)
        answer = create(params)
        for name in set(_change_sets) - known:
            _accept_outputs(_change_sets[name])
        return answer

    handlers._ACTION_HANDLERS[_CREATE] = created  # noqa: SLF001


def _accept_outputs(change_set: dict[str, Any]) -> None:
    stack = _stacks.get(change_set["StackName"]) or {}
    outputs, before = (held.get("_template", {}).get("Outputs", {}) for held in (change_set, stack))
    is_empty = change_set["Status"] == "FAILED" and not change_set["Changes"]
    if is_empty and change_set["ChangeSetType"] == "UPDATE" and outputs != before:
        change_set.update(Status="CREATE_COMPLETE", ExecutionStatus="AVAILABLE", StatusReason="")
