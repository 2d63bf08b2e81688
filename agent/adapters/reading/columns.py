"""Finds the rows of tables on a page: texts that are aligned, row after row."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from agent.language.text import is_han

FEWEST_ROWS = 3
FARTHEST = 1.5
"""Points by which texts of one column may be out of line."""
INDENT = 36
"""Points from the row's start; a text that is nearer follows the mark of a list."""
USUAL_WIDTH, HAN_WIDTH = 0.5, 1.0
"""The width of a letter as a share of its size, where the file says no more."""


@dataclass(frozen=True)
class Piece:
    """Text as it is drawn, from where, in points."""

    text: str
    size: float
    x: float
    y: float

    @property
    def end(self) -> float:
        letters = self.text.strip()
        han = sum(map(is_han, letters))
        return self.x + self.size * (han * HAN_WIDTH + (len(letters) - han) * USUAL_WIDTH)


def find_rows(lines: Sequence[Sequence[Piece]]) -> dict[int, list[str]]:
    """The cells of those lines that are rows of tables, by the lines' numbers.

    Two columns of prose are none: they are drawn one after the other.
    """
    found: dict[int, list[str]] = {}
    run: list[list[Piece]] = []
    for number, pieces in enumerate([*lines, []]):
        line = [piece for piece in pieces if piece.text.strip()]
        if run and not _are_aligned(run[-1], line):
            if len(run) >= FEWEST_ROWS:
                found |= zip(range(number - len(run), number), _cells(run), strict=True)
            run = []
        run.append(line)
    return found


def _are_aligned(row: Sequence[Piece], other: Sequence[Piece]) -> bool:
    """Tell whether texts behind wide gaps stand under each other, or all texts behind the first."""
    one, two = _starts(row), _starts(other)
    if not (one and two):
        return False
    wide = [x for x in _wide(row) if _is_in(x, _wide(other))]
    fewer, more = sorted((one, two), key=len)
    return bool(wide) or all(_is_in(x, more) for x in fewer)


def _is_in(x: float, starts: Sequence[float]) -> bool:
    return any(abs(x - other) <= FARTHEST for other in starts)


def _starts(row: Sequence[Piece]) -> list[float]:
    return [piece.x for piece in row[1:] if piece.x - row[0].x > INDENT]


def _wide(row: Sequence[Piece]) -> list[float]:
    """Places where a text begins behind a gap that is wider than any between words."""
    behind = _starts(row)
    gaps = pairwise(row)
    return [p.x for before, p in gaps if p.x in behind and p.x - before.end > before.size]


def _cells(rows: Sequence[Sequence[Piece]]) -> list[list[str]]:
    """Each text in the column that it begins in; the columns are those of most rows."""
    wide = [_wide(row) for row in rows]
    starts = wide if all(wide) else [_starts(row) for row in rows]
    columns = [-inf, *max(starts, key=len)]
    return [_in_columns(row, own, columns) for row, own in zip(rows, starts, strict=True)]


def _in_columns(
    row: Sequence[Piece], starts: Sequence[float], columns: Sequence[float]
) -> list[str]:
    cells, at = [""] * len(columns), 0
    for piece in row:
        if piece.x in starts:
            nearest = min(range(len(columns)), key=lambda n: abs(columns[n] - piece.x))
            at = min(max(nearest, at + 1), len(columns) - 1)
        cells[at] += piece.text
    return [" ".join(cell.split()) for cell in cells]
