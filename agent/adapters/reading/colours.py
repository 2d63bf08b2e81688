"""Colours as style sheets name them."""

from typing import NamedTuple

from tinycss2 import parse_component_value_list  # type: ignore[import-untyped]
from tinycss2.color4 import Color, parse_color  # type: ignore[import-untyped]

ALIKE = 20
"""The difference, of 255, below which two colours are indistinguishable in a text."""
CLEAR = 0.1


class Colour(NamedTuple):
    red: float
    green: float
    blue: float
    alpha: float = 1


WHITE, BLACK = Colour(255, 255, 255), Colour(0, 0, 0)


def colour(text: str) -> Colour | None:
    """Return the first colour that a value names; None if it names no known colour."""
    for token in parse_component_value_list(text):
        found = parse_color(token)
        if isinstance(found, Color):
            red, green, blue = (255 * (part or 0) for part in found.to("srgb").coordinates)
            return Colour(red, green, blue, found.alpha)
    return None


def alike(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) < ALIKE for a, b in zip(one[:3], other[:3], strict=True))


def is_clear(one: Colour) -> bool:
    return one.alpha <= CLEAR
