"""Choosing quiz items and placing their keys. Everything here is rules."""

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

from agent.ports import Attempt, Item
from agent.scoring import counts, is_right
from agent.text import content_words

Plain = dict[str, Any]

_ORDER = {"basic": 0, "intermediate": 1, "advanced": 2}


def public(item: Item) -> Plain:
    """What may be seen before the answer: neither key nor evidence nor explanation."""
    return {
        "id": item.id,
        "kind": item.kind,
        "origin": item.origin,
        "question_text": item.question_text,
        "options": [{"id": key, "text": text} for key, text in item.options],
        "objective": item.objective,
        "difficulty": item.difficulty,
        "topic": item.topic,
    }


def to_plain(item: Item) -> Plain:
    options = [list(option) for option in item.options]
    return {**vars(item), "options": options, "terms": [list(group) for group in item.terms]}


def from_plain(plain: Plain) -> Item:
    options = tuple((key, text) for key, text in plain["options"])
    terms = tuple(tuple(group) for group in plain.get("terms", ()))
    return Item(**{**plain, "options": options, "terms": terms})


def draw(
    items: Sequence[Item],
    number: int,
    *,
    seed: str,
    attempts: Sequence[Attempt],
    mastery: Mapping[str, float] | None = None,
    may_join: Callable[[Item, Sequence[Item]], bool] = lambda _item, _drawn: True,
) -> list[Item]:
    """`number` different items, those least seen first, from easy to hard.

    `may_join` says whether an item may stand beside those that are drawn already.

    With `mastery` of topics the weak ones are likelier, and what went wrong last most of all.
    """
    seen: Counter[str] = Counter()
    last: dict[str, Plain] = {}
    for attempt in attempts:  # the newest first
        for answer in attempt.result["answers"]:
            seen[answer["item"]["id"]] += 1
            last.setdefault(answer["item"]["id"], answer)

    def rank(item: Item) -> tuple[float, float]:
        mixed = hashlib.sha256(f"{seed}{item.id}".encode()).hexdigest()
        chance = (int(mixed[:13], 16) + 1) / 16**13
        if not mastery:
            return seen[item.id], chance
        # The smallest of these are a weighted sample without replacement.
        return -math.log(chance) / _weight(item, mastery, last.get(item.id)), 0

    drawn: list[Item] = []
    for item in sorted(items, key=rank):
        if len(drawn) == number:
            break
        if may_join(item, drawn):
            drawn.append(item)
    return sorted(drawn, key=lambda item: _ORDER.get(item.difficulty, 1))


def _weight(item: Item, mastery: Mapping[str, float], last: Plain | None) -> float:
    unknown = 1.05 - mastery.get(item.topic, 0.5)
    if last is None or not counts(last):
        return unknown
    return unknown * (0.3 if is_right(last) else 3)


def match_topics(wanted: str, known: Sequence[str]) -> list[str]:
    """The bank's topics that the words name; none when the words name none of them."""
    words = set(content_words(wanted))
    if not words:
        return []
    exact = [topic for topic in known if set(content_words(topic.replace("-", " "))) <= words]
    if exact:
        # "foreign keys" names that topic alone, though "keys" is one too.
        longest = max(len(content_words(topic.replace("-", " "))) for topic in exact)
        return [t for t in exact if len(content_words(t.replace("-", " "))) == longest]
    return [topic for topic in known if words & set(content_words(topic.replace("-", " ")))]


def spread(items: Sequence[Item], *, seed: str) -> list[Item]:
    """The items with their keys in all places alike: each place once before any comes again.

    Options are lettered anew as they stand, so that an id tells nothing of the item as it was
    written. Numbers stay in their order, since that is how numbers are read.
    """
    placed: list[Item] = []
    free: list[int] = []
    for item in items:
        if item.kind == "free" or not item.options or _are_numbers(item):
            placed.append(_lettered(item))
            continue
        count = len(item.options)
        if not any(place < count for place in free):
            free += sorted(range(count), key=lambda at: _hash(seed, item.id, str(at)))
        at = next(place for place in free if place < count)
        free.remove(at)
        placed.append(_with_key_at(item, at, seed=seed))
    return placed


def _are_numbers(item: Item) -> bool:
    return all(text.replace(",", "").replace(".", "").isdigit() for _, text in item.options)


def _with_key_at(item: Item, place: int, *, seed: str) -> Item:
    key = next(option for option in item.options if option[0] == item.key)
    others = [option for option in item.options if option[0] != item.key]
    others.sort(key=lambda option: _hash(seed, item.id, option[0]))
    return _lettered(replace(item, options=(*others[:place], key, *others[place:])))


def _lettered(item: Item) -> Item:
    if item.kind == "free":
        return item
    letters = {old: letter for (old, _), letter in zip(item.options, ascii_lowercase, strict=False)}
    options = tuple((letters[old], text) for old, text in item.options)
    return replace(item, options=options, key=letters[item.key])


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
