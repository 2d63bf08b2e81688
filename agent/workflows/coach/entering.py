"""The beginning of a turn: what earlier ones left is read anew."""

from typing import Any

from langgraph.runtime import Runtime
from pydantic import BaseModel, TypeAdapter, ValidationError

from agent.conversation import words_of
from agent.errors import NotFound
from agent.events import Notice
from agent.ports import Context, StoredPlan
from agent.text import language_of
from agent.workflows.coach.contracts import CourseInfo, Goal, LearningPlan, SkillGap
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.words import told

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
        known = _restarted(text, context)
    return {
        **known,
        "learning_plan": _in_force(known, context),
        "before": None,
        "user_input": text,
        "conversation_id": context.thread,
        "loop_count": 0,
        "is_complete": False,
        "requires_human_input": False,
        "next_agent": "coordinator",
        "wanted": None,
        "asked": [],
        "finished": [],
        "said": [],
    }


def _is_readable(kind: type[BaseModel], value: Any) -> bool:
    if value is None:
        return True
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return False
    return True


def _restarted(text: str, context: Context) -> Plain:
    """From the plans that are kept, and the user is told."""
    language = language_of(text)
    nothing: Plain = dict.fromkeys(KINDS)
    kept = [plan for plan in readable(context) if plan.thread == context.thread]
    if not kept:
        context.report.emit(Notice(told("entry.lost", language), "warning"))
        return nothing
    said = told("entry.restored", language, title=kept[0].title)
    context.report.emit(Notice(said, "warning"))
    return {**nothing, "goal": kept[0].plan["goal"], "learning_plan": kept[0].plan}


def readable(context: Context) -> list[StoredPlan]:
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
