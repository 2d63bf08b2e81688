"""Choosing and checking quiz items. Everything here is rules."""

import hashlib
from collections.abc import Sequence
from typing import Any

from agent.ports import Attempt, Item
from agent.text import content_words, fold

Plain = dict[str, Any]

_ORDER = {"basic": 0, "intermediate": 1, "advanced": 2}


def public(item: Item) -> Plain:
    """What may be seen before the answer: neither key nor evidence nor explanation."""
    return {
        "id": item.id,
        "question_text": item.question_text,
        "options": [{"id": key, "text": text} for key, text in item.options],
        "objective": item.objective,
        "difficulty": item.difficulty,
        "topic": item.topic,
    }


def to_plain(item: Item) -> Plain:
    return {**vars(item), "options": [list(option) for option in item.options]}


def from_plain(plain: Plain) -> Item:
    return Item(**{**plain, "options": tuple((key, text) for key, text in plain["options"])})


def draw(
    items: Sequence[Item], number: int, *, seed: str, attempts: Sequence[Attempt]
) -> list[Item]:
    """`number` different items, those least seen first, from easy to hard."""
    seen: dict[str, int] = {}
    for attempt in attempts:
        for answer in attempt.result["answers"]:
            seen[answer["item"]["id"]] = seen.get(answer["item"]["id"], 0) + 1

    def rank(item: Item) -> tuple[int, str]:
        mixed = hashlib.sha256(f"{seed}{item.id}".encode()).hexdigest()
        return seen.get(item.id, 0), mixed

    drawn = sorted(items, key=rank)[:number]
    return sorted(drawn, key=lambda item: _ORDER.get(item.difficulty, 1))


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


def problems(item: Item, *, source: str) -> list[str]:
    """What is wrong with a written item; `source` is the text its evidence must stand in."""
    found = []
    texts = [fold(" ".join(text.split())) for _, text in item.options]
    if len(item.options) != 4 or len({key for key, _ in item.options}) != 4:
        found.append("There must be exactly four options with four ids.")
    if len(set(texts)) != len(texts) or not all(texts):
        found.append("The four options must differ from each other.")
    if [key for key, _ in item.options].count(item.key) != 1:
        found.append("Exactly one option must be the key.")
    if not item.question_text.strip():
        found.append("The question is empty.")
    evidence = " ".join(item.evidence.split())
    if len(evidence) < 15 or evidence not in " ".join(source.split()):
        found.append("The evidence must be copied word for word from the passages.")
    return found
