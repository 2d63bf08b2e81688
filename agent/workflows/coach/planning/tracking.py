"""How far a plan has come: from its ticks, from the hours logged, and from quizzes."""

from collections.abc import Sequence

from agent.conversation import moment, today
from agent.errors import NotFound
from agent.language.catalogs import N_
from agent.plan_progress import progress
from agent.ports import Context, Mastery
from agent.text import fold
from agent.workflows.coach.planning import replanning
from agent.workflows.coach.planning.contracts import Change, LearningPlan, Wanted
from agent.workflows.coach.planning.phrasing import phrase
from agent.workflows.coach.state import Plain

MOST_WEAK = 3


def track(
    plan: LearningPlan, wanted: Wanted, context: Context
) -> tuple[LearningPlan, list[Plain], list[str]]:
    """The plan with what was done, the entries to log, and what to say of it."""
    entries, said = [], []
    language, at = plan.goal.language, moment()
    for number, id_ in enumerate(_meant(plan, wanted)):
        entry: Plain = {"id": f"{context.turn}:{number}", "at": at, "milestone": id_}
        match wanted.progress:
            case "done":
                plan = replanning.done(plan, id_, at[:10], wanted.proof)
                entry |= {"done": True, "proof": wanted.proof}
                said.append(
                    phrase(N_("{milestone} is done."), language, milestone=_named(plan, id_))
                )
            case "undone":
                plan = _with(plan, id_, done="", proven="")
                entry |= {"done": False}
                said.append(
                    phrase(N_("{milestone} is open again."), language, milestone=_named(plan, id_))
                )
            case "proof":
                plan = _with(plan, id_, proven=wanted.proof)
                entry |= {"proof": wanted.proof}
                said.append(
                    phrase(
                        N_("Your proof for {milestone} is kept."),
                        language,
                        milestone=_named(plan, id_),
                    )
                )
            case _:
                entry |= {"hours": wanted.hours or 0}
                said.append(
                    phrase(N_("Hours logged: {hours}."), language, hours=f"{wanted.hours or 0:g}")
                )
        entries.append(entry)
    return _with_status(plan), entries, said


def _meant(plan: LearningPlan, wanted: Wanted) -> list[str]:
    known = [each.id for each in plan.milestones if each.id in wanted.milestones]
    if known or wanted.progress != "hours":
        return known
    # Hours without a milestone go to the one under way.
    left = [each.id for each in plan.milestones if not each.done]
    return (left or [plan.milestones[-1].id])[:1]


def _with(plan: LearningPlan, id_: str, **changed: str) -> LearningPlan:
    milestones = tuple(
        each.model_copy(update=changed) if each.id == id_ else each for each in plan.milestones
    )
    return plan.model_copy(update={"milestones": milestones})


def _with_status(plan: LearningPlan) -> LearningPlan:
    status = "done" if all(each.done for each in plan.milestones) else "in_progress"
    return plan.model_copy(update={"status": status})


def _named(plan: LearningPlan, id_: str) -> str:
    return next(f"{each.id} {each.title}" for each in plan.milestones if each.id == id_)


def progress_of(
    plan: LearningPlan, fresh: Sequence[Plain], changed: Sequence[Change], context: Context
) -> Plain:
    """How far it is, with entries that are not logged yet."""
    entries = {str(entry["id"]): entry for entry in (*_logged(plan, context), *fresh)}
    milestones = plan.model_dump(mode="json")["milestones"]
    return {
        "plan_id": plan.id,
        **progress(milestones, entries.values(), today()),
        "changes": [each.model_dump(mode="json") for each in changed],
        "weak": weak_in(plan, context),
    }


def _logged(plan: LearningPlan, context: Context) -> list[Plain]:
    try:
        return context.ports.plans.logged(context.user, plan.id)
    except NotFound:
        # Not approved yet, so it is not kept.
        return []


def weak_in(plan: LearningPlan, context: Context) -> list[Plain]:
    """Topics of the plan's skills that quizzes have shown to be weak, the weakest first."""
    ours = {id_ for each in plan.milestones for id_ in each.skills}
    names = {
        fold(name): skill.id
        for skill in context.ports.courses.skills()
        if skill.id in ours
        for name in (skill.id, *skill.names.values(), *skill.aliases)
    }
    weak = [each for each in context.ports.progress.mastery(context.user) if each.is_weak]
    found = ((known, _skill_of(known, names)) for known in weak)
    told_of = [_weak(known, skill, plan) for known, skill in found if skill]
    return told_of[:MOST_WEAK]


def _weak(known: Mastery, skill: str, plan: LearningPlan) -> Plain:
    return {
        "topic": known.topic,
        "subject": known.subject,
        "skill": skill,
        "mastery": round(known.mastery, 2),
        "milestone": next(
            (each.id for each in plan.milestones if skill in each.skills and not each.done), ""
        ),
    }


def _skill_of(known: Mastery, names: dict[str, str]) -> str:
    """By its topic, else by its subject."""
    for name in (known.topic, known.subject):
        if skill := names.get(fold(name).replace("-", " ")) or names.get(fold(name)):
            return skill
    return ""
