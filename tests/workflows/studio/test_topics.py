"""What a request is about, without the words that order it."""

import pytest

from agent.text import language_of
from agent.workflows.studio.topics import LONGEST, topic_of


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("Write a blog post about home staging tips", "home staging tips"),
        ("Blog post: how to price a house", "how to price a house"),
        ("Research closing costs", "closing costs"),
        ("Plan a month of content for first-time buyers", "first-time buyers"),
        ("Create an Instagram caption and a picture about curb appeal", "curb appeal"),
        ("a short blog for landlords about tenant screening", "tenant screening"),
        ("LinkedIn post about open houses, with 5 hashtags", "open houses"),
        ("Write about moving house and then an Instagram post", "moving house"),
        ("Research home inspections and write a blog post", "home inspections"),
        ("Escribe una entrada de blog sobre la puesta en escena", "la puesta en escena"),
        ("写一篇关于房屋布置的博客文章", "房屋布置"),
        ("帮我写一篇博客，介绍首次购房的步骤", "首次购房的步骤"),
    ],
)
def test_what_it_is_about(request_: str, topic: str) -> None:
    assert topic_of(request_, language_of(request_)) == topic


@pytest.mark.parametrize(
    "request_",
    [
        "Write a LinkedIn post on it",
        "Now make it a LinkedIn post",
        "Make a picture for it",
        "turn it into a LinkedIn post",
        "Give me a content strategy",
        "写一篇文章",
    ],
)
def test_an_order_alone_names_no_topic(request_: str) -> None:
    assert topic_of(request_, language_of(request_)) == ""


def test_a_topic_has_an_end() -> None:
    assert len(topic_of("Write a blog post about " + "homes and gardens " * 50, "en")) <= LONGEST
