"""The Courses port: the courses that come with the app, and those that a school has imported."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from pydantic import TypeAdapter

from agent.adapters.courses import built_in as catalogue
from agent.adapters.courses import sheet
from agent.adapters.courses.indexing import Index, nearest_skills
from agent.adapters.courses.links import Links
from agent.adapters.courses.ranking import ranked
from agent.errors import AgentError, NotFound
from agent.ports import Embedder
from agent.ports.courses import Course, CourseQuery, FoundCourse, Role, Skill
from agent.store.database import Database

_COURSE = TypeAdapter(Course)


def today_utc() -> date:
    return datetime.now(UTC).date()


class Catalogue:
    """Without `links` no address is tried; without an embedder words alone are compared."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder | None = None,
        *,
        links: Links | None = None,
        today: Callable[[], date] = today_utc,
    ) -> None:
        self._db = database
        self._embedder = embedder
        self._links = links
        self._today = today
        self._lock = threading.Lock()
        self._index: tuple[tuple[Course, ...], Index] | None = None

    def skills(self) -> list[Skill]:
        return list(catalogue.skills())

    def roles(self) -> list[Role]:
        return list(catalogue.roles())

    def all(self) -> list[Course]:
        seen = {row["url"]: row for row in self._db.all("SELECT * FROM course_link")}
        return [
            replace(course, checked=row["checked"], is_gone=bool(row["is_gone"]))
            if (row := seen.get(course.url))
            else course
            for course in self._courses()
        ]

    def course(self, course: str) -> Course:
        for each in self.all():
            if each.id == course:
                return each
        raise NotFound("This course is not in the catalogue.", hint="Choose another.")

    def search(self, query: CourseQuery, *, count: int = 8) -> list[FoundCourse]:
        return ranked(self.all(), query, index=self._indexed(), count=count)

    def near_skills(self, words: str, *, count: int = 4) -> list[Skill]:
        if self._embedder is None or not words.strip():
            found = self.search(CourseQuery(words=words), count=count)
            known = {skill.id: skill for skill in self.skills()}
            near = dict.fromkeys(id_ for each in found for id_ in each.course.skills)
            return [known[id_] for id_ in near if id_ in known][:count]
        skills = self.skills()
        try:
            near_by = nearest_skills(words, skills, database=self._db, embedder=self._embedder)
        except AgentError:
            return []
        return near_by[:count]

    # What a school brings

    def import_csv(self, text: str) -> tuple[int, list[str]]:
        courses, problems = sheet.read(text, self.skills())
        known = {course.url: course.id for course in catalogue.courses()}
        with self._db.transaction():
            row = self._db.one("SELECT coalesce(max(n), 0) AS n FROM course")
            last = int(row["n"]) if row else 0
            for number, course in enumerate(courses, start=last + 1):
                # One that comes with the app keeps its id, which plans may name.
                kept = replace(course, id=known.get(course.url, course.id))
                data = _COURSE.dump_json(kept).decode()
                self._db.put("course", id=kept.id, n=number, data=data)
        return len(courses), problems

    def export_csv(self) -> str:
        return sheet.written(self._courses())

    def count_imported(self) -> int:
        return len(self._db.all("SELECT id FROM course"))

    def remove_imported(self) -> int:
        return self._db.run("DELETE FROM course")

    def _courses(self) -> tuple[Course, ...]:
        rows = self._db.all("SELECT data FROM course ORDER BY n")
        imported = [_COURSE.validate_json(row["data"]) for row in rows]
        courses = {course.id: course for course in catalogue.courses()}
        return tuple({**courses, **{course.id: course for course in imported}}.values())

    def _indexed(self) -> Index:
        courses = self._courses()
        with self._lock:
            if self._index is None or self._index[0] != courses:
                index = Index(courses, self.skills(), database=self._db, embedder=self._embedder)
                self._index = (courses, index)
            return self._index[1]

    # Links

    def check_links(self, courses: Sequence[str]) -> dict[str, Course]:
        if self._links is None:
            return {}
        wanted = [course for course in self.all() if course.id in set(courses)]
        day = self._today().isoformat()
        answered = {course.url: course.checked for course in wanted}
        states = self._links.states([c.url for c in wanted if c.checked != day or c.is_gone])
        with self._db.transaction():
            for url, state in states.items():
                is_gone = state == "gone"
                checked = answered[url] if is_gone else day
                self._db.put("course_link", url=url, checked=checked, is_gone=is_gone)
        tried = {course.id for course in wanted if course.url in states or course.checked == day}
        return {course.id: course for course in self.all() if course.id in tried}
