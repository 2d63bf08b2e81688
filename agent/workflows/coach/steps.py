"""What a model is asked of a message: what it wants, and which goal it names."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.guardrails import fenced
from agent.ports.courses import Level
from agent.steps import Step
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    Agent,
    Edit,
    Progress,
    Want,
)
from agent.workflows.coach.state import Plain

LANGUAGE = " Write in the language that the learner writes in."


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
    "coordinate",
    RouteFor,
    Route,
    _route_prompt,
    check=_route_problems,
    narrow=_route_ids,
    temperature=0.2,
)


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
