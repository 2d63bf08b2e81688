"""Decides what a message wants without a model: one classifier for each file of examples.

They are fitted in the background after the start.
"""

import logging
import threading
from functools import cache, partial

from agent.errors import AgentError
from agent.intents.examples import NAMES, read_examples
from agent.intents.ridge import Classifier, Guess
from agent.intents.vectors import vectors_of
from agent.ports.documents import Embedder

log = logging.getLogger(__name__)


class LearnedIntents:
    """The Intents port. Words decide, with a margin of their own, until the embedder is ready."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._by_meaning: dict[str, Classifier] = {}

    def start(self) -> None:
        """Warm the embedder and fit with its vectors, in the background."""
        if self._embedder is not None:
            work = partial(self._fit, self._embedder)
            threading.Thread(target=work, name="intents", daemon=True).start()

    def guess(self, name: str, text: str) -> Guess:
        """Guess what a message wants; `name` is a file in `agent/data/intents`."""
        fitted = self._by_meaning.get(name)
        if fitted is None or self._embedder is None:
            return fit_by_words(name).guess(text)
        try:
            vector = self._embedder.embed([text])[0]
        except AgentError:
            return fit_by_words(name).guess(text)
        return fitted.guess(text, vector)

    def _fit(self, embedder: Embedder) -> None:
        try:
            embedder.embed(["warm"])
            for name in NAMES:
                examples = read_examples(name)
                vectors = vectors_of([each.text for each in examples], embedder)
                fitted = Classifier(examples, vectors)
                fitted.least_margin  # noqa: B018 - computed here rather than in the first turn
                self._by_meaning[name] = fitted
        except AgentError as error:
            log.warning("Intents are read by words alone: %s", error.message)


@cache
def fit_by_words(name: str) -> Classifier:
    """Fit a classifier that needs no embedder, once in a process and when it is needed first."""
    return Classifier(read_examples(name))
