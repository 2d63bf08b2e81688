"""The numbers and names of a sentence, which must stand in what it cites."""

import re

from agent.text import fold, language_of, runs, stem, stems

_DIGITS = re.compile(r"(?<![A-Za-z\d_.,])\d+(?:[.,]\d+)*(?![A-Za-z\d_])")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_ITEM = re.compile(r"^\s*\d{1,3}[.)]\s")
_CODE = re.compile(r"`([^`\n]+)`")
_WORD = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ\d]*(?:[-'’][A-Za-zÀ-ÿ\d]+)*")
_BEGINS = re.compile(r"(?:^|[.:!?。：！？“”\"«»(（*]|[-–—]\s)\s*$")

_NUMERALS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
_WORDS = {
    language: {word: str(number) for number, word in enumerate(words.split())}
    for language, words in _NUMERALS.items()
}
_ANY_WORDS = {word: number for words in _WORDS.values() for word, number in words.items()} | {
    "un": "1",
    "una": "1",
    "first": "1",
    "second": "2",
    "third": "3",
}
_TOO_COMMON = frozenset({"zero", "one", "cero", "uno"})
_HAN_DIGITS = {c: str(n) for n, c in enumerate("零一二三四五六七八九")} | {"两": "2", "十": "10"}
_HAN_COUNT = re.compile(r"(?<!第)([二三四五六七八九十两])(?=[个种层位次条类步级章节天年月日份])")


def missing_numbers(sentence: str, evidence: str) -> list[str]:
    """Numbers of the sentence, in figures or words, that the evidence does not give."""
    there = _all_numbers(evidence)
    return [shown for shown, forms in _said(sentence) if forms.isdisjoint(there)]


def _said(sentence: str) -> list[tuple[str, frozenset[str]]]:
    sentence = _ITEM.sub("", sentence)
    figures = [(found, _forms(found)) for found in _DIGITS.findall(sentence)]
    numerals = _WORDS.get(language_of(sentence), {})
    words = [
        (word, frozenset({numerals[word]}))
        for word in runs(sentence)
        if word in numerals and word not in _TOO_COMMON
    ]
    counts = [(found, frozenset({_HAN_DIGITS[found]})) for found in _HAN_COUNT.findall(sentence)]
    return [*figures, *words, *counts]


def _all_numbers(evidence: str) -> frozenset[str]:
    figures = {form for found in _DIGITS.findall(evidence) for form in _forms(found)}
    words = {_ANY_WORDS[word] for word in runs(evidence) if word in _ANY_WORDS}
    han = {_HAN_DIGITS[character] for character in evidence if character in _HAN_DIGITS}
    return frozenset(figures | words | han)


def _forms(figure: str) -> frozenset[str]:
    """What may be meant: 1.000 is a thousand in one language and one in another."""
    forms = {figure, _decimal(figure)}
    if _THOUSANDS.fullmatch(figure):
        forms.add(re.sub(r"[.,]", "", figure))
    return frozenset(forms)


def _decimal(figure: str) -> str:
    whole, point, rest = figure.replace(",", ".").partition(".")
    return f"{whole.lstrip('0') or '0'}{point}{rest}".rstrip("0").rstrip(".") if point else figure


def missing_names(sentence: str, evidence: str) -> list[str]:
    """Names, abbreviations and code of the sentence that the evidence does not hold."""
    there = stems(evidence)
    squeezed = "".join(runs(evidence))
    return [
        name
        for name in dict.fromkeys(_names(sentence))
        if not all(stem(part) in there for part in runs(name))
        and "".join(runs(name)) not in squeezed
    ]


def _names(sentence: str) -> list[str]:
    code = [found for found in _CODE.findall(sentence) if len(runs(found)) <= 3]
    prose = _CODE.sub(" ", sentence)
    names = [
        word.group(0)
        for word in _WORD.finditer(prose)
        if _is_name(word.group(0), begins=bool(_BEGINS.search(prose[: word.start()])))
    ]
    return [*code, *names]


def _is_name(word: str, *, begins: bool) -> bool:
    if len(word) < 2 or fold(word) in {"it's", "i'm"}:
        return False
    inner = word[1:]
    if any(c.isupper() or c.isdigit() for c in inner):
        return True
    return word[0].isupper() and not begins
