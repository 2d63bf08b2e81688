"""Decides whether a request is about the brand's topics."""

from collections.abc import Iterable
from dataclasses import dataclass

from agent.checks.guardrails.rules import data_of
from agent.checks.guardrails.verdict import PASSED, Verdict
from agent.language.catalogs import catalog
from agent.language.text import is_han, language_of, runs


@dataclass(frozen=True, slots=True)
class BrandTopics:
    """`terms` are words and phrases, any of which shows the topic; `elsewhere` are phrases that

    hold such a term and mean something else, as "White House" does for a seller of houses.
    """

    name: str
    terms: tuple[str, ...]
    example: str
    elsewhere: tuple[str, ...] = ()


def check(text: str, topics: BrandTopics) -> Verdict:
    """What speaks of another field more than of the brand's does not pass.

    What speaks of neither passes: it may be of the brand in words that the profile lacks.
    """
    ours, others = _find_phrases(text, topics)
    if len(others) <= len(ours):
        return PASSED
    language = language_of(text)
    said = catalog(language).gettext("This does not look like a topic of {brand}.")
    return Verdict(
        passed=False,
        message=f"{said.format(brand=topics.name)} {suggestion(topics, language)}".strip(),
        blocked_by="off_topic",
        details={"rule": "another field", "quote": ", ".join(sorted(others))},
    )


def is_ours(text: str, topics: BrandTopics) -> bool:
    """Tell whether it names a topic of the brand and no other field."""
    ours, others = _find_phrases(text, topics)
    return bool(ours) and not others


def suggestion(topics: BrandTopics, language: str) -> str:
    said = catalog(language).gettext("Try something like: “{example}”")
    return said.format(example=topics.example) if topics.example else ""


def _find_phrases(text: str, topics: BrandTopics) -> tuple[set[str], set[str]]:
    spoken = _Spoken(text)
    for phrase in topics.elsewhere:
        spoken.strike(phrase)
    ours = spoken.said(topics.terms)
    return ours, spoken.said(OTHER_FIELDS) - ours


class _Spoken:
    def __init__(self, text: str) -> None:
        self._words = tuple(map(_key, runs(text)))

    def strike(self, phrase: str) -> None:
        wanted = tuple(map(_key, runs(phrase)))
        kept: list[str] = []
        at = 0
        while at < len(self._words):
            if wanted and self._words[at : at + len(wanted)] == wanted:
                kept.append("")
                at += len(wanted)
                continue
            word = self._words[at]
            kept.append(word.replace(wanted[0], " ") if _is_one_han(wanted) else word)
            at += 1
        self._words = tuple(kept)

    def said(self, terms: Iterable[str]) -> set[str]:
        keys = {tuple(map(_key, runs(term))) for term in terms}
        return {" ".join(key) for key in keys if self._has(key)}

    def _has(self, wanted: tuple[str, ...]) -> bool:
        if _is_one_han(wanted):
            return any(wanted[0] in word for word in self._words)
        size = len(wanted)
        return size > 0 and any(
            self._words[at : at + size] == wanted for at in range(len(self._words) - size + 1)
        )


def _key(word: str) -> str:
    """Plural and singular are one; "list" and "listing" are not."""
    if is_han(word) or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    return word.removesuffix("s")


def _is_one_han(wanted: tuple[str, ...]) -> bool:
    return len(wanted) == 1 and is_han(wanted[0])


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(phrase.replace("_", " ") for phrase in text.split())


def _example(name: str, example: str, terms: str, elsewhere: str) -> BrandTopics:
    return BrandTopics(name, _phrases(terms), example, _phrases(elsewhere))


REAL_ESTATE = _example(**data_of("topics")["real_estate"])
"""The example that ships; a brand profile takes its place."""

OTHER_FIELDS = _phrases(data_of("topics")["other_fields"]["terms"])
"""What a brand that names none of it is not asked to write about."""
