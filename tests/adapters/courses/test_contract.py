"""What every catalogue of courses promises, and what the shipped one finds."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.library.schema import SCHEMA
from agent.errors import NotFound
from agent.ports.courses import Course, CourseQuery, Courses, Level
from agent.store.database import Database
from tests.fakes_coach import FakeCourses

SHEET = "title,url\nOur own course,https://school.example/own\nNo address\n"
SQL = "databases-relational-databases-and-sql"


@dataclass
class Scene:
    courses: Courses
    open_again: Callable[[], Courses]


@pytest.fixture(params=["fake", "catalogue"])
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    if request.param == "fake":
        fake = FakeCourses()
        yield Scene(fake, lambda: fake)
        return
    with closing(Database(tmp_path / "library.db", SCHEMA)) as database:
        yield Scene(Catalogue(database), lambda: Catalogue(database))


@pytest.fixture
def courses(scene: Scene) -> Courses:
    return scene.courses


def ids(courses: Courses, query: CourseQuery, *, count: int = 8) -> list[str]:
    return [found.course.id for found in courses.search(query, count=count)]


def own(courses: Courses) -> list[Course]:
    return [course for course in courses.all() if course.title == "Our own course"]


def test_courses_are_found_by_their_ids(courses: Courses) -> None:
    assert courses.course(SQL).title == "Databases: Relational Databases and SQL"
    assert courses.course(SQL) in courses.all()
    with pytest.raises(NotFound):
        courses.course("no-such-course")


def test_skills_and_roles_name_each_other(courses: Courses) -> None:
    skills = {skill.id for skill in courses.skills()}
    assert all(role.skills.keys() <= skills for role in courses.roles())
    assert all(course.skills.keys() <= skills for course in courses.all())


def test_the_skill_that_is_wanted_is_covered(courses: Courses) -> None:
    best = courses.search(CourseQuery(words="SQL", skills={"sql": 2}))[0]
    assert best.course.skills["sql"] >= 2
    assert best.score > 0
    assert best.why


def test_what_is_refused_does_not_come_back(courses: Courses) -> None:
    query = CourseQuery(skills={"sql": 2})
    first = ids(courses, query)[0]
    assert first not in ids(courses, CourseQuery(skills={"sql": 2}, exclude=(first,)))


def test_what_is_known_to_cost_or_to_take_too_long_is_left_out(courses: Courses) -> None:
    skills: dict[str, Level] = {"linear-algebra": 2, "probability": 2}
    free = courses.search(CourseQuery(skills=skills, is_free=True))
    assert free
    assert all(found.course.is_free is not False for found in free)
    paid = courses.search(CourseQuery(skills=skills, is_free=False))
    assert all(found.course.is_free is not True for found in paid)
    short = courses.search(CourseQuery(skills=skills, hours_at_most=120))
    assert short
    assert all((found.course.hours or 0) <= 120 for found in short)


def test_a_school_brings_its_own(scene: Scene) -> None:
    before = len(scene.courses.all())
    taken, problems = scene.courses.import_csv(SHEET)
    assert taken == 1
    (problem,) = problems
    assert problem.startswith("Row 3 ")
    assert problem.endswith(".")
    (course,) = own(scene.open_again())
    assert (course.url, course.source) == ("https://school.example/own", "catalogue")
    assert scene.courses.course(course.id) == course
    assert len(scene.courses.all()) == before + 1


def test_the_same_address_replaces(courses: Courses) -> None:
    courses.import_csv(SHEET)
    courses.import_csv(SHEET.replace("Our own", "A new"))
    assert own(courses) == []
    assert "A new course" in [course.title for course in courses.all()]


def test_what_a_school_brought_goes_again(courses: Courses) -> None:
    before = courses.all()
    courses.import_csv(SHEET)
    assert courses.remove_imported() == 1
    assert courses.remove_imported() == 0
    assert courses.all() == before
