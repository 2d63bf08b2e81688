"""The colours of a card out of a brand's: tones of one hue, and text that is read on each."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

DEFAULT = ("#0f5f59", "#e8b872")
READABLE = 4.5
SEEN = 3.0
"""The least contrast of a shape with its ground."""

Rgb = tuple[int, int, int]

_HEX = re.compile(r"#?([0-9a-fA-F]{6})\Z")
_SHORT = re.compile(r"#?([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])\Z")
_WHITE: Rgb = (255, 255, 255)
_BLACK: Rgb = (0, 0, 0)
_INK: Rgb = (17, 20, 24)


@dataclass(frozen=True)
class Palette:
    ground: Rgb
    shapes: tuple[Rgb, Rgb, Rgb]
    accent: Rgb
    title: Rgb
    subtitle: Rgb


def palette(colours: Sequence[str], *, is_light: bool = False) -> Palette:
    """Title and subtitle have a contrast of at least 4.5 on the ground and on every shape."""
    known = [rgb for colour in colours if (rgb := parse(colour))]
    lead = known[0] if known else _parse(DEFAULT[0])
    other = known[1] if len(known) > 1 else (_companion(lead) if known else _parse(DEFAULT[1]))
    ground = _tint(lead) if is_light else _for_white(lead)
    # One of the two always reaches 4.58.
    dark_text = contrast(_BLACK, ground) > contrast(_WHITE, ground)
    # Shapes move away from the text's tone, so that it is read on them at least as well.
    step = 0.035 if dark_text else -0.035
    if _lightness(ground) > 0.95 or _lightness(ground) < 0.12:
        step = -0.025 if dark_text else 0.05
    shapes = tuple(shifted(ground, step * n) for n in (1, 2, 3))
    behind = (ground, *shapes)
    ink = _legible(lead, behind) if is_light else (_INK if dark_text else _WHITE)
    return Palette(
        ground=ground,
        shapes=(shapes[0], shapes[1], shapes[2]),
        accent=_legible(other, (ground,), least=SEEN),
        title=_legible(ink, behind, least=READABLE),
        subtitle=_legible(_mix(ink, ground, 0.22), behind, least=READABLE + 0.3),
    )


def parse(colour: str) -> Rgb | None:
    """Parse a colour such as "#0f766e" or "#0a7"; None for other text."""
    text = colour.strip()
    if short := _SHORT.match(text):
        text = "".join(digit * 2 for digit in short.groups())
    found = _HEX.match(text)
    return _parse(found[1]) if found else None


def _parse(text: str) -> Rgb:
    digits = text.removeprefix("#")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def hexed(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def contrast(one: Rgb, other: Rgb) -> float:
    """Measure contrast from 1 to 21, by the accessibility guidelines."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def shifted(colour: Rgb, by: float) -> Rgb:
    """Lighten or darken a colour, keeping its hue, by a part of the range that the eye sees."""
    lightness, a, b = _oklab(colour)
    return _fitting(min(1.0, max(0.0, lightness + by)), a, b)


def _legible(colour: Rgb, behind: Sequence[Rgb], *, least: float = READABLE) -> Rgb:
    """The nearest tone of the colour that stands out from all that is behind it."""
    if _worst(colour, behind) >= least:
        return colour
    for n in range(1, 51):
        for by in (n / 50, -n / 50):
            tone = shifted(colour, by)
            if _worst(tone, behind) >= least:
                return tone
    return max((_WHITE, _BLACK), key=lambda tone: _worst(tone, behind))


def _for_white(colour: Rgb) -> Rgb:
    """A middle tone a little darker, since white on it looks better than black; others as is."""
    if contrast(_WHITE, colour) < SEEN:
        return colour
    darker = (shifted(colour, -n / 100) for n in range(30))
    return next((tone for tone in darker if contrast(_WHITE, tone) >= READABLE + 0.1), colour)


def _worst(colour: Rgb, behind: Sequence[Rgb]) -> float:
    return min(contrast(colour, ground) for ground in behind)


def _tint(colour: Rgb) -> Rgb:
    """Paper with a breath of the colour."""
    _, a, b = _oklab(colour)
    strength = math.hypot(a, b) or 1
    return _fitting(0.965, a / strength * 0.014, b / strength * 0.014)


def _companion(colour: Rgb) -> Rgb:
    """Warm beside a cold colour, cold beside a warm one."""
    _, a, b = _oklab(colour)
    is_warm = a + b > 0.02
    return _fitting(0.82, -0.07, -0.05) if is_warm else _fitting(0.82, 0.03, 0.1)


def _mix(one: Rgb, other: Rgb, part: float) -> Rgb:
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(one, other, strict=True))
    return red, green, blue


def _luminance(colour: Rgb) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> int:
    part = min(1.0, max(0.0, part))
    curved = part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(curved * 255)


def _lightness(colour: Rgb) -> float:
    return _oklab(colour)[0]


# Oklab (Björn Ottosson): equal steps look equal, and hues stay what they are.


def _oklab(colour: Rgb) -> tuple[float, float, float]:
    red, green, blue = map(_linear, colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _fitting(lightness: float, a: float, b: float) -> Rgb:
    """The colour itself, or with as little grey as a screen needs to show it."""
    for n in range(21):
        part = 1 - n / 20
        linear = _from_oklab(lightness, a * part, b * part)
        if all(-0.0005 <= channel <= 1.0005 for channel in linear):
            break
    red, green, blue = map(_gamma, linear)
    return red, green, blue


def _from_oklab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
