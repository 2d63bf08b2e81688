"""The catalogue: what a search finds and leaves out, and courses as a table."""

import csv
import io
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.adapters.courses import built_in as shipped
from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.courses.sheet import MOST_ROWS, read, written
from agent.adapters.library.schema import SCHEMA
from agent.errors import ProviderError
from agent.ports.courses import Course, CourseQuery
from agent.store.database import Database

DOUGHNUTS = CourseQuery(words="doughnuts")


@pytest.fixture
def database(tmp_path):
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def catalogue(database):
    return Catalogue(database)


def titles(catalogue, words="", *, count=4, **more):
    query = CourseQuery(words=words, **more)
    return [found.course.title for found in catalogue.search(query, count=count)]


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("formulas and pivot tables in Excel", "Excel Skills for Business"),
        ("记账", "Introduction to bookkeeping and accounting"),
        ("我想学习数据库", "Databases: Modeling and Theory"),
        ("aprendizaje automático", "Machine Learning"),
        ("递归 函数式编程 scala", "Functional Programming in Scala (Specialization)"),
    ],
)
def test_words_in_three_languages_find_the_course(catalogue, words, title) -> None:
    assert any(found.startswith(title) for found in titles(catalogue, words, count=2))


@pytest.mark.parametrize(
    ("role", "wanted"),
    [
        ("data-scientist", {"Data Science (Specialization)", "Statistics and probability"}),
        ("security-analyst", {"Cybersecurity Fundamentals", "Security Governance & Compliance"}),
        ("compiler-engineer", {"Compilers", "Programming Languages"}),
        ("test-engineer", {"Software Testing", "Software Debugging"}),
    ],
)
def test_the_courses_of_a_goal_are_those_that_an_expert_names(catalogue, role, wanted) -> None:
    skills = next(each.skills for each in catalogue.roles() if each.id == role)
    assert wanted <= set(titles(catalogue, count=12, skills=skills))


def test_who_knows_all_that_a_course_teaches_does_not_get_it(catalogue) -> None:
    held = {"sql": 2, "databases": 2}
    assert "Databases: Relational Databases and SQL" not in titles(catalogue, "SQL", held=held)


SHEET = """title,url,level,skills,language,hours,free
Free,https://a.example/1,1,sql:2,es,10,yes
Paid,https://a.example/2,1,sql:2,es,10,no
Long,https://a.example/3,1,sql:2,es,90,
Untold,https://a.example/4,1,sql:2,es,,
"""
OURS = {"Free", "Paid", "Long", "Untold"}


def test_filters_keep_what_fits_and_what_is_not_known(catalogue) -> None:
    catalogue.import_csv(SHEET)

    def found(**more):
        return {*titles(catalogue, skills={"sql": 2}, language="es", **more)} & OURS

    assert found() == OURS
    assert found(is_free=True) == OURS - {"Paid"}
    assert found(is_free=False) == OURS - {"Free"}
    assert found(hours_at_most=40) == OURS - {"Long"}
    assert titles(catalogue, skills={"sql": 2}, language="es", is_free=True)[0] == "Free"


class Embedder:
    """Knows doughnuts and topology from everything else."""

    model = "doughnuts"
    dimensions = 64

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.raising = False

    def embed(self, texts):
        if self.raising:
            raise ProviderError("The embedder is away.", problem="unavailable")
        self.embedded += texts
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            is_course = ". " in text
            row[0 if "Topology" in text or "doughnuts" in text else 1 if is_course else 2] = 1
        return rows


def test_meaning_finds_what_shares_no_word_by_vectors_made_once(database) -> None:
    first, second = Embedder(), Embedder()
    found = Catalogue(database, first).search(DOUGHNUTS)
    assert "Topology Without Tears" in [each.course.title for each in found]
    assert found[0].why == ("meaning:1.00",)
    assert Catalogue(database).search(DOUGHNUTS) == []
    assert len(first.embedded) > 76
    catalogue = Catalogue(database, second)
    catalogue.search(DOUGHNUTS)
    assert second.embedded == ["doughnuts"]
    catalogue.import_csv("title,url\nA new course,https://a.example/new\n")
    catalogue.search(DOUGHNUTS)
    assert len(second.embedded) == 3


def test_an_embedder_that_fails_leaves_the_words(database) -> None:
    embedder = Embedder()
    embedder.raising = True
    assert titles(Catalogue(database, embedder), "compilers", count=1) == ["Compilers"]
    working = Catalogue(database, embedder)
    for embedder.raising in (False, True):
        assert titles(working, "compilers", count=1) == ["Compilers"]


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


@settings(max_examples=10)
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
