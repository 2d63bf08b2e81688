"""Courses, plans and a cache in memory, as their ports promise.

`raising` is raised by the next call, before it does anything. `searches` count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.adapters.courses import built_in as catalogue
from agent.errors import AgentError, NotConfigured, NotFound
from agent.language.text import stems
from agent.ports.courses import (
    Course,
    CourseQuery,
    FoundCourse,
    Role,
    Skill,
)
from agent.ports.work_items import Connection
from tests.fakes_content import raise_once

CHECKED = "2026-01-01"


@dataclass
class FakeCourses:
    """What comes with the app, unless a test brings its own.

    Finds courses by the skills that they teach and the words that they share with the query.
    `gone` are those whose address does not answer; `is_online` says whether any is tried.
    """

    brought: Sequence[Course] = field(default_factory=catalogue.courses)
    known_skills: Sequence[Skill] = field(default_factory=catalogue.skills)
    known_roles: Sequence[Role] = field(default_factory=catalogue.roles)
    gone: set[str] = field(default_factory=set)
    is_online: bool = False
    raising: AgentError | None = None
    searches: list[CourseQuery] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)
    _imported: dict[str, Course] = field(default_factory=dict)

    def skills(self) -> list[Skill]:
        return list(self.known_skills)

    def roles(self) -> list[Role]:
        return list(self.known_roles)

    def all(self) -> list[Course]:
        return list({**{course.id: course for course in self.brought}, **self._imported}.values())

    def course(self, course: str) -> Course:
        for each in self.all():
            if each.id == course:
                return each
        raise NotFound("This course does not exist here.", hint="Choose another.")

    def search(self, query: CourseQuery, *, count: int = 8) -> list[FoundCourse]:
        self.searches.append(query)
        raise_once(self)
        found = [_found(course, query) for course in self.all() if _fits(course, query)]
        fitting = [each for each in found if each.score]
        return sorted(
            fitting,
            key=lambda each: (
                each.course.language != (query.language or each.course.language),
                -each.score,
                each.course.id,
            ),
        )[:count]

    def near_skills(self, words: str, *, count: int = 4) -> list[Skill]:
        found = self.search(CourseQuery(words=words), count=count)
        near = {id_ for each in found for id_ in each.course.skills}
        return [skill for skill in self.known_skills if skill.id in near][:count]

    def import_csv(self, text: str) -> tuple[int, list[str]]:
        """Of the columns title and url alone."""
        lines = [line.split(",") for line in text.splitlines()[1:]]
        problems = [
            f"Row {n + 2} was left out: it has no url."
            for n, line in enumerate(lines)
            if not line[1:]
        ]
        brought = {
            url: Course(url, title, url, "", 1, {}, "")
            for title, url, *_ in (line for line in lines if line[1:])
        }
        self._imported |= brought
        return len(brought), problems

    def export_csv(self) -> str:
        return "\n".join(["title,url", *(f"{each.title},{each.url}" for each in self.all())])

    def count_imported(self) -> int:
        return len(self._imported)

    def remove_imported(self) -> int:
        count = len(self._imported)
        self._imported.clear()
        return count

    def check_links(self, courses: Sequence[str]) -> dict[str, Course]:
        if not self.is_online:
            return {}
        self.checked += courses
        return {
            each.id: replace(each, checked=CHECKED, is_gone=each.id in self.gone)
            for each in self.all()
            if each.id in courses
        }


def _fits(course: Course, query: CourseQuery) -> bool:
    is_priced_so = query.is_free is None or course.is_free in (None, query.is_free)
    is_short = (course.hours or 0) <= (query.hours_at_most or float("inf"))
    return course.id not in query.exclude and is_priced_so and is_short


def _found(course: Course, query: CourseQuery) -> FoundCourse:
    covered = [skill for skill in query.skills if skill in course.skills]
    shared = stems(query.words) & stems(f"{course.title} {course.description}")
    return FoundCourse(course, 2.0 * len(covered) + len(shared), (*covered, *sorted(shared)))


@dataclass
class FakeSite:
    """A course site that finds the courses whose titles share a word with the query."""

    courses: Sequence[Course] = ()
    name: str = "A site in memory"
    is_set_up: bool = True
    raising: AgentError | None = None
    searches: list[str] = field(default_factory=list)

    def check(self) -> Connection:
        return Connection(is_ok=self.is_set_up, message="Ready." if self.is_set_up else "Off.")

    def search(self, query: str, *, count: int = 5) -> list[Course]:
        self.searches.append(query)
        raise_once(self)
        if not self.is_set_up:
            raise NotConfigured("No course site is set up here.", hint="Set one up.")
        asked = stems(query)
        return [each for each in self.courses if asked & stems(each.title)][:count]
