"""A plan as a learner makes it: goal, courses, one milestone adjusted, approved, worked on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from icalendar import Calendar
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

GOAL = "I want to move into machine learning, 6 hours a week, by June"
SOON = 30_000


def press(visitor: Visitor, name: str) -> None:
    visitor.settle()
    visitor.card.get_by_role("button", name=re.compile(rf"{name}\b")).first.click()


def choose(visitor: Visitor, name: str) -> None:
    """One of a card's options."""
    visitor.settle()
    visitor.card.get_by_test_id("stRadioOption").filter(has_text=name).first.click()


def asked(visitor: Visitor, title: str) -> None:
    expect(visitor.card).to_contain_text(title, timeout=SOON)


def titles(visitor: Visitor) -> list[str]:
    """Of the courses that were recommended last."""
    visitor.settle()
    found = visitor.last.locator("strong a").all_inner_texts()
    return found[-5:]


def ticks(visitor: Visitor) -> Locator:
    return visitor.panel("Plan").get_by_role("checkbox")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One to be killed, which tries no links."""
    with Server(tmp_path / "data", INTERLUDE_COACH_LINKS="false") as started:
        yield started


def test_from_a_goal_to_a_plan_and_on(new_visitor: NewVisitor, own_server: Server) -> None:
    visitor = new_visitor(own_server).open("/coach")
    settle_courses(visitor)
    approve_an_adjusted_plan(visitor)
    [row] = own_server.rows("select status from learning_plans")
    assert row["status"] == "approved"
    visitor.expect_outage()
    own_server.kill()
    own_server.start()
    visitor.reload()
    come_back_later(visitor)
    told = own_server.rows("select text from turns where text like 'I finished%'")
    assert [turn["text"] for turn in told] == ["I finished milestone M1"]
    take_the_calendar(visitor)


def settle_courses(visitor: Visitor) -> None:
    visitor.send(GOAL)
    asked(visitor, "What do you already know?")
    press(visitor, "Continue")

    # Others, then these.
    asked(visitor, "Do these courses fit?")
    first = titles(visitor)
    press(visitor, "Different ones")
    expect(visitor.last.get_by_text("round 2").first).to_be_visible(timeout=SOON)
    asked(visitor, "Do these courses fit?")
    assert titles(visitor) != first
    press(visitor, "They fit")


def approve_an_adjusted_plan(visitor: Visitor) -> None:
    """One milestone is adjusted: a card is asked again, with the difference."""
    asked(visitor, "Approve this plan?")
    expect(ticks(visitor).first).to_be_disabled()
    choose(visitor, "M2")
    visitor.settle()
    visitor.card.get_by_test_id("stSelectbox").locator("input").click()
    visitor.page.get_by_role("option", name="Start a week later").click()
    press(visitor, "Adjust")
    expect(visitor.main.get_by_text(re.compile(r"Changed: M2")).first).to_be_visible(timeout=SOON)
    asked(visitor, "Approve this plan?")
    press(visitor, "Approve")
    visitor.expect_done(SOON)


def come_back_later(visitor: Visitor) -> None:
    """A tick, and weeks that were missed, also over a killed server."""
    panel = visitor.panel("Plan")
    panel.get_by_test_id("stCheckbox").first.locator("label").click()
    # Before the browser has heard of it.
    panel.get_by_role("button", name="Export").click()
    visitor.page.keyboard.press("Escape")
    expect(ticks(visitor).first).to_be_checked(timeout=SOON)
    expect(panel.get_by_text("1 of").first).to_be_visible()
    panel.get_by_role("button", name="I missed weeks").click()
    visitor.popover.get_by_role("spinbutton").fill("20")
    visitor.popover.get_by_role("button", name="Propose new dates").click()
    asked(visitor, "Approve this plan?")
    expect(visitor.popover).to_have_count(0)
    press(visitor, "Approve")
    visitor.expect_done(SOON)
    expect(ticks(visitor).first).to_be_checked()


def take_the_calendar(visitor: Visitor) -> None:
    visitor.panel("Plan").get_by_role("button", name="Export").click()
    visitor.settle()
    with visitor.page.expect_download() as download:
        visitor.popover.get_by_role("button", name="Calendar (iCalendar)").click()
    calendar = Calendar.from_ical(download.value.path().read_bytes())
    summaries = [str(event["summary"]) for event in calendar.walk("VEVENT")]
    assert len(summaries) >= 3
    assert summaries[0].startswith("✓ Due:")
