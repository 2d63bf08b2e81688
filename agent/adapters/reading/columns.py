"""Whether a page seems to hold a table: texts that stand under each other, row after row."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from agent.language.text import is_han

FEWEST_ROWS = 3
FARTHEST = 1.5
"""Points by which texts of one column may be out of line."""
INDENT = 36
"""Points from the row's start; what comes nearer stands behind the mark of a list."""
USUAL_WIDTH, HAN_WIDTH = 0.5, 1.0
"""Of a letter, as a share of its size: no file need say more."""


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


def seem_there(pieces: Sequence[Piece]) -> bool:
    """Two columns of prose do not: they are drawn one after the other."""
    rows = 1
    above: list[float] = []
    for _, row in groupby((p for p in pieces if p.text.strip()), key=lambda p: round(p.y)):
        here = _columns(sorted(row, key=lambda piece: piece.x))
        is_below = any(abs(x - other) <= FARTHEST for x in here for other in above)
        rows = rows + 1 if is_below else 1
        if rows == FEWEST_ROWS:
            return True
        above = here
    return False


def _columns(row: Sequence[Piece]) -> list[float]:
    """Where a text begins behind a gap that is wider than any between words."""
    return [
        piece.x
        for before, piece in pairwise(row)
        if piece.x - before.end > before.size and piece.x - row[0].x > INDENT
    ]
