"""Which sentences answer a question: by meaning and words, their own and their passage's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agent.text import content_words, sentences, stems

Plain = dict[str, Any]
Strengths = Callable[[str, Sequence[str]], list[float]]
"""`Library.strengths`: 0 for texts that have nothing to do with a question; [] without meaning."""

# Set on `bench/data/answers/tuned`.
WORDS = 0.5
"""All of a question's words in a sentence count as much as half the way to the same meaning."""
AROUND = 0.5
"""A sentence's passage counts half of what the sentence itself does."""
DEFINES = 0.2
"""What a sentence has ahead that begins with what is asked about."""


@dataclass(frozen=True)
class Quote:
    """A sentence of a passage, and why it was taken."""

    text: str
    mark: str
    score: float = 0.0
    reason: str = ""
    place: int = 0
    """In its passage."""


def rank_sentences(question: str, passages: Sequence[Plain], strengths: Strengths) -> list[Quote]:
    """All sentences of the passages, the best first; without meaning those that share words."""
    found = [
        (number, place, sentence)
        for number, passage in enumerate(passages)
        for place, sentence in enumerate(sentences(passage["text"], passage["language"]))
    ]
    wholes = [f"{p['heading']}\n{p['text']}" for p in passages]
    headed = [f"{passages[n]['heading']}. {sentence}".lstrip(". ") for n, _, sentence in found]
    compared = strengths(question, [*wholes, *headed])
    meaning = compared or [0.0] * (len(wholes) + len(headed))
    titled = [f"{p['title']}\n{whole}" for p, whole in zip(passages, wholes, strict=True)]
    shares = [share_words(question, text) for text in [*titled, *(s for _, _, s in found)]]
    scores = [meant + WORDS * share for meant, share in zip(meaning, shares, strict=True)]
    asked = set(content_words(question))
    ranked: dict[str, Quote] = {}
    for at, (number, place, sentence) in enumerate(found, start=len(wholes)):
        defines = DEFINES * (not asked.isdisjoint(content_words(sentence)[:1]))
        score = round(scores[at] + AROUND * scores[number] + defines, 3)
        reason = f"meaning {meaning[at]:.2f}, words {shares[at]:.2f}"
        # The same sentence stands in several passages: the best of them counts.
        if (compared or score) and (sentence not in ranked or score > ranked[sentence].score):
            ranked[sentence] = Quote(sentence, passages[number]["mark"], score, reason, place)
    # Of equal ones the first goes first: passages come best first, and definitions early in them.
    return sorted(ranked.values(), key=lambda quote: -quote.score)


def share_words(said: str, text: str) -> float:
    """The share of the words of what is said that are in a text."""
    words = set(content_words(said))
    return len(words & stems(text)) / len(words) if words else 0.0
