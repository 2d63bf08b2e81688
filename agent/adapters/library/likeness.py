"""Measures how near a passage comes to saying a sentence."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from agent.adapters.library.relevance import RELATED_AT_MOST
from agent.language.text import language_of, sentences
from agent.ports import Embedder, Likeness

HALFWAY = 0.5
"""Between what unrelated questions reach at most, and the same text: from there on it is near."""
ACROSS = 0.4
"""The same for two languages, which no embedder brings together wholly."""
MOST_PARTS = 40
"""Sentences of one passage that are looked at."""


def alike(
    pairs: Sequence[tuple[str, str]], embedder: Embedder, *, unrelated: np.ndarray
) -> list[Likeness]:
    """One for each pair of a sentence and a passage. Raises what the embedder raises."""
    if not pairs:
        return []
    parts = [_parts(passage) for _, passage in pairs]
    texts = [said for said, _ in pairs] + [part for own in parts for part in own]
    texts = list(dict.fromkeys(texts))
    rows = dict(zip(texts, embedder.embed(texts), strict=True))
    return [
        _likeness(
            rows[said],
            np.array([rows[part] for part in own]),
            unrelated,
            way=HALFWAY if language_of(said) == language_of(passage) else ACROSS,
        )
        for (said, passage), own in zip(pairs, parts, strict=True)
    ]


def _parts(passage: str) -> list[str]:
    """Its sentences, each two neighbours together, and the whole."""
    single = sentences(passage, language_of(passage))[:MOST_PARTS]
    pairs = [f"{one} {other}" for one, other in pairwise(single)]
    return list(dict.fromkeys([*single, *pairs, passage]))


def _likeness(
    said: np.ndarray, parts: np.ndarray, unrelated: np.ndarray, *, way: float
) -> Likeness:
    similarity = float(np.clip((parts @ said).max(), -1.0, 1.0))
    floor = _floor(said, unrelated)
    strength = (similarity - floor) / (1 - floor)
    return Likeness(round(similarity, 3), strength > way, round(strength, 3))


def strengths(
    question: str, texts: Sequence[str], embedder: Embedder, *, unrelated: np.ndarray
) -> list[float]:
    """One for each text. Raises what the embedder raises."""
    asked, *rows = embedder.embed([question, *texts])
    floor = _floor(asked, unrelated)
    return [(float(row @ asked) - floor) / (1 - floor) for row in rows]


def _floor(said: np.ndarray, unrelated: np.ndarray) -> float:
    """The highest similarity of unrelated questions."""
    return float(np.sort(unrelated @ said)[-1 - RELATED_AT_MOST])
