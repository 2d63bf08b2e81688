"""An exam: set up by the form, its clock through a reload, no word before the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

LEFT = re.compile(r"\d+ min(utes| \d\d s) left")


def begin_exam(visitor: Visitor) -> None:
    """From the documents, of three questions, with a clock."""
    visitor.open_tutor()
    visitor.button("Set up a quiz").click()
    form = visitor.popover
    number = form.get_by_label("Questions")
    number.fill("3")
    number.press("Tab")
    visitor.settle()
    form.get_by_text("Exam with a clock").click()
    visitor.settle()
    form.get_by_role("button", name="Start").click()
    visitor.expect_question(1)


def test_an_exam_goes_on_through_a_reload_and_says_nothing_before_its_end(visitor: Visitor) -> None:
    begin_exam(visitor)
    expect(visitor.card.get_by_text(LEFT)).to_be_visible()
    visitor.answer(0)
    visitor.expect_question(2)
    options = visitor.options.all_inner_texts()
    visitor.reload()
    visitor.expect_question(2)
    expect(visitor.options).to_have_text(options)
    expect(visitor.card.get_by_text(LEFT)).to_be_visible()
    expect(visitor.main.get_by_text(re.compile("^(Right|Not quite)$"))).to_have_count(0)
    visitor.answer(1)
    visitor.expect_question(3)
    visitor.card.get_by_role("button", name="Skip").click()
    expect(visitor.answers).to_have_count(1)
    expect(visitor.main.get_by_test_id("stMetricValue").first).to_have_text(re.compile(r"\d of 3"))
