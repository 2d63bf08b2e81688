"""Intents by labelled examples: it knows what it has seen, and says when it does not know."""

import pytest

from agent.intents import Classifier, Example, read_examples

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
