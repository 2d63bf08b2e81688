"""An exam: set up by the form, its clock through a reload, no word before the end."""

import json
import re
import sqlite3
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from agent.questions import digest, from_json, to_json
from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PAST = "2026-01-01T00:00:00+00:00"
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


def let_time_run_out(server: Server, thread: str) -> None:
    """As if the deadline of the card that waits had passed: the server's clock cannot be moved."""
    with sqlite3.connect(server.data / "ledger.db") as db:
        id_, payload = db.execute(
            "select id, payload from questions where thread = ? and status = 'pending'", (thread,)
        ).fetchone()
        late = replace(from_json(json.loads(payload)), expires=PAST)
        db.execute(
            "update questions set payload = ?, digest = ?, expires = ? where id = ?",
            (json.dumps(to_json(late)), digest(late), PAST, id_),
        )
    db.close()


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
    expect(visitor.main.get_by_text(re.compile("^(Right|Not right)$"))).to_have_count(0)
    visitor.answer(1)
    visitor.expect_question(3)
    visitor.card.get_by_role("button", name="Skip").click()
    expect(visitor.answers).to_have_count(1)
    expect(visitor.main.get_by_test_id("stMetricValue").first).to_have_text(re.compile(r"\d of 3"))


def test_when_time_is_up_the_only_way_leads_to_the_result(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    visitor = new_visitor(own_server)
    begin_exam(visitor)
    visitor.answer(0)
    visitor.expect_question(2)
    let_time_run_out(own_server, visitor.thread)
    visitor.reload()
    expect(visitor.card).to_contain_text("Time is up.")
    expect(visitor.card.get_by_role("button")).to_have_count(1)
    visitor.card.get_by_role("button", name="See the result").click()
    expect(visitor.answers).to_have_count(1)
    expect(visitor.last).to_contain_text("unanswered questions count as skipped")
    [attempt] = own_server.rows("select total, result from attempts")
    outcomes = [answer["outcome"] for answer in json.loads(attempt["result"])["answers"]]
    assert outcomes[1:] == ["skipped", "skipped"]
    assert attempt["total"] == 3
