"""What a model is asked for a plan: courses, and the plan.

It writes in the learner's language. Dates stay with the rules, and so does what they can check.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, Field

from agent.guardrails import fenced
from agent.ports.courses import Level
from agent.steps import Step
from agent.workflows.coach.planning.building import FEWEST, LONGEST, MOST, USUAL_HOURS
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Finding,
    Goal,
    SkillGap,
)
from agent.workflows.coach.state import Plain
from agent.workflows.coach.steps import LANGUAGE, Taken

LONGEST_TITLE = 100
LONGEST_TEXT = 400
SHARE_OF_COURSES = 0.8
"""Of the hours of the courses in it, which a plan must have at least."""


# Courses


class CoursesFor(Taken):
    goal: str
    gaps: list[SkillGap]
    candidates: list[CourseInfo]
    hint: str = ""
    limits: str = ""
    """Time, money and languages, as the learner said them."""
    may_search: bool = False


class Pick(BaseModel):
    course: str
    reason: str = Field(min_length=1)


class Picks(BaseModel):
    picks: list[Pick] = Field(max_length=12)
    nothing_fits: str = Field(default="", description="Why, where no course serves the goal")
    search_web: str = Field(
        default="", max_length=120, description="Words of a web search for courses, or empty"
    )


def _courses_prompt(value: CoursesFor) -> str:
    search = (
        " Where none of these serves the goal well, give the words of a web search for courses in"
        " `search_web`, without anything personal: you are then asked again with what it found."
    )
    return (
        "Recommend up to five of these courses to a learner, the first to take first, and say of"
        " each in one sentence why this one, for this learner. Choose what serves the goal and fits"
        " what the learner has, is able to follow and has time for; leave out theory that the goal"
        " does not need. Where nothing serves the goal, choose none and say why in `nothing_fits`."
        " Name courses by their ids. There are no others: what is not in the list does not exist."
        f"{search if value.may_search else ''}{LANGUAGE}"
        f"\n\nCourses:\n{fenced(_course_lines(value.candidates), source='courses')}"
        f"\n\nThe learner's limits: {value.limits}"
        f"\n\nSkills and levels (0 none to 3 advanced):\n{_gap_lines(value.gaps)}"
        f"\n\nWhat the learner said of the courses so far:\n{fenced(value.hint, source='hint')}"
        f"\n\nThe goal:\n{fenced(value.goal, source='goal')}"
    )


def _course_lines(courses: Sequence[CourseInfo]) -> str:
    return "\n".join(f"- {each.id}: {'; '.join(filter(None, _facts(each)))}" for each in courses)


def _facts(course: CourseInfo) -> Iterator[str]:
    yield course.title
    yield course.provider
    yield course.difficulty or "level unknown"
    yield f"{course.hours:g} h" if course.hours else course.duration or "length unknown"
    yield course.language
    yield {True: "free", False: "costs money", None: ""}[course.is_free]
    yield f"brings {', '.join(f'{s} {n}' for s, n in course.skills.items()) or 'unknown skills'}"
    yield f"expects {', '.join(course.prerequisites)}" if course.prerequisites else ""


def _gap_lines(gaps: Sequence[SkillGap]) -> str:
    return (
        "\n".join(
            f"- {gap.skill} ({gap.name}): has {gap.held}, needs {gap.required}"
            + (f", builds on {', '.join(gap.needs)}" if gap.needs else "")
            + (f" [{gap.evidence}]" if gap.evidence else "")
            for gap in gaps
        )
        or "(none)"
    )


RECOMMEND = Step("recommend_courses", CoursesFor, Picks, _courses_prompt, temperature=0.6)


# A plan


class Reached(BaseModel):
    skill: str
    level: Level = Field(description="1 beginner, 2 intermediate, 3 advanced")


class Proposed(BaseModel):
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    outcome: str = Field(min_length=1, max_length=LONGEST_TEXT, description="What one can do then")
    proof: str = Field(
        min_length=1, max_length=LONGEST_TEXT, description="Something concrete that shows it"
    )
    tips: str = Field(default="", max_length=LONGEST_TEXT)
    skills: list[Reached] = Field(min_length=1)
    courses: list[str] = Field(default_factory=list, description="Ids; empty for own work")
    own_work: str = Field(
        default="", max_length=LONGEST_TEXT, description="What to do where no course fits, and why"
    )
    hours: float = Field(gt=0, le=LONGEST)


class Proposal(BaseModel):
    milestones: list[Proposed] = Field(min_length=FEWEST, max_length=MOST)


class PlanFor(Taken):
    goal: Goal
    gaps: list[SkillGap]
    courses: list[CourseInfo]
    findings: list[Finding] = Field(default_factory=list)


def _plan_prompt(value: PlanFor) -> str:
    goal = value.goal
    hours, until = goal.hours_a_week or USUAL_HOURS, goal.deadline or "no deadline"
    findings = "\n".join(f"- {each.milestone or 'all'}: {each.sentence}" for each in value.findings)
    found = (
        f"\n\nThe rules found this in your first plan; mend it:\n{fenced(findings, 'findings')}"
        * bool(findings)
    )
    return (
        f"Plan how a learner reaches a goal, in {FEWEST} to 12 milestones, in the order in which"
        " they are taken. Nothing comes before what it builds on. A milestone has at most"
        f" {LONGEST:g} hours: a longer course goes over several, each naming it. Use the courses"
        " that fit and leave out the others; where none fits, `own_work` says what to do instead."
        " The hours of a course are its source's. Leave out what the learner already has. Dates are"
        f" computed from the hours, so name none.{LANGUAGE}"
        f"\n\nCourses:\n{fenced(_course_lines(value.courses) or '(none)', 'courses')}"
        f"\n\nSkills and levels (0 none to 3 advanced):\n{_gap_lines(value.gaps)}"
        f"\n\nThe learner: {hours:g} hours a week, until: {until}"
        f"\n{fenced(goal.background or '(nothing else said)', 'learner')}"
        f"\n\nThe goal:\n{fenced(goal.text, 'goal')}{found}"
    )


def _plan_problems(value: PlanFor, given: Proposal) -> list[str]:
    """What makes a plan impossible or false."""
    courses = {each.id: each for each in value.courses}
    skills = {gap.skill for gap in value.gaps}
    named = dict.fromkeys(id_ for each in given.milestones for id_ in each.courses)
    taught = {one.skill for each in given.milestones for one in each.skills}
    found = [f"There is no course {id_}." for id_ in named if id_ not in courses]
    found += [f"There is no skill {s}; there are: {', '.join(skills)}." for s in taught - skills]
    found += [
        f"“{each.title}” has neither a course nor own_work."
        for each in given.milestones
        if not each.courses and not each.own_work.strip()
    ]
    found += _out_of_order(value.gaps, given)
    hours = sum(courses[id_].hours or 0 for id_ in named if id_ in courses)
    planned = sum(each.hours for each in given.milestones)
    if planned < SHARE_OF_COURSES * hours:
        found.append(f"The courses take {hours:g} hours, the milestones only {planned:g}.")
    return found


def _out_of_order(gaps: Sequence[SkillGap], given: Proposal) -> Iterator[str]:
    needs = {gap.skill: gap.needs for gap in gaps}
    first: dict[str, int] = {}
    for place, each in enumerate(given.milestones):
        for one in each.skills:
            first.setdefault(one.skill, place)
    for skill, place in first.items():
        for need in needs.get(skill, ()):
            if first.get(need, place) > place:
                yield f"{skill} builds on {need}, which comes later."


def _plan_ids(value: PlanFor, schema: Plain) -> Plain:
    """With the skills and courses that there are, and no others."""
    of_milestone: Any = schema["$defs"]["Proposed"]["properties"]
    schema["$defs"]["Reached"]["properties"]["skill"]["enum"] = [gap.skill for gap in value.gaps]
    if value.courses:
        of_milestone["courses"]["items"]["enum"] = [each.id for each in value.courses]
    return schema


PROPOSE = Step(
    "propose_plan",
    PlanFor,
    Proposal,
    _plan_prompt,
    check=_plan_problems,
    narrow=_plan_ids,
    temperature=0.5,
)
