"""Filling in the data of a pattern: expressions, conditions, repetitions."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from jinja2 import Environment

Plain = dict[str, Any]

_EXPRESSION = re.compile(r"<([^<>]+)>")
_JINJA = Environment(autoescape=False)  # noqa: S701 - values of a template, no HTML


@cache
def _compiled(expression: str) -> Any:
    return _JINJA.compile_expression(expression)


def evaluate(expression: str, known: Plain) -> Any:
    return _compiled(str(expression))(known)


def fill(node: Any, known: Plain) -> Any:
    """The node with its expressions filled in; None for what comes to nothing."""
    match node:
        case str():
            return _text(node, known)
        case dict():
            pairs = [
                (_text(name, inner), fill(each, inner))
                for name, value in node.items()
                for each, inner in repeat(value, known)
            ]
            filled: Any = {name: value for name, value in pairs if value is not None}
        case list():
            found = [fill(each, inner) for item in node for each, inner in repeat(item, known)]
            filled = [each for each in found if each is not None]
        case _:
            return node
    return filled if filled or not node else None


def _text(text: str, known: Plain) -> Any:
    """An expression alone keeps its type; within a text it becomes text."""
    if whole := _EXPRESSION.fullmatch(text):
        return evaluate(whole[1], known)
    return _EXPRESSION.sub(lambda found: str(evaluate(found[1], known)), text)


def repeat(node: Any, known: Plain) -> Iterator[tuple[Any, Plain]]:
    """The node as often as it says, each time with what it may name."""
    if not isinstance(node, dict):
        yield node, known
        return
    if "if" in node and not evaluate(node["if"], known):
        return
    rest = {name: value for name, value in node.items() if name not in ("if", "each")}
    if "each" not in node:
        yield rest, known
        return
    for number, item in enumerate(evaluate(node["each"], known) or (), start=1):
        yield rest, {**known, "item": item, "number": number}
