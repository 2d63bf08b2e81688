"""What somebody wants to learn: as a model reads it, or by the names that are in it."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.guardrails import fenced
from agent.ports import Context
from agent.ports.courses import Level, Role, Skill
from agent.steps import Step
from agent.text import language_of
from agent.workflows.coach.contracts import MOST_HOURS, Goal
from agent.workflows.coach.planning.naming import names_in
from agent.workflows.coach.planning.phrasing import listed, name_of

USUAL: Level = 2
"""How well somebody wants to know what they name, when they do not say."""
LONGEST = 300
_HOURS = re.compile(r"(\d{1,3})\s*(?:hours?|h|horas?|个?小时)(?![a-z])", re.IGNORECASE)


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
    background: str = Field(
        default="", max_length=300, description="What they say of themselves, such as their work"
    )
    hours_a_week: float | None = None
    deadline: str | None = None
    course_language: Literal["en", "es", "zh"] | None = None
    budget: Literal["free", "any"] | None = None
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


def goal_in(text: str, context: Context, today: date) -> Goal:
    """As a model reads it; without one by the names of skills and roles in it."""
    courses = context.ports.courses
    skills, roles = courses.skills(), courses.roles()
    if not context.llm.is_model:
        return name_goal(text, skills, roles)
    value = GoalFor(
        text=text,
        today=today.isoformat(),
        skills={each.id: each.names["en"] for each in skills},
        roles={each.id: each.names["en"] for each in roles},
    )
    said = context.llm.run(READ_GOAL, value)
    takes = next((role.skills for role in roles if role.id == said.role), {})
    fields = said.model_dump(
        include={"role", "held", "level", "background", "hours_a_week", "deadline"}
    )
    return Goal(
        text=said.about,
        language=language_of(text),
        skills={**takes, **said.skills},
        course_language=said.course_language,
        budget=said.budget,
        uncovered=tuple(said.uncovered),
        **fields,
    )


def name_goal(text: str, skills: Sequence[Skill], roles: Sequence[Role]) -> Goal:
    """What is not named by its own name is left to the search."""
    named, subject = names_in(text, skills, roles), " ".join(text.split())[:LONGEST]
    language = language_of(text)
    by_id = {role.id: role for role in roles}
    wanted: dict[str, Level] = {}
    for role in named.roles:
        wanted |= by_id[role].skills
    wanted |= {skill: max(USUAL, wanted.get(skill, 0)) for skill in named.skills}
    names = [name_of(each, language) for each in roles if each.id in named.roles]
    names += [name_of(each, language) for each in skills if each.id in named.skills]
    return Goal(
        text=listed(names, language) or subject,
        language=language,
        role=next(iter(named.roles), ""),
        skills=wanted,
        hours_a_week=_hours_in(text),
        uncovered=() if wanted else (subject,),
    )


def _hours_in(text: str) -> float | None:
    """Where the text holds one number of hours; the form shows it before it counts."""
    found = [float(number) for number in _HOURS.findall(text)]
    return found[0] if len(found) == 1 and 0 < found[0] <= MOST_HOURS else None
