"""Which of the found courses to recommend: few, for most of the gaps, in an order to take them."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any, get_args

from agent.language.catalogs import N_
from agent.ports.courses import Course, CourseQuery, Courses, FoundCourse, Level
from agent.workflows.coach.planning.building import put_in_order
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Difficulty,
    Goal,
    LearningPlan,
    SkillGap,
)
from agent.workflows.coach.planning.gaps import needed_for, open_ones
from agent.workflows.coach.planning.phrasing import (
    comma,
    counted,
    join_sentences,
    level_name,
    listed,
)

FEWEST, MOST = 3, 5
MOST_NAMED = 3
MOST_NEAR = 20
LEAST_SHARE = 0.3
"""Of the skills that a course teaches, which have to be of use: one is not taken for a detail."""
TOOLS = frozenset({"python", "java", "javascript", "c-cpp", "scala", "haskell", "r-language"})
"""What one works in: who names one of them is not served by another."""
DIFFICULTIES = get_args(Difficulty)
TAKEN_OVER = CourseInfo.model_fields.keys() & {each.name for each in fields(Course)}
Coverage = dict[str, dict[str, Any]]


def choose(
    found: Sequence[FoundCourse],
    gaps: Sequence[SkillGap],
    goal: Goal,
    *,
    today: date | None = None,
) -> list[CourseInfo]:
    """At most five that bring one nearer to the goal, the first to take first."""
    needed = {gap.skill: gap for gap in open_ones(gaps)}
    serving = [e for e in _fitting(found, goal) if not uses_other_tool(e.course, goal)]
    hours = _hours_left(goal, today)
    serving.sort(key=lambda each: (each.course.hours or 0) > hours)
    named = {skill: gap for skill, gap in needed.items() if skill in goal.skills}
    first = [each.course for each in _covering(serving, named or needed)[:MOST]]
    wanted = {gap.skill: gap for gap in needed_for(goal, gaps, first)} if named else needed
    covering = [each.course for each in _covering(serving, wanted)[:MOST]]
    # Without known gaps the best of the search; sources outside may not tell what they teach.
    others = [e.course for e in serving if not needed or not e.course.skills]
    courses = in_order(covering, list(needed)) + others[: max(0, FEWEST - len(covering))]
    return [
        info(course, _reason(course, courses[:place], needed, goal=goal, today=today), goal)
        for place, course in enumerate(courses)
    ]


def uses_other_tool(course: Course, goal: Goal) -> bool:
    """The goal names what to work in, and the course works in something else."""
    # A role takes skills that are taught with any tool.
    named = TOOLS & goal.skills.keys() if not goal.role else set()
    used = TOOLS & course.skills.keys()
    return bool(named and used) and not named & used


def info(course: Course, reason: str, goal: Goal) -> CourseInfo:
    return CourseInfo(
        **{name: getattr(course, name) for name in TAKEN_OVER},
        difficulty=DIFFICULTIES[course.level],
        duration=_duration(course, goal),
        reason=reason,
    )


def alternatives(
    plan: LearningPlan, found: Sequence[CourseInfo], catalogue: Courses
) -> list[CourseInfo]:
    """What a milestone can be given: the plan's courses, those found, and the nearest others."""
    goal = plan.goal
    query = CourseQuery(
        words=goal.text,
        skills={skill: level for each in plan.open for skill, level in each.skills.items()},
        language=goal.course_language or "",
        is_free=True if goal.budget == "free" else None,
    )
    near = [each.course for each in catalogue.search(query, count=MOST_NEAR)]
    others = [info(each, "", goal) for each in near if not each.is_gone]
    return list({c.id: c for c in (*others, *found, *plan.recommended_courses)}.values())


def coverage(courses: Sequence[CourseInfo], gaps: Sequence[SkillGap]) -> Coverage:
    """For each gap, which of the courses bring one how far."""
    return {
        gap.skill: {
            "name": gap.name,
            "required": gap.required,
            "by": {c.id: c.skills[gap.skill] for c in courses if c.skills.get(gap.skill)},
        }
        for gap in open_ones(gaps)
    }


def in_order(courses: Sequence[Course], gaps: Sequence[str] = ()) -> list[Course]:
    """Each after those that teach what it asks for; else by the first gap that it closes."""
    rank = {skill: place for place, skill in enumerate(gaps)}
    waiting = sorted(
        courses,
        key=lambda c: (min((rank[s] for s in c.skills if s in rank), default=len(rank)), c.level),
    )
    return put_in_order(waiting, comes_after)


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


def _covering(found: Sequence[FoundCourse], needed: dict[str, SkillGap]) -> list[FoundCourse]:
    """In the order of the search, those that close something which those before leave open."""
    reached: dict[str, Level] = {skill: gap.held for skill, gap in needed.items()}
    chosen: list[FoundCourse] = []
    for each in found:
        brought = {
            skill: level
            for skill in needed
            if (level := each.course.skills.get(skill, 0)) > reached[skill]
        }
        closes = any(reached[skill] < needed[skill].required for skill in brought)
        if closes and len(brought) >= LEAST_SHARE * len(each.course.skills):
            chosen.append(each)
            reached |= brought
    return chosen


def _hours_left(goal: Goal, today: date | None) -> float:
    if not (goal.deadline and goal.hours_a_week and today):
        return float("inf")
    return (date.fromisoformat(goal.deadline) - today).days / 7 * goal.hours_a_week


# Words


def _reason(
    course: Course,
    before: Sequence[Course],
    needed: dict[str, SkillGap],
    *,
    goal: Goal,
    today: date | None,
) -> str:
    """What it brings one to, what it comes after, and what speaks against it."""
    said = [_what(course, needed, goal)]
    lacking = [s for s in course.prerequisites if not goal.held.get(s)]
    lacking = [s for s in lacking if s not in needed or not needed[s].held]
    first = (other for other in reversed(before) if any(other.skills.get(s) for s in lacking))
    said += [goal.say(N_("Take it after “{title}”."), title=each.title) for each in first][:1]
    if (course.hours or 0) > _hours_left(goal, today):
        said.append(goal.say(N_("It takes longer than you have until your deadline.")))
    if goal.budget == "free" and course.is_free is None:
        said.append(goal.say(N_("Its source does not say whether it is free.")))
    if goal.course_language and course.language != goal.course_language:
        said.append(goal.say(N_("It is not in the language you asked for.")))
    return join_sentences(said, goal.language)


def _what(course: Course, needed: dict[str, SkillGap], goal: Goal) -> str:
    closes = [s for s, gap in needed.items() if course.skills.get(s, 0) > gap.held]
    if not closes:
        near = N_("Related to your goal, but it teaches nothing you still need.")
        untold = N_("Found for your goal; its source does not say what level it leads to.")
        return goal.say(near if course.skills else untold)
    highest = max(course.skills[s] for s in closes)
    names = [needed[s].name for s in closes if course.skills[s] == highest]
    return goal.say(
        N_("It brings you to {level} in {skills}."),
        level=level_name(highest, goal.language),
        skills=listed(names[:MOST_NAMED], goal.language),
    )


def _duration(course: Course, goal: Goal) -> str:
    said = []
    if course.weeks:
        said.append(counted("week", course.weeks, goal.language))
    if course.hours_a_week:
        low, high = course.hours_a_week
        hours = counted("hour", high, goal.language)
        if low != high:
            hours = hours.replace(f"{high:g}", f"{low:g}–{high:g}", 1)
        said.append(goal.say(N_("{hours} a week"), hours=hours))
    elif course.hours:
        said.append(counted("hour", course.hours, goal.language))
    return comma(goal.language).join(said) or goal.say(N_("length not stated"))
