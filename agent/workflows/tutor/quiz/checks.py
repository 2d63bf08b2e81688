"""What is wrong with a quiz item, found by rules: the flaws of item writing that text can show.

Every item passes here before it is shown, wherever it comes from. No sentence tells a key.
"""

import re
from collections.abc import Iterator
from enum import Enum

from agent.ports import Item
from agent.text import content_words, is_han, plain, runs

FEWEST, MOST = 3, 6
LONGER_BY, LONGER_BY_CHARACTERS = 1.5, 16
"""How much longer than the longest wrong option the key may be."""


class Flaw(Enum):
    STEM = "The question must be whole, and end as a question or hold a clear gap."
    EVIDENCE = "The evidence must be copied word for word from the passages."
    KEY = "There must be a key, of options exactly one."
    TERMS = "Each required term must stand in the model answer."
    OPTIONS = f"There must be {FEWEST} to {MOST} options that differ in meaning."
    LONGEST = "The options must be of like length; one stands out."
    CLANG = "Only the right option repeats words of the question."


def find_flaws(item: Item, source: str | None) -> list[Flaw]:
    """All flaws of one item. `source` is the text its evidence must stand in, None when unknown."""
    return list(_flaws(item, source))


def _flaws(item: Item, source: str | None) -> Iterator[Flaw]:
    text, evidence = item.question_text.strip(), spaced(item.evidence)
    if _width(text) < 10 or not (_ASKS.search(text) or item.origin == "rules"):
        yield Flaw.STEM
    texts = (source or "", plain(source or ""))
    is_quoted = _width(evidence) >= 12 and any(evidence in spaced(each) for each in texts)
    if source is not None and not is_quoted:
        yield Flaw.EVIDENCE
    if item.kind == "free":
        words = " ".join(runs(item.key))
        if not words:
            yield Flaw.KEY
        if any(not any(" ".join(runs(w)) in words for w in group) for group in item.terms):
            yield Flaw.TERMS
    elif [name for name, _ in item.options].count(item.key) != 1:
        yield Flaw.KEY
    else:
        yield from _flaws_of_options(item)


_ASKS = re.compile(r"[?？]|[:：]\s*$|_{3,}|…|\.\.\.|（\s*）")


def spaced(text: str) -> str:
    return " ".join(text.split())


def _flaws_of_options(item: Item) -> Iterator[Flaw]:
    key = key_text(item)
    others = [text for name, text in item.options if name != item.key]
    distinct = {spaced(text).casefold() for _, text in item.options} - {""}
    if not FEWEST <= len(distinct) <= MOST or len(distinct) < len(item.options):
        yield Flaw.OPTIONS
        return
    longest = max(map(_width, others))
    if _width(key) > LONGER_BY * longest and _width(key) - longest >= LONGER_BY_CHARACTERS:
        yield Flaw.LONGEST
    asked, words = set(content_words(item.question_text)), set(content_words(key))
    alone = {word for word in asked & words if not word.isdigit() and len(word) > 1}
    # One word in common is often the subject itself; what most of a key repeats is not.
    is_told = len(alone) >= (3 if any(map(is_han, words)) else 2) or len(alone) * 2 > len(words)
    if is_told and all(asked.isdisjoint(content_words(text)) for text in others):
        yield Flaw.CLANG


def _width(text: str) -> int:
    """Characters as wide as a Latin letter; those of Chinese are two."""
    return sum(1 + is_han(character) for character in text)


def give_away(one: Item, other: Item) -> bool:
    """Whether the one's question tells the other's key, or both stand on the same sentence."""
    if one.evidence and spaced(one.evidence) == spaced(other.evidence):
        return True
    return _tells(one, other) or _tells(other, one)


def _tells(one: Item, other: Item) -> bool:
    key = set(content_words(key_text(other)))
    if not key or all(word.isdigit() for word in key):
        return False
    about = set(content_words(other.question_text)) - key
    told = set(content_words(one.question_text))
    # A key that is named elsewhere gives nothing away unless its question is told along with it.
    return key <= told and len(about & told) >= max(2, len(about) * 2 // 3)


def key_text(item: Item) -> str:
    """The right answer in words."""
    return item.key if item.kind == "free" else dict(item.options).get(item.key, "")
