"""What rules find wrong with a plan, made by a model or by rules.

Nothing of it forbids a plan: dates follow from hours, and courses are known.
"""

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


def findings(plan: LearningPlan, gaps: Sequence[SkillGap]) -> list[Finding]:
    return [*_order(plan, gaps), *_uncovered(plan, gaps), *_deadline(plan)]


def _order(plan: LearningPlan, gaps: Sequence[SkillGap]) -> Iterator[Finding]:
    """Milestones before what their skills build on, of the skills that are still to be learnt."""
    known = {gap.skill: gap for gap in open_ones(gaps)}
    taught: set[str] = set()
    everything = {skill for each in plan.milestones for skill in each.skills}
    later = N_("{milestone} builds on {skill}, which comes later.")
    never = N_("{milestone} builds on {skill}, which the plan does not have.")
    for each in plan.milestones:
        asked = {need for s in each.skills if s in known for need in known[s].needs}
        for need in sorted(asked & known.keys() - taught - each.skills.keys()):
            sentence = later if need in everything else never
            said = plan.say(sentence, milestone=each.id, skill=known[need].name)
            yield Finding(rule="prerequisite", sentence=said, milestone=each.id)
        taught |= each.skills.keys()


def _uncovered(plan: LearningPlan, gaps: Sequence[SkillGap]) -> Iterator[Finding]:
    """What the goal names and the plan does not reach."""
    for gap in open_ones(gaps):
        reached = max((each.skills.get(gap.skill, 0) for each in plan.milestones), default=0)
        if gap.skill in plan.goal.skills and reached < gap.required:
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
        "The plan ends on {due}, after your deadline of {deadline}, and no number of hours a week"
        " is enough to make it."
    )
    said = plan.say(
        possible if hours else hopeless,
        due=day_of(plan.ends, language),
        deadline=day_of(plan.goal.deadline, language),
        hours=counted("hour", hours or 0, language),
    )
    yield Finding(rule="deadline", sentence=said)


def _enough_a_week(left: Sequence[Milestone], until: str) -> float | None:
    """In half hours; None when no week is long enough."""
    deadline = date.fromisoformat(until)
    first = min((date.fromisoformat(each.start) for each in left), default=deadline)
    # Each milestone may lose a part of a day to whole days.
    days = (deadline - first + timedelta(days=1)).days - len(left)
    if days < 1:
        return None
    hours = -(-sum(each.hours for each in left) * 14 // days) / 2
    return hours if hours <= MOST_HOURS else None
