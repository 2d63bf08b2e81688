"""Contested questions, reviews that are due, and downloads, in a real browser."""

import csv
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Download, Locator, expect

from agent.adapters.bank import SqliteBank
from agent.adapters.library.schema import SCHEMA
from agent.adapters.reviews import FsrsReviews
from agent.store import Ledger
from agent.store.database import Database
from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def take_quiz(visitor: Visitor, number: int = 3) -> None:
    visitor.start_quiz(number)
    for n in range(1, number + 1):
        visitor.expect_question(n, number)
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
    [row] = visitor.server.rows("select reason, status, user from contests")
    assert row == {"reason": "Two answers are right", "status": "open", "user": "local"}
    visitor.main.get_by_role("button", name="Undo").first.click()
    expect(score(visitor)).to_have_text(f"{before} of 3")


def asked_in_the_last_quiz(visitor: Visitor) -> list[str]:
    """The questions of the quiz that was drawn last, those to come among them."""
    rows = visitor.server.rows("select data from sealed order by rowid desc limit 1")
    return [item["question_text"] for item in json.loads(rows[0]["data"])["items"]]


def test_a_contested_question_stays_out_until_the_reviewer_has_corrected_it(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    visitor = new_visitor(own_server)
    topic, number = "the relational model", 6  # which is all that the bank has
    visitor.open_tutor().start_quiz(number, on=topic)
    before = asked_in_the_last_quiz(visitor)
    visitor.answer(0)
    visitor.expect_question(2, number)
    visitor.card.get_by_role("button", name="Finish now").click()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    visitor.main.get_by_role("button", name="This question is wrong").first.click()
    visitor.popover.get_by_role("button", name="Take it out").click()
    expect(visitor.main.get_by_text("Contested, does not count").first).to_be_visible()
    visitor.settle()

    again = f"Give me a quiz of {number - 1} questions on {topic}"
    visitor.send(again)
    expect(visitor.card).to_be_visible()
    assert before[0] not in asked_in_the_last_quiz(visitor)
    assert set(before[1:]) <= set(asked_in_the_last_quiz(visitor))
    visitor.card.get_by_role("button", name="Discard quiz").click()
    expect(visitor.input).to_be_enabled()

    visitor.open("/review").main.get_by_role("tab", name="Questions").click()
    visitor.main.get_by_role("button", name="Edit", exact=True).click()
    window = visitor.page.get_by_role("dialog")
    window.get_by_label("Question").fill("Which of these is it, as corrected?")
    window.get_by_role("button", name="Save").click()
    expect(window).to_have_count(0)
    expect(visitor.main.get_by_text("Questions that users report")).to_be_visible()

    visitor.open_tutor().start_quiz(number, on=topic)
    now = asked_in_the_last_quiz(visitor)
    assert "Which of these is it, as corrected?" in now
    assert before[0] not in now


def put_due(data: Path) -> str:
    """A question missed two days ago, put into the data folder while nobody serves it."""
    before = datetime.now(UTC) - timedelta(days=2)
    library, ledger = Database(data / "library.db", SCHEMA), Ledger(data)
    item = SqliteBank(library).items("databases", topics=["keys"])[0]
    FsrsReviews(ledger.db, ledger.contests, lambda: before).answered(
        "local",
        json.loads(json.dumps(vars(item))),
        subject="databases",
        quiz="earlier",
        right=False,
    )
    library.close()
    ledger.close()
    return item.question_text


def test_what_is_due_waits_on_home_and_is_taken(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    own_server.kill()
    question = put_due(own_server.data)
    own_server.start()
    visitor = new_visitor(own_server).open("/")
    expect(visitor.main.get_by_text("1 question to review")).to_be_visible()
    visitor.button("Start").click()
    visitor.expect_question(1, 1)
    expect(visitor.card).to_contain_text(question.split("`")[0].strip())
    visitor.answer(0)
    expect(visitor.answers).to_have_count(1)
    visitor.open("/review")
    expect(visitor.main.get_by_text("Nothing is due today.")).to_be_visible()
    expect(visitor.main.get_by_text("Coming up")).to_be_visible()
    visitor.open("/")
    expect(visitor.main.get_by_text("1 question to review")).to_have_count(0)


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


def test_a_result_is_downloaded_from_where_it_stands(visitor: Visitor) -> None:
    visitor.open_tutor()
    take_quiz(visitor, 2)
    visitor.button("Export").click()
    visitor.settle()
    plain = json.loads(downloaded(visitor, "Result as JSON"))
    assert plain["total"] == 2
    rows = list(
        csv.DictReader(io.StringIO(downloaded(visitor, "Result as CSV").decode("utf-8-sig")))
    )
    assert [row["question"] for row in rows] == [
        answer["item"]["question_text"] for answer in plain["result"]["answers"]
    ]
