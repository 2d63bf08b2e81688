"""What is known, in lines for a prompt."""

from collections.abc import Iterator, Sequence
from typing import Any

from agent.checks.guardrails import fenced
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)


def section(title: str, text: str, source: str) -> str:
    return f"\n\n{title}:\n{fenced(text.strip() or '(none)', source=source)}"


def name_lines(named: dict[str, str]) -> str:
    return "\n".join(f"- {id_}: {name}" for id_, name in named.items())


def goal_lines(goal: Goal) -> str:
    """All that a learner has said of it."""
    return goal.model_dump_json(exclude={"language"}, exclude_defaults=True) if goal.text else ""


DATED = {"id", "title", "hours", "start", "earliest", "due", "done"}
SHOWN = {*DATED, "outcome", "skills", "courses", "no_course", "prerequisites", "proof", "tips"}


def plan_lines(plan: LearningPlan, progress: dict[str, Any]) -> str:
    """A plan with everything in it, in its order, and how far it has come."""
    milestones = (_milestone(each, SHOWN) for each in plan.milestones)
    return "\n".join([goal_lines(plan.goal), f"{plan.status}: {progress}", *milestones])


def outline(plan: LearningPlan) -> str:
    """What it is for, and when each of its milestones is."""
    return "\n".join([plan.goal.text, *(_milestone(each, DATED) for each in plan.milestones)])


def _milestone(each: Milestone, names: set[str]) -> str:
    told = each.model_dump_json(include=names, exclude_defaults=True)
    return told.replace('"no_course":', '"own_work":')


def course_lines(courses: Sequence[CourseInfo]) -> str:
    return "\n".join(f"- {each.id}: {'; '.join(filter(None, _facts(each)))}" for each in courses)


def _facts(course: CourseInfo) -> Iterator[str]:
    yield course.title
    yield course.provider
    yield course.difficulty or "level unknown"
    yield f"{course.hours:g} h" if course.hours else "length unknown"
    yield course.language
    yield {True: "free", False: "costs money", None: "price unknown"}[course.is_free]
    brings = ", ".join(f"{skill} {level}" for skill, level in course.skills.items() if level)
    yield f"brings {brings or 'unknown skills'}"
    yield f"expects {', '.join(course.prerequisites)}" if course.prerequisites else ""
    yield course.reason


def gap_lines(gaps: Sequence[SkillGap]) -> str:
    told = (each.model_dump_json(exclude={"reason"}, exclude_defaults=True) for each in gaps)
    return "\n".join(told)
