"""How far a plan has come: from its ticks, from the hours logged, and from quizzes."""

from collections.abc import Sequence

from agent.conversation import moment, today
from agent.errors import NotFound
from agent.language.catalogs import N_
from agent.plan_progress import progress
from agent.ports import Context
from agent.text import fold
from agent.workflows.coach.planning import replanning
from agent.workflows.coach.planning.contracts import Change, LearningPlan, Wanted
from agent.workflows.coach.state import Plain

MOST_WEAK = 3


def track(
    plan: LearningPlan, wanted: Wanted, context: Context
) -> tuple[LearningPlan, list[Plain], list[str]]:
    """The plan with what was done, the entries to log, and what to say of it."""
    entries, said, at = [], [], moment()
    named = {each.id: each.name for each in plan.milestones}
    hours = wanted.hours or 0
    for number, id_ in enumerate(_meant(plan, wanted)):
        entry: Plain
        match wanted.progress:
            case "done":
                plan = replanning.mark_done(plan, id_, at[:10], wanted.proof)
                entry = {"done": True, "proof": wanted.proof}
                sentence = N_("{milestone} is done.")
            case "undone":
                plan = replanning.mark(plan, id_, done="", proven="")
                entry, sentence = {"done": False}, N_("{milestone} is open again.")
            case "proof":
                plan = replanning.mark(plan, id_, proven=wanted.proof)
                entry = {"proof": wanted.proof}
                sentence = N_("Your proof for {milestone} is kept.")
            case _:
                entry, sentence = {"hours": hours}, N_("Hours logged: {hours}.")
        entries.append({"id": f"{context.turn}:{number}", "at": at, "milestone": id_, **entry})
        said.append(plan.say(sentence, milestone=named[id_], hours=f"{hours:g}"))
    return replanning.mark(plan, ""), entries, said


def _meant(plan: LearningPlan, wanted: Wanted) -> list[str]:
    known = [each.id for each in plan.milestones if each.id in wanted.milestones]
    if known or wanted.progress != "hours":
        return known
    # Hours without a milestone go to the one under way.
    return [(plan.open or plan.milestones[-1:])[0].id]


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
        **progress(milestones, entries.values(), today()),
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
