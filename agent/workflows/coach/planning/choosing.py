"""Which of the found courses to recommend: few, for most of the gaps, in an order to take them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from agent.ports.courses import Course, FoundCourse, Level
from agent.text import Language
from agent.workflows.coach.contracts import CourseInfo, Goal, SkillGap
from agent.workflows.coach.planning.kinds import TOOLS
from agent.workflows.coach.planning.phrasing import counted, listed
from agent.workflows.coach.words import between, comma, level_name, told

FEWEST, MOST = 3, 5
MOST_NAMED = 3
LONG = 300  # hours; a course of so many has to cover twice as much
_DIFFICULTY: dict[int, Literal["", "beginner", "intermediate", "advanced"]] = {
    0: "", 1: "beginner", 2: "intermediate", 3: "advanced",
}  # fmt: skip
Coverage = dict[str, dict[str, Any]]


def choose(
    found: Sequence[FoundCourse],
    gaps: Sequence[SkillGap],
    goal: Goal,
    *,
    today: date | None = None,
    count: int = MOST,
) -> list[CourseInfo]:
    """At most `count`; fewer than three only where no more were found. The first to take first."""
    needed = {gap.skill: gap for gap in gaps if gap.held < gap.required}
    fitting = _fitting(found, goal)
    serving = [each for each in fitting if not uses_other_tool(each.course, goal)]
    covering = _cover(serving, needed, goal, today=today, count=count)
    # Courses of the catalogue that bring nobody nearer to the goal go along with some that do.
    beside = [e for e in fitting if covering or not needed or e.course.source != "catalogue"]
    rest = sorted((e for e in beside if e not in covering), key=lambda e: (-e.score, e.course.id))
    others = rest[: max(0, min(FEWEST, count) - len(covering))]
    courses = in_order([each.course for each in covering], list(needed))
    courses += [each.course for each in others]
    reasons = _Reasons(courses, needed, goal, today)
    return [
        info(course, reasons.of(course), goal.language, is_beside=uses_other_tool(course, goal))
        for course in courses
    ]


def uses_other_tool(course: Course, goal: Goal) -> bool:
    """The goal names what to work in, and the course works in something else."""
    # A role takes skills that are taught with any tool.
    named = TOOLS & goal.skills.keys() if not goal.role else set()
    used = TOOLS & course.skills.keys()
    return bool(named and used) and not named & used


def info(course: Course, reason: str, language: Language, *, is_beside: bool = False) -> CourseInfo:
    return CourseInfo(
        is_beside=is_beside,
        id=course.id,
        title=course.title,
        url=course.url,
        description=course.description,
        difficulty=_DIFFICULTY[course.level],
        duration=_duration(course, language),
        hours=course.hours,
        source=course.source,
        provider=course.provider,
        language=course.language,
        skills=course.skills,
        prerequisites=course.prerequisites,
        reason=reason,
        checked=course.checked,
        is_gone=course.is_gone,
    )


def coverage(courses: Sequence[CourseInfo], gaps: Sequence[SkillGap]) -> Coverage:
    """For each gap, which of the courses bring one how far."""
    return {
        gap.skill: {
            "name": gap.name,
            "required": gap.required,
            "by": {c.id: c.skills[gap.skill] for c in courses if c.skills.get(gap.skill)},
        }
        for gap in gaps
        if gap.held < gap.required
    }


def in_order(courses: Sequence[Course], gaps: Sequence[str] = ()) -> list[Course]:
    """Each after those that teach what it asks for; else by the first gap that it closes."""
    rank = {skill: place for place, skill in enumerate(gaps)}
    waiting = sorted(
        courses,
        key=lambda c: (min((rank[s] for s in c.skills if s in rank), default=len(rank)), c.level),
    )
    done: list[Course] = []
    while waiting:
        # Where two ask for each other, the one with the earlier gap goes first.
        following = next((c for c in waiting if not _after_any(c, waiting)), waiting[0])
        waiting.remove(following)
        done.append(following)
    return done


def _after_any(course: Course, others: Sequence[Course]) -> bool:
    return any(comes_after(course, other) for other in others if other is not course)


def comes_after(course: Course, other: Course) -> bool:
    """The other teaches what this one asks for, or the same skill to a lower level."""
    if any(other.skills.get(skill) for skill in course.prerequisites):
        asks_back = any(course.skills.get(skill) for skill in other.prerequisites)
        return not asks_back or other.level < course.level
    shared = course.skills.keys() & other.skills.keys()
    return bool(shared) and all(other.skills[s] < course.skills[s] for s in shared)


def _fitting(found: Sequence[FoundCourse], goal: Goal) -> list[FoundCourse]:
    """Without what is gone, costs or speaks another language, as long as something is left."""
    once = list({each.course.id: each for each in found}.values())
    rules = (
        lambda c: not c.is_gone,
        lambda c: goal.budget != "free" or c.is_free is not False,
        lambda c: not goal.course_language or c.language == goal.course_language,
    )
    for rule in rules:
        once = [each for each in once if rule(each.course)] or once
    return once


def _cover(
    found: Sequence[FoundCourse],
    needed: dict[str, SkillGap],
    goal: Goal,
    *,
    today: date | None,
    count: int,
) -> list[FoundCourse]:
    """Greedily: each time the one that closes most of what is still open."""
    reached: dict[str, Level] = {skill: gap.held for skill, gap in needed.items()}
    chosen: list[FoundCourse] = []
    hours = _hours_left(goal, today)
    while len(chosen) < count:
        rest = [each for each in found if each not in chosen]
        gains = [(_worth(each, reached, needed, goal=goal, hours=hours), each) for each in rest]
        best = max(gains, key=lambda pair: (pair[0], pair[1].score), default=None)
        if best is None or best[0] <= 0:
            break
        chosen.append(best[1])
        for skill in needed:
            level = best[1].course.skills.get(skill, 0)
            reached[skill] = max(reached[skill], level)
        hours -= best[1].course.hours or 0
    return chosen


def _worth(
    each: FoundCourse,
    reached: dict[str, Level],
    needed: dict[str, SkillGap],
    *,
    goal: Goal,
    hours: float,
) -> float:
    course = each.course
    gain = sum(
        max(0, min(course.skills.get(skill, 0), gap.required) - reached[skill])
        * (1.5 if skill in goal.skills else 1.0)
        for skill, gap in needed.items()
    )
    if not gain:
        return 0.0
    has = {**goal.held, **{skill: level for skill, level in reached.items() if level}}
    lacking = [skill for skill in course.prerequisites if not has.get(skill)]
    # Some other course may teach it; one that asks for what it teaches is for those who have it.
    out_of_reach = [s for s in lacking if s not in needed or s in course.skills]
    # What is far above what is held is of little use, however much it covers.
    opened = [s for s in needed if course.skills.get(s, 0) > reached[s]]
    jump = max(0, course.level - 1 - max(reached[s] for s in opened))
    cost = 1 + (course.hours or 0) / LONG
    is_late = (course.hours or 0) > hours
    return gain / cost * 0.6 ** len(out_of_reach) * 0.8**jump * (0.6 if is_late else 1.0)


def _hours_left(goal: Goal, today: date | None) -> float:
    if not (goal.deadline and goal.hours_a_week and today):
        return float("inf")
    return (date.fromisoformat(goal.deadline) - today).days / 7 * goal.hours_a_week


# Words


@dataclass
class _Reasons:
    courses: list[Course]
    needed: dict[str, SkillGap]
    goal: Goal
    today: date | None

    def of(self, course: Course) -> str:
        language = self.goal.language
        said = [self._what(course), self._when(course), self._but(course)]
        return between(language).join(filter(None, said))

    def _told(self, key: str, **values: object) -> str:
        return told(key, self.goal.language, **values)

    def _what(self, course: Course) -> str:
        closes = self._closes(course)
        if not closes:
            return self._told("course.near" if course.skills else "course.untold")
        names = listed([self.needed[s].name for s in closes[:MOST_NAMED]], self.goal.language)
        if uses_other_tool(course, self.goal):
            return self._told("course.other_tool", skills=names)
        before = self.courses[: self.courses.index(course)]
        for other in before:
            if not uses_other_tool(other, self.goal) and all(
                other.skills.get(s, 0) >= course.skills[s] for s in closes
            ):
                return self._told("course.other_way", skills=names, title=other.title)
        level = level_name(max(course.skills[s] for s in closes), self.goal.language)
        highest = max(course.skills[s] for s in closes)
        top = [self.needed[s].name for s in closes if course.skills[s] == highest]
        names = listed(top[:MOST_NAMED], self.goal.language)
        return self._told("course.covers", level=level, skills=names)

    def _closes(self, course: Course) -> list[str]:
        return [s for s, gap in self.needed.items() if course.skills.get(s, 0) > gap.held]

    def _when(self, course: Course) -> str:
        before = self.courses[: self.courses.index(course)]
        lacking = [
            s for s in course.prerequisites if not self.goal.held.get(s) and not self._is_held(s)
        ]
        if course.prerequisites and not lacking:
            return self._told("course.ready")
        for other in reversed(before):
            if any(other.skills.get(s) for s in lacking):
                return self._told("course.after", title=other.title)
        names = [self.needed[s].name for s in lacking if s in self.needed]
        if names:
            return self._told(
                "course.expects", skills=listed(names[:MOST_NAMED], self.goal.language)
            )
        return ""

    def _is_held(self, skill: str) -> bool:
        return skill in self.needed and self.needed[skill].held > 0

    def _but(self, course: Course) -> str:
        if (course.hours or 0) > _hours_left(self.goal, self.today):
            return self._told("course.long")
        if self.goal.budget == "free" and course.is_free is None:
            return self._told("course.cost")
        tongue = self.goal.course_language
        return self._told("course.language") if tongue and course.language != tongue else ""


def _duration(course: Course, language: Language) -> str:
    said = []
    if course.weeks:
        said.append(counted("week", course.weeks, language))
    if course.hours_a_week:
        low, high = course.hours_a_week
        hours = counted("hour", high, language)
        if low != high:
            hours = hours.replace(f"{high:g}", f"{low:g}–{high:g}", 1)
        said.append(told("duration.a_week", language, hours=hours))
    elif course.hours:
        said.append(counted("hour", course.hours, language))
    return comma(language).join(said) or told("duration.unknown", language)
