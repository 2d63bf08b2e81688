"""The catalogue: what a search finds and leaves out, meaning, and what is kept."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.library.schema import SCHEMA
from agent.errors import ProviderError
from agent.ports.courses import CourseQuery, Level
from agent.store.database import Database

PYTHON = "introduction-to-computer-science-and-programming-using-python"
HEAD = "title,url,level,skills,language,hours,free"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def catalogue(database: Database) -> Catalogue:
    return Catalogue(database)


def titles(catalogue: Catalogue, words: str = "", *, count: int = 4, **more: object) -> list[str]:
    query = CourseQuery(words=words, **more)  # type: ignore[arg-type]
    return [found.course.title for found in catalogue.search(query, count=count)]


# Goals in three languages, by words alone


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("how do databases and SQL work", "Databases and SQL"),
        ("formulas and pivot tables in Excel", "Excel Skills for Business"),
        ("hojas de cálculo", "Excel Skills for Business"),
        ("记账", "Introduction to bookkeeping and accounting"),
        ("quiero entender las bases de datos", "Databases: Modeling and Theory"),
        ("我想学习数据库", "Databases: Modeling and Theory"),
        ("rendering three-dimensional scenes", "Computer Graphics"),
        ("aprendizaje automático", "Machine Learning"),
        ("机器学习", "Machine Learning"),
        ("teoría de grupos", "Introduction to Abstract Group theory"),
        ("编译器", "Compilers"),
        ("robótica", "Modern Robotics"),
        ("递归 函数式编程 scala", "Functional Programming in Scala (Specialization)"),
        ("making a video game with Unity", "Game Design and Development with Unity 2020"),
        ("cryptography", "Cybersecurity Fundamentals"),
    ],
)
def test_words_in_three_languages_find_the_course(
    catalogue: Catalogue, words: str, title: str
) -> None:
    assert any(found.startswith(title) for found in titles(catalogue, words, count=2))


# Goals by skills


@pytest.mark.parametrize(
    ("role", "wanted"),
    [
        (
            "data-scientist",
            {"Data Science (Specialization)", "Machine Learning", "Statistics and probability"},
        ),
        ("data-analyst", {"Google Data Analytics", "Get started with Microsoft data analytics"}),
        ("office-administrator", {"Excel Skills for Business", "Technical Writing One"}),
        ("web-developer", {"Fullstack Open"}),
        ("security-analyst", {"Cybersecurity Fundamentals", "Security Governance & Compliance"}),
        ("coding-interviews", {"Algorithms: Design and Analysis, Part 1"}),
        ("compiler-engineer", {"Compilers", "Programming Languages"}),
        ("robotics-engineer", {"Modern Robotics", "Linear Algebra", "Differential Equations"}),
        ("network-engineer", {"Computer Networking: a Top-Down Approach"}),
        ("statistician", {"Probability", "Statistics for Applications"}),
        ("systems-programmer", {"Operating Systems: Three Easy Pieces"}),
        ("test-engineer", {"Software Testing", "Software Debugging"}),
    ],
)
def test_the_courses_of_a_goal_are_those_that_an_expert_names(
    catalogue: Catalogue, role: str, wanted: set[str]
) -> None:
    skills = next(each.skills for each in catalogue.roles() if each.id == role)
    found = titles(catalogue, count=12, skills=skills)
    assert wanted <= set(found)


def test_who_knows_all_that_a_course_teaches_does_not_get_it(catalogue: Catalogue) -> None:
    held: dict[str, Level] = {"sql": 2, "databases": 2}
    assert "Databases: Relational Databases and SQL" not in titles(catalogue, "SQL", held=held)


# Filters


def test_filters_keep_what_fits_and_what_is_not_known(catalogue: Catalogue) -> None:
    sheet = [HEAD]
    sheet += [
        "Free,https://a.example/1,1,sql:2,es,10,yes",
        "Paid,https://a.example/2,1,sql:2,es,10,no",
    ]
    sheet += ["Long,https://a.example/3,1,sql:2,es,90,", "Untold,https://a.example/4,1,sql:2,es,,"]
    catalogue.import_csv("\n".join(sheet))

    def found(**more: object) -> set[str]:
        return {*titles(catalogue, skills={"sql": 2}, language="es", **more)} & {
            "Free",
            "Paid",
            "Long",
            "Untold",
        }

    assert found() == {"Free", "Paid", "Long", "Untold"}
    assert found(is_free=True) == {"Free", "Long", "Untold"}
    assert found(is_free=False) == {"Paid", "Long", "Untold"}
    assert found(hours_at_most=40) == {"Free", "Paid", "Untold"}
    assert titles(catalogue, skills={"sql": 2}, language="es", is_free=True)[0] == "Free"


# Meaning


class Embedder:
    """Knows doughnuts and topology from everything else."""

    model = "doughnuts"
    dimensions = 64

    def __init__(self) -> None:
        self.embedded: list[str] = []
        self.raising = False

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        if self.raising:
            raise ProviderError("The embedder is away.", problem="unavailable")
        self.embedded += texts
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            is_course = ". " in text
            row[0 if "Topology" in text or "doughnuts" in text else 1 if is_course else 2] = 1
        return rows


def test_meaning_finds_what_shares_no_word(database: Database) -> None:
    catalogue = Catalogue(database, Embedder())
    found = catalogue.search(CourseQuery(words="doughnuts"))
    assert "Topology Without Tears" in [each.course.title for each in found]
    assert found[0].why == ("meaning:1.00",)
    assert Catalogue(database).search(CourseQuery(words="doughnuts")) == []


def test_vectors_are_made_once(database: Database) -> None:
    first, second = Embedder(), Embedder()
    Catalogue(database, first).search(CourseQuery(words="doughnuts"))
    catalogue = Catalogue(database, second)
    catalogue.search(CourseQuery(words="doughnuts"))
    assert len(first.embedded) > 76
    assert second.embedded == ["doughnuts"]
    catalogue.import_csv("title,url\nA new course,https://a.example/new\n")
    catalogue.search(CourseQuery(words="doughnuts"))
    assert len(second.embedded) == 3


def test_an_embedder_that_fails_leaves_the_words(database: Database) -> None:
    embedder = Embedder()
    embedder.raising = True
    assert titles(Catalogue(database, embedder), "compilers", count=1) == ["Compilers"]
    embedder.raising = False
    working = Catalogue(database, embedder)
    assert titles(working, "compilers", count=1) == ["Compilers"]
    embedder.raising = True
    assert titles(working, "compilers", count=1) == ["Compilers"]
