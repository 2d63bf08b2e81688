"""Measures that a document can be asked about, and wrong ones that may stand beside them."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from babel import Locale
from babel.units import format_unit

from agent.language.catalogs import FOLDERS
from agent.ports import Document
from agent.text import runs
from agent.workflows.tutor.quiz.definitions import POINTING, Sentence, read_sentences

LADDERS = ((0.6, 1.6, 2.2), (0.4, 0.6, 1.6), (0.2, 0.4, 0.6), (1.6, 2.2, 3.0))
"""How far from a figure the wrong ones are."""
STEPS = (1000, 500, 100, 50, 10, 5, 2, 1)
TOLD_FROM = 0.25
"""Of a sentence: what it says of its subject begins there at the earliest."""


@dataclass(frozen=True)
class Figure:
    """A whole number with its unit, and where it stands in its sentence."""

    text: str
    unit: str
    start: int
    sentence: Sentence
    document: Document

    def with_gap(self, gap: str) -> str:
        text = self.sentence.text
        return text[: self.start] + gap + text[self.start + len(self.text) :]


_SYMBOLS = ("%", "°C", "kg", "km", "cm", "mm", "ml", "euro", "euros", "dollars", "元")
_TO_A_HUNDRED = ("%", "percent", "per cent", "por ciento", "°C", "degrees", "grados", "度")
_LEANS = frozenset(POINTING.split())
_LEANS_ZH = re.compile("[这那它其此该他她若我你您]|例如|比如|如果|一般|通常")


@lru_cache(maxsize=256)
def read_figures(document: Document) -> tuple[Figure, ...]:
    """Of sentences with one number that name what they are about.

    Of several numbers one often tells another. In sections with code figures are of examples.
    """
    found = []
    for sentence in read_sentences(document):
        text = sentence.text
        leans = not _LEANS.isdisjoint(runs(text)) or _LEANS_ZH.search(text)
        is_of_one_case = text.startswith("The ") or sentence.has_code
        if leans or is_of_one_case or len(re.findall(r"\d+", text)) != 1:
            continue
        match = _measures(sentence.language).search(text)
        is_told = match and match.start() > len(text) * TOLD_FROM
        if match and is_told and match[1] not in ("0", "1", "100"):
            found.append(Figure(match[1], match[2], match.start(), sentence, document))
    return tuple(found)


@cache
def _measures(language: str) -> re.Pattern[str]:
    """A number and a unit by the names that Babel knows."""
    names = {
        format_unit(count, str(unit), locale=locale).removeprefix(str(count)).strip()
        for locale in (("en", "en_GB") if language == "en" else (FOLDERS[language],))
        for unit in Locale.parse(locale).unit_display_names
        if not str(unit).startswith("digital-")  # beside powers of two others look made up
        for count in (1, 2)
    }
    known = sorted({*_SYMBOLS, *(n for n in names if len(n) > 2 or not n.isascii())}, key=len)
    units = "|".join(map(re.escape, reversed(known)))
    ends = "" if language == "zh" else r"(?![^\W\d_])"
    return re.compile(rf"(?<![\w.,:/+#–-])(\d+)[\s-]?({units}){ends}")


def wrong_figures(figure: Figure, *, turn: int) -> list[str]:
    """Three others that are as round; `turn` decides how many are lower."""
    value = int(figure.text)
    has_end = value < 100 and figure.unit in _TO_A_HUNDRED
    step = next((n for n in STEPS if value % n == 0 and value >= 4 * n), 1)
    for at in range(len(LADDERS)):
        factors = LADDERS[(turn + at) % len(LADDERS)]
        made = {round(value * factor / step) * step for factor in factors} - {0, value}
        if len(made) == len(factors) and not (has_end and max(made) >= 100):
            return [str(number) for number in made]
    return []
