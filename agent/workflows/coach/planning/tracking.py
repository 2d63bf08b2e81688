"""How far a plan has come, from its ticks, hours logged and quizzes; and what a change did."""

from collections.abc import Sequence
from typing import Any

from agent.checks.plan_progress import progress
from agent.engine.conversation import moment, today
from agent.errors import NotFound
from agent.language.catalogs import N_
from agent.language.text import fold
from agent.ports import Context
from agent.workflows.coach.planning.contracts import Change, LearningPlan, Report
from agent.workflows.coach.state import Plain

MOST_WEAK = 3


def track(
    plan: LearningPlan, reports: Sequence[Report], context: Context
) -> tuple[LearningPlan, list[Plain], list[str]]:
    """The plan with all that was reported, the entries to log, and what to say of it."""
    entries, said, at = [], [], moment()
    for number, report in enumerate(reports):
        # Hours without a milestone go to the one under way.
        each = plan.milestone(report.milestone) or [*plan.open, plan.milestones[-1]][0]
        plan, sentences = _mark(plan, each.id, report, at[:10])
        given = {
            name: value
            for name, value in report.model_dump(include={"done", "hours", "proof"}).items()
            if value not in (None, "")
        }
        entries.append({"id": f"{context.turn}:{number}", "at": at, "milestone": each.id, **given})
        hours = f"{report.hours:g}" if report.hours else ""
        said += [plan.say(one, milestone=each.name, hours=hours) for one in sentences]
    return plan, entries, said


def _mark(plan: LearningPlan, id_: str, report: Report, day: str) -> tuple[LearningPlan, list[str]]:
    """One that is done already keeps its day."""
    changed, said = {}, []
    if report.done:
        changed["done"] = next(each.done for each in plan.milestones if each.id == id_) or day
        said.append(N_("{milestone} is done."))
    elif report.done is False:
        changed |= {"done": "", "proven": ""}
        said.append(N_("{milestone} is open again."))
    if report.proof:
        changed["proven"] = report.proof
        said += [] if report.done else [N_("Your proof for {milestone} is kept.")]
    if report.hours:
        said.append(N_("Hours logged: {hours}."))
    milestones = tuple(
        each.model_copy(update=changed) if each.id == id_ else each for each in plan.milestones
    )
    status = "done" if all(each.done for each in milestones) else "in_progress"
    missed = 0 if report.done else plan.missed
    marked = {"milestones": milestones, "status": status, "missed": missed}
    return plan.model_copy(update=marked), said


def progress_of(
    plan: LearningPlan, fresh: Sequence[Plain], changed: Sequence[Change], context: Context
) -> Plain:
    """How far it is, with entries that are not logged yet."""
    try:
        logged = context.ports.plans.logged(context.user, plan.id)
    except NotFound:
        # Not approved yet, so it is not kept.
        logged = []
    entries = {str(entry["id"]): entry for entry in (*logged, *fresh)}
    milestones = plan.model_dump(mode="json")["milestones"]
    return {
        "plan_id": plan.id,
        **progress(milestones, entries.values(), today(), missed=plan.missed),
        "changes": [each.model_dump(mode="json") for each in changed],
        "weak": weak_in(plan, context),
    }


def weak_in(plan: LearningPlan, context: Context) -> list[Plain]:
    """Topics of the plan's skills that quizzes have shown to be weak, the weakest first."""
    ours = {id_ for each in plan.milestones for id_ in each.skills}
    skills = {
        fold(name).replace("-", " "): skill.id
        for skill in context.ports.courses.skills()
        if skill.id in ours
        for name in (skill.id, *skill.names.values(), *skill.aliases)
    }
    found = []
    for known in context.ports.progress.mastery(context.user):
        names = (fold(name).replace("-", " ") for name in (known.topic, known.subject))
        if known.is_weak and (skill := next(filter(None, map(skills.get, names)), "")):
            told = {"topic": known.topic, "subject": known.subject, "skill": skill}
            open_ = (each.id for each in plan.open if skill in each.skills)
            share = round(known.mastery, 2)
            found.append({**told, "mastery": share, "milestone": next(open_, "")})
    return found[:MOST_WEAK]


# Differences


def compare(before: LearningPlan, after: LearningPlan) -> list[Change]:
    """Field by field; a milestone that came or went has the field "milestone"."""
    old = {each.id: each for each in before.milestones}
    new = {each.id: each for each in after.milestones}
    found = []
    for id_ in old | new:
        if id_ in old and id_ in new:
            one, two = (
                {n: _shown(v) for n, v in each if n != "id"} for each in (old[id_], new[id_])
            )
        else:
            one = {"milestone": old[id_].title if id_ in old else ""}
            two = {"milestone": new[id_].title if id_ in new else ""}
        found += [
            Change(milestone=id_, field=name, before=one[name], after=two[name])
            for name in one
            if one[name] != two[name]
        ]
    return found


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
