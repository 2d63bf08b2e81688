"""What is written: as the golden files have it, and as parsers that are not ours read it."""

import csv
import io
import json
import os
import re
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from lxml import etree

from agent import exchange
from agent.checks.scoring import rescored
from agent.exchange import anki, results
from agent.exchange.markup import to_html
from agent.ports import Attempt
from agent.workflows.tutor.quiz.result import result_of
from tests.exchange.sample import ITEMS, OPTIONS, SHEET

GOLDEN = Path(__file__).parent / "golden"
FORMATS = {format_.name: format_ for format_ in exchange.FORMATS}
QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"


def written(name: str) -> bytes:
    return FORMATS[name].write(SHEET)


def expect_golden(name: str, data: bytes) -> None:
    """Set GOLDEN=write to accept what is written now."""
    path = GOLDEN / name
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    assert data == path.read_bytes()


@pytest.mark.parametrize("name", ["gift", "moodle", "csv", "json"])
def test_the_file_is_the_golden_one(name):
    expect_golden(f"questions{FORMATS[name].suffix}", written(name))


def test_the_package_holds_the_golden_files_and_is_the_same_each_time():
    with zipfile.ZipFile(io.BytesIO(written("qti"))) as package:
        for path in package.namelist():
            expect_golden(f"qti/{path}", package.read(path))
        kept = {p.relative_to(GOLDEN / "qti").as_posix() for p in (GOLDEN / "qti").rglob("*.xml")}
        assert set(package.namelist()) == kept
    assert written("qti") == written("qti")


def html_text(source: str) -> str:
    """As a browser shows it, with code between backticks."""
    soup = BeautifulSoup(source, "lxml")
    for code in soup.find_all("code"):
        code.replace_with(f"`{code.get_text()}`")
    for end in soup.find_all("br"):
        end.replace_with("\n")
    return soup.get_text()


def test_no_markup_of_a_question_reaches_html():
    quiz = etree.fromstring(written("moodle"))
    shown = "".join(t.text for t in quiz.iter("text") if t.text)
    assert "<b>" not in shown
    assert "&lt;b&gt;holds" in shown


@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@A1", "\t=1", "  =1"])
def test_what_begins_like_a_formula_is_made_inert_and_comes_back(start):
    item = replace(ITEMS[0], explanation=start, question_text=f"{start} is what?")
    data = FORMATS["csv"].write(exchange.sheet_of("t", [item]))
    row = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))[1]
    assert all(not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    [back] = exchange.read("t.csv", data, subject="s").items
    assert back.question_text == item.question_text.strip()


def test_an_anki_deck_by_sqlite_whose_notes_are_known_again(tmp_path):
    notes, models, decks = read_deck(written("anki"), tmp_path)
    assert list(models) == [str(anki.MODEL)]
    assert str(anki.deck_id(SHEET.title)) in decks
    assert len(notes) == len(ITEMS)
    for (_, fields), item in zip(notes, ITEMS, strict=True):
        assert html_text(fields[0]) == item.question_text
        assert html_text(fields[-1]) == item.id
        right = dict(item.options).get(item.key, item.key)
        assert html_text(fields[2]).endswith(right)
        assert "<b>" not in fields[3]
        assert all(html_text(text) in html_text(fields[1]) for _, text in item.options)
    changed = exchange.sheet_of("Another title", [replace(i, explanation="New.") for i in ITEMS])
    again, _, _ = read_deck(FORMATS["anki"].write(changed), tmp_path)
    ids = [guid for guid, _ in notes]
    assert [guid for guid, _ in again] == ids
    assert len(set(ids)) == len(ITEMS)


def read_deck(data: bytes, folder: Path) -> tuple[list[tuple[str, list[str]]], dict, dict]:
    path = folder / "collection.anki2"
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        path.write_bytes(package.read("collection.anki2"))
    with closing(sqlite3.connect(path)) as collection:
        rows = collection.execute("select guid, flds from notes order by id").fetchall()
        models, decks = collection.execute("select models, decks from col").fetchone()
    notes = [(guid, fields.split("\x1f")) for guid, fields in rows]
    return notes, json.loads(models), json.loads(decks)


def attempt() -> Attempt:
    day = "2026-01-01T10:0{}:00+00:00"
    notes = [{"asked": day.format(0), "answered": day.format(2), "confidence": 3}]
    result = result_of(ITEMS[:3], ["c", "a", ""], topic="", over="finished", quiz="q", notes=notes)
    void = {"reason": "=two are right", "at": day.format(9), "who": "ada", "status": "open"}
    again = rescored(result, {"hard-2": void})
    return Attempt(
        "q", "ada", "thread", "databases", "", day.format(5), again["score"], again["total"], again
    )


def test_a_result_as_a_table_tells_what_counts():
    rows = list(csv.DictReader(io.StringIO(results.write_csv(attempt()).decode("utf-8-sig"))))
    assert [(r["outcome"], r["counts"]) for r in rows] == [
        ("right", "yes"), ("wrong", "no"), ("skipped", "yes"),
    ]  # fmt: skip
    assert rows[0]["given"] == "'" + OPTIONS[2]
    assert (rows[0]["seconds"], rows[0]["confidence"]) == ("120", "3")
    assert rows[1]["contested_because"] == "'=two are right"


def test_a_result_as_json_is_whole():
    plain = json.loads(results.write_json(attempt()))
    assert (plain["score"], plain["total"]) == (1, 2)
    assert plain["result"]["before"] == {"score": 1, "total": 3}
    assert "user" not in plain


def test_formulas_are_as_anki_and_moodle_render_them():
    shown = to_html(r"If $x<1$ then $$y$$, at $5 to $6, with \(z\) and `\(`")
    assert shown == r"If \(x&lt;1\) then \[y\], at $5 to $6, with \(z\) and <code>\(</code>"


def test_a_formula_that_leads_elsewhere_is_parted():
    for text in (r"\(\href{https://evil.example}{x}\)", r"$$\href{https://evil.example}{x}$$"):
        assert not re.search(r"\\\(|\$\$", to_html(text))
