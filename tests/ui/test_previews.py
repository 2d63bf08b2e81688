"""Pieces as their platforms would show them."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.ports.brand import EXAMPLE
from tests.ui.studio_turns import EVIL, POST, piece
from ui import session

Plain = dict[str, Any]


@pytest.fixture
def shown(app: AppTest) -> Any:
    """Previews a piece over the data folder of `app`."""

    def show(of: Plain, *, piece_id: str = "p1") -> AppTest:
        page = AppTest.from_file("preview_page.py", default_timeout=20)
        page.session_state["previewed"] = (of, piece_id)
        page.run()
        assert not page.exception
        return page

    return show


def texts(page: AppTest) -> str:
    return "\n".join(element.value for element in [*page.markdown, *page.caption])


def test_a_post_is_folded_in_its_feed(shown: Any) -> None:
    session.agent().ports.brands.put("local", EXAMPLE)
    page = shown(piece("linkedin"))
    [rest] = page.expander
    assert "Buyers pay for space." in rest.markdown[0].value
    head = "\n".join(e.value for e in page.markdown if e not in rest.markdown)
    assert "Start with the wardrobe." in head
    assert r"Harbour & Hearth Realty" in head


def test_a_picture_that_is_gone_does_not_stop_the_preview(shown: Any) -> None:
    said = texts(shown(piece("instagram", text=POST, picture="gone")))
    assert "no longer there" in said
    assert "Most sellers start with paint." in said


def test_a_search_result_is_cut_where_a_search_engine_cuts(shown: Any) -> None:
    title = "Home staging tips for first-time sellers who want to sell in spring"
    said = texts(shown(piece(title=title, meta_description="Plain *steps*.")))
    assert r"Home staging tips for first\-time sellers who want" not in said
    assert "Home staging tips for first-time sellers who want to sell …" in said
    assert r"Plain \*steps\*." in said
    assert "› home-staging-tips-for-first-time" in said


SLOTS = [
    {"week": 1, "day": "Monday", "kind": "blog", "title": "A *mortgage*", "pillar": "Money"},
    {"week": 2, "day": "Friday", "kind": "linkedin", "title": "A viewing", "pillar": ""},
]


def test_each_entry_of_a_calendar_opens_as_a_draft(shown: Any) -> None:
    page = shown(piece("strategy", slots=SLOTS))
    said = texts(page)
    assert "**Week 1**" in said
    assert r"**A \*mortgage\***" in said
    assert "Friday · LinkedIn post" in said
    [_, second] = [button for button in page.button if button.label == "Draft this"]
    second.click().run()
    assert page.session_state["outbox"] == "Write: A viewing (LinkedIn post)"
    assert page.session_state["outbox-inputs"] == {
        "picked": {"act": "slot", "kind": "linkedin", "piece": "p1", "slot": 1}
    }


@pytest.mark.parametrize("kind", ["blog", "linkedin", "instagram", "strategy", "image", "general"])
def test_no_preview_fetches_or_draws(shown: Any, kind: str) -> None:
    slot = {"week": 1, "day": EVIL, "kind": EVIL, "title": EVIL, "pillar": EVIL}
    evil = piece(kind, title=EVIL, text=EVIL, meta_description=EVIL, alt=EVIL, slots=[slot])
    assert "![" not in texts(shown(evil))
