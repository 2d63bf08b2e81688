"""Which passages an answer cites."""

import re
from collections.abc import Sequence
from typing import Any

Plain = dict[str, Any]

_MARK = re.compile(r"\[(G?\d{1,3})\]")


def cited(text: str, context: Sequence[Plain]) -> list[Plain]:
    """The evidence whose marks stand in the text, in the order of first use."""
    by_mark = {entry["mark"]: entry for entry in context}
    marks = dict.fromkeys(_MARK.findall(text))
    return [by_mark[mark] for mark in marks if mark in by_mark]


def unknown_marks(text: str, context: Sequence[Plain]) -> list[str]:
    """Marks in the text that no tool gave."""
    known = {entry["mark"] for entry in context}
    return [mark for mark in dict.fromkeys(_MARK.findall(text)) if mark not in known]
