"""Ranks courses for a search: by the skills they cover first, then by words and meaning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.adapters.courses.indexing import Index
from agent.ports.courses import Course, CourseQuery, FoundCourse

SKILL_WEIGHT = 3.0
WORDS_WEIGHT = 1.5
MEANING_WEIGHT = 1.0
FOCUS_WEIGHT = 0.5
"""For a course that teaches little else than what is wanted."""
TOO_HIGH = 0.5
"""Off for each level that a course begins above what is held."""
NOT_PREPARED = 0.5
"""Off for each prerequisite that is neither held nor wanted."""
GONE = 2.0
PRICE_UNKNOWN = 0.3
"""Off where only what is free is wanted."""
ENOUGH_WORDS = 0.3
"""The share of a query's words from which on a course is about it, whatever it teaches."""
NEAR = 0.2
"""The weight of nearness in meaning."""


@dataclass(frozen=True)
class _Measured:
    course: Course
    base: float
    """Its worth besides the skills that it covers."""
    is_found: bool
    why: tuple[str, ...]


def ranked(
    courses: Sequence[Course], query: CourseQuery, *, index: Index, count: int
) -> list[FoundCourse]:
    """Each next one covers most of what those before it leave open."""
    shares = index.shares(query.words)
    nearness = index.nearness(query.words)
    fitting = [course for course in courses if _fits(course, query)]
    left = [_measured(course, query, shares, nearness) for course in fitting]
    left = [each for each in left if each.is_found]
    open_gaps = {skill: (query.held.get(skill, 0), level) for skill, level in query.skills.items()}
    found: list[FoundCourse] = []
    while left and len(found) < count:
        scores = {each.course.id: _score(each, open_gaps, query) for each in left}
        best = max(left, key=lambda each: (_is_spoken(each, query), scores[each.course.id]))
        left.remove(best)
        found.append(FoundCourse(best.course, round(scores[best.course.id], 3), best.why))
        for skill, (held, wanted) in open_gaps.items():
            open_gaps[skill] = (max(held, min(best.course.skills.get(skill, 0), wanted)), wanted)
    return found


def _fits(course: Course, query: CourseQuery) -> bool:
    if course.id in query.exclude:
        return False
    if query.is_free is not None and course.is_free is (not query.is_free):
        return False
    limit = query.hours_at_most
    if limit is not None and course.hours is not None and course.hours > limit:
        return False
    known = course.skills and all(
        query.held.get(skill, 0) >= level for skill, level in course.skills.items()
    )
    return not known


def _is_spoken(measured: _Measured, query: CourseQuery) -> bool:
    return not query.language or measured.course.language == query.language


def _measured(
    course: Course,
    query: CourseQuery,
    shares: Mapping[str, tuple[float, tuple[str, ...]]],
    nearness: Mapping[str, float],
) -> _Measured:
    covered = {
        skill: min(course.skills[skill], level)
        for skill, level in query.skills.items()
        if min(course.skills.get(skill, 0), level)
        > max(query.held.get(skill, 0), _from(course, skill))
    }
    share, words = shares.get(course.id, (0.0, ()))
    near = nearness.get(course.id, 0.0)
    base = WORDS_WEIGHT * share + MEANING_WEIGHT * near - _obstacles(course, query)
    base += FOCUS_WEIGHT * len(covered) / (len(course.skills) or 1)
    why = [f"skill:{skill}:{level}" for skill, level in covered.items()]
    why += [f"word:{word}" for word in words]
    why += [f"meaning:{near:.2f}"] if near else []
    is_found = bool(covered or share >= ENOUGH_WORDS or near >= NEAR)
    return _Measured(course, base, is_found, tuple(why))


def _obstacles(course: Course, query: CourseQuery) -> float:
    off = GONE if course.is_gone else 0.0
    off += PRICE_UNKNOWN if query.is_free and course.is_free is None else 0.0
    at_hand = {*query.skills, *(skill for skill, level in query.held.items() if level)}
    off += NOT_PREPARED * len(set(course.prerequisites) - at_hand)
    stands = max((query.held.get(skill, 0) for skill in course.skills), default=0)
    return off + TOO_HIGH * max(0, course.level - stands - 1)


def _from(course: Course, skill: str) -> int:
    """The level from which on it teaches: what it asks for, it does not teach from the start."""
    return max(1, course.level - 1) if skill in course.prerequisites else 0


def _score(
    measured: _Measured, open_gaps: Mapping[str, tuple[int, int]], query: CourseQuery
) -> float:
    gained = 0.0
    for skill, (held, wanted) in open_gaps.items():
        whole = wanted - query.held.get(skill, 0)
        if whole > 0:
            taught = min(measured.course.skills.get(skill, 0), wanted)
            gained += max(0, taught - max(held, _from(measured.course, skill))) / whole
    return SKILL_WEIGHT * gained + measured.base
