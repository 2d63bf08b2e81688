"""What a program answers by HTTP is seen in a page that stands open."""

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.serving import Server
from tests.browser.visitor import Visitor
from ui.surface import WATCH_SECONDS

pytestmark = pytest.mark.browser


def post(server: Server, path: str, **body: Any) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310 - ours
        server.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as reply:  # noqa: S310 - ours
        came: dict[str, Any] = json.load(reply)
    return came


def test_an_open_page_follows_what_is_said_elsewhere_and_keeps_what_is_half_written(
    visitor: Visitor,
) -> None:
    server = visitor.server
    first = post(server, "/chat", id="other", query="What is a view?", asignatura="databases")
    visitor.open_thread(first["thread"])
    expect(visitor.answers).to_have_count(1)
    visitor.input.fill("half a thought")
    quiz = "Give me a quiz of 2 questions on normalisation"
    asked = post(server, "/chat", id="other", query=quiz, asignatura="databases")
    visitor.expect_question(1, 2)
    expect(visitor.input).to_have_value("half a thought")

    first_id = asked["question"]["id"]
    second = post(server, "/resume_chat", id="other", user_response="a", question_id=first_id)
    visitor.expect_question(2, 2)
    visitor.pick(1)
    visitor.card.get_by_role("button", name="Note").click()
    note = visitor.popover.get_by_role("textbox")
    note.fill("half a thought")
    visitor.page.wait_for_timeout(1_000 * WATCH_SECONDS + 500)
    expect(note).to_have_value("half a thought")
    expect(visitor.options.nth(1).get_by_role("radio")).to_be_checked()

    second_id = second["question"]["id"]
    post(server, "/resume_chat", id="other", user_response="a", question_id=second_id)
    expect(visitor.card).to_have_count(0)
    expect(visitor.answers).to_have_count(2)
