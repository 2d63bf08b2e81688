"""Pydantic models from declarations in data: of each field its type, bounds and words."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, Field, create_model

Plain = dict[str, Any]
M = TypeVar("M", bound=BaseModel)

TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "strings": list[str],
    "map": dict[str, str],
}
_OF_PYDANTIC = ("default", "description", "ge", "gt", "le", "max_length", "min_length", "pattern")


def model_of(fields: Mapping[str, Plain], *, base: type[M], optional: bool = False) -> type[M]:
    """Each field as it is declared, None included where it is optional; other words are skipped."""
    made: Plain = {}
    for name, told in fields.items():
        values = tuple(told.get("enum", ()))
        kind = Literal[values] if values else TYPES[told.get("type", "string")]
        more: Plain = {"default": None if optional else ..., "title": told.get("title")}
        more |= {word: told[word] for word in _OF_PYDANTIC if word in told}
        made[name] = (kind | None if optional else kind, Field(**more))
    return create_model(base.__name__, __base__=base, **made)
