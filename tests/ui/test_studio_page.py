"""Studio's page: the document pane beside the conversation, and what the panels tell."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.studio_turns import (
    BLOG,
    OUTLINE,
    POST,
    draft,
    keep,
    piece,
    report,
    research,
)
from ui import session

Plain = dict[str, Any]

ROUTE: Plain = {
    "route": "blog",
    "why": "it says blog",
    "confidence": 0.95,
    "source": "pattern",
    "queue": ["blog"],
    "requires_research": True,
}


@pytest.fixture
def studio(app: AppTest) -> AppTest:
    return app.switch_page("../pages/studio.py")


def open_thread(studio: AppTest, thread: str) -> AppTest:
    studio.query_params["thread"] = thread
    page = studio.run()
    assert not page.exception
    return page


def pane(page: AppTest, name: str = "Document") -> Any:
    return next(tab for tab in page.tabs if tab.label == name)


def texts(of: Any) -> str:
    found = [*of.markdown, *of.caption, *of.error]
    return "\n".join(element.value for element in found)


def view(page: AppTest, name: str) -> AppTest:
    control = next(each for each in page.get("button_group") if each.proto.label == "View")
    control.set_value(name).run()
    assert not page.exception
    return page


def details(page: AppTest) -> Plain:
    fields = (each for each in page.text_input if each.key.startswith("detail-"))
    return {field.label: field.value for field in fields if field.value}


def test_the_details_are_those_of_the_conversation_also_after_a_reload(studio: AppTest) -> None:
    studio.session_state["details"] = True
    given = {"location": "Bilbao", "features": ["Lift", "Balcony"], "words": 300}
    ours = keep([], inputs={"context": {"location": "Gijón"}})
    keep([], thread=ours, inputs={"context": given})
    page = open_thread(studio, ours)
    assert details(page) == {"Location": "Bilbao", "Features": "Lift, Balcony"}
    assert page.number_input[0].value == 300
    page = open_thread(page, keep([]))
    assert details(page) == {}
    page.text_input(key="detail-audience").set_value("Walkers").run()
    assert details(page) == {"Audience": "Walkers"}
    del page.query_params["thread"]
    assert details(page.run()) == {}


def test_details_set_a_moment_before_the_message_go_with_it(studio: AppTest) -> None:
    """A slow page has not been drawn again when the message is sent."""
    studio.session_state["details"] = True
    page = studio.run()
    page.text_input(key="detail-audience").set_value("Walkers")
    page.chat_input[0].set_value("thanks").run()
    assert not page.exception
    agent = session.agent()
    (turn,) = agent.history(agent.threads()[0].id)
    assert turn.inputs["context"] == {"audience": "Walkers"}
    assert details(page) == {"Audience": "Walkers"}


def test_the_pane_shows_the_latest_version_with_its_places_marked(studio: AppTest) -> None:
    first, second = piece(), piece(text=BLOG.replace("37%", "40%"))
    blocked = draft(second, 2, blocking=["It is too long."])
    thread = keep([("studio_draft", draft(first)), ("studio_draft", blocked)])
    page = open_thread(studio, thread)
    said = texts(pane(page))
    assert ":orange-background[40%]" in said
    assert "to fix first" in said
    version = pane(page).selectbox[0]
    assert version.options == ["Version 2, changed", "Version 1, first draft"]
    version.set_value(1).run()
    assert "37%" in texts(pane(page))


def test_an_approved_version_says_so_and_a_later_one_does_not(studio: AppTest) -> None:
    kept = ("studio_kept", {"piece_id": "p1", "kind": "blog", "title": "Staging a home"})
    entries = [("studio_draft", draft(piece())), kept, ("studio_draft", draft(piece(), 2))]
    page = open_thread(studio, keep(entries))
    assert ": approved]" not in texts(pane(page))
    pane(page).selectbox[0].set_value(1).run()
    assert ": approved]" in texts(pane(page))


def test_checks_tell_what_to_fix_and_the_scores_that_are_not_full(studio: AppTest) -> None:
    entry = ("studio_draft", draft(piece(), blocking=["It is too long."]))
    page = open_thread(studio, keep([entry]))
    shown = pane(view(page, "Checks"))
    said = texts(shown)
    assert "Approve is off" in said
    assert "Remarks" in said
    assert "*dream home*" in said
    assert 0 < len(shown.get("progress")) < 7
    assert "100 − 8" in said


def test_any_two_versions_are_compared(studio: AppTest) -> None:
    texts_of = (BLOG, BLOG.replace("37%", "40%"), BLOG.replace("37%", "50%"))
    drafts = [draft(piece(text=text), n) for n, text in enumerate(texts_of, start=1)]
    page = open_thread(studio, keep([("studio_draft", each) for each in drafts]))
    shown = pane(view(page, "Changes"))
    assert "From version 2 to 3." in texts(shown)
    assert "~~40~~" in texts(shown)
    next(each for each in shown.selectbox if each.label == "Compared with").set_value(1).run()
    assert "~~37~~" in texts(pane(page))
    pane(page).toggle[0].set_value(True).run()
    assert "| Version 1 | Version 3 |" in texts(pane(page))


def test_what_was_made_before_can_be_looked_at_again(studio: AppTest) -> None:
    thread = keep([("research", research()), ("studio_outline", OUTLINE)])
    keep([("studio_draft", draft(piece()))], thread=thread, text="Go on")
    page = open_thread(studio, thread)
    what = pane(page).selectbox[0]
    assert what.options == [
        "Blog post: Staging a home",
        "Outline: Staging a home",
        "Research: home staging",
    ]
    what.set_value(f"research-{session.agent().history(thread)[0].id}").run()
    said = texts(pane(page))
    assert "1 of 2 claims supported" in said
    assert "The words of S1" in said


def test_variants_are_previewed_before_one_is_chosen(studio: AppTest) -> None:
    given = [piece("linkedin", text=f"{n} begins here\n\n{POST}") for n in ("One", "Two")]
    data = {"pieces": given, "reports": [report(each) for each in given]}
    page = open_thread(studio, keep([("studio_variants", data)]))
    assert "One begins here" in texts(pane(page))
    control = next(each for each in pane(page).get("button_group"))
    control.set_value(1).run()
    assert "Two begins here" in texts(pane(page))
    assert "One begins here" not in texts(pane(page))


def test_what_was_kept_leads_to_the_pieces(studio: AppTest) -> None:
    kept = {"piece_id": "p1", "kind": "blog", "title": "Staging a home"}
    page = open_thread(studio, keep([("studio_kept", kept)]))
    assert "**Kept:** Staging a home" in texts(page)
    [link] = [each for each in page.get("page_link") if each.proto.label == "Open"]
    assert link.proto.page.startswith("pieces")
