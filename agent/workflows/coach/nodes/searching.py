"""Where courses are looked for: the catalogue, a course site, the web. Each may fail alone."""

import hashlib
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.errors import NotConfigured, ProviderError
from agent.events import Notice, ToolCalled
from agent.language.catalogs import N_
from agent.ports import Context, Course, CourseQuery, CourseSite, FoundCourse
from agent.ports.courses import Level
from agent.workflows.coach.planning.contracts import Goal
from agent.workflows.coach.planning.gaps import own_skills
from agent.workflows.coach.planning.phrasing import phrase
from agent.workflows.coach.planning.subjects import names_in
from agent.workflows.coach.state import Plain

log = logging.getLogger("interlude.coach")

MOST_FOUND = 12
MOST_OUTSIDE = 5


class Places:
    """The catalogue and what is outside it, for one goal. A place that fails is a notice."""

    def __init__(self, context: Context, goal: Goal, wanted: Mapping[str, Level]) -> None:
        self._context, self._goal, self._wanted = context, goal, wanted
        ports = context.ports
        site, web = ports.course_site, ports.course_web
        self._sites = [site] if site and site.is_set_up else []
        self._web = [web] if web and web.is_set_up else []
        skills = ports.courses.skills()
        self._skills = [*skills, *own_skills(goal, skills)]

    @property
    def has_web(self) -> bool:
        return bool(self._web)

    def search(self, query: CourseQuery, words: str, *, asks_web: bool) -> list[FoundCourse]:
        """What the catalogue has for `query`, and the places outside for the words."""
        started = time.perf_counter()
        # Without a skill of the catalogue its courses can be near at best, which is not fitting.
        courses = self._context.ports.courses
        found = courses.search(query, count=MOST_FOUND) if query.skills else []
        self._report("catalogue", query.words, len(found), started)
        places = [*self._sites, *(self._web if asks_web or not found else [])]
        found += self._fresh(places, words, known=found)
        return self._with_links([e for e in found if e.course.id not in query.exclude])

    def search_web(self, words: str, query: CourseQuery) -> list[FoundCourse]:
        """What the web has for words that a model chose."""
        found = self._fresh(self._web, words, known=())
        return self._with_links([e for e in found if e.course.id not in query.exclude])

    def _fresh(
        self, places: Sequence[CourseSite], words: str, *, known: Sequence[FoundCourse]
    ) -> list[FoundCourse]:
        """What places outside have that is not known yet."""
        found: list[FoundCourse] = []
        for place in places:
            try:
                courses = self._outside(place, words)
            except (ProviderError, NotConfigured) as error:
                log.warning("course search at %s failed: %s", place.name, type(error).__name__)
                failed = phrase(
                    N_("{place} could not be searched: {why} The catalogue was searched."),
                    self._goal.language,
                    place=place.name,
                    why=error.message,
                )
                self._context.report.emit(Notice(failed, "warning"))
                continue
            urls = {each.course.url for each in (*known, *found)}
            found += [self._as_found(e, place) for e in courses if e.url not in urls]
        return found

    def _outside(self, place: CourseSite, words: str) -> list[Course]:
        """From the cache where it was asked for within a day."""
        cache = self._context.ports.course_cache
        key = hashlib.sha256(f"{place.name}\n{words}\n{MOST_OUTSIDE}".encode()).hexdigest()
        started = time.perf_counter()
        if (kept := cache.get(key)) is not None:
            self._report(place.name, words, len(kept), started, how="cached")
            return kept
        courses = place.search(words, count=MOST_OUTSIDE)
        cache.put(key, courses)
        self._report(place.name, words, len(courses), started)
        return courses

    def _report(
        self, place: str, words: str, count: int, started: float, *, how: str = "found"
    ) -> None:
        milliseconds = (time.perf_counter() - started) * 1000
        arguments: Plain = {"where": place, "query": words}
        called = ToolCalled("search_courses", arguments, milliseconds, f"{count} {how}")
        self._context.report.emit(called)

    def _as_found(self, course: Course, place: CourseSite) -> FoundCourse:
        """With the wanted skills that its title names, where its source tells none."""
        if not course.skills:
            named = names_in(course.title, self._skills).skills
            taught = {skill: level for skill, level in self._wanted.items() if skill in named}
            course = replace(course, skills=taught)
        return FoundCourse(course, float(len(course.skills)), (place.name,))

    def _with_links(self, found: Sequence[FoundCourse]) -> list[FoundCourse]:
        """With the date on which each address was tried; what is gone only where all are."""
        inside = [each.course.id for each in found if each.course.source == "catalogue"]
        tried = self._context.ports.courses.check_links(inside)
        now = [replace(each, course=tried.get(each.course.id, each.course)) for each in found]
        return [each for each in now if not each.course.is_gone] or now
