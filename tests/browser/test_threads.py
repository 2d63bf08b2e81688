"""Conversations: found again, put in order, gone back in."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

QUESTION = "What is a foreign key?"
OTHER = "What is a view?"


@pytest.fixture
def talking(visitor: Visitor) -> Iterator[Visitor]:
    """A visitor with one answered question."""
    visitor.open_tutor().ask(QUESTION)
    return visitor


def test_a_conversation_is_renamed_and_pinned(talking: Visitor) -> None:
    title = talking.thread_menu().get_by_label("Title", exact=True)
    title.fill("Keys, for the exam")
    title.press("Enter")
    expect(talking.thread_button("Keys, for the exam")).to_be_visible()
    expect(talking.main.get_by_role("heading", name="Keys, for the exam")).to_be_visible()
    talking.popover.get_by_role("button", name="Pin").click()
    expect(talking.sidebar.get_by_text("Pinned", exact=True)).to_be_visible()
    talking.reload()
    expect(talking.sidebar.get_by_text("Pinned", exact=True)).to_be_visible()
    talking.thread_menu().get_by_role("button", name="Unpin").click()
    expect(talking.sidebar.get_by_text("Pinned", exact=True)).to_have_count(0)


def test_many_conversations_are_searched(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server).open_tutor()
    for number in range(6):
        visitor.send(f"What is a key, number {number}?")
        # It is answered, or asked what is meant.
        expect(visitor.answers.or_(visitor.card)).to_have_count(1)
        visitor.settle()
        visitor.sidebar.get_by_role("button", name="New").click()
        expect(visitor.answers).to_have_count(0)
        visitor.settle()
    search = visitor.sidebar.get_by_label("Search conversations")
    search.fill("number 4")
    search.press("Enter")
    expect(visitor.thread_button("What is a key, number 5?")).to_have_count(0)
    visitor.thread_button("What is a key, number 4?").click()
    expect(visitor.said.first).to_contain_text("What is a key, number 4?")
    search.fill("nothing of the kind")
    search.press("Enter")
    expect(visitor.sidebar).to_contain_text("Nothing found.")


def test_a_new_conversation_leaves_the_old_one(talking: Visitor) -> None:
    old = talking.thread
    talking.sidebar.get_by_role("button", name="New").click()
    expect(talking.said).to_have_count(0)
    talking.ask(OTHER)
    assert talking.thread not in ("", old)
    talking.open_thread(old)
    expect(talking.said.first).to_contain_text(QUESTION)
    expect(talking.answers).to_have_count(1)


def test_a_deletion_can_be_undone(talking: Visitor) -> None:
    title = "To be deleted"
    field = talking.thread_menu().get_by_label("Title", exact=True)
    field.fill(title)
    field.press("Enter")
    expect(talking.thread_button(title)).to_be_visible()
    talking.popover.get_by_role("button", name="Delete").click()
    expect(talking.thread_button(title)).to_have_count(0)
    expect(talking.sidebar).to_contain_text(f"Deleted “{title}”.")
    expect(talking.said).to_have_count(0)
    talking.sidebar.get_by_role("button", name="Undo").click()
    expect(talking.thread_button(title)).to_be_visible()
    expect(talking.said.first).to_contain_text(QUESTION)


def test_a_deletion_takes_an_open_question_along_and_brings_it_back(visitor: Visitor) -> None:
    visitor.open_tutor().start_quiz(3, on="indexes")
    visitor.thread_menu().get_by_role("button", name="Delete").click()
    expect(visitor.card).to_have_count(0)
    expect(visitor.input).to_be_enabled()
    visitor.sidebar.get_by_role("button", name="Undo").click()
    visitor.expect_question(1)
    visitor.answer(0)
    visitor.expect_question(2)


def test_a_link_on_the_wrong_path_leads_to_the_conversation(talking: Visitor) -> None:
    thread = talking.thread
    talking.open(f"/?thread={thread}")
    expect(talking.said.first).to_contain_text(QUESTION)
    assert talking.thread == thread
    assert "/tutor" in talking.page.url


@pytest.mark.parametrize("path", ["/", "/tutor"])
def test_a_link_to_nothing_is_said(visitor: Visitor, path: str) -> None:
    visitor.open(f"{path}?thread=there-is-no-such-thread")
    expect(visitor.alert).to_contain_text("This conversation does not exist here.")


def test_an_edit_opens_a_new_conversation(talking: Visitor) -> None:
    old = talking.thread
    talking.ask(OTHER)
    talking.turn_menu("Edit")
    dialog = talking.page.get_by_role("dialog")
    dialog.get_by_label("Message").fill("What is an index?")
    dialog.get_by_role("button", name="Send").click()
    _expect_two_answers_in_a_new_thread(talking, old)
    expect(talking.said.nth(2)).to_contain_text("What is an index?")
    _expect_untouched(talking, old, [QUESTION, OTHER])


def test_regenerating_opens_a_new_conversation(talking: Visitor) -> None:
    old = talking.thread
    talking.ask(OTHER)
    talking.turn_menu("Regenerate")
    _expect_two_answers_in_a_new_thread(talking, old)
    expect(talking.said.nth(2)).to_contain_text(OTHER)
    _expect_untouched(talking, old, [QUESTION, OTHER])


def test_a_fork_opens_a_new_conversation(talking: Visitor) -> None:
    old = talking.thread
    talking.turn_menu("Fork from here")
    talking.page.wait_for_function("old => !location.href.includes(old)", arg=old)
    expect(talking.answers).to_have_count(1)
    talking.ask(OTHER)
    expect(talking.answers).to_have_count(2)
    _expect_untouched(talking, old, [QUESTION])


def _expect_two_answers_in_a_new_thread(visitor: Visitor, old: str) -> None:
    visitor.page.wait_for_function("old => !location.href.includes(old)", arg=old)
    expect(visitor.answers).to_have_count(2)
    assert visitor.thread not in ("", old)
    expect(visitor.said.first).to_contain_text(QUESTION)


def _expect_untouched(visitor: Visitor, thread: str, questions: list[str]) -> None:
    visitor.open_thread(thread)
    expect(visitor.answers).to_have_count(len(questions))
    for place, question in enumerate(questions):
        expect(visitor.said.nth(2 * place)).to_contain_text(question)


def test_an_answer_is_rated_with_a_reason(talking: Visitor) -> None:
    talking.last.get_by_role("radio", name="Thumbs down").click()
    talking.last.get_by_role("button", name="Say why").click()
    reason = talking.popover.get_by_label("What was good or wrong?")
    reason.fill("Too short.")
    reason.press("Enter")
    expect(talking.popover).to_contain_text("Kept on this machine.")
    kept = talking.server.rows(
        "select value, reason from ratings join turns on turns.id = turn where thread = ?",
        talking.thread,
    )
    assert kept == [{"value": -1, "reason": "Too short."}]
    talking.reload()
    expect(talking.last.get_by_role("radio", name="Thumbs down")).to_be_checked()


def test_an_answer_can_be_copied(talking: Visitor) -> None:
    talking.turn_menu("Copy")
    dialog = talking.page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(r"A foreign key is .+\[\d\]"))


def test_the_steps_are_folded_under_the_answer(talking: Visitor) -> None:
    talking.last.get_by_role("button", name=re.compile(r"\d steps, ")).click()
    expect(talking.popover).to_contain_text("rag_search")
    expect(talking.popover).to_contain_text(re.compile(r"think · \d+ ms"))
