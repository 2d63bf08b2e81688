"""Times and sizes in a text, by the unit names that Babel knows."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import groupby
from typing import Literal

from babel.units import format_unit

from agent.language.catalogs import LANGUAGES

Dimension = Literal["time", "months", "size", "count"]

_UNITS: dict[str, tuple[Dimension, int]] = {
    "duration-second": ("time", 1),
    "duration-minute": ("time", 60),
    "duration-hour": ("time", 3_600),
    "duration-day": ("time", 86_400),
    "duration-week": ("time", 604_800),
    "duration-month": ("months", 1),
    "digital-megabyte": ("size", 1),
    "digital-gigabyte": ("size", 1_024),
}
"""Seconds, months and megabytes. Months and years have no fixed number of seconds."""
_ALSO = {"hrs": "duration-hour", "mins": "duration-minute", "secs": "duration-second"}
"""Short forms that people write and Babel does not know."""


@dataclass(frozen=True)
class Quantity:
    text: str
    dimension: Dimension
    value: int
    """In seconds, months or megabytes, or how many."""
    count: int
    unit: str = ""
    """As it is written, such as "duration-hour"."""


def find_quantities(text: str) -> Iterator[Quantity]:
    """Whole numbers with a unit of time or size: "90 days", "512 MB", "30秒"."""
    pattern, units = _names()
    for found in pattern.finditer(text):
        unit = units[found["unit"].casefold()]
        (dimension, each), count = _UNITS[unit], int(found["number"])
        yield Quantity(found[0], dimension, count * each, count, unit)


def find_counts(text: str, names: Iterable[str]) -> Iterator[Quantity]:
    """Whole numbers of what is counted by one of these names: "3 attempts"."""
    for found in _numbers_of(names).finditer(text):
        number = int(found["number"])
        yield Quantity(found[0], "count", number, number)


@cache
def _names() -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern of what units are called, and which each is."""
    units = {
        format_unit(count, unit, length, locale=language).strip("12 \xa0").casefold(): unit
        for language in (*LANGUAGES, "de")
        for unit in _UNITS
        for length in ("long", "short")
        for count in (1, 2)
    }
    units |= _ALSO
    # One Latin letter could stand for anything.
    return _numbers_of(n for n in units if len(n) > 1 or not n.isascii()), units


def _numbers_of(names: Iterable[str]) -> re.Pattern[str]:
    """A whole number in front of one of the names, the longest first."""
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    number = r"(?<![\d.,/:-])(?P<number>\d{1,9})"
    return re.compile(rf"{number}[\s-]?(?P<unit>{listed})(?![a-zà-ÿ])", re.IGNORECASE)


def in_digits(text: str, language: str) -> str:
    """The text with its numbers in digits: "twelve eggs" is "12 eggs"."""
    if language == "zh":
        parts = groupby(text, lambda sign: sign.isnumeric() and not sign.isdigit())
        return "".join(_read_han(part) if is_number else "".join(part) for is_number, part in parts)
    # Loaded on first use, since it takes a while.
    return str(import_module("number_parser").parse(text, language=language))


def _read_han(signs: Iterable[str]) -> str:
    """The value of such as 一百二十: a digit counts as often as the unit behind it says."""
    total = last = 0
    for value in map(int, map(unicodedata.numeric, signs)):
        if value < 10:
            last = value
        elif value > total:
            total, last = (total + last or 1) * value, 0
        else:
            total, last = total + (last or 1) * value, 0
    return str(total + last)


def say_time(seconds: int, language: str = "en") -> str:
    """Say a time in the largest unit that fits: "4 days"."""
    for unit in ("duration-day", "duration-hour", "duration-minute"):
        count, rest = divmod(seconds, _UNITS[unit][1])
        if count and not rest:
            return say_unit(count, unit, language)
    return say_unit(seconds, "duration-second", language)


def say_unit(count: float, unit: str, language: str) -> str:
    """So many of a unit that Babel knows: "3 weeks"."""
    said = format_unit(count, unit, "long", locale=language)
    # Some languages have a unit in one length only, which is then not in the long table.
    return format_unit(count, unit, "short", locale=language) if unit in said else said
