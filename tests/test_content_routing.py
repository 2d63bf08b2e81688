"""Requests to content types, first those written blind, then traps."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.content_routing import ASK_BELOW, FOLLOW_UPS, ContentType, Routing, route

ROWS = json.loads((Path(__file__).parent / "data/studio/routing.json").read_text("utf-8"))
BLOG, LINKEDIN, INSTAGRAM = ContentType.BLOG, ContentType.LINKEDIN, ContentType.INSTAGRAM
IMAGE, RESEARCH, STRATEGY = ContentType.IMAGE, ContentType.RESEARCH, ContentType.STRATEGY
GENERAL = ContentType.GENERAL


def kinds(routing: Routing) -> list[ContentType]:
    return [decision.content_type for decision in routing.queue]


def label(routing: Routing) -> object:
    names = [kind.name for kind in kinds(routing)]
    if routing.choices:
        return "ASK"
    return names[0] if len(names) == 1 else names


def test_nearly_all_requests_go_where_people_mean() -> None:
    wrong = [
        (row["text"], label(route(row["text"])))
        for row in ROWS
        if label(route(row["text"])) != row["expected"]
    ]
    assert len(wrong) <= 0.05 * len(ROWS), wrong


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("Write a blog post about what is escrow", [BLOG]),
        ("Write a blog post about Instagram marketing", [BLOG]),
        ("Write an Instagram caption for our open house", [INSTAGRAM]),
        ("Turn this blog post into a LinkedIn post", [LINKEDIN]),
        ("Create an image for our blog post", [IMAGE]),
        ("LinkedIn post about our new research report", [LINKEDIN]),
        ("Research rents in Austin, then write a blog post", [RESEARCH, BLOG]),
        ("Write a blog post, a LinkedIn post and an image", [BLOG, LINKEDIN, IMAGE]),
        ("Build a 30-day content calendar for Instagram", [STRATEGY]),
        ("Escribe un artículo sobre hipotecas", [BLOG]),
        ("写一篇关于学区房的博客，再做一张配图", [BLOG, IMAGE]),
        ("How much did rents rise in 2024?", [RESEARCH]),
        ("Draw a cosy living room", [IMAGE]),
        ("Hello, what can you do?", [GENERAL]),
        ("", [GENERAL]),
    ],
)
def test_traps(request_: str, expected: list[ContentType]) -> None:
    routing = route(request_)
    assert kinds(routing) == expected
    assert routing.choices == ()


@pytest.mark.parametrize(
    "request_",
    ["Write a post about home staging", "post about home staging", "Un texto sobre la hipoteca"],
)
def test_a_text_for_no_place_is_asked_about(request_: str) -> None:
    routing = route(request_)
    assert routing.choices == (BLOG, LINKEDIN, INSTAGRAM)
    assert routing.queue[0].confidence < ASK_BELOW


def test_what_goes_on_goes_on_with_the_last_piece() -> None:
    decision = route("Make it shorter", history=[BLOG, LINKEDIN]).queue[0]
    assert (decision.content_type, decision.source) == (LINKEDIN, "history")


@pytest.mark.parametrize(
    ("request_", "researched"),
    [
        ("Write a blog post about staging", True),
        ("Write a LinkedIn post about staging", True),
        ("Write a content strategy", True),
        ("Write a research-backed blog post about staging", False),
        ("Write an Instagram caption", False),
        ("Create an image of a house", False),
    ],
)
def test_research_comes_first_where_the_rule_says(request_: str, researched: bool) -> None:
    assert route(request_).queue[0].requires_research is researched


def test_each_type_offers_its_follow_ups() -> None:
    assert set(FOLLOW_UPS) == set(ContentType)
    assert FOLLOW_UPS[INSTAGRAM] == (IMAGE,)
    assert route("Write a blog post").queue[0].follow_up_types == (LINKEDIN, IMAGE, INSTAGRAM)


@given(st.text(max_size=300), st.lists(st.sampled_from(ContentType), max_size=3))
@settings(max_examples=60, deadline=None)
def test_any_text_goes_the_same_way_twice(text: str, history: list[ContentType]) -> None:
    routing = route(text, history=history)
    assert routing == route(text, history=history)
    assert len(set(kinds(routing))) == len(kinds(routing))
    if kinds(routing) == [GENERAL]:
        assert routing.choices == ()
