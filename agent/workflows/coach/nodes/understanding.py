"""What a turn is about: by a button, by a model, by labelled examples, else by asking."""

from datetime import date
from typing import Any

from pydantic import ValidationError

from agent.engine.conversation import conversation_of, words_of
from agent.engine.conversation import today as day
from agent.errors import AgentError
from agent.events import Notice
from agent.language.catalogs import N_
from agent.language.text import Language, language_of
from agent.ports import Context
from agent.workflows.coach.nodes.entering import readable_plans
from agent.workflows.coach.nodes.goals import goal_in
from agent.workflows.coach.planning.contracts import (
    Goal,
    LearningPlan,
    Milestone,
    Picked,
    Want,
    Wanted,
)
from agent.workflows.coach.state import AgentState, Plain, goal_of, merge, wanted_of
from agent.workflows.coach.steps import COORDINATE, RouteFor

LEARNED: dict[str, Want] = {
    "goal": "new_goal",
    "change": "adjust",
    "progress": "progress",
    "ask": "question",
    "chat": "chat",
}
"""What the labels of the examples stand for."""
OF_PLAN = frozenset({"adjust", "progress"})
IN_FORCE = ("approved", "in_progress")


def language_in(state: AgentState) -> Language:
    """That of the goal under way; before there is one, that of the message."""
    for held in (state.get("goal"), (state.get("learning_plan") or {}).get("goal")):
        if held:
            return Goal.model_validate(held).language
    return language_of(state.get("user_input") or "")


def understand(state: AgentState, context: Context, today: date, *, anew: bool) -> Plain:
    """What the message wants, once in a turn, and again when the user has said it on a card."""
    if state.get("ended"):
        return {}
    held = wanted_of(state) if state.get("wanted") else None
    if held and held.is_unread and context.llm.is_model:
        read = _read_by_model(held.wish, state, context, about=held.milestones)
        named = read.milestones or held.milestones
        changed = {"edits": read.edits, "milestones": named, "source": "model"}
        return {"wanted": held.model_copy(update=changed).model_dump(mode="json")}
    if held and not anew:
        return {}
    if not held and state.get("picked"):
        return _by_button(state, context, today)
    wanted = held or _read(state.get("user_input") or "", state, context)
    return _prepare(wanted, state, context, today)


def _read(text: str, state: AgentState, context: Context) -> Wanted:
    if context.llm.is_model:
        return _read_by_model(text, state, context)
    held = state.get("learning_plan") or _latest(context)
    guess = context.ports.intents.guess("coach", text)
    kind = LEARNED.get(guess.intent, "unclear") if guess.is_sure else "unclear"
    if kind in OF_PLAN and not held:
        kind = "unclear"
    if kind == "unclear" and not state.get("learning_plan") and not state.get("goal"):
        # Without a goal so far, the message most likely states it; the form shows what was read.
        kind = "new_goal"
    return Wanted(kind=kind, wish=text if kind == "adjust" else "")


def _read_by_model(
    text: str, state: AgentState, context: Context, *, about: tuple[str, ...] = ()
) -> Wanted:
    held = state.get("learning_plan") or _latest(context)
    plan = LearningPlan.model_validate(held) if held else None
    found = state.get("course_candidates") or []
    value = RouteFor(
        text=text,
        about=list(about),
        conversation=conversation_of(state),
        goal=str((state.get("goal") or (held or {}).get("goal") or {}).get("text", "")),
        milestones={each.id: _line(each) for each in plan.milestones} if plan else {},
        open=[each.id for each in plan.open] if plan else [],
        courses={course["id"]: course["title"] for course in found},
        today=day().isoformat(),
    )
    said = context.llm.run(COORDINATE, value)
    return Wanted(
        kind=said.current_task,
        source="model",
        wish=text if said.current_task == "adjust" else "",
        **said.model_dump(exclude={"current_task"}),
    )


def _line(each: Milestone) -> str:
    done = f", done on {each.done}" if each.done else ""
    dates = f"{each.hours:g} hours, {each.start} to {each.due}{done}"
    return f"{each.title} ({dates}). {each.outcome} Proof: {each.proof}"


def _prepare(wanted: Wanted, state: AgentState, context: Context, today: date) -> Plain:
    """What that needs to begin with: a goal, other courses, or a plan."""
    update: Plain = {"wanted": wanted.model_dump(mode="json")}
    has_goal = bool(state.get("goal"))
    match wanted.kind:
        case "unclear":
            return update
        case "courses" if has_goal:
            search = "more" if state.get("course_candidates") else None
            return {**update, "search": search, "chosen": None}
        case "new_goal" | "courses":
            return {**update, **_new_goal(state, context, today)}
        case "plan" if has_goal or state.get("learning_plan"):
            return update
        case "plan":
            return {**update, **_new_goal(state, context, today), **_adopt(state, context)}
        case _:
            return {**update, **_adopt(state, context)}


def _new_goal(state: AgentState, context: Context, today: date) -> Plain:
    """Of the message, and in its language, also where the goal was said on a card."""
    text, message = state.get("user_input") or "", words_of(state)
    goal = None
    if text.strip():
        goal = goal_in(text, context, today, profile=state.get("user_profile"))
        if text != message:
            goal = goal.model_copy(update={"language": language_of(f"{message} {text}")})
    return {
        "goal": goal and goal.model_dump(mode="json"),
        "gaps": None,
        "course_candidates": None,
        "chosen": None,
        "number": None,
        "refused": [],
        "search": None,
    }


def rename_goal(state: AgentState, context: Context, today: date) -> Plain:
    """The goal for another subject, which the form was given; what else it holds stays."""
    held = goal_of(state)
    fresh = goal_in(state.get("user_input") or "", context, today)
    if not fresh.skills and "uncovered" in (state.get("asked") or []):
        # Self-study was chosen already.
        fresh = fresh.learnt_alone()
    given = held.model_dump(
        include={"level", "background", "hours_a_week", "deadline", "course_language", "budget"}
    )
    goal = fresh.model_copy(update={**given, "language": held.language})
    return {"goal": goal.model_dump(mode="json"), "gaps": None}


# Plans of other conversations


def _latest(context: Context) -> Plain | None:
    kept = [each for each in readable_plans(context) if each.status in IN_FORCE]
    return kept[0].plan if kept else None


def _adopt(state: AgentState, context: Context) -> Plain:
    """The latest plan in force, where this conversation has none of its own; and that is said."""
    return {} if state.get("learning_plan") else _take_up(_latest(context), context)


def _take_up(plan: Plain | None, context: Context) -> Plain:
    if plan is None:
        return {}
    goal = Goal.model_validate(plan["goal"])
    said = goal.say(N_("I'm using your plan “{title}”."), title=goal.text)
    context.report.emit(Notice(said))
    return {"learning_plan": plan, "goal": plan["goal"], "before": None}


# Buttons


KINDS: dict[str, Want] = {
    "adjust": "adjust",
    "edit": "adjust",
    "quiz": "quiz",
    "more_courses": "courses",
    "resume": "plan",
}
"""What buttons want; the others log progress."""


def _by_button(state: AgentState, context: Context, today: date) -> Plain:
    try:
        picked = Picked.model_validate(state["picked"])
        wanted = _pick(picked)
    except (ValidationError, ValueError) as error:
        raise AgentError(
            "That button asked for something unknown.", hint="Reload the page, then try again."
        ) from error
    held = state.get("learning_plan") or {}
    update: Plain = {}
    if picked.plan and picked.plan != held.get("id"):
        kept = context.ports.plans.plan(context.user, picked.plan)
        update = _take_up(kept.plan, context)
    return {**update, **_prepare(wanted, merge(state, update), context, today)}


def _pick(picked: Picked) -> Wanted:
    value, named = picked.value, (picked.milestone,) if picked.milestone else ()
    told: Any
    match picked.act:
        case "adjust":
            told = {"wish": value}
        case "edit":
            told = {"edits": [{"kind": value, "milestone": picked.milestone}]}
        case "hours":
            told = {"progress": "hours", "hours": float(value)}
        case "missed":
            told = {"progress": "missed", "weeks": int(value or 1)}
        case "done" | "undone" | "proof" as act:
            told = {"progress": act, "proof": value}
        case _:
            told = {}
    kind = KINDS.get(picked.act, "progress")
    return Wanted(kind=kind, source="user", milestones=named, **told)
