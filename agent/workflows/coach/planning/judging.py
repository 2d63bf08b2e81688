"""What rules find wrong with a plan, made by a model or by rules."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from agent.language.catalogs import N_
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    Finding,
    LearningPlan,
    Milestone,
    SkillGap,
)
from agent.workflows.coach.planning.gaps import open_ones
from agent.workflows.coach.planning.phrasing import counted, day_of, level_name

TOLERANCE = 1.02
"""Days are whole and hours are rounded."""


def findings(plan: LearningPlan, gaps: Sequence[SkillGap]) -> list[Finding]:
    """Those that make a plan impossible first."""
    impossible = [*_order(plan), *_overloads(plan), *_courses(plan)]
    blocking = [each.model_copy(update={"blocks": True}) for each in impossible]
    return [*blocking, *_uncovered(plan, gaps), *_deadline(plan)]


def _order(plan: LearningPlan) -> Iterator[Finding]:
    by_id = {each.id: each for each in plan.milestones}
    absent = N_("{milestone} builds on {other}, which is not in the plan.")
    early = N_("{milestone} begins before {other}, on which it builds, is due.")
    for each in plan.milestones:
        for id_ in each.prerequisites:
            other = by_id.get(id_)
            if other and (each.done or other.done or each.start > other.due):
                continue
            said = plan.say(early if other else absent, milestone=each.id, other=id_)
            yield Finding(rule="prerequisite", sentence=said, milestone=each.id)


def _overloads(plan: LearningPlan) -> Iterator[Finding]:
    """Weeks that hold more hours than there are, told of the milestone in which they begin."""
    language = plan.goal.language
    left = [each for each in plan.open if each.start <= each.due]
    for each in left:
        load = sum(o.hours * 7 / _days(o) for o in left if o.start <= each.start <= o.due)
        if load > plan.hours_a_week * TOLERANCE:
            said = plan.say(
                N_("{milestone} takes {hours} in {days}: more than {week} a week."),
                milestone=each.id,
                hours=counted("hour", round(load * _days(each) / 7, 1), language),
                days=counted("day", _days(each), language),
                week=counted("hour", plan.hours_a_week, language),
            )
            yield Finding(rule="overload", sentence=said, milestone=each.id)


def _days(each: Milestone) -> int:
    return (date.fromisoformat(each.due) - date.fromisoformat(each.start)).days + 1


def _courses(plan: LearningPlan) -> Iterator[Finding]:
    known = {course.id for course in plan.recommended_courses}
    without = N_("{milestone} has no course, and no reason for that.")
    unknown = N_("{milestone} names a course that is not among the recommended ones.")
    for each in plan.milestones:
        if not (each.courses or each.no_course) or not known.issuperset(each.courses):
            said = plan.say(unknown if each.courses else without, milestone=each.id)
            yield Finding(rule="no_course", sentence=said, milestone=each.id)


def _uncovered(plan: LearningPlan, gaps: Sequence[SkillGap]) -> Iterator[Finding]:
    for gap in open_ones(gaps):
        reached = max((each.skills.get(gap.skill, 0) for each in plan.milestones), default=0)
        if reached < gap.required:
            level = level_name(gap.required, plan.goal.language)
            short = N_("{skill} is not brought to {level} level by any milestone.")
            said = plan.say(short, skill=gap.name, level=level)
            yield Finding(rule="uncovered", sentence=said)
    for words in plan.goal.uncovered:
        if words not in plan.goal.skills:
            none = N_("The catalogue has nothing on “{words}”, so the plan leaves it out.")
            yield Finding(rule="uncovered", sentence=plan.say(none, words=words))


def _deadline(plan: LearningPlan) -> Iterator[Finding]:
    if not plan.goal.deadline or plan.ends <= plan.goal.deadline:
        return
    language, hours = plan.goal.language, _enough_a_week(plan.open, plan.goal.deadline)
    possible = N_(
        "The plan ends on {due}, after your deadline of {deadline}. It would take {hours} a week"
        " to make it."
    )
    hopeless = N_(
        "The plan ends on {due}, after your deadline of {deadline}, and no number of hours a week is enough to make it."
    )
    said = plan.say(
        possible if hours else hopeless,
        due=day_of(plan.ends, language),
        deadline=day_of(plan.goal.deadline, language),
        hours=counted("hour", hours or 0, language),
    )
    yield Finding(rule="deadline", sentence=said)


def _enough_a_week(left: Sequence[Milestone], until: str) -> float | None:
    """In whole hours; None when no week is long enough."""
    deadline = date.fromisoformat(until)
    first = min((date.fromisoformat(each.start) for each in left), default=deadline)
    # Each milestone may lose a part of a day to whole days.
    days = (deadline - first + timedelta(days=1)).days - len(left)
    if days < 1:
        return None
    hours = -(-sum(each.hours for each in left) * 7 // days)
    return hours if hours <= MOST_HOURS else None
