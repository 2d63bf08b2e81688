"""Choosing quiz items and placing their keys. Everything here is rules."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from string import ascii_lowercase

from agent.language.text import content_words, stems
from agent.ports import Attempt, Item
from agent.workflows.tutor.state import Plain

_ORDER = {"basic": 0, "intermediate": 1, "advanced": 2}


def public(item: Item) -> Plain:
    """What may be seen before the answer: neither key nor evidence nor explanation."""
    told = ("id", "kind", "origin", "question_text", "objective", "difficulty", "topic")
    options = [{"id": key, "text": text} for key, text in item.options]
    return {name: getattr(item, name) for name in told} | {"options": options}


def to_plain(item: Item) -> Plain:
    options = [list(option) for option in item.options]
    return {**vars(item), "options": options, "terms": [list(group) for group in item.terms]}


def draw(
    items: Sequence[Item],
    number: int,
    *,
    seed: str,
    attempts: Sequence[Attempt],
    asked: str = "",
    may_join: Callable[[Item, Sequence[Item]], bool] = lambda _item, _drawn: True,
) -> list[Item]:
    """`number` different items, those least seen first, from easy to hard.

    Of these the ones go first that hold the words that are `asked` for.
    `may_join` says whether an item may stand beside those that are drawn already.
    """
    seen = Counter(a["item"]["id"] for attempt in attempts for a in attempt.result["answers"])
    wanted = set(content_words(asked))

    def rank(item: Item) -> tuple[int, int, str]:
        shared = wanted & stems(item.question_text + item.evidence)
        return seen[item.id], -len(shared), mix(seed, item.id)

    drawn: list[Item] = []
    for item in sorted(items, key=rank):
        if len(drawn) < number and may_join(item, drawn):
            drawn.append(item)
    return sorted(drawn, key=lambda item: _ORDER.get(item.difficulty, 1))


def match_topics(wanted: str, known: Sequence[str]) -> list[str]:
    """The topics that the words name; else those that share a word with them."""
    return name_topics(wanted, known) or [
        topic for topic in known if not _words(topic).isdisjoint(content_words(wanted))
    ]


def name_topics(wanted: str, known: Sequence[str]) -> list[str]:
    """The topics whose words are all there, those of most words only.

    "foreign keys" names that topic alone, though "keys" is one too.
    """
    said = set(content_words(wanted))
    named = {topic: len(words) for topic in known if (words := _words(topic)) and words <= said}
    return [topic for topic, length in named.items() if length == max(named.values())]


def _words(topic: str) -> set[str]:
    return set(content_words(topic.replace("-", " ")))


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
