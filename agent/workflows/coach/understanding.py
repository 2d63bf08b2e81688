"""What a turn is about: by a button, by rules, else by a model, else by asking."""

import re
from datetime import date

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.conversation import conversation_of, words_of
from agent.errors import AgentError
from agent.events import Notice
from agent.guardrails import fenced
from agent.ports import Context
from agent.steps import Step
from agent.text import Language, language_of
from agent.workflows.coach.contracts import (
    Agent,
    Goal,
    LearningPlan,
    Picked,
    Progress,
    Want,
    Wanted,
)
from agent.workflows.coach.entering import readable
from agent.workflows.coach.goal_step import goal_in
from agent.workflows.coach.planning.goals import with_details
from agent.workflows.coach.planning.intents import LIKELY, intent_of
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.words import told

THANKS = re.compile(
    r"^\W*(?:(?:many )?thanks(?: a lot)?|thank you(?: very much)?|bye"
    r"|(?:muchas )?gracias|adi[oó]s|谢谢你?|多谢|再见)\W*$",
    re.IGNORECASE,
)
IN_FORCE = ("approved", "in_progress")
CALLS: dict[Want, tuple[Agent, ...]] = {
    "new_goal": ("course_advisor", "learning_planner", "human_input"),
    "courses": ("course_advisor", "human_input"),
    "plan": ("learning_planner", "human_input"),
    "adjust": ("learning_planner", "human_input"),
    "progress": ("learning_planner", "human_input"),
    "quiz": ("learning_planner",),
    "question": ("learning_planner", "end"),
    "unclear": ("human_input",),
}


def language_in(state: AgentState) -> Language:
    """That of the goal under way; before there is one, that of the message."""
    for held in (state.get("goal"), (state.get("learning_plan") or {}).get("goal")):
        if held:
            return Goal.model_validate(held).language
    return language_of(state.get("user_input") or "")


def understood(state: AgentState, context: Context, today: date, *, anew: bool) -> Plain:
    """What the message wants, once in a turn, and again when the user has said it on a card."""
    if state.get("ended") or (state.get("wanted") and not anew):
        return {}
    text = state.get("user_input") or ""
    if state.get("wanted"):
        wanted = Wanted.model_validate(state["wanted"])
    elif state.get("picked"):
        return _by_button(state, context, today)
    elif THANKS.search(text):
        return {"ended": "done"}
    else:
        wanted = _read(text, state, context, today)
    return _prepared(wanted, state, context, today)


def _read(text: str, state: AgentState, context: Context, today: date) -> Wanted:
    courses = context.ports.courses
    held = state.get("learning_plan") or _latest(context)
    plan = LearningPlan.model_validate(held) if held else None
    found = intent_of(text, skills=courses.skills(), roles=courses.roles(), plan=plan, today=today)
    if found.confidence >= LIKELY:
        return found.wanted
    if not context.llm.is_model:
        return found.wanted.model_copy(update={"kind": "unclear"})
    value = RouteFor(
        text=text,
        conversation=conversation_of(state),
        has_goal=bool(state.get("goal")),
        milestones={each.id: each.title for each in plan.milestones} if plan else {},
    )
    said = context.llm.run(COORDINATE, value)
    return Wanted(
        kind=said.current_task,
        why=said.why,
        source="model",
        milestones=tuple(said.milestones),
        wish=text if said.current_task == "adjust" else "",
        progress="done" if said.current_task == "progress" else "",
    )


def _prepared(wanted: Wanted, state: AgentState, context: Context, today: date) -> Plain:
    """What that needs to begin with: a goal, other courses, or a plan."""
    update: Plain = {"wanted": wanted.model_dump(mode="json")}
    text = state.get("user_input") or ""
    match wanted.kind:
        case "unclear":
            return update
        case "new_goal":
            return {**update, **_spoken(_new_goal(text, context, today), state)}
        case "courses":
            return {**update, **_for_courses(text, state, context, today)}
        case "plan":
            goal = state.get("goal")
            if not goal and not state.get("learning_plan"):
                return {**update, **_new_goal(text, context, today), **_adopted(state, context)}
            told_more = with_details(Goal.model_validate(goal), text, today) if goal else None
            return {**update, **({"goal": told_more.model_dump(mode="json")} if told_more else {})}
        case _:
            return {**update, **_adopted(state, context)}


def _new_goal(text: str, context: Context, today: date) -> Plain:
    goal = goal_in(text, context, today)
    return {
        "goal": goal.model_dump(mode="json") if goal else None,
        "gaps": None,
        "course_candidates": None,
        "chosen": None,
        "number": None,
        "refused": [],
        "search": None,
    }


def _spoken(found: Plain, state: AgentState) -> Plain:
    """In the language of the message, where the goal was told in a few words on a card."""
    message, text = words_of(state), state.get("user_input") or ""
    if found["goal"] is None or text == message:
        return found
    return {**found, "goal": {**found["goal"], "language": language_of(f"{message} {text}")}}


def _for_courses(text: str, state: AgentState, context: Context, today: date) -> Plain:
    """For the goal under way more of them; for another subject from the beginning."""
    held = Goal.model_validate(state["goal"]) if state.get("goal") else None
    found = _new_goal(text, context, today)
    named = Goal.model_validate(found["goal"]) if found["goal"] else None
    if held and not (named and (named.skills.keys() - held.skills.keys() or named.uncovered)):
        more = "more" if state.get("course_candidates") else None
        told_more = with_details(held, text, today).model_dump(mode="json")
        return {"goal": told_more, "search": more, "chosen": None}
    return found


# Plans of other conversations


def _latest(context: Context) -> Plain | None:
    kept = [each for each in readable(context) if each.status in IN_FORCE]
    return kept[0].plan if kept else None


def _adopted(state: AgentState, context: Context) -> Plain:
    """The latest plan in force, where this conversation has none of its own; and that is said."""
    if state.get("learning_plan"):
        return {}
    return _taken_up(_latest(context), context)


def _taken_up(plan: Plain | None, context: Context) -> Plain:
    if plan is None:
        return {}
    goal = Goal.model_validate(plan["goal"])
    context.report.emit(Notice(told("entry.adopted", goal.language, title=goal.text)))
    return {"learning_plan": plan, "goal": plan["goal"], "before": None}


# Buttons

_PROGRESS: dict[str, Progress] = {
    "done": "done",
    "undone": "undone",
    "hours": "hours",
    "proof": "proof",
    "missed": "missed",
}


def _by_button(state: AgentState, context: Context, today: date) -> Plain:
    try:
        picked = Picked.model_validate(state["picked"])
        wanted = _picked(picked)
    except (ValidationError, ValueError) as error:
        raise AgentError(
            "That button asked for something unknown.", hint="Reload the page, then try again."
        ) from error
    held = state.get("learning_plan") or {}
    update: Plain = {}
    if picked.plan and picked.plan != held.get("id"):
        kept = context.ports.plans.plan(context.user, picked.plan)
        update = _taken_up(kept.plan, context)
    now: AgentState = {**state, **update}  # type: ignore[typeddict-item]
    return {**update, **_prepared(wanted, now, context, today)}


def _picked(picked: Picked) -> Wanted:
    named = (picked.milestone,) if picked.milestone else ()
    common: Plain = {"why": "", "source": "user", "milestones": named}
    match picked.act:
        case "adjust":
            return Wanted(kind="adjust", wish=picked.value, **common)
        case "more_courses":
            return Wanted(kind="courses", **common)
        case "resume":
            return Wanted(kind="plan", **common)
        case "hours":
            hours = float(picked.value)
            return Wanted(kind="progress", progress="hours", hours=hours, **common)
        case "missed":
            weeks = int(picked.value or 1)
            return Wanted(kind="progress", progress="missed", weeks=weeks, **common)
        case act:
            progress = _PROGRESS[act]
            return Wanted(kind="progress", progress=progress, proof=picked.value, **common)


# The model


class RouteFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str
    conversation: list[str] = []
    has_goal: bool
    milestones: dict[str, str]
    """Titles by ids; empty without a plan."""


class Route(BaseModel):
    next_agent: Agent
    current_task: Want
    milestones: list[str] = []
    why: str = Field(min_length=1, max_length=300)


def _prompt(value: RouteFor) -> str:
    plan = "\n".join(f"- {id_}: {title}" for id_, title in value.milestones.items())
    said = "\n".join(value.conversation) or "(nothing yet)"
    return (
        "You coordinate a learning coach. Decide what the learner's message wants and who is next."
        " Tasks: new_goal (something else to learn), courses (find courses), plan (make or show"
        " it), adjust (change the plan), progress (a milestone is done), quiz, question (about the"
        " plan), unclear (when the message does not tell; then the learner is asked)."
        " Agents: course_advisor finds courses, learning_planner makes, changes and answers on"
        " plans, human_input asks the learner, end. You decide nothing for the learner and approve"
        f" nothing.\n\nA goal is {'known' if value.has_goal else 'not known'}."
        f"\n\nThe plan's milestones:\n{fenced(plan or '(no plan)', source='plan')}"
        f"\n\nThe conversation so far:\n{fenced(said, source='conversation')}"
        f"\n\nThe message:\n{fenced(value.text, source='message')}"
    )


def _problems(value: RouteFor, given: Route) -> list[str]:
    found = []
    if given.next_agent not in CALLS[given.current_task]:
        able = " or ".join(CALLS[given.current_task])
        found.append(f"For {given.current_task} the next agent is {able}.")
    if unknown := [id_ for id_ in given.milestones if id_ not in value.milestones]:
        found.append(f"There is no milestone {', '.join(unknown)}.")
    return found


COORDINATE = Step("coordinate", RouteFor, Route, _prompt, check=_problems, temperature=0.2)
