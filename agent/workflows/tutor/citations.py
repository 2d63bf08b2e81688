"""Which passages an answer cites."""

import re
from collections.abc import Sequence
from typing import Any

Plain = dict[str, Any]

_MARK = re.compile(r"\[(G?\d{1,3})\]")


def cited(text: str, context: Sequence[Plain]) -> list[Plain]:
    """The evidence whose marks stand in the text, in the order of the marks."""
    marks = set(_MARK.findall(text))
    return [entry for entry in context if entry["mark"] in marks]


def unknown_marks(text: str, context: Sequence[Plain]) -> list[str]:
    """Marks in the text that no tool gave."""
    known = {entry["mark"] for entry in context}
    return [mark for mark in dict.fromkeys(_MARK.findall(text)) if mark not in known]
