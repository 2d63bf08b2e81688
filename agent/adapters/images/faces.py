"""The fonts beside this file: which glyph shows a character, how wide it is, what it looks like."""

import io
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from fontTools.pens.svgPathPen import SVGPathPen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from PIL import ImageFont

Weight = Literal["bold", "regular"]

_FONTS = Path(__file__).parent / "fonts"
_SCRIPTS = ("latin", "cjk")
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u00ad")


class Face:
    """One font file. Lengths are parts of the type's size."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        self._sizes: dict[int, ImageFont.FreeTypeFont] = {}

    @cached_property
    def _font(self) -> TTFont:
        return TTFont(io.BytesIO(self._data), lazy=True)

    @cached_property
    def _names(self) -> dict[int, str]:
        return dict(self._font.getBestCmap())

    @cached_property
    def _glyphs(self) -> Any:
        return self._font.getGlyphSet()

    @cached_property
    def _pairs(self) -> dict[tuple[str, str], int]:
        tables = self._font["kern"].kernTables if "kern" in self._font else []
        return dict(tables[0].kernTable) if tables else {}

    @cached_property
    def _em(self) -> int:
        return int(self._font["head"].unitsPerEm)

    def has(self, character: str) -> bool:
        return ord(character) in self._names

    def advance(self, character: str) -> float:
        return float(self._glyphs[self._names[ord(character)]].width) / self._em

    def kerning(self, left: str, right: str) -> float:
        pair = self._names.get(ord(left), ""), self._names.get(ord(right), "")
        return self._pairs.get(pair, 0) / self._em

    def outline(self, character: str, *, x: float, y: float, size: float) -> str:
        """The path of a glyph on its baseline at (x, y), as SVG writes it."""
        pen = SVGPathPen(self._glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
        scale = size / self._em
        placed = TransformPen(pen, (scale, 0, 0, -scale, x, y))
        self._glyphs[self._names[ord(character)]].draw(placed)
        return str(pen.getCommands())

    def sized(self, pixels: int) -> ImageFont.FreeTypeFont:
        if pixels not in self._sizes:
            engine = ImageFont.Layout.BASIC  # the same on every machine: places are ours
            data = io.BytesIO(self._data)
            self._sizes[pixels] = ImageFont.truetype(data, pixels, layout_engine=engine)
        return self._sizes[pixels]


@cache
def _face(script: str, weight: Weight) -> Face:
    return Face(_FONTS / f"{script}-{weight}.otf")


def face_of(character: str, weight: Weight) -> Face | None:
    """The first face that has the character; None when it would be an empty box."""
    faces = (_face(script, weight) for script in _SCRIPTS)
    return next((face for face in faces if face.has(character)), None)


@dataclass(frozen=True)
class Shown:
    """A text as far as the fonts go, and the characters that are left out."""

    text: str
    missing: str


def showable(text: str, weight: Weight) -> Shown:
    kept, missing = [], []
    for character in " ".join(text.split()):
        if character in _INVISIBLE:
            continue
        if character.isprintable() and face_of(character, weight):
            kept.append(character)
        elif not character.isspace():
            missing.append(character)
    return Shown(" ".join("".join(kept).split()), "".join(dict.fromkeys(missing)))
