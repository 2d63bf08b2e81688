"""How much a text has to do with a topic."""

import pytest

from agent.workflows.studio.research.bearing import ENOUGH, Topic

CASES = [
    ("home staging tips", "Staging a home before the sale", True),
    ("home staging tips", "Tips for the garden", False),
    ("home staging tips", "A home with a garden", False),
    ("getting a mortgage approved", "Mortgages and pre-approval", True),
    ("rental scams", "Renting out a flat", False),
    ("mortgages in Lisbon", "What a mortgage is", True),
    ("Bitcoin homes", "Homes for sale", False),
    ("errores al comprar la primera vivienda", "Comprar la primera vivienda", True),
    ("首次购房指南", "首次购房的步骤", True),
    ("首次购房指南", "房屋布置指南", False),
]


@pytest.mark.parametrize(("topic", "text", "bears"), CASES)
def test_most_of_the_topics_words_must_stand_there(topic: str, text: str, bears: bool) -> None:
    assert (Topic(topic).share(text) > ENOUGH) is bears


def test_words_that_nothing_mentions_are_named_as_they_were_written() -> None:
    read = ["Home staging in small flats", "Costs of staging"]
    assert Topic("home staging cost in Écija").missing(read) == ["Écija"]
    assert Topic("mortgage approval").missing(["a mortgage that is approved"]) == []


def test_a_topic_of_manner_alone_is_still_one() -> None:
    assert Topic("tips").share("Ten tips") == 1
    assert Topic("").share("anything") == 0
