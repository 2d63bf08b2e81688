"""A designed card: the title in the brand's colours. It is a card and says so, no picture."""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from agent.errors import AgentError
from agent.ports.images import ImageBrief, Picture, Ratio

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

    from agent.adapters.images.palette import Palette, Rgb
    from agent.adapters.images.typesetting import Setting

SIZES: dict[Ratio, tuple[int, int]] = {
    "1:1": (1080, 1080),
    "16:9": (1600, 900),
    "9:16": (1080, 1920),
    "4:3": (1440, 1080),
    "3:4": (1080, 1440),
}
LIGHT = frozenset(("light", "minimal", "minimalist", "minimalista", "极简", "clean", "paper"))
"""Styles with a light ground; all others have the brand's colour as ground."""
FAMILIES = "Inter, 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif"

_FINER = 2
"""The PNG is drawn larger by so much and made smaller, which smooths its edges."""
_ANGLE = math.radians(17)
"""The angle of the small disc on its ring."""


class CardImages:
    """Instant, without a model or a network; the same brief gives the same bytes."""

    name = "card"

    def make(self, brief: ImageBrief) -> Picture:
        required(brief)
        page = _Page(*SIZES[brief.ratio])
        card = _compose(brief, page)
        return Picture(
            png=_draw_png(page, card),
            svg=_write_svg(page, card),
            width=page.width,
            height=page.height,
            alt=card.words,
            is_card=True,
            notice=card.notice,
        )


def required(brief: ImageBrief) -> None:
    """Raise AgentError where the brief lacks what every picture needs."""
    if not brief.alt.strip():
        raise AgentError(
            "An image needs a text for people who cannot see it.",
            hint="Describe in one sentence what the image shows.",
        )
    if brief.ratio not in SIZES:
        raise AgentError(
            "That ratio of width to height is not known.", hint=f"Choose {', '.join(SIZES)}."
        )


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
        """The width of text: on a wide page its right third stays free."""
        return (self.width * 0.64 if self.is_wide else self.width - self.margin) - self.margin

    @property
    def circles(self) -> list[tuple[float, float, float]]:
        """Rings around the upper right corner and a disc on one of them: x, y and radius."""
        rings = [(float(self.width), 0.0, self.unit * radius) for radius in (66, 46, 26)]
        away = self.unit * 46
        disc = self.width - away * math.cos(_ANGLE), away * math.sin(_ANGLE), self.unit * 3.4
        return [*rings, disc]


@dataclass(frozen=True)
class _Card:
    head: "Setting"
    under: "Setting"
    colours: "Palette"
    words: str
    """All that is to be read on it."""
    notice: str


def _compose(brief: ImageBrief, page: _Page) -> _Card:
    # Fonts and drawing are slow to import, and few runs make a picture.
    from agent.adapters.images.palette import palette  # noqa: PLC0415
    from agent.adapters.images.typesetting import showable  # noqa: PLC0415

    title, subtitle = showable(brief.title, "bold"), showable(brief.subtitle, "regular")
    if not title.text:
        raise AgentError(
            "A card needs a title that its fonts can show.",
            hint="Give a title in Latin, Greek, Cyrillic, Chinese or Japanese letters.",
        )
    head, under = _set_texts(page, title.text, subtitle.text)
    missing = "".join(dict.fromkeys(title.missing + subtitle.missing))
    return _Card(
        head,
        under,
        palette(brief.colours, is_light=brief.style.strip().casefold() in LIGHT),
        " · ".join(filter(None, (title.text.strip(), subtitle.text.strip()))),
        _notice(missing, is_cut=head.is_cut or under.is_cut),
    )


def _set_texts(page: _Page, title: str, subtitle: str) -> "tuple[Setting, Setting]":
    from agent.adapters.images.typesetting import fit  # noqa: PLC0415

    unit = page.unit
    sizes = [round(13.2 * unit * 0.955**n) for n in range(24)]
    head = fit(
        title,
        "bold",
        width=page.column,
        height=page.height * (0.52 if page.is_wide else 0.46),
        sizes=[size for size in sizes if size >= 4.6 * unit],
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


def _texts(page: _Page, card: _Card) -> "Iterator[tuple[str, Setting, float, Rgb]]":
    """Yield each line with its setting, baseline and colour, ending at the lower margin."""
    head, under = card.head, card.under
    under_top = page.height - page.margin - under.height
    gap = page.unit * 3.4 + head.size * 0.34 if under.lines else 0
    head_top = under_top - gap - head.height
    for text, top, colour in (
        (head, head_top, card.colours.title),
        (under, under_top, card.colours.subtitle),
    ):
        for number, line in enumerate(text.lines):
            yield line, text, top + text.capital + number * text.leading, colour


def _bar(page: _Page, card: _Card) -> tuple[float, float, float, float]:
    """Return the bar above the title: x, y, width and height."""
    _, head, baseline, _ = next(_texts(page, card))
    return page.margin, baseline - head.capital - page.unit * 6.6, page.unit * 9, page.unit * 1.1


def _draw_png(page: _Page, card: _Card) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415

    size = page.width * _FINER, page.height * _FINER
    image = Image.new("RGB", size, card.colours.ground)
    pencil = ImageDraw.Draw(image)
    fills = (*card.colours.shapes, card.colours.accent)
    for (x, y, radius), fill in zip(page.circles, fills, strict=True):
        pencil.circle((x * _FINER, y * _FINER), radius * _FINER, fill=fill)
    x, y, width, height = (length * _FINER for length in _bar(page, card))
    box = [x, y, x + width - 1, y + height - 1]
    pencil.rounded_rectangle(box, height / 2, fill=card.colours.accent)
    for line, text, baseline, colour in _texts(page, card):
        _draw_line(pencil, line, text, at=(page.margin, baseline), colour=colour)
    kept = io.BytesIO()
    small = image.resize((page.width, page.height), Image.Resampling.BOX)
    small.save(kept, "PNG", compress_level=6)
    return kept.getvalue()


def _draw_line(
    pencil: "ImageDraw", line: str, text: "Setting", *, at: tuple[float, float], colour: "Rgb"
) -> None:
    from agent.adapters.images.typesetting import runs  # noqa: PLC0415

    x, baseline = at[0] * _FINER, at[1] * _FINER
    for part, face in runs(line, text.weight, text.size * _FINER):
        pencil.text((x, baseline), part, fill=colour, font=face, anchor="ls")
        x += face.getlength(part)


def _write_svg(page: _Page, card: _Card) -> str:
    """The card as SVG, each line as wide as in the PNG whatever fonts the reader has."""
    from agent.adapters.images.palette import hexed  # noqa: PLC0415

    width, height, colours = page.width, page.height, card.colours
    x, y, bar_width, bar_height = _bar(page, card)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img" aria-labelledby="alt">'
        ),
        f'<title id="alt">{escape(card.words)}</title>',
        f'<rect width="{width}" height="{height}" fill="{hexed(colours.ground)}"/>',
    ]
    parts += [
        f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius:.1f}" fill="{hexed(fill)}"/>'
        for (cx, cy, radius), fill in zip(
            page.circles, (*colours.shapes, colours.accent), strict=True
        )
    ]
    parts.append(
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{bar_width:.1f}" height="{bar_height:.1f}"'
        f' rx="{bar_height / 2:.1f}" fill="{hexed(colours.accent)}"/>'
    )
    parts += [
        f'<text x="{page.margin:.1f}" y="{baseline:.1f}" font-family="{FAMILIES}"'
        f' font-size="{text.size}" font-weight="{600 if text.weight == "bold" else 400}"'
        f' textLength="{text.width(line):.1f}" fill="{hexed(colour)}">{escape(line)}</text>'
        for line, text, baseline, colour in _texts(page, card)
    ]
    return "\n".join([*parts, "</svg>\n"])


def _notice(missing: str, *, is_cut: bool) -> str:
    sentences = []
    if missing:
        shown = " ".join(missing[:8]) + (" and others" if len(missing) > 8 else "")
        sentences.append(
            f"The card's fonts cannot show these characters, so they were left out: {shown}."
        )
    if is_cut:
        sentences.append("The text was too long for the card and ends with an ellipsis.")
    return " ".join(sentences)
