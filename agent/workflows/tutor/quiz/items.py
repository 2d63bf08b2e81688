"""Choosing quiz items and placing their keys. Everything here is rules."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from string import ascii_lowercase

from agent.intents import read_examples
from agent.language.text import content_words
from agent.ports import Item
from agent.workflows.tutor.state import Plain

USUAL = 3
"""A word of so many examples of a wish says nothing of its topic."""


def public(item: Item) -> Plain:
    """What may be seen before the answer: neither key nor evidence nor explanation."""
    told = ("id", "kind", "origin", "question_text", "objective", "difficulty", "topic")
    options = [{"id": key, "text": text} for key, text in item.options]
    return {name: getattr(item, name) for name in told} | {"options": options}


def to_plain(item: Item) -> Plain:
    options = [list(option) for option in item.options]
    return {**vars(item), "options": options, "terms": [list(group) for group in item.terms]}


def match_topics(wanted: str, known: Sequence[str]) -> list[str]:
    """The topics that the words name; else those that share a word with them."""
    return name_topics(wanted, known) or [
        topic for topic in known if not set(content_words(topic)).isdisjoint(content_words(wanted))
    ]


def name_topics(wanted: str, known: Sequence[str]) -> list[str]:
    """The topics whose words are all there, those of most words only.

    "foreign keys" names that topic alone, though "keys" is one too.
    """
    said = set(content_words(wanted))
    words = {topic: set(content_words(topic)) for topic in known}
    most = max((len(own) for own in words.values() if own <= said), default=0)
    return [topic for topic, own in words.items() if own and own <= said and len(own) == most]


def named_for_quiz(message: str) -> str:
    """The words of a wish for a quiz that such wishes do not share."""
    own = set(content_words(message)) - _usual_words("quiz").keys() - _document_words()
    words = (word.strip(',.;:!?¿¡"“”«»') for word in message.split())
    return " ".join(w for w in words if not w.isdecimal() and own.intersection(content_words(w)))


def means_document(message: str) -> bool:
    """Whether the words of a wish for a quiz are those for a document as such."""
    return not _document_words().isdisjoint(content_words(message))


@cache
def _document_words() -> frozenset[str]:
    """The words by which the examples ask for the overview of a document."""
    for_quiz = _usual_words("quiz")
    return frozenset(w for w, n in _usual_words("overview").items() if n >= for_quiz.get(w, 0))


@cache
def _usual_words(intent: str) -> dict[str, int]:
    wishes = [each.text for each in read_examples("tutor") if each.intent == intent]
    counted = Counter(word for text in wishes for word in content_words(text))
    return {word: count for word, count in counted.items() if count >= USUAL}


def spread(items: Sequence[Item], *, seed: str) -> list[Item]:
    """Spread the keys evenly over all positions, and letter the options in their new order.

    Numeric options keep their order, since that is how numbers are read.
    """
    return [_placed(item, at, seed) if item.options else item for at, item in enumerate(items)]


def _placed(item: Item, at: int, seed: str) -> Item:
    count = len(item.options)
    texts, key = [text for _, text in item.options], dict(item.options)[item.key]
    if not all(text.replace(",", "").replace(".", "").isdigit() for text in texts):
        texts = sorted(set(texts) - {key}, key=lambda text: mix(seed, item.id, text))
        # Each place once before any comes again.
        places = sorted(range(count), key=lambda place: mix(seed, str(at // count), str(place)))
        texts.insert(places[at % count], key)
    options = tuple(zip(ascii_lowercase, texts, strict=False))
    return replace(item, options=options, key=ascii_lowercase[texts.index(key)])


def mix(*parts: str) -> str:
    """An order that looks like chance and is the same for the same parts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
