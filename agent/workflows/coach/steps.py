"""What a model is asked: what a message wants, which goal it names, courses, and the plan.

It writes in the learner's language. Dates stay with the rules, and so does what they can check.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.guardrails import fenced
from agent.ports.courses import Level
from agent.steps import Step
from agent.workflows.coach.planning.building import FEWEST, LONGEST, MOST, USUAL_HOURS
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    Agent,
    CourseInfo,
    Edit,
    Finding,
    Goal,
    Progress,
    SkillGap,
    Want,
)
from agent.workflows.coach.state import Plain

LANGUAGE = " Write in the language that the learner writes in."
LONGEST_TITLE = 100
LONGEST_TEXT = 400
SHARE_OF_COURSES = 0.8
"""Of the hours of the courses in it, which a plan must have at least."""


class Taken(BaseModel):
    model_config = ConfigDict(frozen=True)


def _lines(named: dict[str, str], none: str = "(none)") -> str:
    return "\n".join(f"- {id_}: {name}" for id_, name in named.items()) or none


# What a message wants


class RouteFor(Taken):
    text: str
    about: list[str] = []
    """Milestones that the learner has picked for it."""
    conversation: list[str] = []
    goal: str = ""
    milestones: dict[str, str]
    """Titles, hours and dates by ids; empty without a plan."""
    open: list[str] = []
    courses: dict[str, str] = {}
    """Titles by ids, of those that were found."""
    today: str


class Route(BaseModel):
    current_task: Want
    next_agent: Agent
    why: str = Field(min_length=1, max_length=300)
    milestones: list[str] = Field(default=[], description="The ids that the message is about")
    edits: list[Edit] = Field(default=[], max_length=12, description="For adjust, in order")
    progress: Progress = Field(default="", description="For progress only")
    hours: float | None = Field(default=None, ge=0, le=500, description="Hours learnt")
    weeks: int | None = Field(default=None, ge=1, le=52, description="Weeks missed")
    proof: str = Field(default="", max_length=300)
    answer: str = Field(
        default="", max_length=600, description="Your reply, where you end the turn"
    )


EDITS = (
    "drop, split, merge (with the next), own_work (no course), course (another one; `to`: its id),"
    " rename (`to`: the title; `outcome`, `proof` and `tips` for another content, such as less"
    " theory), hours (`hours`), earlier and later (`weeks`, or as far as it goes), before (`to`:"
    " the id of the milestone that it comes before), add (own work; `to`: its title, `milestone`:"
    " the one that it comes before), hours_a_week (`hours`), deadline (`to`: the date). To swap"
    " two, move one before the other. Use no more edits than were asked for."
)


def _route_prompt(value: RouteFor) -> str:
    about = f" They picked {', '.join(value.about)} for it." if value.about else ""
    said = "\n".join(value.conversation) or "(nothing yet)"
    return (
        "You coordinate a learning coach. Decide what the learner's message wants and who is next."
        "\nTasks: new_goal (something to learn), courses (find courses without a plan), plan (make"
        " or show it), adjust (change the plan), progress (something is done, hours were learnt,"
        " weeks were missed), quiz, question (about the plan), chat (anything else), unclear"
        " (nothing tells; then the learner is asked)."
        "\nAgents: course_advisor finds courses and then a plan is made; learning_planner makes,"
        " changes and answers on plans, and makes one without courses for a new goal; human_input"
        " asks the learner with a form; end replies with your `answer`, as for chat."
        f"\nEdits: {EDITS}"
        "\nYou decide nothing for the learner and approve nothing."
        f"{LANGUAGE} Today is {value.today}."
        f"\n\nThe goal: {fenced(value.goal or '(none yet)', source='goal')}"
        f"\n\nCourses that were found:\n{fenced(_lines(value.courses), source='courses')}"
        f"\n\nThe plan:\n{fenced(_lines(value.milestones, '(no plan)'), source='plan')}"
        f"\n\nThe conversation so far:\n{fenced(said, source='conversation')}"
        f"\n\nThe message:{about}\n{fenced(value.text, source='message')}"
    )


FOR_ALL = ("add", "hours_a_week", "deadline")


def _route_problems(value: RouteFor, given: Route) -> list[str]:
    found = []
    if unknown := [id_ for id_ in given.milestones if id_ not in value.milestones]:
        found.append(f"There is no milestone {', '.join(unknown)}.")
    for edit in given.edits:
        if edit.milestone not in (*value.open, *([""] if edit.kind in FOR_ALL else [])):
            found.append(f"{edit.kind} needs an open milestone: {', '.join(value.open)}.")
        if edit.kind == "before" and edit.to not in value.open:
            found.append("`to` of before is the id of an open milestone.")
        if edit.kind == "deadline" and not is_to_come(edit.to, value.today):
            found.append("`to` of deadline is a date to come, as 2027-01-31.")
    if given.current_task == "chat" and not given.answer.strip():
        found.append("A chat needs your reply in `answer`.")
    return found


def is_to_come(day: str, today: str) -> bool:
    try:
        return date.fromisoformat(day).isoformat() > today
    except ValueError:
        return False


def _route_ids(value: RouteFor, schema: Plain) -> Plain:
    if value.milestones:
        schema["properties"]["milestones"]["items"]["enum"] = list(value.milestones)
    return schema


COORDINATE = Step(
    "coordinate", RouteFor, Route, _route_prompt,
    check=_route_problems, narrow=_route_ids, temperature=0.2,
)  # fmt: skip


# A goal


class GoalFor(Taken):
    text: str
    today: str
    known: str = ""
    """What earlier conversations told of the learner."""
    skills: dict[str, str]
    """Names by ids."""
    roles: dict[str, str]


class ReadGoal(BaseModel):
    about: str = Field(min_length=1, max_length=400)
    """The goal without wishes about time and money."""
    role: str = ""
    skills: dict[str, Level] = {}
    held: dict[str, Level] = {}
    level: Level | None = None
    background: str = Field(
        default="", max_length=300, description="What they say of themselves, such as their work"
    )
    hours_a_week: float | None = None
    deadline: str | None = None
    course_language: Literal["en", "es", "zh"] | None = None
    budget: Literal["free", "any"] | None = None
    uncovered: list[str] = Field(default=[], max_length=10)


def _goal_prompt(value: GoalFor) -> str:
    return (
        "Read what a learner wants to learn. Name the role and the skills by their ids, each skill"
        " with the level to reach (1 beginner to 3 advanced), and the skills they say they have"
        " with the level they have. What no skill stands for goes into uncovered, in their words"
        " and short: they learn it without a course. Leave out what they do not say; a level is"
        f" theirs now, a deadline a date to come.{LANGUAGE}"
        f"\n\nRoles:\n{_lines(value.roles)}\n\nSkills:\n{_lines(value.skills)}"
        f"\n\nToday is {value.today}. Known of them before: {value.known or 'nothing'}"
        f"\n\nThe message:\n{fenced(value.text, source='message')}"
    )


def _goal_problems(value: GoalFor, given: ReadGoal) -> list[str]:
    unknown = [id_ for id_ in (*given.skills, *given.held) if id_ not in value.skills]
    found = [f"There is no skill {id_}; use the ids of the list." for id_ in unknown]
    if given.role and given.role not in value.roles:
        found.append(f"There is no role {given.role}; use an id of the list, or leave it out.")
    if given.hours_a_week is not None and not 0 < given.hours_a_week <= MOST_HOURS:
        found.append(f"Hours a week are more than 0 and at most {MOST_HOURS}.")
    if given.deadline and not is_to_come(given.deadline, value.today):
        found.append("The deadline must be a date to come, as 2027-01-31, or left out.")
    return found


READ_GOAL = Step("read_goal", GoalFor, ReadGoal, _goal_prompt, check=_goal_problems, temperature=0)


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
    lines = (
        f"- {gap.skill} ({gap.name}): has {gap.held}, needs {gap.required}"
        + (f", builds on {', '.join(gap.needs)}" if gap.needs else "")
        + (f" [{gap.evidence}]" if gap.evidence else "")
        for gap in gaps
    )
    return "\n".join(lines) or "(none)"


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
    found = "\n".join(f"- {each.milestone or 'all'}: {each.sentence}" for each in value.findings)
    if found:
        told = fenced(found, "findings")
        found = f"\n\nThe rules found this in your first plan; mend it:\n{told}"
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
    "propose_plan", PlanFor, Proposal, _plan_prompt,
    check=_plan_problems, narrow=_plan_ids, temperature=0.5,
)  # fmt: skip
