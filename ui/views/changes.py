"""Shows what was removed from a text and what is new, word by word."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

import streamlit as st

from agent.exchange.field_names import field_name
from agent.language.catalogs import N_
from ui import safe
from ui.language import _

Plain = dict[str, Any]

ALIKE = 0.5
"""Lines that share less are drawn as one that goes and one that comes."""
CONTEXT = 1
"""Lines that are shown around a change."""
_WORD = re.compile(r"#+|[^\W\u3040-\u30ff\u3400-\u9fff]+|\s+|.", re.DOTALL)
_HEADING = re.compile(r"^#{1,6} +")
_STARTS_BLOCK = re.compile(r"^(\s*)(?=[-+=])|^(\s*\d{1,9})(?=[.)])")


LEGEND = N_("Removed text is struck out, new text is marked.")


def draw(changes: list[Plain]) -> None:
    """Draw changes, each with field, before and after."""
    st.caption(_(LEGEND))
    draw_fields(changes)


def draw_fields(changes: list[Plain]) -> None:
    for change in changes:
        name = safe.plain(field_name(change["field"], _))
        st.markdown(f"**{name}**  \n{marked(str(change['before']), str(change['after']))}")


def marked(before: str, after: str) -> str:
    """Mark changes in Markdown; equal lines are left out, except one around each change."""
    drawn: list[str] = []
    for one, other in _rows(before, after):
        drawn += _lines(one, other)
    return "  \n".join(_STARTS_BLOCK.sub(r"\1\2\\", line) for line in drawn if line.strip())


def side_by_side(before: str, after: str, *, names: tuple[str, str]) -> str:
    """As a Markdown table of two columns, line beside line."""
    rows = [_beside(one, other) for one, other in _rows(before, after)]
    cells = [row for row in rows if any(map(str.strip, row))]
    if not cells:
        return ""
    lines = [tuple(map(_plain, names)), ("---", "---"), *cells]
    return "\n".join(f"| {left or ' '} | {right or ' '} |" for left, right in lines)


Row = tuple[str | None, str | None]


def _rows(before: str, after: str) -> Iterator[Row]:
    """Yield old and new lines in pairs; long runs of equal lines are shortened."""
    old, new = before.splitlines(), after.splitlines()
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for n, (kind, i1, i2, j1, j2) in enumerate(blocks):
        if kind == "equal":
            yield from _same(old[i1:i2], is_first=n == 0, is_last=n == len(blocks) - 1)
        else:
            yield from zip_longest(old[i1:i2], new[j1:j2])


def _same(lines: list[str], *, is_first: bool, is_last: bool) -> Iterator[Row]:
    head = [] if is_first else lines[:CONTEXT]
    tail = [] if is_last else lines[len(lines) - CONTEXT :]
    if len(head) + len(tail) < len(lines):
        lines = [*head, "…", *tail]
    yield from zip(lines, lines, strict=True)


def _lines(before: str | None, after: str | None) -> list[str]:
    """A heading in bold."""
    drawn = _drawn(*_read(before, after))
    is_heading = [_HEADING.match(line or "") is not None for line in (before, after)]
    if len(drawn) == 1:
        is_heading = [any(is_heading)]
    return [
        f"**{line.strip()}**" if is_bold and line.strip() else line
        for line, is_bold in zip(drawn, is_heading, strict=True)
    ]


def _read(before: str | None, after: str | None) -> Row:
    """Without what makes a line a heading, unless that is what changes."""
    marks = [_HEADING.match(line) for line in (before, after) if line is not None]
    if len({mark and mark[0].strip() for mark in marks}) > 1:
        return before, after
    return before and _HEADING.sub("", before), after and _HEADING.sub("", after)


def _drawn(before: str | None, after: str | None) -> list[str]:
    if (words := _compared(before, after)) is None:
        return [_strike_out(before) if before else "", _new(after) if after else ""]
    parts = []
    for kind, i1, i2, j1, j2 in words.get_opcodes():
        gone, new = "".join(words.a[i1:i2]), "".join(words.b[j1:j2])
        parts.append(_plain(gone) if kind == "equal" else _strike_out(gone) + _new(new))
    return ["".join(parts)]


def _beside(before: str | None, after: str | None) -> tuple[str, str]:
    before, after = _read(before, after)
    if (words := _compared(before, after)) is None:
        return _strike_out(before) if before else "", _new(after) if after else ""
    left, right = "", ""
    for kind, i1, i2, j1, j2 in words.get_opcodes():
        gone, new = "".join(words.a[i1:i2]), "".join(words.b[j1:j2])
        left += _plain(gone) if kind == "equal" else _strike_out(gone)
        right += _plain(new) if kind == "equal" else _new(new)
    return left, right


def _compared(before: str | None, after: str | None) -> SequenceMatcher[str] | None:
    """Word by word; None for lines that have too little in common."""
    if before is None or after is None:
        return None
    words = SequenceMatcher(None, _WORD.findall(before), _WORD.findall(after), autojunk=False)
    return words if before == after or words.ratio() >= ALIKE else None


def _strike_out(text: str) -> str:
    return _around(text, ":red-background[~~{}~~]")


def _new(text: str) -> str:
    return _around(text, ":green-background[{}]")


def _around(text: str, mark: str) -> str:
    """The mark without the spaces at the ends, next to which it would be none."""
    core = text.strip()
    if not core:
        return text
    lead, _, trail = text.partition(core)
    return lead + mark.format(_plain(core)) + trail


def _plain(text: str) -> str:
    return safe.plain_part(safe.text(text))
