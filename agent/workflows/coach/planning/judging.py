"""What rules find wrong with a plan, whoever made it."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from agent.language.catalogs import N_
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    Finding,
    LearningPlan,
    Milestone,
    Rule,
    SkillGap,
)
from agent.workflows.coach.planning.phrasing import counted, day_of, level_name, phrase

TOLERANCE = 1.02
"""Days are whole and hours are rounded."""


def findings(plan: LearningPlan, gaps: Sequence[SkillGap]) -> list[Finding]:
    """Those that make a plan impossible first."""
    found = [
        *_order(plan),
        *_overloads(plan),
        *_courses(plan),
        *_uncovered(plan, gaps),
        *_deadline(plan),
    ]
    return sorted(found, key=lambda each: not each.blocks)


def _finding(
    plan: LearningPlan,
    rule: Rule,
    sentence: str,
    *,
    milestone: str = "",
    blocks: bool = True,
    **values: object,
) -> Finding:
    said = phrase(sentence, plan.goal.language, milestone=milestone, **values)
    return Finding(rule=rule, sentence=said, milestone=milestone, blocks=blocks)


def _order(plan: LearningPlan) -> Iterator[Finding]:
    by_id = {each.id: each for each in plan.milestones}
    for each in plan.milestones:
        for other in each.prerequisites:
            if other not in by_id:
                yield _finding(
                    plan,
                    "prerequisite",
                    N_("{milestone} builds on {other}, which is not in the plan."),
                    milestone=each.id,
                    other=other,
                )
            elif not each.done and not by_id[other].done and each.start <= by_id[other].due:
                yield _finding(
                    plan,
                    "prerequisite",
                    N_("{milestone} begins before {other}, on which it builds, is due."),
                    milestone=each.id,
                    other=other,
                )


def _overloads(plan: LearningPlan) -> Iterator[Finding]:
    """Weeks that hold more hours than there are, told of the milestone in which they begin."""
    language = plan.goal.language
    left = [each for each in plan.milestones if not each.done and each.start <= each.due]
    for each in left:
        load = sum(_a_week(other) for other in left if other.start <= each.start <= other.due)
        if load > plan.hours_a_week * TOLERANCE:
            yield _finding(
                plan,
                "overload",
                N_("{milestone} takes {hours} in {days}: more than {week} a week."),
                milestone=each.id,
                hours=counted("hour", round(load * _days(each) / 7, 1), language),
                days=counted("day", _days(each), language),
                week=counted("hour", plan.hours_a_week, language),
            )


def _days(each: Milestone) -> int:
    return (date.fromisoformat(each.due) - date.fromisoformat(each.start)).days + 1


def _a_week(each: Milestone) -> float:
    return each.hours * 7 / _days(each)


def _courses(plan: LearningPlan) -> Iterator[Finding]:
    known = {course.id for course in plan.recommended_courses}
    for each in plan.milestones:
        if not each.courses and not each.no_course:
            yield _finding(
                plan,
                "no_course",
                N_("{milestone} has no course, and no reason for that."),
                milestone=each.id,
            )
        if not known.issuperset(each.courses):
            yield _finding(
                plan,
                "no_course",
                N_("{milestone} names a course that is not among the recommended ones."),
                milestone=each.id,
            )


def _uncovered(plan: LearningPlan, gaps: Sequence[SkillGap]) -> Iterator[Finding]:
    for gap in gaps:
        reached = max((each.skills.get(gap.skill, 0) for each in plan.milestones), default=0)
        if gap.held < gap.required and reached < gap.required:
            level = level_name(gap.required, plan.goal.language)
            yield _finding(
                plan,
                "uncovered",
                N_("{skill} is not brought to {level} level by any milestone."),
                blocks=False,
                skill=gap.name,
                level=level,
            )
    for words in (each for each in plan.goal.uncovered if each not in plan.goal.skills):
        yield _finding(
            plan,
            "uncovered",
            N_("The catalogue has nothing on “{words}”, so the plan leaves it out."),
            blocks=False,
            words=words,
        )


def _deadline(plan: LearningPlan) -> Iterator[Finding]:
    if not plan.goal.deadline:
        return
    deadline = date.fromisoformat(plan.goal.deadline)
    last = date.fromisoformat(plan.ends)
    if last <= deadline:
        return
    left = [each for each in plan.milestones if not each.done]
    language = plan.goal.language
    values = {"due": day_of(plan.ends, language), "deadline": day_of(plan.goal.deadline, language)}
    hours = _enough_a_week(left, deadline)
    if hours is None:
        yield _finding(
            plan,
            "deadline",
            N_(
                "The plan ends on {due}, after your deadline of {deadline}, which no week has hours enough for."
            ),
            blocks=False,
            **values,
        )
        return
    week = counted("hour", hours, language)
    yield _finding(
        plan,
        "deadline",
        N_(
            "The plan ends on {due}, after your deadline of {deadline}. It would take {hours} a week to make it."
        ),
        blocks=False,
        hours=week,
        **values,
    )


def _enough_a_week(left: Sequence[Milestone], deadline: date) -> float | None:
    """In whole hours; None when no week is long enough."""
    first = min((date.fromisoformat(each.start) for each in left), default=deadline)
    days = (deadline - first + timedelta(days=1)).days
    if days <= 0:
        return None
    # Each milestone may lose a part of a day to whole days.
    days -= len(left)
    if days < 1:
        return None
    hours = -(-sum(each.hours for each in left) * 7 // days)
    return hours if hours <= MOST_HOURS else None
