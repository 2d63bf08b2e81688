"""The outline and the post that is written by it."""

import re

import pytest

from agent.content_checks.platform import META, width
from agent.content_checks.reading import Reading
from agent.text import Language, content_words
from agent.workflows.studio import composing
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.composing.languages import PHRASES
from agent.workflows.studio.composing.meta import meta_description
from agent.workflows.studio.contracts import Brief, Claim, Details, Outline, Section, Source
from agent.workflows.studio.measuring import report_on
from tests.workflows.studio.composing.briefs import (
    OTHERS,
    TOPICS,
    brief_on,
    brief_with,
    drafts_on,
    is_in_order,
)


def headings(text: str, level: int) -> list[str]:
    return [h.title for h in Reading(text).headings if h.level == level]


# The outline


@pytest.mark.parametrize("topic", TOPICS)
def test_an_outline_has_sections_of_claims_each_in_one_place(topic: str) -> None:
    brief = brief_on(topic)
    outline = composing.outline(brief)
    assert brief.research is not None
    known = {claim.id for claim in brief.research.supported}
    used = [claim for section in outline.sections for claim in section.claims]
    assert 2 <= len(outline.sections) <= 7
    assert all(section.claims and section.gist for section in outline.sections)
    assert len(used) == len(set(used))
    assert set(used) <= known
    assert len(known) - len(used) <= 2


def test_sections_follow_the_questions_of_a_reader() -> None:
    text = drafts_on("home staging tips", "blog")[0].text
    order = ("Home staging is the", "\n## ", "Why staging helps", "What staging costs")
    assert is_in_order(text[text.index("\n\n") :], order)


def test_what_stands_together_in_a_source_stays_together() -> None:
    brief = brief_on("closing and escrow")
    assert brief.research is not None
    of_heading = {claim.id: claim.heading for claim in brief.research.claims}
    for section in composing.outline(brief).sections:
        names = [of_heading[claim] for claim in section.claims]
        runs = [name for n, name in enumerate(names) if n == 0 or names[n - 1] != name]
        assert len(runs) - len(set(runs)) <= 1


def test_a_short_post_keeps_the_strongest_claims() -> None:
    brief = brief_on("home inspections", details=Details(words=300))
    piece = composing.blog(brief, composing.outline(brief))
    assert 270 <= Reading(piece.text).word_count <= 330
    assert piece.words is None
    assert report_on(piece, brief).blocking == ()


# The post


def test_a_post_has_all_its_parts() -> None:
    text = drafts_on("open houses", "blog")[0].text
    assert len(headings(text, 1)) == 1
    assert len(headings(text, 2)) >= 4
    assert len(headings(text, 3)) >= 2
    before_sections = text[: text.index("\n## ")]
    assert Reading(before_sections).word_count > 30
    assert "Talk to us before you decide" in text[text.rindex("\n## ") :]


def opening(topic: str) -> str:
    return drafts_on(topic, "blog")[0].text.split("\n\n")[1]


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("home staging tips", "Home staging is the preparation of"),
        ("curb appeal", "Curb appeal is the impression"),
        ("leases for tenants", "A lease is a contract"),
        ("mortgage pre-approval", "Pre-approval is a conditional promise"),
        ("home staging para vender", "El home staging es la preparación"),
        ("房屋布置技巧", "房屋布置是在出售之前"),
    ],
)
def test_a_post_opens_with_what_the_thing_is(topic: str, said: str) -> None:
    assert opening(topic).startswith(said)


def test_where_nothing_is_defined_it_opens_with_what_stands_alone() -> None:
    assert opening("pricing a home").startswith("Sold prices of similar homes")
    claims = (
        "But home staging is only half the work.",
        "Ask for home staging early.",
        "Light walls suit most rooms.",
        "A tidy hall shows the way.",
        "Parking near the house is what visitors ask for first.",
    )
    brief = brief_with(*claims)
    text = composing.blog(brief, composing.outline(brief)).text
    assert all(claim not in text[: text.index("\n## ")] for claim in claims)
    assert all(claim in text for claim in claims)


@pytest.mark.parametrize("topic", [*TOPICS, *OTHERS])
def test_a_heading_with_the_topic_does_not_say_it_twice(topic: str) -> None:
    for heading in headings(drafts_on(topic, "blog")[0].text, 2):
        label, _, rest = heading.partition(": " if ": " in heading else "：")
        assert not rest or not set(content_words(label)) & set(content_words(rest))
        assert not rest or label.split()[0] != rest.split()[0].capitalize()


def test_what_a_section_is_named_after_comes_first_in_it() -> None:
    text = drafts_on("home staging tips", "blog")[0].text
    assert is_in_order(text, ("## Why staging helps a sale", "Buyers decide within", "A visible"))


def test_too_few_words_are_held_against_what_was_said() -> None:
    usual = " ".join(drafts_on("curb appeal", "blog")[0].notes)
    assert "A blog post usually has about 1,500 words; the facts found give 5" in usual
    brief = brief_on("curb appeal", details=Details(words=2000))
    asked = " ".join(composing.blog(brief, composing.outline(brief)).notes)
    assert "You asked for about 2,000 words; the facts found give 5" in asked


def test_the_outline_that_was_approved_is_followed() -> None:
    brief = brief_on("open houses")
    first, second, *_ = composing.outline(brief).sections
    approved = Outline(
        title="My own title",
        sections=(second.model_copy(update={"heading": "Mine first"}), first),
    )
    piece = composing.blog(brief, approved)
    assert piece.title == "My own title"
    assert headings(piece.text, 1) == ["My own title"]
    assert headings(piece.text, 2)[:2] == ["Mine first", first.heading]
    assert set(first.claims) | set(second.claims) <= set(piece.claims)


def test_what_the_user_took_out_does_not_come_back_in_the_introduction() -> None:
    brief = brief_with("Home staging is the art of order.", "Light walls suit most rooms.")
    approved = Outline(title="Staging", sections=(Section(heading="Light", claims=("C2",)),))
    assert "art of order" not in composing.blog(brief, approved).text


def test_a_section_of_the_users_takes_what_is_like_its_heading() -> None:
    claims = (
        "A tidy hall shows the way.",
        "Light walls suit most rooms.",
        "Parking near the house is what visitors ask for first.",
    )
    brief = brief_with(*claims)
    section = Section(heading="Light", claims=("C2",))
    asked = Outline(title="Staging", sections=(section, Section(heading="Parking for visitors")))
    piece = composing.blog(brief, asked)
    parking = piece.text[piece.text.index("## Parking") :]
    assert claims[2] in parking
    assert "C3" in piece.claims


def test_a_section_on_which_nothing_was_found_is_left_out_and_told() -> None:
    brief = brief_with("A tidy hall shows the way.", "Light walls suit most rooms.")
    section = Section(heading="Halls", claims=("C1",))
    asked = Outline(title="Staging", sections=(section, Section(heading="Taxes in Norway")))
    piece = composing.blog(brief, asked)
    assert "Norway" not in piece.text
    assert "“Taxes in Norway”" in " ".join(piece.notes)


def test_pages_of_the_web_are_linked_and_documents_are_not() -> None:
    claims = [f"Statement number {word} stands by itself here." for word in ("a", "b", "c")]
    brief = brief_with(*claims)
    assert brief.research is not None
    sources = (
        Source(id="S1", title="Notes", where="document"),
        Source(id="S2", title="Staging [guide]", where="web", url="https://example.org/a(b)"),
        Source(id="S3", title="Report 2024", where="web", url="https://www.example.com/r"),
        Source(id="S4", title="Unused", where="web", url="https://example.net"),
    )
    found = tuple(
        claim.model_copy(update={"source": f"S{n}"})
        for n, claim in enumerate(brief.research.claims, 1)
    )
    research = brief.research.model_copy(update={"sources": sources, "claims": found})
    brief = brief.model_copy(update={"research": research})
    text = composing.blog(brief, composing.outline(brief)).text
    assert "[Staging guide](https://example.org/a%28b%29)" in text
    assert "[Example.com](https://www.example.com/r)" in text
    assert "Notes" not in text
    assert "example.net" not in text


def test_the_details_stand_in_the_post() -> None:
    details = Details(
        property_type="Flat", location="Valencia", price="€320,000", features=("lift",)
    )
    brief = brief_on("home staging tips", details=details)
    text = composing.blog(brief, composing.outline(brief)).text
    assert "- Location: Valencia\n- Price: €320,000\n- Features: lift" in text


def test_markdown_in_a_claim_is_read_and_not_copied() -> None:
    brief = brief_with("**Light walls** suit `most` rooms", "A tidy hall shows the way.")
    text = composing.blog(brief, composing.outline(brief)).text
    assert "Light walls suit most rooms." in text


def test_headings_of_a_source_that_say_nothing_are_not_used() -> None:
    brief = brief_with("Light walls suit most rooms.", "A tidy hall shows the way.")
    assert brief.research is not None
    found = tuple(c.model_copy(update={"heading": "Introduction"}) for c in brief.research.claims)
    research = brief.research.model_copy(update={"claims": found})
    outline = composing.outline(brief.model_copy(update={"research": research}))
    assert "Introduction" not in " ".join(section.heading for section in outline.sections)


def test_a_question_is_its_own_title() -> None:
    brief = brief_with("Light walls suit most rooms.", topic="does home staging pay off")
    assert composing.outline(brief).title == "Does home staging pay off?"


def test_a_title_is_the_one_that_was_asked_for() -> None:
    request = "Write a blog post about staging with the title “Año nuevo, casa nueva”"
    brief = brief_with("Light walls suit most rooms.").model_copy(update={"request": request})
    assert composing.outline(brief).title == "Año nuevo, casa nueva"


def test_a_topic_with_a_colon_gets_no_second_one_in_the_title() -> None:
    brief = brief_with("Light walls suit most rooms.", topic="first-time buyers: the offer")
    outline = composing.outline(brief)
    assert outline.title == "First-time buyers: the offer"
    text = composing.blog(brief, outline).text
    assert [line for line in text.split("\n") if line.startswith("#") and line.count(":") > 1] == []


def test_how_to_reads_well_in_a_sentence() -> None:
    frame = Frame(brief_with(topic="how to stage a flat"))
    assert frame.topic == "staging a flat"
    assert Frame(brief_with(topic="how to get a loan")).topic == "getting a loan"
    assert Frame(brief_with(topic="why staging matters")).topic == "“why staging matters”"
    assert Frame(brief_with(topic="tips for open houses")).topic == "open houses"


# The meta description


@pytest.mark.parametrize("language", ["en", "es", "zh"])
@pytest.mark.parametrize(
    "topic",
    ["x", "房", "open houses", "挂牌之前的房屋布置", "a very long topic " * 12, "标题" * 60],
)
def test_a_meta_description_always_has_the_right_length(topic: str, language: Language) -> None:
    brief = brief_with(topic=topic).model_copy(update={"language": language})
    least, most = META
    for names in (
        [],
        ["Costs"],
        ["What it is", "Why it helps", "Costs", "Mistakes"],
        ["long " * 40],
    ):
        assert least <= width(meta_description(Frame(brief), names)) <= most


def test_a_heading_over_what_the_user_gave_suits_every_field() -> None:
    for phrases in PHRASES.values():
        said = " ".join(phrases.blog.glances).lower()
        assert not re.search(r"home|house|vivienda|casa|piso|房", said)


@pytest.mark.parametrize("topic", ["房屋布置", "首次购房", "租房", "旧城区的小公寓"])
def test_a_meta_description_says_nothing_twice(topic: str) -> None:
    names = ["为什么重要", "具体怎么做", "费用", "常见的错误", "保持随时可看"]
    for number in range(8):
        brief = brief_with("买家先看照片。", topic=topic).model_copy(
            update={"language": "zh", "request": f"{topic} {number}"}
        )
        parts = [p for p in re.split("[，。：]", meta_description(Frame(brief), names)) if p]
        assert len(set(parts)) == len(parts)


def test_a_meta_description_is_whole_sentences_on_ordinary_topics() -> None:
    for topic in TOPICS:
        meta = drafts_on(topic, "blog")[0].meta_description
        assert meta.endswith(".")
        assert re.match(re.escape(topic), meta, re.IGNORECASE)


def test_research_of_another_language_is_judged_by_the_source_or_the_words() -> None:
    claim = Claim(
        id="C1", text="Los muebles claros agrandan la sala.", source="S9", quote="-",
        verdict="supported",
    )  # fmt: skip
    brief: Brief = brief_with("Light walls suit most rooms.")
    assert brief.research is not None
    research = brief.research.model_copy(update={"claims": (*brief.research.claims, claim)})
    piece = composing.blog(
        brief.model_copy(update={"research": research}), composing.outline(brief)
    )
    assert "muebles" not in piece.text
