"""Numbers from parameters: CloudFormation hands them on as numbers, the engine as texts."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ministack.services.cloudformation import provisioners  # type: ignore[import-untyped]

from agent.adapters.cloud.sandbox.recreation import schema_of

Plain = dict[str, Any]
WORDS = {"integer": int, "number": float}


def extend() -> None:
    for kind, known in provisioners._RESOURCE_HANDLERS.items():  # noqa: SLF001
        known |= {
            name: partial(_with_numbers, kind, known[name])
            for name in ("create", "update")
            if name in known
        }


def _with_numbers(kind: str, act: Callable[..., Any], *arguments: Any) -> Any:
    """Of each argument that is a dict of properties, texts become the numbers that they are."""
    if not any(_has_figures(each) for each in arguments if isinstance(each, dict)):
        return act(*arguments)
    schema = schema_of(kind) or {}
    return act(
        *(typed(each, schema, schema) if isinstance(each, dict) else each for each in arguments)
    )


def _has_figures(value: Any) -> bool:
    match value:
        case dict():
            return any(map(_has_figures, value.values()))
        case list():
            return any(map(_has_figures, value))
        case _:
            return isinstance(value, str) and value.isdigit()


def typed(value: Any, schema: Plain, whole: Plain) -> Any:
    """The value with the numbers that its schema asks for; `whole` holds what it refers to."""
    schema = whole.get("definitions", {}).get(schema.get("$ref", "").rpartition("/")[2], schema)
    match value:
        case dict():
            inner = schema.get("properties", {})
            return {name: typed(each, inner.get(name, {}), whole) for name, each in value.items()}
        case list():
            return [typed(each, schema.get("items", {}), whole) for each in value]
        case str() if value.isdigit() and isinstance(schema.get("type"), str):
            return WORDS.get(schema["type"], str)(value)
        case _:
            return value
