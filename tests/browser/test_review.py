"""A contested question, and what is downloaded from the bank and comes into it."""

import csv
import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Download, expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


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
