"""A contested question, and what is downloaded from the bank and comes into it."""

import csv
import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Download, Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def take_quiz(visitor: Visitor) -> None:
    visitor.start_quiz(3)
    for n in (1, 2, 3):
        visitor.expect_question(n)
        visitor.answer(0)
    expect(visitor.answers).to_have_count(1)
    visitor.settle()


def score(visitor: Visitor) -> Locator:
    return visitor.main.get_by_test_id("stMetricValue").first


def test_a_contest_counts_at_once_and_after_a_reload(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    visitor = new_visitor(own_server)
    visitor.open_tutor()
    take_quiz(visitor)
    before = int(score(visitor).inner_text()[0])
    visitor.main.get_by_text("Review every question").click()
    visitor.settle()
    review = visitor.main.get_by_test_id("stExpanderDetails")
    expect(review.locator(".stMarkdownBadge")).to_have_count(3)
    right = review.get_by_text("1 Right").count()
    review.get_by_role("button", name="This question is wrong").first.click()
    visitor.popover.get_by_label("What is wrong with it?").fill("Two answers are right")
    visitor.popover.get_by_role("button", name="Take it out").click()
    expect(score(visitor)).to_have_text(f"{before - right} of 2")
    told = f"It was {before} of 3 before a contested question was left out."
    expect(visitor.main.get_by_text(told)).to_be_visible()
    visitor.reload()
    expect(score(visitor)).to_have_text(f"{before - right} of 2")
    expect(visitor.main.get_by_text("Contested, does not count").first).to_be_visible()
    [row] = visitor.server.rows("select reason, status, owner from contests")
    assert row == {"reason": "Two answers are right", "status": "open", "owner": "local"}
    visitor.main.get_by_role("button", name="Undo").first.click()
    expect(score(visitor)).to_have_text(f"{before} of 3")


def downloaded(visitor: Visitor, label: str) -> bytes:
    with visitor.page.expect_download() as started:
        visitor.popover.get_by_role("button", name=label, exact=True).click()
    download: Download = started.value
    return Path(download.path()).read_bytes()


def test_a_bank_is_downloaded_and_another_program_s_questions_come_in(visitor: Visitor) -> None:
    visitor.open("/review")
    visitor.main.get_by_role("tab", name="Questions").click()
    visitor.button("Export").click()
    visitor.settle()
    moodle = ET.fromstring(downloaded(visitor, "Moodle XML"))  # noqa: S314 - from our own server
    assert len(moodle.findall("question[@type='multichoice']")) == 96
    table = downloaded(visitor, "CSV table").decode("utf-8-sig")
    assert len(list(csv.DictReader(io.StringIO(table)))) == 96
    with zipfile.ZipFile(io.BytesIO(downloaded(visitor, "QTI 2.1 package"))) as package:
        assert len([name for name in package.namelist() if name.startswith("items/")]) == 96
    with zipfile.ZipFile(io.BytesIO(downloaded(visitor, "Anki deck"))) as deck:
        assert "collection.anki2" in deck.namelist()
    visitor.page.keyboard.press("Escape")
    gift = b"Which number is even? { =Two ~Three ~Five ~Seven }\n\nIs it true? {T}\n"
    visitor.page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        {
            "name": "mine.gift",
            "mimeType": "text/plain",
            "buffer": gift,
        }
    )
    expect(visitor.main.get_by_text("it is true or false")).to_be_visible()
    visitor.button("Add 1 question").click()
    expect(visitor.main.get_by_text("97 questions in the bank.")).to_be_visible()
    visitor.button("Undo").click()
    expect(visitor.main.get_by_text("96 questions in the bank.")).to_be_visible()
