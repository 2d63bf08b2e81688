"""A goal, gaps, courses and a plan to begin from."""

from typing import Any

from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)

Plain = dict[str, Any]

GOAL = Goal(text="databases", skills={"sql": 2, "python": 1})
COURSE = CourseInfo(
    id="sql-course",
    title="SQL for people",
    url="https://example.com/sql",
    description="Tables and queries.",
    difficulty="beginner",
    hours=12,
    source="catalogue",
    skills={"sql": 2},
    reason="It covers SQL.",
)


def gap(skill: str, *, required: int = 1, held: int = 0) -> Plain:
    found = SkillGap.model_validate(
        {
            "skill": skill,
            "name": skill.upper(),
            "required": required,
            "held": held,
            "reason": "The goal names it.",
        }
    )
    return found.model_dump(mode="json")


def plan(*, id_: str = "plan-1", done: tuple[str, ...] = (), status: str = "draft") -> LearningPlan:
    """Three milestones, a week each, one after the other."""
    milestones = tuple(
        Milestone(
            id=f"M{n}",
            title=f"Step {n}",
            outcome=f"You can do {n}.",
            skills={"sql": 1},
            courses=("sql-course",),
            hours=6,
            start=f"2026-12-{7 * n - 6:02}",
            due=f"2026-12-{7 * n:02}",
            prerequisites=(f"M{n - 1}",) if n > 1 else (),
            proof="A query that runs.",
            done="2026-12-05" if f"M{n}" in done else "",
        )
        for n in (1, 2, 3)
    )
    return LearningPlan.model_validate(
        {
            "id": id_,
            "goal": GOAL.model_copy(update={"hours_a_week": 6.0}),
            "milestones": milestones,
            "recommended_courses": (COURSE,),
            "estimated_duration": "3 weeks",
            "created_at": "2026-12-01",
            "status": status,
            "hours_a_week": 6.0,
            "start": "2026-12-01",
        }
    )
