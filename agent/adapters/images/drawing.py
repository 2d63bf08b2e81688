"""A composed card as SVG and as PNG: the same shapes, the same glyphs in the same places."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from PIL import Image, ImageDraw

from agent.adapters.images.faces import Face
from agent.adapters.images.palette import Rgb, hexed
from agent.adapters.images.typesetting import Setting

_FINER = 2
"""The PNG is drawn larger by so much and made smaller, which smooths its edges."""


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    radius: float
    colour: Rgb


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    colour: Rgb
    radius: float = 0


@dataclass(frozen=True)
class Text:
    """`y` is the first baseline."""

    setting: Setting
    x: float
    y: float
    colour: Rgb


@dataclass(frozen=True)
class Drawing:
    width: int
    height: int
    ground: Rgb
    shapes: tuple[Circle | Bar, ...]
    texts: tuple[Text, ...]


def svg_of(drawing: Drawing, *, alt: str) -> str:
    """Glyphs are outlines: it looks the same whatever fonts the reader has."""
    width, height = drawing.width, drawing.height
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
            f'width="{width}" height="{height}" role="img" aria-labelledby="alt">',
            f'<title id="alt">{escape(_printable(alt))}</title>',
            f'<rect width="{width}" height="{height}" fill="{hexed(drawing.ground)}"/>',
            *map(_svg_shape, drawing.shapes),
            *map(_svg_text, drawing.texts),
            "</svg>\n",
        )
    )


def _printable(text: str) -> str:
    """Without the control characters that XML refuses."""
    return "".join(c if c.isprintable() else " " for c in text)


def _svg_shape(shape: Circle | Bar) -> str:
    match shape:
        case Circle():
            place = f'cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius:.1f}"'
            return f'<circle {place} fill="{hexed(shape.colour)}"/>'
        case Bar():
            place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" rx="{shape.radius:.1f}"'
            size = f'width="{shape.width:.1f}" height="{shape.height:.1f}"'
            return f'<rect {place} {size} fill="{hexed(shape.colour)}"/>'


def _svg_text(text: Text) -> str:
    size = text.setting.size
    outlines = (
        face.outline(character, x=x, y=y, size=size) for character, face, x, y in _placed(text)
    )
    return f'<path fill="{hexed(text.colour)}" d="{"".join(outlines)}"/>'


def png_of(drawing: Drawing) -> bytes:
    large = (drawing.width * _FINER, drawing.height * _FINER)
    image = Image.new("RGB", large, drawing.ground)
    pencil = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _draw_shape(pencil, shape)
    for text in drawing.texts:
        for character, face, x, y in _placed(text):
            font = face.sized(text.setting.size * _FINER)
            place = (x * _FINER, y * _FINER)
            pencil.text(place, character, fill=text.colour, font=font, anchor="ls")
    small = image.resize((drawing.width, drawing.height), Image.Resampling.BOX)
    kept = io.BytesIO()
    small.save(kept, "PNG", compress_level=6)
    return kept.getvalue()


def _draw_shape(pencil: ImageDraw.ImageDraw, shape: Circle | Bar) -> None:
    match shape:
        case Circle():
            centre = (shape.x * _FINER, shape.y * _FINER)
            pencil.circle(centre, shape.radius * _FINER, fill=shape.colour)
        case Bar():
            right, bottom = shape.x + shape.width, shape.y + shape.height
            box = [shape.x * _FINER, shape.y * _FINER, right * _FINER - 1, bottom * _FINER - 1]
            pencil.rounded_rectangle(box, shape.radius * _FINER, fill=shape.colour)


def _placed(text: Text) -> Iterator[tuple[str, Face, float, float]]:
    for number, line in enumerate(text.setting.lines):
        y = text.y + number * text.setting.leading
        for glyph in line.glyphs:
            if glyph.character != " ":
                yield glyph.character, glyph.face, text.x + glyph.x, y
