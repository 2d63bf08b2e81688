"""How far a plan has come, from its ticks, hours logged and quizzes; and what a change did."""

from collections.abc import Sequence
from typing import Any

from agent.checks.plan_progress import progress
from agent.engine.conversation import moment, today
from agent.language.catalogs import N_
from agent.ports import Context, StoredPlan
from agent.workflows.coach.planning.contracts import LearningPlan, Milestone, Report
from agent.workflows.coach.planning.gaps import skills_of
from agent.workflows.coach.planning.phrasing import day_of
from agent.workflows.coach.planning.scheduling import Schedule
from agent.workflows.coach.state import Plain, speak_in

MOST_WEAK = 3


def track(
    plan: LearningPlan, reports: Sequence[Report], context: Context, *, key: str
) -> tuple[LearningPlan, list[Plain]]:
    """The plan with all that was reported of what is in it, and the entries to log by that key."""
    spent = progress_of(plan, context)["spent"]
    entries, schedule = list[Plain](), Schedule(plan, today(), spent)
    for number, report in enumerate(reports):
        # Hours without a milestone go to the one under way.
        left = [each for each in schedule.milestones if not each.done]
        named = [each for each in schedule.milestones if each.id == report.milestone]
        if report.milestone and not named:
            continue
        each = [*named, *left, schedule.milestones[-1]][0]
        schedule.mark(report, each.id)
        told = report.model_dump(include={"done", "hours", "proof"}, exclude_defaults=True)
        entries.append({"id": f"{key}:{number}", "at": moment(), "milestone": each.id, **told})
    schedule.spent = progress_of(plan, context, fresh=entries)["spent"]
    after = schedule.result
    status = "in_progress" if after.open else "done"
    missed = 0 if any(report.done for report in reports) else plan.missed
    return after.model_copy(update={"status": status, "missed": missed}), entries


def progress_of(plan: LearningPlan, context: Context, *, fresh: Sequence[Plain] = ()) -> Plain:
    """How far it is, with entries that are not logged yet."""
    logged = context.ports.plans.logged(context.user, plan.id)
    entries = {str(entry["id"]): entry for entry in (*logged, *fresh)}
    milestones = plan.model_dump(mode="json")["milestones"]
    told = progress(milestones, entries.values(), today(), missed=plan.missed)
    return {"plan_id": plan.id, **told, "weak": weak_in(plan, context)}


def progress_lines(plan: LearningPlan, context: Context, *, most: int = 1) -> list[str]:
    """How far it is, and what comes next."""
    at = progress_of(plan, context)
    values = {name: f"{at[name]:g}" for name in ("done", "of", "hours", "hours_planned")}
    said = plan.goal.say(N_("Done: {done} of {of}. Hours: {hours} of {hours_planned}."), **values)
    return [said, *dates_of(plan, plan.open[:most])]


def dates_of(plan: LearningPlan, milestones: Sequence[Milestone]) -> list[str]:
    days = [[day_of(day, plan.goal.language) for day in (e.start, e.ends)] for e in milestones]
    when = N_("{name}: {start} – {end}.")
    named = zip(milestones, days, strict=True)
    return [plan.goal.say(when, name=each.name, start=one, end=two) for each, (one, two) in named]


def weak_in(plan: LearningPlan, context: Context) -> list[Plain]:
    """Topics of the plan's skills that quizzes have shown to be weak, the weakest first."""
    skills, found = context.ports.courses.skills(), []
    for known in context.ports.progress.mastery(context.user):
        named = skills_of(known.topic, skills)
        taught = [each for each in plan.milestones if each.skills.keys() & named]
        if known.is_weak and taught:
            told = {"topic": known.topic, "subject": known.subject}
            milestone = next((each.id for each in taught if not each.done), "")
            found.append({**told, "mastery": round(known.mastery, 2), "milestone": milestone})
    return found[:MOST_WEAK]


def as_kept(plan: Plain, context: Context) -> Plain:
    """What has become of it, in the language that it has here. A draft is not kept."""
    if plan["status"] == "draft":
        return plan
    kept = {each.id: each.plan for each in context.ports.plans.all(context.user)}
    return speak_in(plan["goal"]["language"], kept.get(plan["id"], plan))


def keep(plan: LearningPlan, context: Context) -> Plain:
    """Store it among the user's plans."""
    plain = plan.model_dump(mode="json")
    stored = StoredPlan(plan.id, context.thread, plan.goal.text, plan.status, moment(), plain)
    context.ports.plans.put(context.user, stored)
    return plain


def compare(before: LearningPlan, after: LearningPlan) -> list[Plain]:
    """Field by field; a milestone that came or went has the field "milestone"."""
    old, new, found = _fields(before), _fields(after), list[Plain]()
    for id_, fields in (old | new).items():
        is_kept = id_ in old and id_ in new
        for name in fields if is_kept else ["title"]:
            one, two = (side.get(id_, {}).get(name, "") for side in (old, new))
            if one != two:
                named = name if is_kept else "milestone"
                found.append({"milestone": id_, "field": named, "before": one, "after": two})
    return found


def _fields(plan: LearningPlan) -> dict[str, dict[str, str]]:
    """Of each milestone, and without an id what holds of the whole plan; dates show the rest."""
    said = plan.goal.model_dump(include={"deadline", "course_language", "budget", "wishes"})
    whole = {"": {"title": plan.goal.text, "hours_a_week": plan.hours_a_week, **said}}
    milestones = {e.id: e.model_dump(exclude={"id", "earliest"}) for e in plan.milestones}
    found = {**whole, **milestones}.items()
    return {id_: {name: _shown(v) for name, v in values.items()} for id_, values in found}


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        value = tuple(f"{skill} {level}" for skill, level in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value or "")
