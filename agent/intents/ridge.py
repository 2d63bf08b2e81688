"""The classifier behind `without_model`: ridge regression over labelled examples in numpy.

It reads the embedder's vector of a text beside hashed counts of its words and
character n-grams. The topic dominates a vector; the n-grams catch the wording.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

DIMENSIONS = 4096
RIDGE = 1.0
PRECISION = 0.97
FOLDS = 5
WORD_WEIGHT = 2.0


@dataclass(frozen=True)
class Example:
    text: str
    intent: str
    is_hard: bool = False
    """Easily mistaken for another intent: used for fitting, not for setting the margin."""


@dataclass(frozen=True)
class Guess:
    """The labels, the likeliest first; sure only where cross-validation would have been right."""

    ranked: tuple[str, ...]
    margin: float
    is_sure: bool

    @property
    def intent(self) -> str:
        return self.ranked[0]


class Classifier:
    """Fitted when it is made. `vectors` are those of the examples, a unit vector each."""

    def __init__(self, examples: Sequence[Example], vectors: np.ndarray | None = None) -> None:
        self._labels = sorted({each.intent for each in examples})
        self._features = join(count_grams([each.text for each in examples]), vectors)
        self._own = np.array([self._labels.index(each.intent) for each in examples])
        self._usual = np.array([not each.is_hard for each in examples])
        self._targets = np.where(self._own[:, None] == np.arange(len(self._labels)), 1.0, -1.0)
        solved = solve(self._features @ self._features.T, self._targets)
        self._weights = self._features.T @ solved
        self._known = _labels_of(examples)

    @cached_property
    def least_margin(self) -> float:
        """The smallest margin at which held-out usual examples reach PRECISION."""
        scores = self._held_out_scores()[self._usual]
        margins = margins_of(scores)
        order = np.argsort(-margins)
        right = (scores.argmax(1) == self._own[self._usual])[order]
        precision = np.cumsum(right) / np.arange(1, len(right) + 1)
        enough = np.flatnonzero(precision >= PRECISION)
        return float(margins[order][enough[-1]]) if len(enough) else float("inf")

    def guess(self, text: str, vector: np.ndarray | None = None) -> Guess:
        """`vector` is the text's, and needed where the examples have theirs."""
        vectors = None if vector is None else vector[None, :]
        scores = join(count_grams([text]), vectors) @ self._weights
        margin = float(margins_of(scores)[0])
        ranked = tuple(self._labels[n] for n in np.argsort(-scores[0]))
        if known := self._known.get(text.strip().casefold()):
            return Guess((known, *(each for each in ranked if each != known)), margin, is_sure=True)
        return Guess(ranked, margin, is_sure=margin >= self.least_margin)

    def _held_out_scores(self) -> np.ndarray:
        """Scores of each example by a classifier that was not fitted on it."""
        scores = np.empty_like(self._targets)
        kernel = self._features @ self._features.T
        folds = np.random.default_rng(0).permutation(len(self._own)) % FOLDS
        for fold in range(FOLDS):
            out = folds == fold
            solved = solve(kernel[np.ix_(~out, ~out)], self._targets[~out])
            scores[out] = kernel[np.ix_(out, ~out)] @ solved
        return scores


def _labels_of(examples: Sequence[Example]) -> dict[str, str]:
    """The label of each text that has exactly one."""
    labels: dict[str, set[str]] = {}
    for each in examples:
        labels.setdefault(each.text.strip().casefold(), set()).add(each.intent)
    return {text: min(found) for text, found in labels.items() if len(found) == 1}


def solve(kernel: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Solve the regression in the space of the examples, which are fewer than the features."""
    return np.linalg.solve(kernel + RIDGE * np.eye(len(kernel), dtype=kernel.dtype), targets)


def margins_of(scores: np.ndarray) -> np.ndarray:
    best = np.partition(scores, -2, axis=1)
    return np.asarray(best[:, -1] - best[:, -2])


def join(counts: np.ndarray, vectors: np.ndarray | None) -> np.ndarray:
    return counts if vectors is None else np.hstack([counts, vectors])


def count_grams(texts: Sequence[str]) -> np.ndarray:
    """A row of unit length for each text: words, and runs of two to four characters."""
    rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        words = text.casefold().split()
        line = f" {' '.join(words)} "
        grams = [line[n : n + size] for size in (2, 3, 4) for n in range(len(line) - size + 1)]
        for gram in grams:
            row[_place(gram)] += 1
        for word in words:
            row[_place(f"={word}")] += WORD_WEIGHT
    np.log1p(rows, out=rows)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return rows


def _place(gram: str) -> int:
    return zlib.crc32(gram.encode()) % DIMENSIONS
