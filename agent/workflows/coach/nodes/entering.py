"""The beginning of a turn: the state that earlier turns left is read again."""

from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel, TypeAdapter, ValidationError

from agent.engine.conversation import moment, words_of
from agent.errors import NotFound
from agent.events import Notice
from agent.language.catalogs import N_
from agent.language.text import Language, language_of
from agent.ports import Context, StoredPlan
from agent.workflows.coach.planning.contracts import CourseInfo, Goal, LearningPlan, SkillGap
from agent.workflows.coach.planning.phrasing import phrase
from agent.workflows.coach.state import AgentState, Plain

LONGEST_TITLE = 80
KINDS: dict[str, Any] = {
    "goal": Goal,
    "gaps": list[SkillGap],
    "course_candidates": list[CourseInfo],
    "learning_plan": LearningPlan,
    "before": LearningPlan,
}


def entry(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Begin a turn with what can be relied on: the plan as it is kept, not as it was left."""
    context = runtime.context
    text = words_of(state)
    known: Plain = {key: state.get(key) for key in KINDS}
    if not all(_is_readable(KINDS[key], value) for key, value in known.items()):
        known = _restored(language_of(text), context)
    return {
        **known,
        "learning_plan": _in_force(known, context),
        "before": None,
        "user_input": text,
        "conversation_id": context.thread,
        "is_complete": False,
    }


def _is_readable(kind: type[BaseModel], value: Any) -> bool:
    if value is None:
        return True
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return False
    return True


def _restored(language: Language, context: Context) -> Plain:
    """Restore the state from this conversation's saved plan, and notify the user."""
    kept = [each.plan for each in readable_plans(context) if each.thread == context.thread]
    plan = kept[0] if kept else None
    saved = N_("This conversation's data could not be read. I went back to your saved plan.")
    lost = N_(
        "This conversation's data could not be read, and you have no saved plan. Tell me your"
        " goal again."
    )
    context.report.emit(Notice(phrase(saved if plan else lost, language), "warning"))
    return {**dict.fromkeys(KINDS), "goal": plan and plan["goal"], "learning_plan": plan}


def readable_plans(context: Context) -> list[StoredPlan]:
    """The user's plans, the latest first, without those that cannot be read any more."""
    plans = context.ports.plans.all(context.user)
    return [each for each in plans if _is_readable(LearningPlan, each.plan)]


def _in_force(known: Plain, context: Context) -> Plain | None:
    """The plan as it is kept; one that was on a card and not approved gives way to it."""
    plan: Plain | None = known["learning_plan"]
    if known["before"] and plan and plan["status"] == "draft":
        plan = known["before"]
    return as_kept(plan, context) if plan else None


def as_kept(plan: Plain, context: Context) -> Plain:
    """What has become of it: another conversation may have moved it. A draft is not kept."""
    if plan["status"] == "draft":
        return plan
    try:
        kept = context.ports.plans.plan(context.user, plan["id"]).plan
    except NotFound:
        return plan
    return kept if _is_readable(LearningPlan, kept) else plan


def keep(plan: LearningPlan, context: Context) -> Plain:
    """Store it among the user's plans."""
    plain = plan.model_dump(mode="json")
    stored = StoredPlan(
        id=plan.id,
        thread=context.thread,
        title=plan.goal.text[:LONGEST_TITLE],
        status=plan.status,
        at=moment(),
        plan=plain,
    )
    context.ports.plans.put(context.user, stored)
    return plain
