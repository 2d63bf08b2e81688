"""Numbers as people write them: figures, words, Chinese numerals, halves, ranges."""

import re

_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "eighteen": 18,
    "twenty": 20, "thirty": 30, "couple": 2, "couple of": 2, "a couple of": 2, "half": 0.5,
    "half a": 0.5, "half an": 0.5, "a half": 0.5,
    "un": 1, "una": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "quince": 15,
    "dieciocho": 18, "veinte": 20, "treinta": 30, "un par de": 2, "medio": 0.5, "media": 0.5,
}  # fmt: skip
_HAN = {
    "零": 0, "一": 1, "二": 2, "两": 2, "俩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7,
    "八": 8, "九": 9,
}  # fmt: skip
_HAN_NUMERAL = re.compile(
    r"(?:([一二两三四五六七八九])百)?零?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?"
)

FIGURE = r"\d{1,4}(?:[.,]\d{1,2})?"
_LATIN = "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
NUMBER = rf"(?:{FIGURE}|(?<![a-z])(?:{_LATIN})\b|[零一二两三四五六七八九十百]{{1,6}}|半)"
"""One number, in folded text."""


def number(text: str) -> float | None:
    """The number that a word or a figure stands for; None for what is none, such as 六三."""
    bare = " ".join(text.split())
    if re.fullmatch(FIGURE, bare):
        return float(bare.replace(",", "."))
    if bare == "半":
        return 0.5
    if bare in _WORDS:
        return float(_WORDS[bare])
    return _han(bare)


def _han(text: str) -> float | None:
    if len(text) == 1 and text in _HAN:
        return float(_HAN[text])
    found = _HAN_NUMERAL.fullmatch(text) if text else None
    if not found:
        return None
    hundreds, tens, ten, ones = found.groups()
    total = 100 * _HAN[hundreds] if hundreds else 0
    total += 10 * (_HAN[tens] if tens else 1) if ten else 0
    total += _HAN[ones] if ones else 0
    return float(total) if total else None
