"""Text in the fonts beside this file: what they can show, and lines that fit a box."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from PIL import ImageFont

from agent.language.text import HAN

Weight = Literal["bold", "regular"]
Font = ImageFont.FreeTypeFont

_FONTS = Path(__file__).parent / "fonts"
_SCRIPTS = ("latin", "cjk")
_EM = 512
"""Texts are measured at this size, so that lengths scale exactly."""
_CAPITAL = 0.73
_UNASSIGNED = "\U0010ffff"
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u00ad")
_ELLIPSIS = "…"
# What no line may begin with, and what none may end with.
_NOT_FIRST = "、。，．！？；：）］｝》〉」』】〕”’…‥・ー々〜～%％℃,.!?;:)]}»"
_NOT_LAST = "（［｛《〈「『【〔“‘([{«‹$€£¥¿¡#＃"
# A word, or one character of a script that has no spaces, with the marks that belong to it.
_PIECE = re.compile(
    rf"[{re.escape(_NOT_LAST)}]*"
    rf"(?:[{HAN}\u3000-\u30ff\uff00-\uffef]|[^\s{HAN}\u3000-\u30ff\uff00-\uffef]+)"
    rf"[{re.escape(_NOT_FIRST)}]*\s*"
)


@cache
def font(script: str, weight: Weight, size: int) -> Font:
    # The basic engine gives the same places on every machine.
    path = _FONTS / f"{script}-{weight}.otf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def script_of(character: str, weight: Weight) -> str:
    """Return the first script whose font has the character; empty when none has."""
    return next((s for s in _SCRIPTS if _has(font(s, weight, 32), character)), "")


def _has(face: Font, character: str) -> bool:
    if character.isspace():
        return True
    drawn, box = face.getmask(character), face.getmask(_UNASSIGNED)
    return drawn.size != box.size or bytes(drawn) != bytes(box)


@dataclass(frozen=True)
class Shown:
    """A text as far as the fonts go, and the characters that are left out."""

    text: str
    missing: str


def showable(text: str, weight: Weight) -> Shown:
    printable = [c for c in " ".join(text.split()) if c not in _INVISIBLE]
    kept = [c for c in printable if c.isprintable() and script_of(c, weight)]
    missing = [c for c in printable if c not in kept]
    return Shown(" ".join("".join(kept).split()), "".join(dict.fromkeys(missing)))


def runs(text: str, weight: Weight, size: int) -> Iterator[tuple[str, Font]]:
    """Yield the parts of a text that one font draws."""
    for script, characters in groupby(text, lambda character: script_of(character, weight)):
        if script:
            yield "".join(characters), font(script, weight, size)


@lru_cache(maxsize=4096)
def width_of(text: str, weight: Weight) -> float:
    """Return the length of a line as a part of its size."""
    return sum(face.getlength(part) for part, face in runs(text.strip(), weight, _EM)) / _EM


@dataclass(frozen=True)
class Setting:
    """A text set in lines of `size` pixels, `leading` from one baseline to the next."""

    lines: tuple[str, ...]
    size: int
    leading: float
    weight: Weight
    is_cut: bool = False

    @property
    def capital(self) -> float:
        """The height of the first line above its baseline."""
        return self.size * _CAPITAL

    @property
    def height(self) -> float:
        """The height from the top of the capitals to the last baseline."""
        return self.capital + self.leading * (len(self.lines) - 1) if self.lines else 0

    def width(self, line: str) -> float:
        return width_of(line, self.weight) * self.size


def fit(
    text: str,
    weight: Weight,
    *,
    width: float,
    height: float,
    sizes: Sequence[int],
    leading: float,
) -> Setting:
    """Set the text at the largest of `sizes`, which fall, that fits; at the last one it is cut."""
    pieces = _PIECE.findall(text)
    longest = max((width_of(piece, weight) for piece in pieces), default=0)
    for size in sizes:
        set_text = _set(_balance(pieces, weight, width / size), weight, size, leading)
        if longest * size <= width and set_text.height <= height:
            return set_text
    most = max(1, int((height - size * _CAPITAL) // (size * leading)) + 1)
    lines = _fill(pieces, weight, width / size)
    if len(lines) <= most:
        return _set(lines, weight, size, leading)
    kept = [*lines[: most - 1], _shorten(lines[most - 1], weight, width / size)]
    return _set(kept, weight, size, leading, is_cut=True)


def _set(
    lines: Sequence[str], weight: Weight, size: int, leading: float, *, is_cut: bool = False
) -> Setting:
    stripped = tuple(line.strip() for line in lines)
    return Setting(stripped, size, size * leading, weight, is_cut)


def _balance(pieces: Sequence[str], weight: Weight, width: float) -> list[str]:
    """Return as few lines as can be, in the narrowest column that needs no more of them."""
    lines = _fill(pieces, weight, width)
    longest = max((width_of(piece, weight) for piece in pieces), default=0)
    narrow, wide = max(width / 2, min(longest, width)), width
    for _ in range(8):
        middle = (narrow + wide) / 2
        tried = _fill(pieces, weight, middle)
        if len(tried) > len(lines):
            narrow = middle
        else:
            wide, lines = middle, tried
    return lines


def _fill(pieces: Sequence[str], weight: Weight, width: float) -> list[str]:
    """Fill line by line; a word that is longer than a line is broken."""
    lines = [""]
    for piece in pieces:
        whole = width_of(piece, weight) <= width
        for part in [piece] if whole else piece:
            if lines[-1] and width_of(lines[-1] + part, weight) > width:
                lines.append("")
            lines[-1] += part
    return [line for line in lines if line.strip()]


def _shorten(line: str, weight: Weight, width: float) -> str:
    kept = line.rstrip()
    while kept and width_of(kept + _ELLIPSIS, weight) > width:
        kept = kept[:-1].rstrip()
    whole = kept.rsplit(" ", 1)[0] if " " in kept else kept
    return whole.rstrip(" ,;:.—–-、，。") + _ELLIPSIS
