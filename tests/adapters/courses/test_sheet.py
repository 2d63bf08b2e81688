"""Courses as a table: what comes in, what is refused and why, and the way there and back."""

import csv
import io
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.courses import built_in as shipped
from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.courses.sheet import MOST_ROWS, read, written
from agent.adapters.library.schema import SCHEMA
from agent.ports.courses import Course
from agent.store.database import Database

SKILLS = shipped.skills()
URL = "https://school.example/course"


def read_row(**cells):
    row = {"title": "A course", "url": URL, **cells}
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, row)
    writer.writeheader()
    writer.writerow(row)
    return read(out.getvalue(), SKILLS)


def test_every_column_is_read() -> None:
    (course,), problems = read_row(
        provider="Our school",
        level="advanced",
        skills="SQL: 2; bases de datos:advanced；机器学习",
        description="What it is about.",
        topics="joins; views",
        weeks="10-12",
        hours_a_week="4,5",
        prerequisites="programming",
        language="ES",
        free="no",
    )
    assert problems == []
    assert course == Course(
        id=course.id,
        title="A course",
        url=URL,
        provider="Our school",
        level=3,
        skills={"sql": 2, "databases": 3, "machine-learning": 1},
        description="What it is about.",
        topics=("joins", "views"),
        weeks=11,
        hours_a_week=(4.5, 4.5),
        hours=49.5,
        prerequisites=("programming",),
        language="es",
        is_free=False,
    )


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"title": " "}, "no title"),
        ({"url": ""}, "no address"),
        ({"url": "javascript:alert(1)"}, "no address"),
        ({"url": "https://school example"}, "no address"),
        ({"url": "https://[school"}, "no address"),
        ({"url": "https://me:secret@school.example"}, "password"),
        ({"level": "expert"}, "“expert” is no level"),
        ({"skills": "sql:4"}, "“4” is no level"),
        ({"skills": "underwater basket weaving"}, "no skill “underwater basket weaving”"),
        ({"prerequisites": "magic"}, "no skill “magic”"),
        ({"weeks": "some"}, "“some” is no number"),
        ({"hours": "-3"}, "no number"),
        ({"hours_a_week": "9-3"}, "cannot be"),
        ({"language": "English"}, "no language"),
        ({"free": "maybe"}, "“maybe”"),
        ({"description": "x" * 1_001}, "more than 1000 characters"),
    ],
)
def test_a_row_that_is_no_course_says_why(cells, reason) -> None:
    courses, (problem,) = read_row(**cells)
    assert courses == []
    assert problem.startswith("Row 2 was left out: ")
    assert reason in problem
    assert problem.endswith(".")


def test_a_table_of_another_kind_is_refused_whole() -> None:
    assert read("", SKILLS)[1][0].startswith("The table has no column “title”. Its first row may")
    assert read('title,url\n"A,b', SKILLS)[1][0].startswith("The table cannot be read: ")


def test_no_more_than_so_many_rows_are_taken() -> None:
    rows = "".join(f"Course,{URL}/{n}\n" for n in range(MOST_ROWS + 2))
    courses, problems = read(f"title,url\n{rows}", SKILLS)
    assert len(courses) == MOST_ROWS
    assert len(problems) == 2


def test_one_bad_row_does_not_keep_the_others_out() -> None:
    text = f"title,url\nOne,{URL}/1\nTwo\n\nThree,{URL}/3\nOne again,{URL}/1\n"
    courses, (problem,) = read(text, SKILLS)
    assert [course.title for course in courses] == ["One again", "Three"]
    assert "Row 3" in problem


def test_a_spreadsheet_runs_nothing_of_it() -> None:
    evil = Course("x", '=HYPERLINK("https://evil.example")', URL, "@SUM(A1)", 1, {}, "-1+1")
    text = written([evil])
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["title"][0], row["provider"][0], row["description"][0]) == ("'", "'", "'")
    (course,), _ = read(text, SKILLS)
    assert (course.title, course.provider) == (evil.title, evil.provider)


@given(text=st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_whatever_is_brought_in_is_read_or_told(text) -> None:
    courses, problems = read(f"title,url\n{text}", SKILLS)
    assert all(problem.endswith(".") for problem in problems)
    assert all(course.url.startswith("http") for course in courses)


def test_what_is_exported_comes_back_the_same(tmp_path) -> None:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as database:
        catalogue = Catalogue(database)
        before = {course.id: course for course in catalogue.all()}
        assert catalogue.import_csv(catalogue.export_csv()) == (len(before), [])
        assert {course.id: course for course in catalogue.all()} == before
