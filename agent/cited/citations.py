"""Which passages an answer cites."""

import re
from collections.abc import Sequence
from typing import Any

from agent.text import fold, sentences

Plain = dict[str, Any]

_MARKS = re.compile(r"\[(G?\d{1,3}(?:\s*[,;，、]\s*G?\d{1,3})*)\]")
_MARK = re.compile(r"G?\d{1,3}")
_CODE = re.compile(r"`[^`\n]*`")


def marks_of(text: str) -> tuple[str, ...]:
    """The marks that a text bears, each once; what stands in code is none."""
    found = [
        mark for group in _MARKS.findall(_CODE.sub(" ", text)) for mark in _MARK.findall(group)
    ]
    return tuple(dict.fromkeys(found))


def without_marks(text: str) -> str:
    return _MARKS.sub(" ", text)


def cited(text: str, context: Sequence[Plain]) -> list[Plain]:
    """The evidence whose marks stand in the text, in the order of the evidence.

    `quoted` names the sentences of each that the text repeats word for word.
    """
    marks = set(marks_of(text))
    said = fold(text)
    return [
        {**entry, "quoted": [s for s in _sentences(entry) if fold(s).rstrip(" .。") in said]}
        for entry in context
        if entry["mark"] in marks
    ]


def _sentences(entry: Plain) -> list[str]:
    return sentences(entry["text"], entry.get("language", "en"))


def unknown_marks(text: str, context: Sequence[Plain]) -> list[str]:
    """Marks in the text that no tool gave."""
    known = {entry["mark"] for entry in context}
    return [mark for mark in marks_of(text) if mark not in known]
