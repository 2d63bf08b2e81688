"""A goal in a model's reading, where the rules found no skill for it."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from agent.guardrails import fenced
from agent.ports import Context
from agent.ports.courses import Level
from agent.steps import Step
from agent.text import language_of
from agent.workflows.coach.contracts import MOST_HOURS, Goal
from agent.workflows.coach.planning.goals import goal_from
from agent.workflows.coach.state import Plain


class GoalFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str
    today: str
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
    hours_a_week: float | None = None
    deadline: str | None = None
    uncovered: list[str] = Field(default=[], max_length=10)


def _prompt(value: GoalFor) -> str:
    skills = "\n".join(f"- {id_}: {name}" for id_, name in value.skills.items())
    roles = "\n".join(f"- {id_}: {name}" for id_, name in value.roles.items())
    return (
        f"Today is {value.today}. Read what a learner wants to learn. Name the role and the skills"
        " by their ids, each skill with the level to reach (1 beginner to 3 advanced), and the"
        " skills they say they have. What no skill stands for goes into uncovered, in their words."
        " Leave out what they do not say; a level is theirs now, a deadline a date to come."
        f"\n\nRoles:\n{roles}\n\nSkills:\n{skills}"
        f"\n\nThe message:\n{fenced(value.text, source='message')}"
    )


def _problems(value: GoalFor, given: ReadGoal) -> list[str]:
    unknown = [id_ for id_ in (*given.skills, *given.held) if id_ not in value.skills]
    found = [f"There is no skill {id_}; use the ids of the list." for id_ in unknown]
    if given.role and given.role not in value.roles:
        found.append(f"There is no role {given.role}; use an id of the list, or leave it out.")
    if given.hours_a_week is not None and not 0 < given.hours_a_week <= MOST_HOURS:
        found.append(f"Hours a week are more than 0 and at most {MOST_HOURS}.")
    if given.deadline and not _is_to_come(given.deadline, value.today):
        found.append("The deadline must be a date to come, as 2027-01-31, or left out.")
    return found


def _is_to_come(deadline: str, today: str) -> bool:
    try:
        return date.fromisoformat(deadline).isoformat() > today
    except ValueError:
        return False


READ_GOAL = Step("read_goal", GoalFor, ReadGoal, _prompt, check=_problems, temperature=0)


def goal_in(text: str, context: Context, today: date) -> Goal | None:
    """By rules; what they leave open a model may fill in, and never what they found."""
    courses = context.ports.courses
    skills, roles = courses.skills(), courses.roles()
    goal = goal_from(text, skills, roles, today)
    if not context.llm.is_model or (goal and goal.skills and not goal.uncovered):
        return goal
    value = GoalFor(
        text=text,
        today=today.isoformat(),
        skills={each.id: each.names["en"] for each in skills},
        roles={each.id: each.names["en"] for each in roles},
    )
    said = context.llm.run(READ_GOAL, value)
    takes = {role.id: role.skills for role in roles}.get(said.role, {})
    if not (said.skills or takes or said.uncovered) and goal is None:
        return None
    return _filled(goal or Goal(text=said.about, language=language_of(text)), said, takes)


def _filled(goal: Goal, said: ReadGoal, takes: dict[str, Level]) -> Goal:
    wanted: dict[str, Level] = {**takes, **said.skills}
    update: Plain = {
        "role": goal.role or said.role,
        "skills": {**wanted, **goal.skills},
        "held": {**said.held, **goal.held},
        "uncovered": tuple(said.uncovered) if wanted else goal.uncovered or tuple(said.uncovered),
    }
    fields: Sequence[str] = ("level", "hours_a_week", "deadline")
    update |= {name: _first(getattr(goal, name), getattr(said, name)) for name in fields}
    return goal.model_copy(update=update)


def _first(found: Any, said: Any) -> Any:
    return said if found is None else found
