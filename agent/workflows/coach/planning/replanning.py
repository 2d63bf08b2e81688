"""What becomes of a plan: moved, done, compared. What is done is never changed again."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.workflows.coach.planning.building import duration_of
from agent.workflows.coach.planning.contracts import (
    Change,
    LearningPlan,
    Milestone,
)
from agent.workflows.coach.planning.phrasing import phrase

MOST_MISSED = 52  # weeks
_FIELDS = (
    "title", "outcome", "skills", "courses", "no_course", "hours", "start", "due", "prerequisites",
    "proof", "tips", "done", "proven",
)  # fmt: skip


def missed(plan: LearningPlan, weeks: float, today: date) -> LearningPlan:
    """So many weeks later, for all that is open; what has begun goes on for longer."""
    language = plan.goal.language
    if not 0 < weeks <= MOST_MISSED:
        raise AgentError(
            phrase(
                N_("The weeks missed must be more than 0 and at most {most}."),
                language,
                most=MOST_MISSED,
            )
        )
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
    return renewed(plan, moved)


def done(plan: LearningPlan, milestone: str, day: str, proof: str = "") -> LearningPlan:
    """With that milestone done; one that is done already stays as it is."""
    _known(plan, milestone)
    milestones = [
        each.model_copy(update={"done": day, "proven": proof})
        if each.id == milestone and not each.done
        else each
        for each in plan.milestones
    ]
    status = "done" if all(each.done for each in milestones) else "in_progress"
    return plan.model_copy(update={"milestones": tuple(milestones), "status": status})


def changes(before: LearningPlan, after: LearningPlan) -> list[Change]:
    """Field by field; a milestone that came or went has the field "milestone"."""
    old = {each.id: each for each in before.milestones}
    new = {each.id: each for each in after.milestones}
    found = []
    for id_ in dict.fromkeys((*old, *new)):
        if id_ not in new:
            found.append(Change(milestone=id_, field="milestone", before=old[id_].title, after=""))
        elif id_ not in old:
            found.append(Change(milestone=id_, field="milestone", before="", after=new[id_].title))
        else:
            found += _differences(old[id_], new[id_])
    return found


def unchanged_done(before: LearningPlan, after: LearningPlan) -> None:
    """Raises AgentError when a milestone that was done is not there any more exactly as it was."""
    new = {each.id: each for each in after.milestones}
    for each in before.milestones:
        if each.done and new.get(each.id) != each:
            raise _done_error(before, each.id)


def _differences(old: Milestone, new: Milestone) -> list[Change]:
    return [
        Change(milestone=old.id, field=name, before=one, after=two)
        for name in _FIELDS
        if (one := _shown(getattr(old, name))) != (two := _shown(getattr(new, name)))
    ]


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
    language, ids = plan.goal.language, ", ".join(each.id for each in plan.milestones)
    raise AgentError(
        phrase(N_("The plan has no milestone {milestone}."), language, milestone=id_),
        hint=phrase(N_("Choose one of {milestones}."), language, milestones=ids),
    )


def open_one(plan: LearningPlan, id_: str) -> Milestone:
    """Raises AgentError for one that is done or unknown."""
    found = _known(plan, id_)
    if found.done:
        raise _done_error(plan, id_)
    return found


def _done_error(plan: LearningPlan, id_: str) -> AgentError:
    language = plan.goal.language
    return AgentError(
        phrase(
            N_("{milestone} is done, and what is done is not changed."), language, milestone=id_
        ),
        hint=phrase(N_("Choose a milestone that is still open."), language),
    )


# Dates


def day_in(text: str) -> date:
    return date.fromisoformat(text)


def days_of(each: Milestone) -> int:
    return (day_in(each.due) - day_in(each.start)).days + 1


def dated(start: date, due: date) -> dict[str, str]:
    return {"start": start.isoformat(), "due": due.isoformat()}


def renewed(plan: LearningPlan, milestones: Sequence[Milestone], **changed: object) -> LearningPlan:
    return plan.model_copy(
        update={
            "milestones": tuple(milestones),
            "estimated_duration": duration_of(milestones, plan.goal.language),
            "findings": (),
            **changed,
        }
    )
