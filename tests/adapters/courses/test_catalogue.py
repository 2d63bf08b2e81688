"""The catalogue: what a search finds and leaves out, meaning, and what is kept."""

from contextlib import closing

import numpy as np
import pytest

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.library.schema import SCHEMA
from agent.errors import ProviderError
from agent.ports.courses import CourseQuery
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
        ("hojas de cálculo", "Excel Skills for Business"),
        ("记账", "Introduction to bookkeeping and accounting"),
        ("我想学习数据库", "Databases: Modeling and Theory"),
        ("aprendizaje automático", "Machine Learning"),
        ("递归 函数式编程 scala", "Functional Programming in Scala (Specialization)"),
        ("making a video game with Unity", "Game Design and Development with Unity 2020"),
    ],
)
def test_words_in_three_languages_find_the_course(catalogue, words, title) -> None:
    assert any(found.startswith(title) for found in titles(catalogue, words, count=2))


@pytest.mark.parametrize(
    ("role", "wanted"),
    [
        ("data-scientist", {"Data Science (Specialization)", "Statistics and probability"}),
        ("office-administrator", {"Excel Skills for Business", "Technical Writing One"}),
        ("security-analyst", {"Cybersecurity Fundamentals", "Security Governance & Compliance"}),
        ("compiler-engineer", {"Compilers", "Programming Languages"}),
        ("robotics-engineer", {"Modern Robotics", "Linear Algebra", "Differential Equations"}),
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
