"""The classifiers that are fitted after the start, and the vectors that are shipped for them."""

import threading

import numpy as np
import pytest

from agent.errors import AgentError
from agent.intents.examples import NAMES, read_examples
from agent.intents.vectors import digest_of, read_vectors
from agent.intents.without_model import LearnedIntents


class Embedder:
    """Vectors by the text's digest, once it is let go."""

    model = "fake"
    dimensions = 8

    def __init__(self) -> None:
        self.is_ready = threading.Event()
        self.is_broken = False

    def embed(self, texts):
        assert self.is_ready.wait(20)
        if self.is_broken:
            raise AgentError("No vectors.")
        rows = [np.random.default_rng(digest_of(text)).normal(size=8) for text in texts]
        return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)


@pytest.mark.parametrize("is_broken", [False, True])
def test_words_decide_until_the_embedder_is_ready_or_when_it_fails(is_broken):
    embedder = Embedder()
    embedder.is_broken = is_broken
    if is_broken:
        embedder.is_ready.set()
    learned = LearnedIntents(embedder)
    learned.start()
    assert learned.guess("tutor", "Give me a quiz of 5 questions on joins").intent == "quiz"
    embedder.is_ready.set()


@pytest.mark.parametrize("name", NAMES)
def test_vectors_of_all_examples_are_shipped(name):
    shipped = read_vectors("fusenc/use-multilingual-v3")
    assert read_vectors("fake") == {}
    assert {digest_of(each.text) for each in read_examples(name)} <= shipped.keys()
