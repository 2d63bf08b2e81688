"""Marks such as [2] and [G1], by which an answer names its passages."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from agent.text import fold, language_of, sentence_spans, sentences

Plain = dict[str, Any]

_GROUP = r"\[\s*(G?\d{1,3}(?:\s*[,;，、]\s*G?\d{1,3})*)\s*\]"
_MARKS = re.compile(_GROUP)
_MARK = re.compile(r"G?\d{1,3}")
_LEADING = re.compile(rf"(?:{_GROUP}[\s,;.。，]*)+")
CODE = re.compile(
    r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)",
    re.MULTILINE | re.DOTALL,
)


def read_marks(text: str) -> tuple[str, ...]:
    """The marks in a text, each once; code holds none."""
    groups = (group[1] for group in _MARKS.finditer(without_code(text)))
    return tuple(dict.fromkeys(mark for group in groups for mark in _MARK.findall(group)))


def without_code(text: str) -> str:
    """The text at the same length, with blanks in place of its code."""
    return CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)


def without_marks(text: str) -> str:
    return _MARKS.sub(" ", text)


def remove_marks(text: str, known: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The text without marks that name nothing, and these marks."""
    parts, removed, at = [], [], 0
    for group in _MARKS.finditer(without_code(text)):
        marks = _MARK.findall(group[1])
        if unknown := [mark for mark in marks if mark not in known]:
            removed += unknown
            kept = ", ".join(mark for mark in marks if mark in known)
            before = text[at : group.start()]
            parts += [before, f"[{kept}]"] if kept else [before.rstrip(" \t")]
            at = group.end()
    return "".join([*parts, text[at:]]), tuple(dict.fromkeys(removed))


def cited(text: str, context: Sequence[Plain]) -> list[Plain]:
    """The passages that a text cites, in their order.

    `quoted` names the sentences of each that the text repeats word for word.
    """
    marks, said = read_marks(text), fold(text)
    return [
        {
            **entry,
            "quoted": [
                sentence
                for sentence in sentences(entry["text"], entry.get("language", "en"))
                if fold(sentence).rstrip(" .。") in said
            ],
        }
        for entry in context
        if entry["mark"] in marks
    ]


def citing_sentences(answer: str) -> list[tuple[str, tuple[str, ...]]]:
    """The sentences that bear marks, as they are in the answer.

    A mark behind a full stop belongs to the sentence before it, if that is in
    the same paragraph and bears none.
    """
    spans: list[tuple[int, int]] = []
    for start, end in sentence_spans(answer, language_of(answer)):
        leading, rest = _LEADING.match(answer, start, end), start
        if leading and spans and _takes_marks(answer, spans[-1], start):
            spans[-1] = (spans[-1][0], start + len(leading[0].rstrip()))
            rest = leading.end()
        if answer[rest:end].strip():
            spans.append((rest, end))
    found = [answer[start:end] for start, end in spans]
    return [(sentence, marks) for sentence in found if (marks := read_marks(sentence))]


def _takes_marks(answer: str, span: tuple[int, int], start: int) -> bool:
    return not read_marks(answer[slice(*span)]) and "\n\n" not in answer[span[1] : start]
