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

LADDERS = (
    (0.6, 1.6, 2.2),
    (0.4, 0.6, 1.6),
    (0.4, 0.6, 0.8),
    (1.6, 2.2, 3.0),
    (0.6, 0.8, 1.2),
)
"""How far from a figure the wrong ones are."""
TOLD_FROM = 0.25
"""Of a sentence: what it says of its subject begins there at the latest."""


@dataclass(frozen=True)
class Figure:
    """A number with its unit, and where it stands in its sentence."""

    text: str
    unit: str
    start: int
    sentence: Sentence
    document: Document

    def with_gap(self, gap: str) -> str:
        text = self.sentence.text
        return text[: self.start] + gap + text[self.start + len(self.text) :]


_NUMBER = r"\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d+)?"
_SYMBOLS = ("%", "°C", "kg", "km", "cm", "mm", "ml", "euro", "euros", "dollars", "元")
_TO_A_HUNDRED = ("%", "percent", "per cent", "por ciento", "°C", "degrees", "grados", "度")
_LEANS = frozenset(POINTING.split())
_LEANS_ZH = re.compile("[这那它其此该他她若我你您]|例如|比如|如果")


@lru_cache(maxsize=256)
def read_figures(document: Document) -> tuple[Figure, ...]:
    """Of sentences with one number, near their end, that name what they are about.

    Of several numbers one often tells another. In sections with code figures are of examples.
    """
    found = []
    for sentence in read_sentences(document):
        leans = not _LEANS.isdisjoint(runs(sentence.text)) or _LEANS_ZH.search(sentence.text)
        is_of_one_case = sentence.text.startswith("The ") or sentence.has_code
        if leans or is_of_one_case or len(re.findall(_NUMBER, sentence.text)) != 1:
            continue
        match = _measures(sentence.language).search(sentence.text)
        is_told = match and match.start() > len(sentence.text) * TOLD_FROM
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
    return re.compile(rf"(?<![\w.,:/+#–-])({_NUMBER})[\s-]?({units}){ends}")


def wrong_figures(figure: Figure, *, turn: int) -> list[str]:
    """Three others, as round and as they are written; `turn` decides how many are lower."""
    value, decimals = value_of(figure.text), _decimals(figure.text)
    has_end = value < 100 and figure.unit in _TO_A_HUNDRED
    # How round the number is: its neighbours are as round.
    rounds = [n / 10**decimals for n in (1000, 500, 100, 50, 10, 5, 2, 1)]
    step = next(n for n in rounds if (value % n == 0 and value >= 4 * n) or n == rounds[-1])
    for at in range(len(LADDERS)):
        factors = LADDERS[(turn + at) % len(LADDERS)]
        made = {round(value * factor / step) * step for factor in factors} - {0, value}
        if len(made) == len(factors) and not (has_end and max(made) >= 100):
            return [_written(n, figure.text, decimals) for n in made]
    return []


def value_of(text: str) -> float:
    whole = re.sub(r"[.,](?=\d{3}(?:[.,]|$))", "", text)
    return float(whole.replace(",", "."))


def _decimals(text: str) -> int:
    found = re.search(r"[.,](\d{1,2})$", text)
    return len(found[1]) if found else 0


def _written(value: float, like: str, decimals: int) -> str:
    grouped = "," if re.search(r"[.,]\d{3}", like) else ""
    text = f"{value:{grouped}.{decimals}f}"
    is_spanish = ("," if decimals else ".") in like
    return text.translate({ord(","): ".", ord("."): ","}) if is_spanish else text
