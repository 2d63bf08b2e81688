"""What is known, in lines for a prompt."""

from collections.abc import Iterator, Sequence
from typing import Any

from agent.checks.guardrails import fenced
from agent.ports.courses import Level
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
    said = goal.model_dump(exclude={"language"}, exclude_defaults=True).items()
    return "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in said if value != "")


def _levels(skills: dict[str, Level]) -> str:
    return ", ".join(f"{skill} {level}" for skill, level in skills.items() if level)


CONTENT = {"outcome", "skills", "courses", "no_course", "prerequisites", "proof", "tips"}


def plan_lines(plan: LearningPlan, progress: dict[str, Any]) -> str:
    """A plan with everything in it, in its order, and how far it has come."""
    late = progress["behind_days"]
    behind = f"; {abs(late)} days {'behind' if late > 0 else 'ahead'}" if late else ""
    head = (
        f"{goal_lines(plan.goal)}\n({plan.status}). Done: {progress['done']} of {progress['of']};"
        f" {progress['hours']:g} of {progress['hours_planned']:g} h{behind}."
    )
    weak = ", ".join(each["topic"] for each in progress["weak"])
    lines = [head, *([f"Weak in quizzes: {weak}"] if weak else [])]
    for place, each in enumerate(plan.milestones, 1):
        facts = each.model_dump(include=CONTENT, exclude_defaults=True)
        facts["hours learnt"] = progress["spent"].get(each.id, 0)
        lines.append(f"{place}. {_line(each)}")
        lines += [f"   {name}: {text}" for name, text in facts.items()]
    return "\n".join(lines)


def _line(each: Milestone) -> str:
    done = f", done on {each.done}" if each.done else ""
    return f"{each.name}: {each.hours:g} h, {each.start} to {each.due}{done}"


def outline(plan: LearningPlan) -> str:
    """What it is for, and its milestones, a line each."""
    return "\n".join([plan.goal.text, *(f"   {_line(each)}" for each in plan.milestones)])


def course_lines(courses: Sequence[CourseInfo]) -> str:
    return "\n".join(f"- {each.id}: {'; '.join(filter(None, _facts(each)))}" for each in courses)


def _facts(course: CourseInfo) -> Iterator[str]:
    yield course.title
    yield course.provider
    yield course.difficulty or "level unknown"
    yield f"{course.hours:g} h" if course.hours else "length unknown"
    yield course.language
    yield {True: "free", False: "costs money", None: "price unknown"}[course.is_free]
    yield f"brings {_levels(course.skills) or 'unknown skills'}"
    yield f"expects {', '.join(course.prerequisites)}" if course.prerequisites else ""
    yield course.reason


def gap_lines(gaps: Sequence[SkillGap]) -> str:
    lines = (
        f"- {gap.skill} ({gap.name}): has {gap.held}, needs {gap.required}"
        + (f", builds on {', '.join(gap.needs)}" if gap.needs else "")
        + (f" [{gap.evidence}]" if gap.evidence else "")
        for gap in gaps
    )
    return "\n".join(lines)
