"""Which sentences answer a question: by meaning and words, their own and their passage's."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agent.text import ASKING_WORDS, is_han, keywords, sentences

Plain = dict[str, Any]
Strengths = Callable[[str, Sequence[str]], list[float]]
"""`Library.strengths`: 0 for texts that have nothing to do with a question; [] without meaning."""

# Set on `bench/data/answers/tuned`.
WORDS = 0.5
"""All of a question's words in a sentence count as much as half the way to the same meaning."""
AROUND = 0.5
"""A sentence's passage counts half of what the sentence itself does."""
PREFIX = 5
"""Characters by which forms of one word are known."""


@dataclass(frozen=True)
class Quote:
    """A sentence of a passage, and why it was taken."""

    text: str
    mark: str
    score: float
    reason: str
    place: int = 0
    """In its passage."""


def rank_sentences(
    question: str, passages: Sequence[Plain], strengths: Strengths
) -> tuple[list[Quote], bool]:
    """All sentences of the passages, the best first, and whether their meaning was compared."""
    found = [
        (passage, place, sentence)
        for passage in passages
        for place, sentence in enumerate(sentences(passage["text"], passage["language"]))
    ]
    share = _sharing(question, [sentence for _, _, sentence in found])
    around = [f"{p['title']}\n{p['heading']}\n{p['text']}" for p in passages]
    texts = [f"{p['heading']}. {sentence}".lstrip(". ") for p, _, sentence in found]
    blocks = [f"{p['heading']}\n{p['text']}" for p in passages]
    compared = strengths(question, [*texts, *blocks])
    near = compared or [0.0] * (len(texts) + len(blocks))
    context = {
        p["mark"]: meant + WORDS * share(text)
        for p, text, meant in zip(passages, around, near[len(texts) :], strict=True)
    }
    ranked: dict[str, Quote] = {}
    for (passage, place, sentence), meant in zip(found, near, strict=False):
        score = meant + WORDS * share(sentence) + AROUND * context[passage["mark"]]
        reason = f"meaning {meant:.2f}, words {share(sentence):.2f}"
        quote = Quote(sentence, passage["mark"], round(score, 3), reason, place)
        # The same sentence stands in several passages: the best of them counts.
        if sentence not in ranked or quote.score > ranked[sentence].score:
            ranked[sentence] = quote
    # Of equal ones the first goes first: passages come best first, and definitions early in them.
    return sorted(ranked.values(), key=lambda quote: -quote.score), bool(compared)


def share_of_words(question: str, texts: Sequence[str]) -> float:
    """The greatest share of the question's words that one of the texts holds."""
    share = _sharing(question, texts)
    return max(map(share, texts), default=0.0)


def _sharing(question: str, texts: Sequence[str]) -> Callable[[str], float]:
    """The share of the question's words in a text, where rare words of the texts count more."""
    counts = Counter(word for text in texts for word in _words(text))
    asking = {_known(word) for word in ASKING_WORDS}
    asked = _words(question)
    weights = {
        word: math.log(1 + (len(texts) - counts[word] + 0.5) / (counts[word] + 0.5))
        for word in asked - asking or asked
    }
    whole = sum(weights.values()) or 1.0
    return lambda text: sum(weights[word] for word in weights.keys() & _words(text)) / whole


def _words(text: str) -> set[str]:
    return set(map(_known, keywords(text)))


def _known(word: str) -> str:
    return word if is_han(word) else word[:PREFIX]
