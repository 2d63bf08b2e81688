"""What a document can be asked about without a model: the terms that it defines.

A definition says in one sentence what a key term is. A key term is one that the author marks, in a
heading or by emphasis, or comes back to. What is not clearly that is not asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.outline import fence_after, sections
from agent.ports import Document
from agent.text import (
    HAN,
    STOP_WORDS,
    content_words,
    fold,
    is_han,
    language_of,
    plain,
    split_paragraph,
)

SHORTEST, LONGEST = 40, 280
"""Characters of a sentence that is asked about; of Chinese a third of them."""
MOST_WORDS, FEWEST_WORDS = 3, 4
"""Of a term, and of what it means."""
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
    """A term, what it is, and the sentence that says so."""

    term: str
    meaning: str
    sentence: Sentence
    document: Document

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
                said = part.strip()
                fits = SHORTEST // share <= len(said) <= LONGEST // share
                if fits and not _ODD.search(said) and not said[0].islower():
                    found.append(Sentence(said, section.heading, language, at == 0, has_code))
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
    "zh": re.compile(r"([^，,；：（）是指的]{2,12})(?:是指?|指)[一 ]?个?()([^是]+的[^的，]{1,8})"),
}
# What defines only where the author marks the term.
_BY_MARK = re.compile(r"The |[^,;:()]{2,40}:")
# What goes on after the definition, limits it or judges.
_GOES_ON = re.compile(
    r"[;:；：—–(（]|, (?:and|but|so|y|pero)\b|，[但而并也]|的，|很|最"
    r"|\b(?:because|porque|very|most|muy|(?:el|la) más)\b"
)
POINTING = (
    "it its they them their this these those he she his her such here there then now one other"
    " another first second next last former latter same following only if example examples exercise"
    " exercises result reason way after before however also este esta estos estas ese esa eso esto"
    " ellos ellas ello otro otra aunque primer primera primero segundo segunda siguiente si ejemplo"
    " ejemplos ejercicio ejercicios resultado razon forma aqui ahora despues antes ademas tambien"
)
"""Words, folded, of what leans on another sentence or is said of one case only."""
_POINTING_ZH = "上下如这那此其以另"
_NO_EDGE = STOP_WORDS.union(POINTING.split())
_CODE = re.compile(r"`[^`\n]*`")
_EMPHASIS = re.compile(
    rf"(?<![^\W{HAN}])(\*{{1,3}}|_{{1,3}})(?=\S)([^*_\n]{{2,40}}?):?(?<=\S)\1(?![^\W{HAN}])"
)


def definitions_of(documents: Sequence[Document]) -> list[Definition]:
    """Each term once."""
    found = (each for document in documents for each in _definitions(document))
    return list({fold(each.term): each for each in found}.values())


@lru_cache(maxsize=256)
def _definitions(document: Document) -> tuple[Definition, ...]:
    said = plain(_CODE.sub("", document.text))
    emphasised = (match[2] for match in _EMPHASIS.finditer(document.text))
    headings = (section.heading for section in sections(document.text))
    marked = {frozenset(content_words(text)) for text in (*headings, *emphasised)}
    found = []
    for sentence in read_sentences(document):
        match = _DEFINED[sentence.language].fullmatch(sentence.text.rstrip(".。"))
        term = match and _term(match[1].strip(), said, is_inside=match.start(1) > 0)
        if not match or not term:
            continue
        named = len(re.findall(_place_of(term), said, re.IGNORECASE))
        is_key = sentence.is_first and named >= COMES_BACK and not _BY_MARK.match(sentence.text)
        meaning = match[2].lower() + match[3]
        is_marked = frozenset(content_words(term)) in marked
        each, words = Definition(term, meaning, sentence, document), content_words(meaning)
        is_whole = len(words) >= FEWEST_WORDS and not _GOES_ON.search(meaning)
        if (is_key or is_marked) and is_whole and each.names.isdisjoint(words):
            found.append(each)
    return tuple(found)


def _term(name: str, said: str, *, is_inside: bool) -> str:
    """As it is written inside a sentence; "" for a name, and for what is no term."""
    words = name.split()
    is_edge = not _NO_EDGE.isdisjoint((fold(words[0]), fold(words[-1]))) or name[0] in _POINTING_ZH
    if is_edge or len(words) > MOST_WORDS or not re.fullmatch(r"[^\W\d_][\w’'/ -]+", name):
        return ""
    if is_han(name[-1]):
        return name
    if not all(word.isupper() or word[1:].islower() for word in words):
        return ""
    small = name if words[0].isupper() else name[0].lower() + name[1:]
    as_a_name = re.findall(rf"[\w,;] {_place_of(name)}", said)
    is_small = len(re.findall(_place_of(small), said)) >= len(as_a_name)
    return name if is_inside else small * is_small


def _place_of(term: str) -> str:
    """A pattern of the term as a whole word, its plural too; in Chinese as it is."""
    return re.escape(term) if is_han(term[-1]) else rf"(?<![\w-]){re.escape(term)}(?:e?s)?(?![\w-])"
