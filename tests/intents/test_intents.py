"""Which workflow and which act a message is for: by examples, by a model, or unknown."""

import threading
from typing import Any

import numpy as np
import pytest

from agent.errors import AgentError, StepFailed
from agent.intents import Classifier, Example
from agent.intents.examples import NAMES, read_examples
from agent.intents.vectors import digest_of, read_vectors
from agent.intents.without_model import LearnedIntents
from agent.intents.workflow import NONE, choose_workflow
from tests.fakes import FakeIntents

WAYS = ("please {}", "could you {}", "I want to {}", "{} for me", "{} now", "{} today")
ACTS = {
    "bake": ("bake a cake", "bake two loaves", "put bread in the oven", "make a pie"),
    "drive": ("drive to town", "drive me home", "take the car to Ana", "park the car"),
}
EXAMPLES = [
    Example(way.format(words), intent)
    for intent, acts in ACTS.items()
    for words in acts
    for way in WAYS
]


@pytest.fixture(scope="module")
def classifier():
    return Classifier(EXAMPLES)


def test_a_message_like_its_examples_is_known_and_another_is_not(classifier):
    guess = classifier.guess("bake a pie, please")
    assert (guess.intent, guess.is_sure) == ("bake", True)
    assert set(guess.ranked) == ACTS.keys()
    assert not classifier.guess("今天天气怎么样").is_sure
    mixed = Classifier([Example(each.text, label) for label in "ab" for each in EXAMPLES])
    assert not any(mixed.guess(each.text).is_sure for each in EXAMPLES)


@pytest.mark.parametrize(
    "name", ["home", "tutor", "tutor_depth", "studio", "tickets", "infra", "coach"]
)
def test_examples_are_enough_and_unique(name):
    examples = read_examples(name)
    assert len(examples) >= 400
    assert len({each.text for each in examples}) == len(examples)


def test_how_an_answer_is_wished_is_told_from_a_topic():
    classifier = Classifier(read_examples("tutor_follow_up"))
    for text, intent in (("simpler, please", "simpler"), ("más detalle", "deeper")):
        assert classifier.guess(text).intent == intent
    assert classifier.guess("explain normalization like I'm five").intent == "other"


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


KNOWN = {"tutor": "Answers.", "coach": "Plans."}
INTENTS = FakeIntents({"plan": "coach", "hello": NONE}, order=("tutor", "none", "coach"))


class Model:
    """Answers with one workflow, or fails."""

    label = "A model"
    is_model = True

    def __init__(self, said: str) -> None:
        self.said = said

    def run(self, step: Any, value: Any) -> Any:
        assert value.text in step.prompt(value)
        if not self.said:
            raise StepFailed("No usable answer.")
        return step.gives(workflow=self.said)


class Rules:
    label = "Rules"
    is_model = False


@pytest.mark.parametrize(
    ("llm", "text", "ranked", "is_sure"),
    [
        (Rules(), "a plan", ("coach", "tutor"), True),
        (Rules(), "whatever", ("tutor", "coach"), False),
        (Model("coach"), "whatever", ("coach", "tutor"), True),
        (Rules(), "hello", (NONE, "tutor", "coach"), True),
        (Model(NONE), "whatever", (NONE, "tutor", "coach"), True),
        (Model(""), "a plan", ("coach", "tutor"), True),
    ],
)
def test_the_model_decides_else_the_examples_else_nobody(llm, text, ranked, is_sure):
    guess = choose_workflow(text, KNOWN, llm=llm, intents=INTENTS)
    assert (guess.ranked, guess.is_sure) == (ranked, is_sure)
