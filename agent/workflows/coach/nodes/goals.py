"""What the user wants to learn: as a model reads it, or by the skills that it names."""

from collections.abc import Sequence
from datetime import date
from itertools import dropwhile

from agent.language.quantities import find_quantities
from agent.language.text import keywords, language_of, names_nothing
from agent.ports import Context
from agent.ports.courses import Level, Role, Skill
from agent.workflows.coach.planning.contracts import MOST_HOURS, USUAL, Goal
from agent.workflows.coach.planning.phrasing import listed, name_of
from agent.workflows.coach.planning.subjects import names_in
from agent.workflows.coach.state import Plain
from agent.workflows.coach.steps import READ_GOAL, GoalFor

LONGEST = 100
CLAUSE_ENDS = ",.;:!?，。；：！？"


def goal_in(text: str, context: Context, today: date, *, profile: Plain | None = None) -> Goal:
    """As a model reads it; without one by the names of skills and roles in it.

    What is known of the learner stays so where the text does not say otherwise.
    """
    known = profile or {}
    usual = known.get("preferences") or {}
    if context.llm.is_model:
        goal = _read_goal(text, context, today, known).learnt_alone()
    else:
        courses = context.ports.courses
        goal = name_goal(text, courses.skills(), courses.roles())
    language = goal.course_language
    return goal.model_copy(
        update={
            "held": {**(known.get("held") or {}), **goal.held},
            "background": goal.background or known.get("background") or "",
            "hours_a_week": goal.hours_a_week or known.get("time_availability"),
            "course_language": usual.get("language") if language is None else language,
            "budget": goal.budget or usual.get("budget"),
        }
    )


def _read_goal(text: str, context: Context, today: date, known: Plain) -> Goal:
    skills, roles = context.ports.courses.skills(), context.ports.courses.roles()
    names = ("background", "time_availability", "preferences", "held")
    value = GoalFor(
        text=text,
        today=today.isoformat(),
        known="\n".join(f"{name}: {known[name]}" for name in names if known.get(name)),
        skills={each.id: each.names["en"] for each in skills},
        roles={each.id: each.names["en"] for each in roles},
    )
    said = context.llm.run(READ_GOAL, value)
    takes = next((role.skills for role in roles if role.id == said.role), {})
    return Goal(
        text=said.about,
        language=language_of(text),
        skills={**takes, **said.skills},
        uncovered=tuple(said.uncovered),
        **said.model_dump(exclude={"about", "skills", "uncovered"}),
    )


def name_goal(text: str, skills: Sequence[Skill], roles: Sequence[Role]) -> Goal:
    """What is not named by its own name is left to the search."""
    named, subject = names_in(text, skills, roles), _subject_of(text)
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


def _subject_of(text: str) -> str:
    """The clause that says most, without the words at its front that name nothing.

    It fills a field of the form, where the learner can change it.
    """
    clauses = text.translate(dict.fromkeys(map(ord, CLAUSE_ENDS), "\n")).split("\n")
    telling = [each for each in clauses if each.strip() and not any(find_quantities(each))]
    words = max(telling, key=lambda each: len(keywords(each)), default=text).split()
    return " ".join([*dropwhile(names_nothing, words)] or words)[:LONGEST]


def _hours_in(text: str) -> float | None:
    """Where the text holds one number of hours; the form shows it before it counts."""
    times = [each for each in find_quantities(text) if each.dimension == "time"]
    hours = [each.value // 3600 for each in times]
    found = [n for n, each in zip(hours, times, strict=True) if each.text.startswith(str(n or "-"))]
    return float(found[0]) if len(found) == 1 and found[0] <= MOST_HOURS else None
