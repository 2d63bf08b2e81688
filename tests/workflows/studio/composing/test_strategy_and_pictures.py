"""The content strategy, the picture and the answer in words."""

import re

import pytest

from agent.content_checks import Kind
from agent.content_checks.reading import Reading
from agent.workflows.studio import composing
from agent.workflows.studio.composing.strategy import weeks_of
from agent.workflows.studio.contracts import Brief, Details
from agent.workflows.studio.measuring import report_on
from agent.workflows.studio.written import slots_of
from tests.workflows.studio.composing.briefs import (
    OTHERS,
    TOPICS,
    brief_on,
    brief_with,
    drafts_on,
    voiced,
)

# Strategy


@pytest.mark.parametrize("topic", [*TOPICS, *OTHERS])
def test_the_table_and_the_slots_are_the_same(topic: str) -> None:
    piece = drafts_on(topic, "strategy")[0]
    assert slots_of(piece.text, piece.language) == piece.slots


@pytest.mark.parametrize("topic", TOPICS)
def test_each_entry_of_the_calendar_can_be_drafted(topic: str) -> None:
    slots = drafts_on(topic, "strategy")[0].slots
    titles = [slot.title for slot in slots]
    assert len(slots) == 12
    assert len(set(titles)) == len(titles)
    assert {slot.kind for slot in slots} == {"blog", "linkedin", "instagram"}
    assert {slot.week for slot in slots} == {1, 2, 3, 4}


@pytest.mark.parametrize("weeks", ["a 4-week", "a 12-week"])
@pytest.mark.parametrize("topic", [*TOPICS, *OTHERS])
def test_no_entry_has_two_colons(topic: str, weeks: str) -> None:
    brief = brief_on(topic, "strategy", request=f"{weeks} plan")
    titles = [slot.title for slot in composing.strategy(brief).slots]
    assert [title for title in titles if title.count(":") + title.count("：") > 1] == []


def test_a_topic_with_a_colon_gets_no_second_one_in_the_calendar() -> None:
    brief = brief_with("Light sells.", kind="strategy", topic="balconies: the plants")
    titles = [slot.title for slot in composing.strategy(brief).slots]
    assert max(title.count(":") for title in titles) == 1


def test_an_entry_is_about_what_the_main_sources_tell_of() -> None:
    """A source on something near by bears a claim or two, and no post of its own."""
    titles = [slot.title for slot in drafts_on("comprar la primera vivienda", "strategy")[0].slots]
    assert any("hipoteca" in title for title in titles)
    assert [title for title in titles if "despejar" in title or "vender" in title] == []


def test_three_to_five_pillars_with_claims() -> None:
    for topic in TOPICS:
        piece = drafts_on(topic, "strategy")[0]
        pillars = [h.title for h in Reading(piece.text).headings if h.level == 3]
        assert 3 <= len(pillars) <= 5
        assert len(piece.claims) >= 5
        assert {slot.pillar for slot in piece.slots} <= set(pillars)


@pytest.mark.parametrize(
    ("said", "weeks"),
    [
        ("a content strategy", 4),
        ("Plan a month of content", 4),
        ("a 6-week plan", 6),
        ("plan two weeks", 2),
        ("a plan for next quarter", 12),
        ("a 9 month plan", 12),
        ("3 months of content", 12),
        ("un plan de 3 semanas", 3),
        ("两周的内容计划", 2),
        ("a plan for one week", 1),
        ("a plan for the month, week by week", 4),
    ],
)
def test_the_calendar_is_as_long_as_asked(said: str, weeks: int) -> None:
    assert weeks_of(said) == weeks


def test_only_the_channels_that_are_named_are_planned() -> None:
    brief = brief_on("open houses", "strategy", request="A LinkedIn and Instagram plan")
    piece = composing.strategy(brief)
    assert {slot.kind for slot in piece.slots} == {"linkedin", "instagram"}
    assert "**Blog**" not in piece.text
    assert report_on(piece, brief).blocking == ()


def test_the_shares_of_the_mix_are_those_of_the_calendar() -> None:
    piece = drafts_on("open houses", "strategy")[0]
    shares = [int(share) for share in re.findall(r"(\d+) %", piece.text)]
    assert sum(shares) == 100
    assert len(shares) == 3


# Pictures


@pytest.mark.parametrize(
    ("request_", "ratio", "style"),
    [
        ("a picture of an open house", "1:1", "photograph"),
        ("a 16:9 watercolour of an open house", "16:9", "watercolour"),
        ("a vertical line drawing for a story", "9:16", "line drawing"),
        ("a poster, minimalist", "3:4", "minimalist"),
        ("a header image for the blog", "16:9", "photograph"),
        ("an illustration in 4:3", "4:3", "flat illustration"),
        ("an illustration as a 3D render", "1:1", "3D render"),
    ],
)
def test_ratio_and_style_are_those_asked_for(request_: str, ratio: str, style: str) -> None:
    piece = composing.image(brief_on("open houses", "image", request=request_))
    assert (piece.ratio, piece.style) == (ratio, style)


def test_a_picture_that_is_asked_for_by_itself_is_called_what_it_shows() -> None:
    piece = composing.image(brief_on("open houses", "image", request="an image of open houses"))
    assert piece.title == "Open houses"


def test_a_picture_has_the_title_that_was_asked_for() -> None:
    request = "Make an image of an open house with the title “250.000 € · 新家”"
    piece = composing.image(brief_on("open houses", "image", request=request))
    assert piece.title == "250.000 € · 新家"
    assert "新家" not in piece.text


def test_a_picture_shows_what_the_form_names() -> None:
    details = Details(features=("sea view", "once in a lifetime terrace"), location="Valencia")
    piece = composing.image(brief_on("home staging tips", "image", details=details))
    assert "with sea view, Valencia" in piece.text
    assert "Valencia" in piece.alt
    assert "lifetime" not in piece.text + piece.alt


@pytest.mark.parametrize(
    "topic", ["open houses", "quantum tax", "首次购房", "comprar la primera vivienda"]
)
def test_an_alternative_text_says_what_is_to_be_seen(topic: str) -> None:
    brief = brief_with(topic=topic, kind="image")
    piece = composing.image(brief)
    assert 10 < len(piece.alt) <= 200
    assert piece.alt != piece.text
    assert piece.wish is not None
    assert piece.wish.title


# Answers


def test_an_answer_tells_the_claims_that_bear_on_the_question() -> None:
    brief = brief_on("home staging tips", "general", request="What does staging cost?")
    said = composing.general(brief)
    assert brief.research is not None
    told = [claim for claim in brief.research.claims if claim.text in said]
    assert 3 <= len(told) <= 6
    assert any("rent is often charged" in claim.text for claim in told)


def test_without_claims_the_answer_says_what_can_be_asked_for() -> None:
    brief = Brief(kind="general", request="hi", topic="", brand=brief_on("open houses").brand)
    assert brief.brand.example in composing.general(brief)
    sought = brief_with(kind="general", topic="quantum tax")
    assert composing.general(sought).startswith("Nothing was found about quantum tax")


@pytest.mark.parametrize("kind", ["strategy", "instagram", "linkedin"])
def test_a_brand_without_anything_but_a_name_gets_drafts(kind: Kind) -> None:
    bare = voiced("any").model_copy(
        update={"hashtags": (), "audience": "", "terms": ("x",), "call_to_action": ""}
    )
    brief = brief_on("open houses", kind, brand=bare)
    pieces = composing.linkedin(brief) if kind == "linkedin" else (getattr(composing, kind)(brief),)
    for piece in pieces:
        assert report_on(piece, brief).blocking == ()
