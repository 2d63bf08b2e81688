"""An issue as a product owner makes it: drafted, approved, scored, bettered, published."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

REQUEST = "Create a Jira issue for user authentication"
"""An example, so that it is understood in the first seconds too, before meaning is read."""
SOON = 30_000


def ask_for_draft(visitor: Visitor) -> None:
    visitor.send(REQUEST)
    show_draft(visitor)


def show_draft(visitor: Visitor) -> None:
    visitor.card.get_by_role("button", name="Show the draft").click(timeout=SOON)


def press(visitor: Visitor, name: str) -> None:
    visitor.card.get_by_role("button", name=re.compile(rf"{name}\b")).first.click()


def apply_one(visitor: Visitor) -> None:
    """One recommendation, with what only the owner knows."""
    visitor.main.get_by_role("button", name="Apply", disabled=False).first.click()
    expect(visitor.card).to_be_visible(timeout=SOON)
    visitor.card.get_by_role("textbox").first.fill(
        "Support answers 40 calls a week about lost invoices, which costs 900 EUR a week."
    )
    press(visitor, "Answer")
    expect(visitor.card).to_contain_text("Write this to PROJ-1?", timeout=SOON)
    press(visitor, "Approve")
    visitor.expect_done(SOON)
    expect(visitor.main.get_by_text("900 EUR").first).to_be_visible(timeout=SOON)


def test_from_words_to_an_issue_and_its_page(new_visitor: NewVisitor, own_server: Server) -> None:
    visitor = new_visitor(own_server).open("/tickets")
    ask_for_draft(visitor)
    expect(visitor.card).to_contain_text("Create this issue in PROJ?", timeout=SOON)

    # What is edited is shown once more, and outlives the server.
    visitor.card.get_by_text("Edit the fields").click()
    visitor.card.get_by_label("Summary").fill("Invoices of past orders")
    visitor.card.get_by_label("Summary").press("Tab")
    press(visitor, "Edit")
    draft = visitor.main.get_by_role("heading", name="Invoices of past orders")
    expect(draft.first).to_be_visible(timeout=SOON)
    visitor.expect_outage()
    own_server.kill()
    own_server.start()
    visitor.reload()
    press(visitor, "Approve")
    visitor.expect_done(SOON)
    expect(visitor.main.get_by_text(re.compile(r"of 100")).first).to_be_visible()
    visitor.page.get_by_role("button", name="Write the page of PROJ-1").first.click()
    expect(visitor.card).to_contain_text("Create this page in PROJ?", timeout=SOON)
    press(visitor, "Approve")
    expect(visitor.main.get_by_text(re.compile("PROJ-1 has a maturity of"))).to_be_visible(
        timeout=SOON
    )
    visitor.expect_done(SOON)
    rows = own_server.rows("select kind, status from effects order by at")
    assert [(row["kind"], row["status"]) for row in rows] == [
        ("tracker.create_issue", "done"),
        ("wiki.create_page", "done"),
        ("tracker.link_page", "done"),
    ]

    apply_one(visitor)
    updated = own_server.rows("select count(*) as n from effects where kind like '%update_issue'")
    assert updated[0]["n"] == 1

    # The links lead to the viewer of the app.
    visitor.main.get_by_role("link", name="Invoices of past orders").first.click()
    expect(visitor.page).to_have_url(re.compile(r"/issues\?key=PROJ-1"))
    expect(visitor.main.get_by_text("900 EUR").first).to_be_visible(timeout=SOON)
