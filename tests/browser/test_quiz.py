"""A quiz, whatever happens in between: reloads, a killed server, a second tab, impatience."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

DECISIONS = "select reply from decisions where thread = ? order by at"


def expect_answered(visitor: Visitor, number: int) -> None:
    expect(visitor.page.get_by_text(re.compile(r"You: .+ · \d"))).to_have_count(number)


def test_a_quiz_survives_a_reload_and_a_killed_server(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    visitor = new_visitor(own_server).open_tutor()
    visitor.start_quiz(3)
    visitor.reload()
    visitor.expect_question(1)
    visitor.answer(0)
    visitor.expect_question(2)
    options = visitor.options.all_inner_texts()
    visitor.expect_outage()
    own_server.kill()
    own_server.start()
    visitor.reload()
    visitor.expect_question(2)
    expect(visitor.options).to_have_text(options)
    expect_answered(visitor, 1)
    expect(visitor.said).to_have_count(2)
    visitor.answer(0)
    visitor.expect_question(3)
    expect_answered(visitor, 2)
    visitor.answer(0)
    expect(visitor.answers).to_have_count(1)
    expect_answered(visitor, 3)
    assert len(own_server.rows(DECISIONS, visitor.thread)) == 3
    _review_and_retry(visitor)


def _review_and_retry(visitor: Visitor) -> None:
    score = visitor.main.get_by_test_id("stMetricValue").first
    expect(score).to_have_text(re.compile(r"^\d of 3$"))
    right = int(score.inner_text()[0])
    visitor.main.get_by_text("Review every question").click()
    review = visitor.main.get_by_test_id("stExpanderDetails")
    badges = review.locator(".stMarkdownBadge")
    expect(badges).to_have_count(3)
    expect(badges.get_by_text(re.compile(r"\d Right$"))).to_have_count(right)
    missed = _missed(visitor)
    assert len(missed) == 3 - right
    visitor.panel("Next").get_by_role("button", name=re.compile("Retry what")).click()
    for number, question in enumerate(missed, start=1):
        visitor.expect_question(number, len(missed))
        expect(visitor.card).to_contain_text(question)
        visitor.card.get_by_role("button", name="Skip").click()
    expect(visitor.answers).to_have_count(2)


def _missed(visitor: Visitor) -> list[str]:
    """The texts of the questions that were not answered rightly, from the ledger."""
    [attempt] = visitor.server.rows("select result from attempts")
    result = json.loads(attempt["result"])
    texts = [a["item"]["question_text"] for a in result["answers"] if a["outcome"] != "right"]
    return [re.split(r"[`*]", text)[0].strip() for text in texts]


def test_a_quiz_can_be_answered_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.open_tutor()
    keyboard = visitor.page.keyboard
    expect(visitor.input).to_be_focused()
    keyboard.type("Give me a quiz of 3 questions on normalisation")
    keyboard.press("Enter")
    visitor.expect_question(1)
    _tab_to(visitor, "e => e.type === 'radio'")
    keyboard.press("Space")
    expect(visitor.card.get_by_role("radio").nth(0)).to_be_checked()
    keyboard.press("ArrowDown")
    expect(visitor.card.get_by_role("radio").nth(1)).to_be_checked()
    visitor.settle()
    keyboard.press("Control+Enter")
    visitor.expect_question(2)
    expect_answered(visitor, 1)
    expect(visitor.page.get_by_text(re.compile(r"You: .+ · \d"))).to_contain_text("You: B")
    assert len(visitor.server.rows(DECISIONS, visitor.thread)) == 1


def _tab_to(visitor: Visitor, is_there: str) -> None:
    for _ in range(60):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(f"({is_there})(document.activeElement)"):
            return
    raise AssertionError("Sixty tabs do not lead there.")


def test_of_two_tabs_one_wins_and_the_other_is_told(
    new_visitor: NewVisitor, server: Server
) -> None:
    first, second = new_visitor(server), new_visitor(server)
    first.open_tutor().start_quiz(3)
    second.open_thread(first.thread).expect_question(1)
    second.pick(1)
    first.answer(0)
    second.card.get_by_role("button", name="Answer").click()
    first.expect_question(2)
    # It is told, or it has looked for news itself a moment before it was pressed.
    told = re.compile(r"already answered by you at \d\d:\d\d:\d\d UTC|Nothing was chosen")
    expect(second.alert.or_(second.card.get_by_text("Question 2 of 3")).first).to_be_visible()
    if second.alert.count():
        expect(second.alert).to_contain_text(told)
    second.expect_question(2)
    expect_answered(second, 1)
    assert len(server.rows(DECISIONS, first.thread)) == 1


def test_clicks_in_a_hurry_answer_once_and_not_the_next_question(visitor: Visitor) -> None:
    visitor.open_tutor().start_quiz(3)
    visitor.pick(0)
    visitor.card.get_by_role("button", name="Answer").dblclick()
    visitor.expect_question(2)
    expect(visitor.alert).to_have_count(0)
    expect_answered(visitor, 1)
    assert len(visitor.server.rows(DECISIONS, visitor.thread)) == 1
    first = visitor.card.get_by_role("radio").first
    first.press("Space")
    expect(first).to_be_checked()
    visitor.settle()
    visitor.card.get_by_role("button", name="Answer").hover()
    mouse = visitor.page.mouse
    # The second click of a series that began on the card before.
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    visitor.answer(1)
    visitor.expect_question(3)
    second = visitor.server.rows(DECISIONS, visitor.thread)[1]
    assert json.loads(second["reply"])["option"] == "b"
    visitor.card.get_by_role("button", name="Discard quiz").click()
    expect(visitor.card).to_have_count(0)
    expect(visitor.input).to_be_enabled()
