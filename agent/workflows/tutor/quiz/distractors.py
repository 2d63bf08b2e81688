"""Wrong options for an item made by rules: of one kind with the key, and false of what is asked.

Whoever knows nothing of the subject must not be able to tell the key: not by its kind, not by
words it shares with the question, not by its form. And whoever knows it must find one key alone.
These are demands on items that rules make; a person who writes one may have reasons to differ.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from agent.ports import Document
from agent.text import STOP_WORDS, content_words, fold, is_han, runs, stem, stems
from agent.workflows.tutor.quiz.facts import Fact, facts_of, genus_of, kinds_of
from agent.workflows.tutor.quiz.grammar import grammar

FAR_APART = 8
"""Definitions with so many others between them treat of different things."""
SIDE_BY_SIDE = 3
"""Definitions with fewer others between them treat of one thing."""
ALIKE, VERY_ALIKE = 0.5, 0.85
"""Two definitions that share more of their words than this may be one."""
LONGER_BY = 2
"""No definition beside another is so many times as long."""
ENOUGH_ECHO = 2
"""So many distractors must repeat what the key repeats of the question."""


class Known:
    """The facts, and which of their terms may be true of one another."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.facts = facts_of(documents)
        self._kinds = kinds_of(documents)
        self._above: dict[str, set[str]] = {}
        self._place = {fact.sentence: number for number, fact in enumerate(self.facts)}

    def apart(self, one: Fact, other: Fact) -> int:
        """How many definitions lie between them; those of another document are far."""
        if one.document != other.document:
            return FAR_APART
        return abs(self._place[one.sentence] - self._place[other.sentence])

    def are_related(self, one: Fact, other: Fact) -> bool:
        """Whether one may be a case of the other.

        It is above it in a chain of definitions, a part of its name, what a whole document is
        about, or the head of a family that the other is defined to be of.
        """
        if _named_in(one.term, other.term) or _named_in(other.term, one.term):
            return True
        if _is_compound_of(one, other) or _is_compound_of(other, one):
            return True
        if one.document == other.document and (
            _named_in(one.term, one.title) or _named_in(other.term, one.title)
        ):
            return True
        if _heads_family(one, other) or _heads_family(other, one):
            return True
        return self._is_above(one.term, other) or self._is_above(other.term, one)

    def _is_above(self, term: str, fact: Fact) -> bool:
        return any(_named_in(term, text) for text in self._chain(fact))

    def _chain(self, fact: Fact) -> set[str]:
        """The definition, and those of the terms in it, and so on."""
        if fact.term not in self._above:
            chain, fresh = {fact.body}, {fact.body}
            while fresh:
                named = {
                    body
                    for term, body in self._kinds
                    if any(_named_in(term, text) for text in fresh)
                }
                fresh = named - chain
                chain |= fresh
            self._above[fact.term] = chain
        return self._above[fact.term]


def may_stand_beside(other: Fact, fact: Fact, form: str, known: Known) -> bool:
    """Whether what is said of `other` can be a wrong option where `fact` is asked."""
    if other.term == fact.term or other.language != fact.language:
        return False
    if other.plural != fact.plural or not _are_of_one_kind(other, fact, form, known):
        return False
    if form == "definition" and other.kind != fact.kind:
        return False
    if form == "term" and _is_name(other) != _is_name(fact):
        return False
    if form == "definition" and not 1 / LONGER_BY < len(other.body) / len(fact.body) < LONGER_BY:
        return False
    if likeness(other.body, fact.body) > (VERY_ALIKE if _are_siblings(other, fact) else ALIKE):
        return False
    return not known.are_related(other, fact)


def distance(other: Fact, fact: Fact, form: str, known: Known) -> float:
    """How far a distractor is from what a student might confuse: near ones come first."""
    one, two = (other.body, fact.body) if form == "definition" else (other.term, fact.term)
    far = min(1.0, known.apart(other, fact) / FAR_APART)
    far -= likeness(other.body, fact.body)
    if not _words(other.term) & _words(fact.term):
        far += 0.5
    far += 0.5 * (genus_of(other) != genus_of(fact)) + (sort_of(other) != sort_of(fact))
    return far + abs(len(one) - len(two)) / max(len(two), 1)


# Kinds


def sort_of(fact: Fact) -> str:
    """The kind of thing that the term is, as far as the noun of its definition tells it."""
    if fact.kind == "when":
        return "event"
    if fact.kind == "means":
        return "statement"
    noun = stem(genus_of(fact))
    return grammar(fact.language).genera.get(noun, noun)


def _are_of_one_kind(one: Fact, other: Fact, form: str, known: Known) -> bool:
    """By the nouns of their definitions.

    Two nouns of no known kind may be of one, as a cow and a horse, where one is defined right
    after the other; terms then tell little. In Chinese the terms themselves name their kind.
    """
    if _is_case_of_many(one) != _is_case_of_many(other):
        return False
    sorts = {sort_of(one), sort_of(other)}
    if len(sorts) == 1:
        return True
    may_differ = form == "term" and one.language != "zh" and known.apart(one, other) <= SIDE_BY_SIDE
    return may_differ and not sorts & _known_sorts(one.language)


@cache
def _known_sorts(language: str) -> frozenset[str]:
    return frozenset(("event", "statement", *_ANYTHING, *grammar(language).genera.values()))


_ANYTHING = frozenset(
    stem(fold(noun))
    for noun in (
        *("thing", "construct", "item", "element", "unit", "object", "part", "piece"),
        *("cosa", "elemento", "unidad", "objeto", "parte", "pieza", "característica"),
        *("component", "componente"),
    )
)
"""Whatever holds of these may hold of much."""


_ONE_ALONE = re.compile(r"^(?:the|el|la|los|las)\b", re.IGNORECASE)


def _is_case_of_many(fact: Fact) -> bool:
    """A number of some sort has many cases; "the sum of …" is one of them, and no third thing."""
    return fact.kind == "is" and not _ONE_ALONE.match(fact.body)


def _heads_family(one: Fact, other: Fact) -> bool:
    """A superkey may hold for any key: its name is theirs, and its definition is of another."""
    noun = genus_of(other)
    return bool(noun) and genus_of(one) != noun and _head(one).endswith(noun)


def _is_compound_of(one: Fact, other: Fact) -> bool:
    """As a superkey of a key: what the one is called, some call the other."""
    long, short = _head(one), _head(other)
    return len(short) >= AKIN and long != short and long.endswith(short)


def _head(fact: Fact) -> str:
    """The noun of a term, as it stands in Chinese at the end."""
    if fact.language == "zh":
        return fact.term
    words = fact.term.split()
    return fold(words[0 if fact.language == "es" else -1])


def _are_siblings(one: Fact, other: Fact) -> bool:
    """Terms of one head, as a partial and a transitive dependency: alike, and never the same."""
    several = len(one.term.split()) > 1 and len(other.term.split()) > 1
    return several and _head(one) == _head(other)


def _is_name(fact: Fact) -> bool:
    """An acronym or a proper name, which stands out among common nouns."""
    if fact.language == "zh":
        return fact.term.isascii()
    return any(word[:1].isupper() for word in fact.term.split()) or fact.term[:1].isdigit()


# Words


@lru_cache(maxsize=20_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


@lru_cache(maxsize=20_000)
def _forms(text: str) -> frozenset[str]:
    return stems(text)


@lru_cache(maxsize=200_000)
def _named_in(term: str, text: str) -> bool:
    """Whether all words of the term stand in the text, in any form."""
    if not term.isascii() and fold(term) in fold(text):
        return True
    return _words(term) <= _forms(text)


def likeness(one: str, other: str) -> float:
    a, b = _words(one), _words(other)
    return len(a & b) / (min(len(a), len(b)) or 1)


# Echoes


def echoes(asked: str, key: str, others: Sequence[str]) -> bool:
    """Whether the key repeats something of what is asked that hardly another option repeats."""
    return any(
        sum(_repeats(text, part) for text in others) < ENOUGH_ECHO
        for part in _parts(asked)
        if _repeats(key, part)
    )


@lru_cache(maxsize=20_000)
def _parts(text: str) -> frozenset[str]:
    """Words, numbers and single letters, and the characters of Chinese, but the little words."""
    found = {part for run in runs(text) for part in (run if is_han(run) else [run])}
    letters = {part for part in found if len(part) == 1} - _LITTLE_WORDS
    return frozenset((found - STOP_WORDS - _LITTLE_WORDS) | letters)


_LITTLE_WORDS = frozenset(
    (*"aeiouy", *"的了在是和与或及由把对使其个中用为以到从被将所有时能可一二几各每并而者")
)


@lru_cache(maxsize=100_000)
def _repeats(text: str, part: str) -> bool:
    return any(_are_akin(part, own) for own in _parts(text))


AKIN = 4
"""So many letters in common make two words of one root, where they are most of the shorter."""


def _are_akin(one: str, other: str) -> bool:
    """The same, of one root, or one the part of a compound."""
    if one == other or stem(one) == stem(other):
        return True
    short, long = sorted((stem(one), stem(other)), key=len)
    if len(short) >= AKIN and (long.startswith(short) or long.endswith(short)):
        return True
    if len(short) > AKIN and short in long:
        return True
    pairs = enumerate(zip(short, long, strict=False))
    alike = next((number for number, (a, b) in pairs if a != b), len(short))
    return alike >= max(AKIN, 0.7 * len(short))


# Forms


def stands_out(key: str, others: Sequence[str]) -> bool:
    """Whether the others are alike in some point of form, and the key alone is not."""
    shown = [({form(text) for text in others}, form(key)) for form in _FORMS]
    return any(len(seen) == 1 and own not in seen for seen, own in shown)


_FORMS: tuple[Callable[[str], object], ...] = (
    lambda text: _opening(text, 2),
    lambda text: _opening(text, 1),
    lambda text: fold(text).split()[-1] if " " in text else fold(text)[-1:],
    lambda text: len(text.split()) > 1,
    lambda text: bool(re.search(r"\d", text)),
    lambda text: bool(re.search(r"[,，、]", text)),
    lambda text: bool(re.search(r"[()（）]", text)),
    lambda text: bool(re.search(r"[^\w\s,，、()（）.。’'-]", text)),
    lambda text: bool(re.search(r"[A-Za-z]", text)),
    lambda text: "-" in text,
)


def _opening(text: str, number: int) -> str:
    """The first words, of Chinese the first character."""
    return text[:1] if is_han(text[:1]) else " ".join(fold(text).split()[:number])
