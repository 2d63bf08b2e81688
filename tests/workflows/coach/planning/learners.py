"""Goals, courses and plans to test planning with, out of the catalogue that comes with the app."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from agent.adapters.courses import built_in as catalogue
from agent.ports.courses import Course
from agent.workflows.coach.nodes.understanding import name_goal
from agent.workflows.coach.planning.building import begin, by_rules
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.planning.gaps import choose, gaps
from tests.fakes import FakeIntents
from tests.fakes_coach import FakeCourses

TODAY = date(2026, 11, 22)


def goal(text: str, **changed: Any) -> Goal:
    found = name_goal(text, FakeCourses(), FakeIntents())
    assert found.skills, text
    return found.model_copy(update=changed)


def gaps_of(wanted: Goal) -> list[SkillGap]:
    return gaps(wanted, catalogue.skills())


def found_for(open_: Sequence[SkillGap]) -> list[Course]:
    """Every course that teaches any of it, those that teach most of it first."""
    needed = {gap.skill: gap.required for gap in open_ if gap.held < gap.required}
    found = [each for each in catalogue.courses() if _shared(each, needed)]
    return sorted(found, key=lambda each: -_shared(each, needed))


def _shared(course: Course, needed: dict[str, Any]) -> int:
    return sum(min(course.skills.get(skill, 0), level) for skill, level in needed.items())


def courses_for(wanted: Goal, open_: Sequence[SkillGap]) -> list[CourseInfo]:
    return choose(found_for(open_), open_, wanted)


def plan_for(text: str, *, start: date = TODAY, **changed: Any) -> LearningPlan:
    wanted = goal(text, **changed)
    open_ = gaps_of(wanted)
    return by_rules(begin(wanted, courses_for(wanted, open_), start), open_)


def milestone(number: int, start: str, due: str, **changed: Any) -> Milestone:
    given: dict[str, Any] = {
        "id": f"M{number}",
        "title": f"Part {number}",
        "outcome": "It is known.",
        "hours": 5.0,
        "start": start,
        "due": due,
        "no_course": "None is needed.",
        "proof": "It is shown.",
    }
    return Milestone(**{**given, **changed})


def plain_plan(*milestones: Milestone, **changed: Any) -> LearningPlan:
    given: dict[str, Any] = {
        "id": "plan-1",
        "goal": Goal(text="Learn it"),
        "milestones": milestones,
        "recommended_courses": (),
        "estimated_duration": "",
        "created_at": "2026-11-22",
        "hours_a_week": 5.0,
        "start": milestones[0].start,
    }
    return LearningPlan(**{**given, **changed})
