"""What becomes of a plan: moved, done, compared. What is done is never changed again."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.workflows.coach.planning.building import duration_of
from agent.workflows.coach.planning.contracts import Change, LearningPlan, Milestone

MOST_MISSED = 52  # weeks


def postpone(plan: LearningPlan, weeks: float, today: date) -> LearningPlan:
    """So many weeks later, for all that is open; what has begun goes on for longer."""
    if not 0 < weeks <= MOST_MISSED:
        wrong = N_("The weeks missed must be more than 0 and at most {most}.")
        raise AgentError(plan.say(wrong, most=MOST_MISSED))
    shift = timedelta(days=round(weeks * 7))
    moved: list[Milestone] = []
    until: date | None = None
    for each in plan.milestones:
        if each.done:
            moved.append(each)
            continue
        start, due = day_in(each.start), day_in(each.due)
        length = due - start
        if until is None and start <= today:
            due = max(due + shift, today)
        else:
            start = max(start + shift, until + timedelta(days=1) if until else start)
            due = start + length
        until = max(until, due) if until else due
        moved.append(each.model_copy(update=dated(start, due)))
    return renew(plan, moved)


def mark_done(plan: LearningPlan, milestone: str, day: str, proof: str = "") -> LearningPlan:
    """With that milestone done; one that is done already stays as it is."""
    if _known(plan, milestone).done:
        return plan
    return mark(plan, milestone, done=day, proven=proof)


def mark(plan: LearningPlan, milestone: str, **changed: str) -> LearningPlan:
    """With other fields of that milestone, and the status that follows."""
    milestones = tuple(
        each.model_copy(update=changed) if each.id == milestone else each
        for each in plan.milestones
    )
    status = "done" if all(each.done for each in milestones) else "in_progress"
    return plan.model_copy(update={"milestones": milestones, "status": status})


def compare(before: LearningPlan, after: LearningPlan) -> list[Change]:
    """Field by field; a milestone that came or went has the field "milestone"."""
    old = {each.id: each for each in before.milestones}
    new = {each.id: each for each in after.milestones}
    found = []
    for id_ in old | new:
        if id_ in old and id_ in new:
            one, two = _fields(old[id_]), _fields(new[id_])
        else:
            one = {"milestone": old[id_].title if id_ in old else ""}
            two = {"milestone": new[id_].title if id_ in new else ""}
        found += [
            Change(milestone=id_, field=name, before=one[name], after=two[name])
            for name in one
            if one[name] != two[name]
        ]
    return found


def _fields(each: Milestone) -> dict[str, str]:
    return {name: _shown(value) for name, value in each if name != "id"}


def _shown(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{skill} {level}" for skill, level in value.items())
        case tuple():
            return ", ".join(value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)


# Which milestones


def _known(plan: LearningPlan, id_: str) -> Milestone:
    for each in plan.milestones:
        if each.id == id_:
            return each
    ids = ", ".join(each.id for each in plan.milestones)
    raise AgentError(
        plan.say(N_("The plan has no milestone {milestone}."), milestone=id_),
        hint=plan.say(N_("Choose one of {milestones}."), milestones=ids),
    )


def open_one(plan: LearningPlan, id_: str) -> Milestone:
    """Raises AgentError for one that is done or unknown."""
    found = _known(plan, id_)
    if found.done:
        raise AgentError(
            plan.say(N_("{milestone} is done, and what is done is not changed."), milestone=id_),
            hint=plan.say(N_("Choose a milestone that is still open.")),
        )
    return found


# Dates


def day_in(text: str) -> date:
    return date.fromisoformat(text)


def dated(start: date, due: date) -> dict[str, str]:
    return {"start": start.isoformat(), "due": due.isoformat()}


def renew(plan: LearningPlan, milestones: Sequence[Milestone]) -> LearningPlan:
    return plan.model_copy(
        update={
            "milestones": tuple(milestones),
            "estimated_duration": duration_of(milestones, plan.goal.language),
            "findings": (),
        }
    )
