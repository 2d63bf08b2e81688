"""Colours as style sheets name them."""

import colorsys
import re
from typing import NamedTuple

ALIKE = 20
"""Of 255: two colours that differ less are indistinguishable in a text."""
CLEAR = 0.1

_HEX = re.compile(r"#([0-9a-f]{3,8})\b")
_CALL = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_NUMBER = re.compile(r"(-?\d*\.?\d+)(%|deg)?")
_WORD = re.compile(r"(?<![\w#-])[a-z]+(?![\w(-])")


class Colour(NamedTuple):
    red: float
    green: float
    blue: float
    alpha: float = 1


WHITE, BLACK = Colour(255, 255, 255), Colour(0, 0, 0)
# Those that text is hidden in, and those that are often behind it.
_NAMED = {
    "transparent": Colour(0, 0, 0, 0),
    "white": WHITE,
    "black": BLACK,
    "snow": Colour(255, 250, 250),
    "ivory": Colour(255, 255, 240),
    "whitesmoke": Colour(245, 245, 245),
    "ghostwhite": Colour(248, 248, 255),
    "floralwhite": Colour(255, 250, 240),
    "mintcream": Colour(245, 255, 250),
    "azure": Colour(240, 255, 255),
    "aliceblue": Colour(240, 248, 255),
    "seashell": Colour(255, 245, 238),
    "gainsboro": Colour(220, 220, 220),
    "lightgray": Colour(211, 211, 211),
    "lightgrey": Colour(211, 211, 211),
    "silver": Colour(192, 192, 192),
    "gray": Colour(128, 128, 128),
    "grey": Colour(128, 128, 128),
    "red": Colour(255, 0, 0),
    "green": Colour(0, 128, 0),
    "blue": Colour(0, 0, 255),
    "navy": Colour(0, 0, 128),
    "yellow": Colour(255, 255, 0),
}


def colour(text: str) -> Colour | None:
    """Return the colour that a value names; None if it names no known colour."""
    if found := _HEX.search(text):
        return _hex(found.group(1))
    if found := _CALL.search(text):
        return _called(found.group(1), found.group(2))
    return next((_NAMED[word] for word in _WORD.findall(text) if word in _NAMED), None)


def alike(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) < ALIKE for a, b in zip(one[:3], other[:3], strict=True))


def is_clear(one: Colour) -> bool:
    return one.alpha <= CLEAR


def _hex(digits: str) -> Colour | None:
    if len(digits) in {3, 4}:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in {6, 8}:
        return None
    red, green, blue, alpha = (int(digits[n : n + 2] or "ff", 16) for n in (0, 2, 4, 6))
    return Colour(red, green, blue, alpha / 255)


def _called(function: str, arguments: str) -> Colour | None:
    found = _NUMBER.findall(arguments)
    if len(found) not in {3, 4}:
        return None
    values = [float(number) / (100 if unit == "%" else 1) for number, unit in found]
    alpha = values[3] if len(values) == 4 else 1
    if function == "hsl":
        # Hue, lightness, saturation is the order of the standard library.
        rgb = colorsys.hls_to_rgb(values[0] / 360, values[2], values[1])
        return Colour(255 * rgb[0], 255 * rgb[1], 255 * rgb[2], alpha)
    parts = [n * 255 if unit == "%" else n for n, (_, unit) in zip(values, found, strict=True)]
    return Colour(parts[0], parts[1], parts[2], alpha)
