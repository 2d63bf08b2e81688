"""Where courses are looked for: the catalogue, a course site, the web. Each may fail alone."""

import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import replace

from agent.errors import NotConfigured, ProviderError
from agent.events import Notice, ToolCalled
from agent.ports import Context, Course, CourseQuery, CourseSite, FoundCourse
from agent.text import Language
from agent.workflows.coach.planning.naming import names_in
from agent.workflows.coach.words import told

log = logging.getLogger("interlude.coach")

MOST_FOUND = 12
MOST_OUTSIDE = 5


def looked_for(
    query: CourseQuery, outside: str, *, context: Context, language: Language, asks_web: bool
) -> list[FoundCourse]:
    """What the catalogue has for `query`, and the places outside for the words `outside`.

    A place that fails is told as a notice.
    """
    ports = context.ports
    started = time.perf_counter()
    # Without a skill of the catalogue its courses can be near at best, and near is not fitting.
    found = ports.courses.search(query, count=MOST_FOUND) if query.skills else []
    _report(context, "catalogue", query.words, len(found), started)
    places = [ports.course_site] if ports.course_site and ports.course_site.is_set_up else []
    if asks_web or not found:
        places += web_of(context)
    found += _fresh(places, outside, query, known=found, context=context, language=language)
    return _with_links([each for each in found if each.course.id not in query.exclude], context)


def web_of(context: Context) -> list[CourseSite]:
    """The web, where its search is set up."""
    web = context.ports.course_web
    return [web] if web and web.is_set_up else []


def search_web(
    words: str, query: CourseQuery, *, context: Context, language: Language
) -> list[FoundCourse]:
    """What the web has for words that a model chose."""
    found = _fresh(web_of(context), words, query, known=(), context=context, language=language)
    return _with_links([each for each in found if each.course.id not in query.exclude], context)


def _fresh(
    places: Sequence[CourseSite],
    words: str,
    query: CourseQuery,
    *,
    known: Sequence[FoundCourse],
    context: Context,
    language: Language,
) -> list[FoundCourse]:
    """What places outside have that is not known yet."""
    found: list[FoundCourse] = []
    for place in places:
        try:
            courses = _outside(place, words, context)
        except (ProviderError, NotConfigured) as error:
            log.warning("course search at %s failed: %s", place.name, type(error).__name__)
            failed = told("advisor.failed", language, place=place.name, why=error.message)
            context.report.emit(Notice(failed, "warning"))
            continue
        urls = {each.course.url for each in (*known, *found)}
        fresh = [each for each in courses if each.url not in urls]
        found += [_as_found(each, query, place, context) for each in fresh]
    return found


def _outside(place: CourseSite, words: str, context: Context) -> list[Course]:
    """From the cache where it was asked for within a day."""
    cache = context.ports.course_cache
    key = hashlib.sha256(f"{place.name}\n{words}\n{MOST_OUTSIDE}".encode()).hexdigest()
    started = time.perf_counter()
    if (kept := cache.get(key)) is not None:
        _report(context, place.name, words, len(kept), started, how="cached")
        return kept
    courses = place.search(words, count=MOST_OUTSIDE)
    cache.put(key, courses)
    _report(context, place.name, words, len(courses), started)
    return courses


def _report(
    context: Context, place: str, words: str, count: int, started: float, *, how: str = "found"
) -> None:
    milliseconds = (time.perf_counter() - started) * 1000
    arguments = {"where": place, "query": words}
    context.report.emit(ToolCalled("search_courses", arguments, milliseconds, f"{count} {how}"))


def _as_found(
    course: Course, query: CourseQuery, place: CourseSite, context: Context
) -> FoundCourse:
    """With the wanted skills that its title names, where its source tells none."""
    if not course.skills:
        named = names_in(course.title, context.ports.courses.skills()).skills
        course = replace(course, skills={s: v for s, v in query.skills.items() if s in named})
    return FoundCourse(course, float(len(course.skills)), (place.name,))


def _with_links(found: Sequence[FoundCourse], context: Context) -> list[FoundCourse]:
    """With the date on which each address was tried; those that are gone only where all are."""
    inside = [each.course.id for each in found if each.course.source == "catalogue"]
    tried = context.ports.courses.check_links(inside)
    now = [replace(each, course=tried.get(each.course.id, each.course)) for each in found]
    return [each for each in now if not each.course.is_gone] or now
