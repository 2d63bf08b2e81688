"""What a document can be asked about without a model: terms that it defines, and measures.

A definition says in one sentence what a key term is. A key term is one that the author marks, in a
heading or by emphasis, or comes back to. What is not clearly that is not asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile

from babel import Locale
from babel.units import format_unit

from agent.language.catalogs import FOLDERS
from agent.language.outline import fence_after, sections
from agent.language.text import (
    HAN,
    STOP_WORDS,
    content_words,
    fold,
    is_han,
    language_of,
    plain,
    runs,
    split_paragraph,
    stem,
)
from agent.ports import Document

SHORTEST, LONGEST = 40, 280
"""Characters of a sentence that is asked about; of Chinese a third of them."""
MOST_WORDS, FEWEST_WORDS = 3, 4
"""Of a term, and of what it means."""
TELLING = 5
"""So many letters of a term in its meaning tell it; of a Chinese one each."""
COMES_BACK = 3
"""So often a term is named that is not marked, and a paragraph begins with what it is."""


@dataclass(frozen=True)
class Sentence:
    """`is_first` in its paragraph; `has_code` when its section shows some."""

    text: str
    heading: str
    language: str
    is_first: bool
    has_code: bool


@dataclass(frozen=True)
class Definition:
    """A term, what it is, and the sentence that says so; `is_whole` when that says it alone."""

    term: str
    meaning: str
    is_whole: bool
    sentence: Sentence
    document: Document

    @property
    def kind(self) -> str:
        """The noun that the meaning begins with: an organ, a process; in Chinese its end."""
        if self.sentence.language == "zh":
            return self.meaning[-2:]
        noun = list(takewhile(lambda word: word not in _AFTER_NOUN, runs(self.meaning)[1:]))
        return stem(noun[0 if self.sentence.language == "es" else -1]) if noun else ""

    @property
    def names(self) -> set[str]:
        """The words that tell the term, of a Chinese one its end."""
        return {self.term[-2:]} if is_han(self.term[-1]) else set(content_words(self.term))


_ODD = re.compile(r"[=<>{}\[\]|_?？“”\"«»→]|[:!！,，]$|\.\.\.|https?:")


@lru_cache(maxsize=256)
def read_sentences(document: Document) -> tuple[Sentence, ...]:
    """The sentences that can be read alone."""
    language = document.language if document.language in _DEFINED else language_of(document.text)
    share = 3 if language == "zh" else 1
    found: list[Sentence] = []
    for section in sections(document.text):
        has_code = any(fence_after(line, "") for line in section.lines)
        for paragraph in re.split(r"\n\s*\n", plain("\n".join(section.lines))):
            for at, part in enumerate(split_paragraph(" ".join(paragraph.split()), language)):
                text = part.strip()
                fits = SHORTEST // share <= len(text) <= LONGEST // share
                if fits and not _ODD.search(text) and not text[0].islower():
                    found.append(Sentence(text, section.heading, language, at == 0, has_code))
    return tuple(found)


# "The one that" leans on a noun before it.
_DEFINED = {
    "en": re.compile(
        r"(?:An? |The )?([^,;:()]{2,40}?)(?: is| means| refers to|:) ([Aa]n?|[Tt]he)( .+)"
    ),
    "es": re.compile(
        r"(?:(?:Una?|El|La) )?([^,;:()]{2,40}?)(?: es| significa|:) ([Uu]na?|[Ee]l|[Ll]a)"
        r"( (?!que\b|del?\b).+)"
    ),
    "zh": re.compile(
        r"([^，,；：（）是指的]{2,12})(?:是指?|指)(?:一?[种个类项段条])?()([^是]+的[^的，]{2,8})"
    ),
}
# What defines only where the author marks the term.
_BY_MARK = re.compile(r"The |[^,;:()]{2,40}:")
# What goes on after the definition, limits it, judges, or leans on another sentence.
_LEANS = re.compile(
    r"[;:；：—–(（]|, (?:and|but|so|such|y|pero|como)\b|，[但而并也]|的，|很|最|[这那该此]"
    r"|\b(?:because|porque|very|most|muy|(?:el|la|los|las) más|such|these|those|same|former|latter"
    r"|here|est[aeo]s?|es[ae]s?|esos|dich[ao]s?|mism[ao]s?|tal(?:es)?|anterior(?:es)?)\b"
    r"|\b(?:of|by|in|on|for|from|to|with|at|than) that\b"
)
_AFTER = "above across against along around below beyond made over through under used within"
_AFTER_NOUN = STOP_WORDS.union(_AFTER.split())
POINTING = (
    "it its they them their this these those that he she his her we our us you your i my me such"
    " here there then now one other another first second next last former latter same following"
    " only if when example examples result reason before after however too also so"
    " este esta estos estas ese esa eso esto otro otra aunque primer primera primero segundo"
    " segunda siguiente si cuando ejemplo ejemplos resultado razon forma aqui ahora despues antes"
    " ademas tambien nuestro nuestra su sus cambio dicho dicha asi many most some usually often"
    " average muchos muchas algunos algunas suele suelen"
)
"""Words, folded, of what leans on another sentence or is said of some cases only."""
EMPTY_WORDS = STOP_WORDS.union(POINTING.split())
"""With these no term begins or ends, and they tell no thing from another."""
_NO_START_ZH = "上下如这那此其以另"
_CODE = re.compile(r"`[^`\n]*`")
_EMPHASIS = re.compile(
    rf"(?<![^\W{HAN}])(\*{{1,3}}|_{{1,3}})(?=\S)([^*_\n]{{2,40}}?):?(?<=\S)\1(?![^\W{HAN}])"
)


def definitions_of(documents: Sequence[Document]) -> list[Definition]:
    """Each term once, by a sentence that says it alone where there is one."""
    found = [each for document in documents for each in _definitions(document)]
    found.sort(key=lambda each: each.is_whole)
    return list({fold(each.term): each for each in found}.values())


@lru_cache(maxsize=256)
def _definitions(document: Document) -> tuple[Definition, ...]:
    text = plain(_CODE.sub("", document.text))
    emphasised = (match[2] for match in _EMPHASIS.finditer(document.text))
    headings = (section.heading for section in sections(document.text))
    marked = {frozenset(content_words(each)) for each in (*headings, *emphasised)}
    found = []
    for sentence in read_sentences(document):
        match = _DEFINED[sentence.language].fullmatch(sentence.text.rstrip(".。"))
        term = match and _term(match[1].strip(), text, is_inside=match.start(1) > 0)
        if not match or not term:
            continue
        named = len(re.findall(_place_of(term), text, re.IGNORECASE))
        is_key = sentence.is_first and named >= COMES_BACK and not _BY_MARK.match(sentence.text)
        is_marked = frozenset(content_words(term)) in marked
        meaning = match[2].lower() + match[3]
        says_enough = len(content_words(meaning)) >= FEWEST_WORDS
        is_whole = says_enough and not _LEANS.search(meaning) and not _tells(meaning, term)
        if is_key or is_marked:
            found.append(Definition(term, meaning, is_whole, sentence, document))
    return tuple(found)


def _tells(meaning: str, term: str) -> bool:
    """Whether the meaning holds a part of the term, so that the two can be matched by sight."""
    said, length = fold(meaning), 1 if is_han(term[-1]) else TELLING
    parts = (fold(term)[at : at + length] for at in range(max(1, len(term) - length + 1)))
    return any(part in said for part in parts if " " not in part)


def _term(name: str, text: str, *, is_inside: bool) -> str:
    """As it is written inside a sentence; "" for a name, and for what is no term."""
    words = name.split()
    is_word = re.fullmatch(r"[^\W\d_][\w’'/ -]+", name) and name[0] not in _NO_START_ZH
    if not is_word or len(words) > MOST_WORDS or EMPTY_WORDS & {fold(words[0]), fold(words[-1])}:
        return ""
    if is_inside or is_han(name[-1]) or words[0].isupper():
        return name
    is_name = re.search(rf"[\w,;] {_place_of(name)}", text) or not words[0][1:].islower()
    return "" if is_name else name[0].lower() + name[1:]


def _place_of(term: str) -> str:
    """A pattern of the term as a whole word, its plural too; in Chinese as it is."""
    return re.escape(term) if is_han(term[-1]) else rf"(?<![\w-]){re.escape(term)}(?:e?s)?(?![\w-])"


# Figures

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
_POINTING = frozenset(POINTING.split())
_LEANS_ZH = re.compile("[这那它其此该他她若我你您]|例如|比如|如果|一般|通常")


@lru_cache(maxsize=256)
def read_figures(document: Document) -> tuple[Figure, ...]:
    """Of sentences with one number that name what they are about.

    Of several numbers one often tells another. In sections with code figures are of examples.
    """
    found = []
    for sentence in read_sentences(document):
        text = sentence.text
        leans = not _POINTING.isdisjoint(runs(text)) or _LEANS_ZH.search(text)
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
