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
    split = [sentences(passage["text"], passage["language"]) for passage in passages]
    texts = [f"{p['heading']}\n{p['text']}" for p in passages]
    headed = zip(passages, split, strict=True)
    texts += [f"{p['heading']}. {s}".lstrip(". ") for p, own in headed for s in own]
    compared = strengths(question, texts)
    meaning = iter(compared or [0.0] * len(texts))
    around = [
        next(meaning) + WORDS * share_words(question, f"{p['title']}\n{p['heading']}\n{p['text']}")
        for p in passages
    ]
    asked, ranked = set(content_words(question)), []
    for passage, own, near in zip(passages, split, around, strict=True):
        for place, sentence in enumerate(own):
            meant, share = next(meaning), share_words(question, sentence)
            defines = DEFINES * (not asked.isdisjoint(content_words(sentence)[:1]))
            score = round(meant + WORDS * share + AROUND * near + defines, 3)
            reason = f"meaning {meant:.2f}, words {share:.2f}"
            ranked.append(Quote(sentence, passage["mark"], score, reason, place))
    # Of equal ones the first goes first: passages come best first, and definitions early in them.
    ranked.sort(key=lambda quote: -quote.score)
    best = {quote.text: quote for quote in reversed(ranked) if compared or quote.score}
    return [quote for quote in ranked if best.get(quote.text) is quote]


def share_words(said: str, text: str) -> float:
    """The share of the words of what is said that are in a text."""
    words = set(content_words(said))
    return len(words & stems(text)) / len(words) if words else 0.0
