"""A plan out of gaps and courses: milestones in order, with hours and dates computed by rules."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TypeVar

from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.language.text import Language
from agent.ports.courses import Level
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.planning.gaps import open_ones
from agent.workflows.coach.planning.phrasing import listed, phrase, span_of

FEWEST, USUAL, MOST = 3, 8, 40
"""Milestones."""
LONGEST = 40.0
"""Hours of one milestone."""
USUAL_HOURS = 5.0
"""A week, unless the user says otherwise."""
LEAST_HOURS = 0.25
MOST_IN_TITLE = 3
HOURS_OF = {"": 30.0, "beginner": 30.0, "intermediate": 45.0, "advanced": 60.0}
"""An estimate for a course whose source does not tell its length."""
HOURS_PER_LEVEL = 12.0
"""An estimate for what is learnt without a course."""
PROJECT_SHARE = 0.15
OWN_WORK = N_("Self-study: put what you have learned to use. It needs no course.")
OWN_PROJECT = N_("Put it together: a project of your own")
PART = N_("{title}, part {n} of {of}")


@dataclass(frozen=True)
class Draft:
    """A milestone before it has a place in time. `of` counts those that teach the same."""

    skills: dict[str, Level]
    hours: float
    courses: tuple[CourseInfo, ...] = ()
    part: int = 1
    of: int = 1
    is_project: bool = False
    is_further: bool = False
    """A course has led part of the way."""

    @property
    def asked(self) -> set[str]:
        """Skills that its courses expect."""
        return {skill for course in self.courses for skill in course.prerequisites}


def plan(
    goal: Goal,
    gaps: Sequence[SkillGap],
    courses: Sequence[CourseInfo],
    start: date,
    today: date,
) -> LearningPlan:
    """Of the open gaps, in the courses' order. Raises AgentError when no gap is open."""
    needed = open_ones(gaps)
    if not needed:
        raise AgentError(
            goal.say(N_("There is nothing left to learn for this goal.")),
            hint=goal.say(N_("Name a higher goal, or lower one of your levels.")),
        )
    week = max(LEAST_HOURS, goal.hours_a_week or USUAL_HOURS)
    drafts = _number(_enough(_short(_few(_drafts(needed, courses)))))
    names = {gap.skill: gap.name for gap in needed}
    empty = LearningPlan(
        id="",
        goal=goal,
        milestones=(),
        recommended_courses=tuple(courses),
        estimated_duration="",
        created_at=today.isoformat(),
        hours_a_week=week,
        start=start.isoformat(),
    )
    return lay_out(empty, [_milestone(draft, goal, names) for draft in drafts], needed)


def lay_out(
    plan: LearningPlan, milestones: Sequence[Milestone], gaps: Sequence[SkillGap]
) -> LearningPlan:
    """The plan of these, numbered and one after the other, so that no week holds too much.

    What each builds on comes from its skills, and from what its courses expect.
    """
    needs = {gap.skill: gap.needs for gap in gaps}
    expected = {course.id: course.prerequisites for course in plan.recommended_courses}
    found: list[Milestone] = []
    day = date.fromisoformat(plan.start)
    for each in milestones:
        asked = set(each.skills).union(*(needs[skill] for skill in each.skills))
        asked = asked.union(*(expected[course] for course in each.courses))
        due = day + timedelta(days=days_for(each.hours, plan.hours_a_week) - 1)
        changed = {
            "id": f"M{len(found) + 1}",
            "start": day.isoformat(),
            "due": due.isoformat(),
            "prerequisites": tuple(other.id for other in found if asked & other.skills.keys()),
        }
        found.append(each.model_copy(update=changed))
        day = due + timedelta(days=1)
    duration = duration_of(found, plan.goal.language)
    return plan.model_copy(update={"milestones": tuple(found), "estimated_duration": duration})


def days_for(hours: float, week: float) -> int:
    """The fewest days in which so many hours fit, with so many in each week."""
    return max(1, math.ceil(round(hours * 7 / max(LEAST_HOURS, week), 6)))


def duration_of(milestones: Sequence[Milestone], language: Language) -> str:
    first = min(date.fromisoformat(each.start) for each in milestones)
    last = max(date.fromisoformat(each.ends) for each in milestones)
    return span_of((last - first).days + 1, sum(each.hours for each in milestones), language)


def closing(
    courses: Sequence[CourseInfo], needed: Sequence[SkillGap]
) -> list[tuple[CourseInfo, dict[str, Level]]]:
    """Those that milestones are made of, each with what it brings beyond the ones before it."""
    reached: dict[str, Level] = {gap.skill: gap.held for gap in needed}
    found = []
    for course in courses:
        brought: dict[str, Level] = {}
        for gap in needed:
            level = min(course.skills.get(gap.skill, 0), gap.required)
            if level > reached[gap.skill] and not course.is_beside:
                brought[gap.skill] = level
        if brought:
            reached |= brought
            found.append((course, brought))
    return found


# What belongs together


def _drafts(needed: Sequence[SkillGap], courses: Sequence[CourseInfo]) -> list[Draft]:
    """One for each course that closes something still open, and one for each gap without."""
    reached: dict[str, Level] = {gap.skill: gap.held for gap in needed}
    drafts: list[Draft] = []
    for course, opens in closing(courses, needed):
        reached |= opens
        drafts.append(Draft(opens, course.hours or HOURS_OF[course.difficulty], (course,)))
    for gap in needed:
        if missing := max(0, gap.required - reached[gap.skill]):
            begun = reached[gap.skill] > gap.held
            own = Draft({gap.skill: gap.required}, HOURS_PER_LEVEL * missing, is_further=begun)
            drafts.append(own)
    return _in_order(drafts, needed)


def _in_order(drafts: Sequence[Draft], needed: Sequence[SkillGap]) -> list[Draft]:
    """Each after what it builds on; else by the first gap that it closes."""
    rank = {gap.skill: place for place, gap in enumerate(needed)}
    needs = {gap.skill: gap.needs for gap in needed}
    waiting = sorted(drafts, key=lambda each: min(rank[skill] for skill in each.skills))
    return put_in_order(waiting, lambda one, other: _builds_on(one, other, needs))


T = TypeVar("T")


def put_in_order(waiting: list[T], comes_after: Callable[[T, T], bool]) -> list[T]:
    """Each after those that it comes after; where two come after each other, as they were."""
    left, done = list(waiting), []
    while left:
        free = (e for e in left if not any(comes_after(e, o) for o in left if o is not e))
        done.append(next(free, left[0]))
        left.remove(done[-1])
    return done


def _builds_on(draft: Draft, other: Draft, needs: Mapping[str, Sequence[str]]) -> bool:
    asked = draft.asked.union(*(needs[skill] for skill in draft.skills)) - draft.skills.keys()
    return bool(asked & other.skills.keys()) or any(
        other.skills.get(skill, level) < level for skill, level in draft.skills.items()
    )


def _few(drafts: list[Draft]) -> list[Draft]:
    """Neighbours join where there are many: those without a course and the smallest first."""
    while len(drafts) > USUAL:
        pairs = [
            Draft(one.skills | two.skills, one.hours + two.hours, (*one.courses, *two.courses))
            for one, two in pairwise(drafts)
        ]
        fitting = [at for at, pair in enumerate(pairs) if pair.hours <= LONGEST]
        if not fitting:
            break
        best = min(fitting, key=lambda at: (len(pairs[at].courses), pairs[at].hours))
        drafts = [*drafts[:best], pairs[best], *drafts[best + 2 :]]
    return drafts


def _enough(drafts: list[Draft]) -> list[Draft]:
    """Bring the milestones to at least three: split the longest, and end with a project."""
    if len(drafts) >= FEWEST:
        return drafts
    while len(drafts) < FEWEST - 1:
        at = max(range(len(drafts)), key=lambda place: drafts[place].hours)
        drafts = [*drafts[:at], *_parts(drafts[at], 2), *drafts[at + 1 :]]
    hours = max(1.0, round(PROJECT_SHARE * sum(each.hours for each in drafts)))
    skills = {skill: level for each in drafts for skill, level in each.skills.items()}
    return [*drafts, Draft(skills, min(hours, LONGEST), is_project=True)]


def _short(drafts: Sequence[Draft]) -> list[Draft]:
    """Split milestones that would take months, which are hard to track, into parts in a row."""
    return [part for each in drafts for part in _parts(each, math.ceil(each.hours / LONGEST))]


def _parts(draft: Draft, count: int) -> list[Draft]:
    return [replace(draft, hours=draft.hours / count)] * count


def _number(drafts: Sequence[Draft]) -> list[Draft]:
    """Those that teach the same are parts of one thing, also where several courses do."""
    kinds = [(*each.skills, each.is_project, each.is_further) for each in drafts]
    return [
        replace(each, part=kinds[: at + 1].count(kinds[at]), of=kinds.count(kinds[at]))
        for at, each in enumerate(drafts)
    ]


# One milestone


def _milestone(draft: Draft, goal: Goal, names: Mapping[str, str]) -> Milestone:
    named = [names[skill] for skill in draft.skills]
    kind = PROJECT if draft.is_project else kind_of(draft.skills)
    estimate = N_("The hours are an estimate; the source gives none.")
    is_estimate = any(course.hours is None for course in draft.courses)
    return Milestone(
        outcome=outcome_of(kind, named[:MOST_IN_TITLE], goal.language),
        proof=proof_of(kind, goal.language),
        tips=goal.say(estimate) if is_estimate else "",
        id="",
        title=_title(draft, listed(named[:MOST_IN_TITLE], goal.language), goal),
        skills=draft.skills,
        courses=tuple(course.id for course in draft.courses),
        no_course="" if draft.courses else _why_none(draft, listed(named, goal.language), goal),
        hours=round(draft.hours, 2),
        start="",
        due="",
    )


def _title(draft: Draft, skills: str, goal: Goal) -> str:
    """Return the milestone's title; parts of one course are numbered."""
    title = skills
    if draft.is_project:
        title = goal.say(OWN_PROJECT)
    elif draft.is_further:
        title = goal.say(N_("Practice: {skills}"), skills=skills)
    return goal.say(PART, title=title, n=draft.part, of=draft.of) if draft.of > 1 else title


def _why_none(draft: Draft, skills: str, goal: Goal) -> str:
    if draft.is_project:
        return goal.say(OWN_WORK)
    further = N_(
        "The chosen courses cover {skills} only in part: continue with your own exercises."
    )
    without = N_(
        "None of the courses chosen teaches {skills}: ask for more courses, or work from"
        " documentation and exercises."
    )
    return goal.say(further if draft.is_further else without, skills=skills)


# The kind of its skills, which decides what shows that a learner has them


STUDY = "study"
PROJECT = "project"
_KINDS: dict[str, str] = {
    "code": "programming python java javascript c-cpp functional-programming scala haskell"
    " logic-programming programming-languages object-oriented-design parallel-programming"
    " r-language",
    "data": "sql databases semistructured-data big-data data-analysis data-visualisation"
    " statistics",
    "models": "machine-learning deep-learning data-mining",
    "maths": "discrete-mathematics formal-logic mathematical-thinking calculus linear-algebra"
    " multivariable-calculus differential-equations numerical-methods probability real-analysis"
    " abstract-algebra topology geometry differential-geometry theory-of-computation game-theory",
    "algorithms": "algorithms data-structures computational-geometry",
    "web": "web-frontend web-backend mobile-development",
    "security": "security secure-coding web-security digital-forensics",
    "tools": "command-line version-control latex debugging software-testing",
    "making": "game-development computer-graphics robotics embedded-systems software-architecture"
    " software-engineering",
}
_PROOFS = {
    "code": N_(
        "A program of at least 150 lines in a repository, with tests that pass and a README."
    ),
    "data": N_(
        "A public data set loaded and cleaned, with ten queries or charts and what each one shows."
    ),
    "models": N_(
        "A notebook that trains a model on public data, measured on data that it has not seen."
    ),
    "maths": N_(
        "Two problem sets worked by hand and checked, and one proof or derivation in your own"
        " words."
    ),
    "algorithms": N_(
        "Fifteen problems solved in code, each with its running time argued in two sentences."
    ),
    "web": N_("An app at an address that others can open, that keeps what they enter."),
    "security": N_(
        "A written finding on a practice system of your own: the weakness, how it shows, and "
        "its fix."
    ),
    "tools": N_(
        "Your own work of one week done with it, and a page of notes with the ten steps you "
        "used most."
    ),
    "making": N_("A two-minute demo that another person has tried, and what you changed after."),
    STUDY: N_("Three exercises done and checked, and a summary of one page in your own words."),
    PROJECT: N_(
        "The finished project with a page that says what it does, how it works and what is missing."
    ),
}
_BY_SKILL = {skill: kind for kind, skills in _KINDS.items() for skill in skills.split()}


def kind_of(skills: Mapping[str, int]) -> str:
    """The one with the most to learn in it; of equal ones the last, to which the others lead."""
    levels: dict[str, int] = {}
    for skill, level in skills.items():
        if kind := _BY_SKILL.get(skill):
            levels[kind] = levels.pop(kind, 0) + level
    return max(reversed(levels), key=levels.__getitem__, default=STUDY)


def outcome_of(kind: str, names: Sequence[str], language: Language) -> str:
    """What one can do after a milestone of that kind."""
    project = N_("You can use {skills} on something that you chose yourself.")
    usual = N_("You can explain and apply {skills}.")
    said = project if kind == PROJECT else usual
    return phrase(said, language, skills=listed(names, language))


def proof_of(kind: str, language: Language) -> str:
    """What shows that it is done."""
    return phrase(_PROOFS[kind], language)
