"""How a card is laid out: what stands where, in which size and colour."""

import math
from dataclasses import dataclass

from agent.adapters.images.drawing import Bar, Circle, Drawing, Text
from agent.adapters.images.faces import showable
from agent.adapters.images.palette import Palette, palette
from agent.adapters.images.typesetting import Setting, fit
from agent.errors import AgentError
from agent.ports.images import ImageBrief

LIGHT = frozenset(("light", "minimal", "minimalist", "minimalista", "极简", "clean", "paper"))
"""Styles that ask for a light ground; all others stand on the brand's colour."""

_ANGLE = math.radians(17)
"""Where on its ring the small disc stands."""


@dataclass(frozen=True)
class Composed:
    drawing: Drawing
    words: str
    """All that is to be read on it."""
    notice: str


def composed(brief: ImageBrief, *, width: int, height: int) -> Composed:
    title, subtitle = showable(brief.title, "bold"), showable(brief.subtitle, "regular")
    if not title.text:
        raise AgentError(
            "A card needs a title that its fonts can show.",
            hint="Give a title in Latin, Greek, Cyrillic, Chinese or Japanese letters.",
        )
    colours = palette(brief.colours, is_light=brief.style.strip().casefold() in LIGHT)
    page = _Page(width, height)
    head, under = _set(page, title.text, subtitle.text)
    drawing = _laid_out(page, colours, head=head, under=under)
    missing = "".join(dict.fromkeys(title.missing + subtitle.missing))
    words = " · ".join(filter(None, (title.text.strip(), subtitle.text.strip())))
    return Composed(drawing, words, _notice(missing, is_cut=head.is_cut or under.is_cut))


@dataclass(frozen=True)
class _Page:
    width: int
    height: int

    @property
    def unit(self) -> float:
        return min(self.width, self.height) / 100

    @property
    def margin(self) -> float:
        return self.unit * 9

    @property
    def is_wide(self) -> bool:
        return self.width > self.height

    @property
    def column(self) -> float:
        """How wide text may run: on a wide page its right third stays free."""
        return (self.width * 0.64 if self.is_wide else self.width - self.margin) - self.margin


def _set(page: _Page, title: str, subtitle: str) -> tuple[Setting, Setting]:
    unit = page.unit
    largest, smallest = 13.2, 4.6
    sizes = [round(largest * unit * 0.955**n) for n in range(30)]
    room = page.height * (0.52 if page.is_wide else 0.46)
    head = fit(
        title,
        "bold",
        width=page.column,
        height=room,
        sizes=[size for size in sizes if size >= smallest * unit],
        leading=1.14,
    )
    most = max(3.2 * unit, min(4.6 * unit, head.size * 0.5))
    under = fit(
        subtitle,
        "regular",
        width=page.column * 0.94,
        height=unit * 10.9,
        sizes=[round(most), round((most + 3 * unit) / 2), round(3 * unit)],
        leading=1.42,
    )
    return head, under


def _laid_out(page: _Page, colours: Palette, *, head: Setting, under: Setting) -> Drawing:
    """The text stands on the lower margin; rings rise behind it from the opposite corner."""
    unit, left = page.unit, page.margin
    bottom = page.height - page.margin
    under_top = bottom - under.height
    head_last = under_top - (unit * 3.4 + head.size * 0.34 if under.lines else 0)
    head_top = head_last - head.height
    bar = Bar(left, head_top - unit * 6.6, unit * 9, unit * 1.1, colours.accent, unit * 0.55)
    texts = [Text(head, left, head_top + head.size * 0.73, colours.title)]
    if under.lines:
        texts.append(Text(under, left, under_top + under.size * 0.73, colours.subtitle))
    shapes: tuple[Circle | Bar, ...] = (*_rings(page, colours), bar)
    return Drawing(page.width, page.height, colours.ground, shapes, tuple(texts))


def _rings(page: _Page, colours: Palette) -> tuple[Circle, ...]:
    unit = page.unit
    x, y = page.width, 0
    outer, middle, inner = colours.shapes
    return (
        Circle(x, y, unit * 66, outer),
        Circle(x, y, unit * 46, middle),
        Circle(x, y, unit * 26, inner),
        Circle(
            x - unit * 46 * math.cos(_ANGLE),
            unit * 46 * math.sin(_ANGLE),
            unit * 3.4,
            colours.accent,
        ),
    )


def _notice(missing: str, *, is_cut: bool) -> str:
    told = []
    if missing:
        shown = " ".join(missing[:8]) + (" and others" if len(missing) > 8 else "")
        told.append(
            f"The card's fonts cannot show these characters, so they were left out: {shown}"
        )
    if is_cut:
        told.append("The text was too long for the card and ends with an ellipsis.")
    return " ".join(f"{sentence.rstrip('.')}." for sentence in told)
