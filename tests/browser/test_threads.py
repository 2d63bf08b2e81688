"""Conversations: found again, put in order, gone back in."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server
from tests.browser.visitor import Visitor
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

QUESTION = "What is a foreign key?"
OTHER = "What is a view?"
TITLE = "Keys, for the exam"


def assert_room(visitor: Visitor) -> None:
    """For five conversations, below the pages and above the model."""
    row = visitor.sidebar.locator(".st-key-sidebar-threads .stButton").first.bounding_box()
    model = visitor.sidebar.locator(".st-key-sidebar-model").bounding_box()
    assert row
    assert model
    assert model["y"] - row["y"] > 5 * row["height"]


def test_a_conversation_is_renamed_pinned_deleted_and_brought_back(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1366, "height": 768})
    visitor.open_tutor().ask(QUESTION)
    assert_room(visitor)
    menu = visitor.thread_menu()
    for name in ("Pin", "Delete", "JSON"):
        expect(menu.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    title = menu.get_by_label("Title", exact=True)
    title.fill(TITLE)
    title.press("Enter")
    expect(visitor.main.get_by_role("heading", name=TITLE)).to_be_visible()
    visitor.popover.get_by_role("button", name="Pin").click()
    pinned = visitor.sidebar.get_by_text("Pinned", exact=True)
    expect(pinned).to_be_visible()
    visitor.reload()
    expect(pinned).to_be_visible()
    visitor.thread_menu().get_by_role("button", name="Delete").click()
    expect(visitor.thread_button(TITLE)).to_have_count(0)
    expect(visitor.said).to_have_count(0)
    visitor.sidebar.get_by_role("button", name="Undo").click()
    expect(visitor.thread_button(TITLE)).to_be_visible()
    expect(visitor.said.first).to_contain_text(QUESTION)


def ratings(server: Server, thread: str) -> list[dict[str, Any]]:
    return server.rows(
        "select value, reason from ratings join turns on turns.id = turn where thread = ?", thread
    )


def test_an_answer_is_rated_and_a_message_edited_in_a_new_conversation(visitor: Visitor) -> None:
    visitor.open_tutor().ask(QUESTION)
    visitor.last.get_by_role("radio", name="Thumbs down").click()
    visitor.last.get_by_role("button", name="Say why").click()
    reason = visitor.popover.get_by_role("textbox")
    reason.fill("Too short.")
    reason.press("Enter")
    old = visitor.thread
    wait_until(lambda: ratings(visitor.server, old) == [{"value": -1, "reason": "Too short."}])
    visitor.reload()
    expect(visitor.last.get_by_role("radio", name="Thumbs down")).to_be_checked()

    visitor.turn_menu("Edit")
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Message").fill(OTHER)
    dialog.get_by_role("button", name="Send").click()
    visitor.page.wait_for_function("old => !location.href.includes(old)", arg=old)
    expect(visitor.answers).to_have_count(1)
    expect(visitor.said.first).to_contain_text(OTHER)
    visitor.open_thread(old)
    expect(visitor.said.first).to_contain_text(QUESTION)
