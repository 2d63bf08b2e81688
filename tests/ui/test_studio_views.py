"""What Studio leaves to look at: claims, outlines, variants, drafts with their checks."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from agent import Entry
from agent.ports import Picture
from agent.ports.brand import EXAMPLE
from tests.ui.studio_turns import (
    BLOG,
    EVIL,
    OUTLINE,
    blocked,
    draft,
    piece,
    report,
    research,
)
from ui import session
from ui.views import changes
from ui.views import piece as pieces

Plain = dict[str, Any]


@pytest.fixture
def drawn(app: AppTest) -> Any:
    """Draws one artefact over the data folder of `app`."""

    def draw(kind: str, data: Plain, *, live: bool = False) -> AppTest:
        page = AppTest.from_file("artefact_page.py", default_timeout=20)
        page.session_state["artefact"] = (kind, data, live)
        page.run()
        assert not page.exception
        return page

    return draw


def texts(page: AppTest) -> str:
    found = [*page.markdown, *page.caption, *page.error, *page.info]
    return "\n".join(element.value for element in found)


def labels(page: AppTest) -> list[str]:
    return [button.label for button in page.button]


def fold(page: AppTest, label: str) -> Any:
    return next(each for each in page.expander if each.label.startswith(label))


# Guardrails


def test_a_block_names_its_rule(drawn: Any) -> None:
    page = drawn("guardrails", blocked())
    said = texts(page)
    assert "Topics of your brand only" in said
    assert "This is not a topic of Harbour." in said
    assert "Rule: another field" in said
    assert "cake, recipe" in said
    assert EXAMPLE.example not in said


def test_a_block_can_be_contested(drawn: Any) -> None:
    page = drawn("guardrails", blocked())
    next(b for b in page.button if b.label == "Report").click().run()
    [appeal] = session.agent().ports.appeals.all("local")
    assert appeal.text == "Bake a cake"
    assert appeal.verdict["details"]["rule"] == "another field"


# Research


def test_each_claim_stands_with_its_quote_source_and_verdict(drawn: Any) -> None:
    page = drawn("research", research())
    claims = fold(page, "1 of 2 claims supported")
    said = "\n".join(e.value for e in [*claims.markdown, *claims.caption])
    assert ":primary[C1] Four in five agents agree. :green-badge" in said
    assert "“The words of S2”" in said
    assert r"[A \*profile\*](https://www.example.org/profile) (" in said
    assert "unsupported]" in said
    assert "20 does not stand in the quote." in said
    sources = fold(page, "2 sources")
    told = "\n".join(e.value for e in sources.caption)
    assert "Before the photographs · published 1 Mar 2025" in told
    assert "published in spring · read 22 Nov 2026" in told
    assert "A hidden passage was left out." in told
    assert r"Four in five agents agree. :primary[\[C1\]]" in texts(page)


def test_research_cannot_fetch_or_lead_astray(drawn: Any) -> None:
    evil = research(topic=EVIL, summary=EVIL, key_findings=[EVIL], related=[EVIL], notices=[EVIL])
    evil["claims"][0] |= {"text": EVIL, "quote": EVIL, "reason": EVIL, "id": EVIL}
    evil["sources"][1] |= {"title": EVIL, "url": "javascript:alert(1)", "published": EVIL}
    said = texts(drawn("research", evil))
    assert "![" not in said
    assert "javascript" not in said


# Outline, variants


def test_an_outline_lists_its_sections_with_their_claims(drawn: Any) -> None:
    page = drawn("studio_outline", OUTLINE)
    whole = fold(page, f"The whole outline, {len(OUTLINE['sections'])} section")
    assert whole.proto.expanded
    said = texts(page)
    assert r"1\. **Clear \*first\*** " in said
    assert ":gray-badge[1 fact]" in said
    assert "Space is paid for." in said


# The draft


def test_a_draft_tells_its_version_scores_and_what_blocks(drawn: Any) -> None:
    data = draft(piece(notes=["It is short."], claims=["C1"]), comment="Make it *warmer*")
    said = texts(drawn("studio_draft", data))
    for part in (
        "Blog post",
        "version 1",
        "Assembled from quotes",
        r"Make it \*warmer\*",
        "payment card",
        "It is short.",
    ):
        assert part in said


def test_a_rewrite_opens_with_its_changes_a_click_away(drawn: Any) -> None:
    data = draft(piece(), 2, before=BLOG.replace("37%", "40%"))
    page = drawn("studio_draft", data)
    changed = fold(page, "What changed")
    assert ":red-background[~~40~~]:green-background[37]" in changed.markdown[0].value
    assert "version 2" in texts(page)


def test_a_draft_cannot_fetch_or_draw(drawn: Any) -> None:
    evil = piece(title=EVIL, text=f"# Title\n\n{EVIL}\n\n```mermaid\ngraph TD\n```", notes=[EVIL])
    said = texts(drawn("studio_draft", draft(evil, comment=EVIL, why=EVIL)))
    assert "![" not in said
    assert "mermaid" not in said


# Marks


def test_places_are_marked_with_the_numbers_of_their_findings() -> None:
    findings = report(piece())["findings"]
    number = 1 + [each["quote"] for each in findings].index("dream home")
    shown = pieces.marked(BLOG, pieces.places_of(BLOG, findings), is_markdown=True)
    assert f":orange-background[dream home]:small[:orange[**{number}**]]" in shown
    assert shown.startswith("# ")


def finding(text: str, quote: str, level: str = "advises") -> Plain:
    start = text.index(quote)
    found = {"part": "text", "quote": quote, "level": level}
    return {**found, "start": start, "end": start + len(quote)}


def marked(text: str, *quotes: str, is_markdown: bool = True) -> str:
    places = pieces.places_of(text, [finding(text, quote) for quote in quotes])
    return pieces.marked(text, places, is_markdown=is_markdown)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("See [this](https://a.example/dream) now", "dream"),
        ("Go to https://a.example/dream now", "dream"),
        ("Write `a dream` here", "dream"),
        ("```\na dream\n```", "dream"),
        ("a [b] c", "a [b] c"),
    ],
)
def test_what_a_mark_would_break_is_left_alone(text: str, quote: str) -> None:
    assert "background" not in marked(text, quote)


def test_of_two_places_one_over_the_other_the_grave_one_is_marked() -> None:
    text = "A long sentence with a dream home in it."
    both = [finding(text, text), finding(text, "dream home", "blocks")]
    [kept] = pieces.places_of(text, both)
    assert (kept.number, kept.level) == (2, "blocks")


LINES = st.lists(st.sampled_from(["a dream home", "- b", "# c", "| d |", "`e`", "[f](g)", ""]))


@given(LINES, st.integers(0, 60), st.integers(1, 60), st.booleans())
@example(["- b"], 1, 2, True)
def test_a_mark_adds_itself_and_changes_nothing_else(
    lines: list[str], start: int, length: int, is_markdown: bool
) -> None:
    text = "\n".join(lines)
    at = {"part": "text", "level": "blocks", "start": start, "end": min(start + length, len(text))}
    quote = text[at["start"] : at["end"]]
    places = pieces.places_of(text, [{**at, "quote": quote}])
    shown = pieces.marked(text, places, is_markdown=is_markdown)
    bare = shown.replace(":red-background[", "\ue002").replace(":small[:red[**1**]]", "")
    while "\ue002" in bare:
        before, _, after = bare.partition("\ue002")
        bare = before + after.replace("]", "", 1)
    assert bare == pieces.marked(text, [], is_markdown=is_markdown)


# Differences


def test_two_versions_stand_side_by_side() -> None:
    table = changes.side_by_side(
        "same\na | b\nold", "same\na | c", names=("Version 1", "Version 2")
    )
    assert table.splitlines() == [
        "| Version 1 | Version 2 |",
        "| --- | --- |",
        "| same | same |",
        r"| a \| :red-background[~~b~~] | a \| :green-background[c] |",
        "| :red-background[~~old~~] |   |",
    ]


# Pictures


def put_picture(*, is_card: bool = True) -> Picture:
    import io  # noqa: PLC0415

    from PIL import Image  # noqa: PLC0415

    kept = io.BytesIO()
    Image.new("RGB", (9, 16)).save(kept, "PNG")
    picture = Picture(kept.getvalue(), "<svg/>" if is_card else "", 9, 16, "A door", is_card, "m")
    session.graph_agent().ports.pieces.put_picture("local", "pic", picture, thread="t")
    return picture


def shown_picture(**more: Any) -> Plain:
    return {
        "picture_id": "pic",
        "alt": "A *door*",
        "is_card": True,
        "model": "",
        "width": 9,
        "height": 16,
        "notice": "",
        **more,
    }


def test_a_card_is_labelled_and_can_be_downloaded(drawn: Any) -> None:
    put_picture()
    page = drawn("studio_picture", shown_picture(notice="No image model is chosen."))
    said = texts(page)
    assert "Card made here" in said
    assert r"**Alt text** A \*door\*" in said
    assert "No image model is chosen." in said
    assert [each.proto.label for each in page.get("download_button")] == ["PNG", "SVG"]
    [image] = page.get("image")
    assert image.proto.imgs[0].alt == "A *door*"


def test_a_picture_of_a_model_names_it_and_has_no_svg(drawn: Any) -> None:
    put_picture(is_card=False)
    page = drawn("studio_picture", shown_picture(is_card=False, model="image-1"))
    assert "image-1" in texts(page)
    assert [each.proto.label for each in page.get("download_button")] == ["PNG"]


def test_while_the_run_goes_on_nothing_can_be_downloaded(drawn: Any) -> None:
    put_picture()
    assert not drawn("studio_picture", shown_picture(), live=True).get("download_button")


# In a turn


def entries_page() -> None:
    import streamlit as st  # noqa: PLC0415 - the function is a script of its own

    from ui.events import draw_entries  # noqa: PLC0415

    draw_entries(st.session_state["entries"], turn="t")


def test_versions_of_one_piece_fold_and_other_pieces_do_not(app: AppTest) -> None:
    entries = (
        Entry("a1", "studio_draft", draft(piece(title="First"), 1, "a")),
        Entry("a2", "studio_draft", draft(piece(title="Second"), 2, "a")),
        Entry("b1", "studio_draft", draft(piece("linkedin", title="Another"), 1, "b")),
    )
    page = AppTest.from_function(entries_page)
    page.session_state["entries"] = entries
    page.run()
    assert not page.exception
    earlier = [each for each in page.expander if each.label == "An earlier version"]
    assert len(earlier) == 1
    assert any("First" in each.value for each in earlier[0].markdown)
