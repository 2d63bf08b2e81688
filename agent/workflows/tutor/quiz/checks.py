"""What is wrong with a quiz item, found by rules: the flaws of item writing that text can show.

Every item passes here before it is shown, wherever it comes from. No sentence tells a key.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.ports import Item
from agent.text import content_words, is_han, plain, runs, stem

FEWEST, MOST = 3, 6
LONGEST_STEM, LONGEST_OPTION = 600, 200
LONGER_BY, LONGER_BY_CHARACTERS = 1.5, 16
"""How much longer than the longest wrong option the key may be."""


@dataclass(frozen=True)
class Problem:
    code: str
    sentence: str


def problems(item: Item, source: str | None) -> list[Problem]:
    """All flaws of one item. `source` is the text its evidence must stand in, None when unknown."""
    found = [*_stem(item), *_evidence(item, source)]
    if item.kind == "free":
        return found + _free(item)
    found += _shape(item)
    # Without options and one key among them nothing else can be told.
    return found or [*_options(item), *_key(item)]


_ASKS = re.compile(r"[?？]|[:：]\s*$|_{3,}|…|\.\.\.|（\s*）")


def _stem(item: Item) -> list[Problem]:
    text = item.question_text.strip()
    least = 5 if _is_chinese(text) else 10
    if not least <= len(text) <= LONGEST_STEM:
        return [Problem("stem", f"The question must have {least} to {LONGEST_STEM} characters.")]
    if not _ASKS.search(text) and item.origin != "rules":
        return [Problem("stem", "The question must end as a question or hold a clear gap.")]
    return []


def _evidence(item: Item, source: str | None) -> list[Problem]:
    if source is None:
        return []
    evidence = spaced(item.evidence)
    least = 6 if _is_chinese(evidence) else 15
    if len(evidence) < least or not any(evidence in spaced(t) for t in (source, plain(source))):
        sentence = "The evidence must be copied word for word from the passages."
        return [Problem("evidence", sentence)]
    return []


def _is_chinese(text: str) -> bool:
    return any(map(is_han, runs(text)))


def spaced(text: str) -> str:
    return " ".join(text.split())


def _free(item: Item) -> list[Problem]:
    if not item.key.strip():
        return [Problem("key", "A free question needs a model answer.")]
    words = " ".join(runs(item.key))
    if any(not any(" ".join(runs(w)) in words for w in group) for group in item.terms):
        return [Problem("terms", "Each required term must stand in the model answer.")]
    return []


def _shape(item: Item) -> list[Problem]:
    names = [name for name, _ in item.options]
    texts = [text.strip() for _, text in item.options]
    found = []
    if not FEWEST <= len(texts) <= MOST or len(set(names)) != len(names):
        found.append(
            Problem("options", f"There must be {FEWEST} to {MOST} options, each with its own id.")
        )
    if names.count(item.key) != 1:
        found.append(Problem("key", "Exactly one option must be the key."))
    if not all(texts) or any(len(text) > LONGEST_OPTION for text in texts):
        found.append(Problem("length", f"Each option must have 1 to {LONGEST_OPTION} characters."))
    return found


_ARTICLES = frozenset("a an the el la los las un una unos unas lo del al".split())  # noqa: SIM905
_CODE = re.compile(r"[`=<>{}*/\\→($]|\w\(|\b[A-Z]{2,} [A-Z]{2,}\b")


def _options(item: Item) -> list[Problem]:
    words = [_sequence(text) for _, text in item.options]
    if len(set(words)) != len(words):
        return [Problem("duplicate", "The options must differ from each other in meaning.")]
    return []


def _sequence(text: str) -> tuple[str, ...]:
    """An option's words in a row, so that only spelling and articles are alike."""
    if _CODE.search(text):
        return tuple(text.split())
    words = runs(text)
    # At its end "A" is a name: "class A".
    kept = [word for word in words[:-1] if word not in _ARTICLES] + words[-1:]
    return tuple(map(stem, kept)) or tuple(text.split())


def _key(item: Item) -> list[Problem]:
    key = key_text(item)
    others = [text for name, text in item.options if name != item.key]
    found = []
    longest = max(map(_width, others))
    if _width(key) > LONGER_BY * longest and _width(key) - longest >= LONGER_BY_CHARACTERS:
        found.append(Problem("longest", "The options must be of like length; one stands out."))
    if _clang(item.question_text, key, others):
        found.append(Problem("clang", "Only the right option repeats words of the question."))
    return found


def _width(text: str) -> int:
    """Characters as wide as a Latin letter; those of Chinese are two."""
    return sum(1 + is_han(character) for character in text)


def _clang(question: str, key: str, others: Sequence[str]) -> bool:
    """Whether the question gives the key away by words that no other option has."""
    asked, words = set(content_words(question)), set(content_words(key))
    if any(not asked.isdisjoint(content_words(text)) for text in others):
        return False
    alone = {word for word in asked & words if not word.isdigit() and len(word) > 1}
    # One word in common is often the subject itself; what most of a key repeats is not.
    return len(alone) >= (3 if any(map(is_han, words)) else 2) or len(alone) * 2 > len(words)


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
