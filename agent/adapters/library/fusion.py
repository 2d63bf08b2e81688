"""Words and meaning brought to one score, so that neither drowns the other.

Ranks alone would do the question in other words, or in another language, an
injustice: some passage always comes first by words, however little it shares.
"""

import math
from collections.abc import Mapping

from agent.adapters.library import words
from agent.language.text import keywords, stem, stems
from agent.ports import Passage
from agent.store.database import Database

WORDS_WEIGHT = 5.0
"""All of a question's words count as much as so many spreads of similarity. Fixed on one half of
the questions of `bench/retrieval.py`, with the built-in embedder."""


def fused(
    similarities: dict[int, float], shares: dict[int, float], *, spread: float
) -> dict[int, float]:
    """Passage numbers with their scores, the best first.

    A passage whose similarity is not known yet counts as the least similar.
    """
    least = min(similarities.values(), default=0.0)
    numbers = sorted({*similarities, *shares})
    scores = {
        n: similarities.get(n, least) / spread + WORDS_WEIGHT * shares.get(n, 0.0) for n in numbers
    }
    return dict(sorted(scores.items(), key=lambda scored: -scored[1]))


def shares_of(database: Database, query: str, passages: Mapping[int, Passage]) -> dict[int, float]:
    """The share of the query's words that each passage holds; rare words count for more."""
    weights = _weights(database, query)
    whole = sum(weights.values()) or 1.0
    return {
        n: sum(weights[word] for word in weights.keys() & _words(passage)) / whole
        for n, passage in passages.items()
    }


def _weights(database: Database, query: str) -> dict[str, float]:
    """The stems of the query's words. Stems, since FTS5 knows the endings of English only."""
    total = int(database.all("SELECT count(*) FROM chunk")[0][0])
    weights = {}
    for word in keywords(query)[: words.MOST_TERMS]:
        (term,) = words.terms(word)[:1] or [""]
        sql = "SELECT count(*) FROM word WHERE word MATCH ?"
        matching = int(database.all(sql, term)[0][0]) if term else 0
        weights[stem(word)] = math.log(1 + (total - matching + 0.5) / (matching + 0.5))
    return weights


def _words(passage: Passage) -> frozenset[str]:
    return stems(f"{passage.title}\n{passage.heading}\n{passage.text}")
