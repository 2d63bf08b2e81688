"""Intents: how often a confident answer of the classifier is right, on messages it has not seen.

The sets in `tests/data/intents` were written blind: by another author than the
examples, who saw neither those nor the code.
"""

import json
from pathlib import Path

import numpy as np

from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.intents import Classifier, Guess, read_examples
from agent.intents.vectors import vectors_of
from agent.language.catalogs import LANGUAGES
from bench.figures import Figure, Measured

TESTS = Path(__file__).parents[1] / "tests" / "data" / "intents"
WORKFLOWS = ("home", "tutor", "studio", "tickets", "infra", "coach")
PRECISION, COVERAGE = 0.95, 0.85

Row = dict[str, str]


def measure(*, quick: bool) -> Measured:
    del quick
    embedder = FusencEmbedder()
    figures = [figure for name in WORKFLOWS for figure in _judge(name, embedder)]
    return Measured(figures)


def _judge(name: str, embedder: FusencEmbedder) -> list[Figure]:
    """With the embedder's vectors, and by n-grams alone as in the first seconds after a start."""
    examples = read_examples(name)
    lines = (TESTS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows: list[Row] = [json.loads(line) for line in lines]
    vectors = vectors_of([each.text for each in examples], embedder)
    asked = embedder.embed([row["text"] for row in rows])
    whole, bare = Classifier(examples, vectors), Classifier(examples)
    return [
        *_figures(
            name, rows, [whole.guess(r["text"], v) for r, v in zip(rows, asked, strict=True)]
        ),
        *_figures(f"{name}, n-grams alone", rows, [bare.guess(row["text"]) for row in rows]),
    ]


def _figures(name: str, rows: list[Row], guesses: list[Guess]) -> list[Figure]:
    right = np.array([g.intent == row["intent"] for g, row in zip(guesses, rows, strict=True)])
    sure = np.array([guess.is_sure for guess in guesses])
    by_language = ", ".join(
        f"{language} {_share(right[sure & spoken]):.2f} of {_share(sure[spoken]):.2f}"
        for language in LANGUAGES
        for spoken in [np.array([row["language"] == language for row in rows])]
    )
    precision, coverage = _share(right[sure]), _share(sure)
    shown = f"right without abstaining {_share(right):.2f}; {by_language}"
    return [
        Figure(f"{name}: precision", precision, unit="", n=len(rows), least=PRECISION, shown=shown),
        Figure(f"{name}: coverage", coverage, unit="", n=len(rows), least=COVERAGE),
    ]


def _share(flags: np.ndarray) -> float:
    return float(flags.mean()) if len(flags) else 0.0
