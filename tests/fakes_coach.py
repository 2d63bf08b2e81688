"""The catalogue of courses and a course site in memory.

`raising` is raised by the next call, before it does anything. `searches` count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from agent.adapters.courses.catalogue import Catalogue
from agent.errors import AgentError, NotConfigured
from agent.language.text import stems
from agent.ports.courses import Course, CourseQuery, FoundCourse
from agent.ports.work_items import Connection
from tests.fakes_content import raise_once
from tests.stores import library_tables

CHECKED = "2026-01-01"


class FakeCourses(Catalogue):
    """What comes with the app, unless a test brings its own, compared by words.

    `gone` are those whose address does not answer; `is_online` says whether any is tried.
    """

    def __init__(self, brought: Sequence[Course] | None = None) -> None:
        super().__init__(library_tables())
        self.brought = brought
        self.gone: set[str] = set()
        self.is_online = False
        self.raising: AgentError | None = None
        self.searches: list[CourseQuery] = []
        self.checked: list[str] = []

    def _courses(self) -> tuple[Course, ...]:
        return super()._courses() if self.brought is None else tuple(self.brought)

    def search(self, query: CourseQuery, *, count: int = 8) -> list[FoundCourse]:
        self.searches.append(query)
        raise_once(self)
        return super().search(query, count=count)

    def check_links(self, courses: Sequence[str]) -> dict[str, Course]:
        if not self.is_online:
            return {}
        self.checked += courses
        return {
            each.id: replace(each, checked=CHECKED, is_gone=each.id in self.gone)
            for each in self.all()
            if each.id in courses
        }


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
