"""The first minutes: no key, no settings, an answer that shows where it comes from."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

FOREIGN_KEY = "What is a foreign key?"


def expect_home(visitor: Visitor) -> None:
    expect(visitor.main.locator(".st-key-home-tutor")).to_be_visible()
    visitor.settle()


def test_a_starter_on_home_leads_to_a_cited_answer(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.locator(".st-key-home-tutor").get_by_role("button").click()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    expect(visitor.said.first).to_contain_text(FOREIGN_KEY)
    assert "/tutor" in visitor.page.url
    assert visitor.thread
    _see_quotes(visitor, visitor.last.inner_text())
    _see_graph(visitor)


def _see_quotes(visitor: Visitor, answer: str) -> None:
    """Each citation opens the passage, and the sentence of the answer is marked in it."""
    marks = set(re.findall(r"\[(\d)\]", answer))
    assert visitor.sources.count() == len(marks) > 0
    for source in visitor.sources.all():
        expect(source).to_have_accessible_name(re.compile(rf"^[{''.join(marks)}] Foreign keys: "))
        source.click()
        quoted = visitor.popover.locator(".stMarkdownColoredBackground").all_inner_texts()
        assert quoted
        assert all(sentence.rstrip(".") in answer for sentence in quoted)
        visitor.page.keyboard.press("Escape")
        expect(visitor.popover).to_have_count(0)


def _see_graph(visitor: Visitor) -> None:
    """A picture of its own, which the real headers let through."""
    drawn = visitor.panel("Graph").get_by_role("img", name="The steps of Tutor")
    expect(drawn).to_be_visible()
    drawing = drawn.evaluate("image => fetch(image.src).then(reply => reply.text())")
    assert all(step in drawing for step in ("<svg", "Thinking", "Searching", "Asking"))
    assert drawn.evaluate("image => image.naturalWidth") > 50


def test_back_leads_out_of_a_conversation(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.locator(".st-key-home-tutor").get_by_role("button").click()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    thread = visitor.thread
    visitor.page.go_back()
    expect_home(visitor)
    visitor.page.go_forward()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    visitor.sidebar.get_by_role("link", name="Home").click()
    expect_home(visitor)
    visitor.settle()
    visitor.page.go_back()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    visitor.page.go_back()
    expect_home(visitor)
    visitor.thread_button(FOREIGN_KEY).first.click()
    expect(visitor.answers.first).to_be_visible()
    visitor.settle()
    visitor.page.go_back()
    expect_home(visitor)
    # A link without a page leads to the conversation's, and not forward again.
    visitor.open(f"/?thread={thread}")
    expect(visitor.answers).to_have_count(1)
    assert visitor.thread == thread
    assert "/tutor" in visitor.page.url
    visitor.settle()
    visitor.page.go_back()
    expect_home(visitor)
