"""Plain data and table columns, one made from the other by its type."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

Row = sqlite3.Row
T = TypeVar("T")


def compact(value: Any) -> str:
    """JSON as tables keep it. ASCII, so that half a character cannot stop a write."""
    return json.dumps(value, separators=(",", ":"), default=str)


def to_column(value: Any) -> Any:
    """A dict, list or tuple as JSON, a bool as a number, and anything else as it is."""
    if isinstance(value, dict | list | tuple):
        return compact(value)
    return int(value) if isinstance(value, bool) else value


def read_row(cls: Callable[..., T], row: Row, **given: Any) -> T:
    """Make a dataclass from the columns named as its fields; `given` values come before them.

    A null means the default of a field that has one.
    """
    there = {name: row[name] for name in set(row.keys()) - set(given)}
    values = {
        field.name: field.read(there[field.name])
        for field in _fields(cls)
        if field.name in there and not (field.has_default and there[field.name] is None)
    }
    return cls(**values, **given)


class _Field(NamedTuple):
    name: str
    has_default: bool
    read: Callable[[Any], Any]


@cache
def _fields(cls: Any) -> tuple[_Field, ...]:
    types = get_type_hints(cls)
    return tuple(
        _Field(
            field.name,
            has_default=not (field.default is MISSING and field.default_factory is MISSING),
            read=_reader(types[field.name]),
        )
        for field in fields(cls)
    )


def _reader(annotation: Any) -> Callable[[Any], Any]:
    """Return what makes a value of this type from a column's."""
    if NoneType in get_args(annotation):
        (annotation,) = set(get_args(annotation)) - {NoneType}
        read = _reader(annotation)
        return lambda value: None if value is None else read(value)
    readers: dict[Any, Callable[[Any], Any]] = {
        dict: json.loads,
        list: json.loads,
        tuple: lambda value: tuple(json.loads(value)),
        bool: bool,
    }
    return readers.get(get_origin(annotation) or annotation, lambda value: value)
