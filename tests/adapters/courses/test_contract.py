"""What every catalogue of courses promises, and what the shipped one finds."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from agent.adapters.courses import built_in as catalogue
from agent.adapters.courses.cache import SqliteSearchCache
from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.library.schema import SCHEMA
from agent.errors import NotFound
from agent.ports.courses import CourseQuery, Courses
from agent.store.database import Database
from tests.fakes_coach import FakeCourses
from tests.stores import ledger_tables

SHEET = "title,url\nOur own course,https://school.example/own\nNo address\n"
SQL = "databases-relational-databases-and-sql"


@dataclass
class Scene:
    courses: Courses
    open_again: Callable[[], Courses]


@pytest.fixture(params=["fake", "catalogue"])
def scene(request, tmp_path):
    if request.param == "fake":
        fake = FakeCourses()
        yield Scene(fake, lambda: fake)
        return
    with closing(Database(tmp_path / "library.db", SCHEMA)) as database:
        yield Scene(Catalogue(database), lambda: Catalogue(database))


def own(courses):
    return [course for course in courses.all() if course.title == "Our own course"]


def test_courses_skills_and_roles_name_each_other(scene) -> None:
    courses = scene.courses
    assert courses.course(SQL).title == "Databases: Relational Databases and SQL"
    assert courses.course(SQL) in courses.all()
    with pytest.raises(NotFound):
        courses.course("no-such-course")
    skills = {skill.id for skill in courses.skills()}
    assert all(role.skills.keys() <= skills for role in courses.roles())
    assert all(course.skills.keys() <= skills for course in courses.all())


def test_the_skill_that_is_wanted_is_covered_and_what_is_refused_does_not_come_back(scene) -> None:
    best = scene.courses.search(CourseQuery(words="SQL", skills={"sql": 2}))[0]
    assert best.course.skills["sql"] >= 2
    assert best.score > 0
    assert best.why
    without = CourseQuery(skills={"sql": 2}, exclude=(best.course.id,))
    assert best.course.id not in [found.course.id for found in scene.courses.search(without)]


def test_a_school_brings_its_own_and_takes_it_away(scene) -> None:
    before = scene.courses.all()
    taken, problems = scene.courses.import_csv(SHEET)
    assert taken == 1
    (problem,) = problems
    assert problem.startswith("Row 3 ")
    assert problem.endswith(".")
    (course,) = own(scene.open_again())
    assert (course.url, course.source) == ("https://school.example/own", "catalogue")
    assert scene.courses.course(course.id) == course
    scene.courses.import_csv(SHEET.replace("Our own", "A new"))
    assert own(scene.courses) == [], "the same address replaces"
    assert len(scene.courses.all()) == len(before) + 1
    assert scene.courses.remove_imported() == 1
    assert scene.courses.remove_imported() == 0
    assert scene.courses.all() == before


FOUND = list(catalogue.courses()[:2])


def test_what_was_found_comes_back_as_it_was_for_a_day() -> None:
    now, tables = [datetime(2026, 3, 1, 12, tzinfo=UTC)], ledger_tables()
    cache = SqliteSearchCache(tables, lambda: now[0])
    assert cache.get("python") is None
    cache.put("python", FOUND)
    now[0] += timedelta(hours=23, minutes=59)
    assert cache.get("python") == FOUND
    assert cache.get("java") is None
    now[0] += timedelta(minutes=1)
    assert cache.get("python") is None
    cache.put("java", [])
    assert len(tables.all("select 1 from course_searches")) == 1
