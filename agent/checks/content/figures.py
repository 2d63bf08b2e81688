"""Figures in a text: numbers in digits, with their scale and whether they are percents."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from agent.checks.content.reading import Reading

_NUMBER = re.compile(
    r"(?<![A-Za-zÀ-ɏ_\d])(?<!\d[.,/:])(?<![A-Za-z]-)"
    r"(?P<n>\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
    r"(?!\d|/\d|:\d|(?!(?:st|nd|rd|th|s|k|m|bn|kWh|kg|km|ft|pm|am)\b)[A-Za-z])"
    r"(?P<scale> ?(?:thousand|million|billion|mil millones|mil|mill[oó]n(?:es)?)\b"
    r"|k\b|(?-i:M)\b| ?bn\b| ?[千万亿]|[千百]万|万亿)?"
    r"(?P<percent> ?[%％]| per ?cent\b| por ciento\b)?"
    r"(?P<money> ?[€£$元]| (?:euros?|dollars?|pounds?|d[oó]lares|libras|pesos|yuan)\b)?",
    re.IGNORECASE,
)
_SCALE = {
    "k": 1e3, "thousand": 1e3, "mil": 1e3, "千": 1e3, "万": 1e4, "百万": 1e6, "千万": 1e7, "m": 1e6,
    "million": 1e6, "millon": 1e6, "millón": 1e6, "millones": 1e6, "亿": 1e8, "bn": 1e9,
    "billion": 1e9, "mil millones": 1e9, "万亿": 1e12,
}  # fmt: skip
_NO_FIGURE = re.compile(r"\b(?:24/7|50/50|360°)|\b\d{1,2} ?(?:am|pm)\b", re.IGNORECASE)
_ORDINAL_ITEM = re.compile(r"^[ \t#>*]*\d{1,3}[.)、][ \t]", re.MULTILINE)
_ITEM = re.compile(r"(?<![A-Za-z0-9_.,/-])(?<!\d:)(\d{1,3})[.)、．）](?!\d)")
_RANGE = re.compile(r" ?(?:-|–|—|~|to|a|and|y|至|到) ?")


SMALL = 12


@dataclass(frozen=True)
class Figure:
    """`values` has more than one where it may be read in two ways, as "1.200" or "5–10k"."""

    start: int
    end: int
    values: tuple[float, ...]
    is_percent: bool = False
    is_bare: bool = True

    @property
    def is_small(self) -> bool:
        """Tell whether it is a bare number that mostly counts what the text itself holds."""
        return self.is_bare and max(self.values) <= SMALL


def figures(reading: Reading) -> list[Figure]:
    """Find figures in the order of their places."""
    text = _without_list_numbers(reading.spoken)
    for aside in (_ORDINAL_ITEM, _NO_FIGURE):
        text = aside.sub(lambda found: " " * len(found[0]), text)
    found = [_figure(each) for each in _NUMBER.finditer(text)]
    # In a range the last one says the scale and the percent of both.
    for n, (one, other) in enumerate(pairwise(found)):
        if one.is_bare and not other.is_bare and _RANGE.fullmatch(text, one.end, other.start):
            times = other.values[0] / _read(text[other.start : other.end])
            values = (*one.values, *(value * times for value in one.values))
            found[n] = Figure(one.start, one.end, values, other.is_percent, is_bare=False)
    return found


def _without_list_numbers(text: str) -> str:
    """The text with blanks for numbers that count the items of a list, in one line too."""
    items = list(_ITEM.finditer(text))
    counted = [int(each[1]) for each in items]
    last = 0
    for n, found in enumerate(items):
        begins = counted[n] == 1 and 2 in counted[n:]
        if begins or (last and counted[n] == last + 1):
            last = counted[n]
            text = f"{text[: found.start()]}{' ' * len(found[0])}{text[found.end() :]}"
    return text


def _figure(found: re.Match[str]) -> Figure:
    scale = (found["scale"] or "").strip().lower()
    values = tuple(value * _SCALE.get(scale, 1) for value in _readings(found["n"]))
    percent = found["percent"] is not None
    return Figure(
        found.start(),
        found.end(),
        values,
        percent,
        is_bare=not (scale or percent or found["money"]),
    )


def _read(text: str) -> float:
    digits = _NUMBER.match(text)
    return _readings(digits["n"])[0] or 1 if digits else 1


def _readings(digits: str) -> tuple[float, ...]:
    """All that it may mean: "1.200" is 1200 in Spain and 1.2 in Britain."""
    plain = "".join(str(int(c)) if c.isdecimal() else c for c in digits)
    plain = re.sub("['’\u00a0\u202f ]", "", plain)
    marks = re.sub(r"\d", "", plain)
    if not marks:
        return (float(plain),)
    if len(set(marks)) == 2:
        other = "," if marks[-1] == "." else "."
        return (float(plain.replace(other, "").replace(marks[-1], ".")),)
    whole = float(re.sub("[.,]", "", plain))
    if len(marks) > 1:
        return (whole,)
    decimal = float(plain.replace(",", "."))
    return (whole, decimal) if re.fullmatch(r"\d{1,3}[.,]\d{3}", plain) else (decimal,)


class Known:
    """The figures that may be used, by their values, and what two of one text differ by."""

    def __init__(self, texts: Iterable[Sequence[Figure]]) -> None:
        values: set[tuple[float, bool]] = set()
        for figures in texts:
            own = [(value, each.is_percent) for each in figures for value in each.values]
            apart = [(abs(a - b), of) for (a, of), (b, _of) in combinations(own, 2) if of == _of]
            values.update((round(value, 4), of) for value, of in (*own, *apart))
        self._values = values

    def support(self, figure: Figure) -> bool:
        # 2 in the afternoon is 14 o'clock.
        values = (*figure.values, *(value - 12 for value in figure.values if value <= 24))
        return any((round(value, 4), figure.is_percent) in self._values for value in values)
