"""Number words in English, Spanish and Chinese, with their places and values."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.text import Language, fold


class Numeral(NamedTuple):
    value: float
    start: int
    end: int


def _words(text: str) -> list[str]:
    return text.split()


_EN_SMALL = dict(
    zip(
        _words(
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
            " fifteen sixteen seventeen eighteen nineteen"
        ),
        range(1, 20),
        strict=True,
    )
)
_EN_TENS = dict(
    zip(_words("twenty thirty forty fifty sixty seventy eighty ninety"), range(20, 100, 10),
        strict=True)
)  # fmt: skip
_EN_SCALES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9}
_ES_SMALL = dict(
    zip(
        _words(
            "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
            " dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres"
            " veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve"
        ),
        range(1, 30),
        strict=True,
    )
)
_ES_TENS = dict(
    zip(_words("treinta cuarenta cincuenta sesenta setenta ochenta noventa"), range(30, 100, 10),
        strict=True)
)  # fmt: skip
_ES_HUNDREDS = {
    "cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300, "cuatrocientos": 400,
    "quinientos": 500, "seiscientos": 600, "setecientos": 700, "ochocientos": 800,
    "novecientos": 900, "doscientas": 200, "trescientas": 300, "cuatrocientas": 400,
    "quinientas": 500, "seiscientas": 600, "setecientas": 700, "ochocientas": 800,
    "novecientas": 900,
}  # fmt: skip
_ES_SCALES = {"mil": 1_000, "millon": 10**6, "millones": 10**6}

_EN_UNITS = {**_EN_SMALL, **_EN_TENS}
_ES_UNITS = {**_ES_SMALL, **_ES_TENS, **_ES_HUNDREDS, "veintiun": 21, "un": 1, "una": 1}
_UNITS: dict[str, dict[str, int]] = {"en": _EN_UNITS, "es": _ES_UNITS}
_SCALES: dict[str, dict[str, int]] = {"en": _EN_SCALES, "es": _ES_SCALES}
_JOINS = {"en": {"and"}, "es": {"y"}}
# "Hundreds of" is none, but "a million" is a figure, and in Spanish "mil".
_ALONE = {"en": {"million", "billion"}, "es": {"mil"}}
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[ \t\n-]{1,3}\Z")

_ZH_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0, "壹": 1}
_ZH_SMALL = {"十": 10, "百": 100, "千": 1_000}
_ZH_LARGE = {"万": 10**4, "亿": 10**8}
_ZH = re.compile("[零〇一二两三四五六七八九十百千万亿]{1,16}")
_ZH_IDIOMS = re.compile(
    "千万(?=别|不|要|记|注意)|十分|万一|一一|十全十美|千千万万|三三两两|五花八门|七上八下|四面八方|百分百|百分之"
    "|万事|万能|千家万户|一千零一夜|五颜六色|四通八达|一百分|百姓|百科|百货|千篇一律|万物|万科|一五一十"
)
# One character is too often a part of a word; with these behind it, it is a figure.
_ZH_AFTER_DIGIT = re.compile("成(?![为就功熟长本员立交都])|倍|个百分点|折")


def numerals(text: str, language: Language) -> Iterator[Numeral]:
    if language == "zh":
        yield from _chinese(text)
    else:
        yield from _worded(text, language)


def _worded(text: str, language: str) -> Iterator[Numeral]:
    units, scales = _UNITS[language], _SCALES[language]
    run: list[tuple[str, int, int]] = []
    for found in _WORD.finditer(text):
        word = fold(found[0])
        is_close = bool(run) and _GAP.match(text[run[-1][2] : found.start()]) is not None
        if run and not is_close:
            yield from _closed(run, language)
            run = []
        is_number = word in units or word in scales
        if is_number and _begins_anew(run, word, language):
            yield from _closed(run, language)
            run = []
        if is_number or (run and word in _JOINS[language]):
            run.append((word, found.start(), found.end()))
        elif run:
            yield from _closed(run, language)
            run = []
    yield from _closed(run, language)


def _begins_anew(run: list[tuple[str, int, int]], word: str, language: str) -> bool:
    """Whether the word is another figure: after a unit only a scale goes on, after a ten a unit."""
    units = _UNITS[language]
    if not run or word not in units:
        return False
    last = run[-1][0]
    if last in _JOINS[language]:
        before = run[-2][0]
        is_ten = units.get(before, 0) % 10 == 0 and units.get(before, 0) >= 20
        return not (before in _SCALES[language] or (is_ten and units[word] < units[before]))
    if last not in units:
        return False
    size = units[last]
    joins = size >= 20 and size % 10 == 0 and units[word] < (100 if size >= 100 else 10)
    return not joins


def _closed(run: list[tuple[str, int, int]], language: str) -> Iterator[Numeral]:
    units, scales, joins = _UNITS[language], _SCALES[language], _JOINS[language]
    kept = list(run)
    while kept and kept[-1][0] in joins:
        kept.pop()
    words = [word for word, _, _ in kept if word not in joins]
    if not words or words in (["uno"], ["un"], ["una"], ["one"]):
        return
    if len(words) == 1 and words[0] in _SCALES[language].keys() - _ALONE[language]:
        return
    yield Numeral(_value(words, units, scales), kept[0][1], kept[-1][2])


def _value(words: list[str], units: dict[str, int], scales: dict[str, int]) -> float:
    total = part = 0
    for word in words:
        if word in units:
            part += units[word]
        elif scales[word] == 100:
            part = (part or 1) * 100
        elif scales[word] >= 10**6:
            total, part = (total + part or 1) * scales[word], 0
        else:
            total, part = total + (part or 1) * scales[word], 0
    return float(total + part)


def _chinese(text: str) -> Iterator[Numeral]:
    idioms = [found.span() for found in _ZH_IDIOMS.finditer(text)]
    for found in _ZH.finditer(text):
        start, end = found.span()
        if any(first < end and start < last for first, last in idioms):
            continue
        if text[start - 1 : start] in ("第", "星", "周", "之") and start:
            continue
        if len(found[0]) == 1 and not _ZH_AFTER_DIGIT.match(text, end):
            continue
        if text[max(0, start - 1) : start].isdecimal() or not _is_figure(found[0]):
            continue
        yield Numeral(chinese_value(found[0]), start, end)


def _is_figure(text: str) -> bool:
    """Not "一二三", "三五" or "万亿" alone: digits side by side are a guess, but for years."""
    is_digits = all(c in _ZH_DIGITS for c in text)
    if is_digits:
        return len(text) in (1, 4)
    return text[0] in _ZH_DIGITS or text[0] == "十"


def chinese_value(text: str) -> float:
    if all(c in _ZH_DIGITS for c in text):
        return float("".join(str(_ZH_DIGITS[c]) for c in text))
    total = section = digit = 0
    for c in text:
        if c in _ZH_DIGITS:
            digit = _ZH_DIGITS[c]
        elif c in _ZH_SMALL:
            section, digit = section + (digit or 1) * _ZH_SMALL[c], 0
        else:
            total, section, digit = (total + section + digit or 1) * _ZH_LARGE[c], 0, 0
    return float(total + section + digit)
