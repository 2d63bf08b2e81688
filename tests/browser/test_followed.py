"""What a program answers by HTTP is seen in a page that stands open."""

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def post(server: Server, path: str, **body: Any) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310 - ours
        server.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310 - ours
        came: dict[str, Any] = json.load(reply)
    return came


def test_an_open_page_shows_what_was_said_elsewhere_and_keeps_a_draft(visitor: Visitor) -> None:
    server = visitor.server
    first = post(server, "/chat", id="other", query="What is a view?", asignatura="databases")
    visitor.open_thread(first["thread"])
    expect(visitor.answers).to_have_count(1)
    visitor.input.fill("half a thought")
    post(server, "/chat", id="other", query="What is an index?")
    expect(visitor.answers).to_have_count(2)
    expect(visitor.last).to_contain_text("index")
    expect(visitor.input).to_have_value("half a thought")


def test_an_open_page_follows_an_answer_and_keeps_what_is_half_written(visitor: Visitor) -> None:
    server = visitor.server
    quiz = "Give me a quiz of 2 questions on normalisation"
    asked = post(server, "/chat", id="mine", query=quiz, asignatura="databases")
    visitor.open_thread(asked["thread"]).expect_question(1, 2)
    first = asked["question"]["id"]
    second = post(server, "/resume_chat", id="mine", user_response="a", question_id=first)
    visitor.expect_question(2, 2)

    visitor.pick(1)
    visitor.card.get_by_role("button", name="Note").click()
    note = visitor.popover.get_by_role("textbox")
    note.fill("half a thought")
    visitor.page.wait_for_timeout(4_000)  # longer than the page looks for news
    expect(note).to_have_value("half a thought")
    expect(visitor.options.nth(1).get_by_role("radio")).to_be_checked()

    post(server, "/resume_chat", id="mine", user_response="a", question_id=second["question"]["id"])
    expect(visitor.card).to_have_count(0)
    expect(visitor.answers).to_have_count(1)
