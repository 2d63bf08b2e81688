"""What a turn is about: by a button, by a model, by labelled examples, else by asking."""

from datetime import date

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.conversation import conversation_of, words_of
from agent.conversation import today as day
from agent.errors import AgentError
from agent.events import Notice
from agent.guardrails import fenced
from agent.ports import Context
from agent.steps import Step
from agent.text import Language, language_of
from agent.workflows.coach.contracts import (
    Agent,
    Edit,
    Goal,
    LearningPlan,
    Milestone,
    Picked,
    Progress,
    Want,
    Wanted,
)
from agent.workflows.coach.entering import readable
from agent.workflows.coach.goal_step import goal_in
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.words import told

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
CALLS: dict[Want, tuple[Agent, ...]] = {
    "new_goal": ("course_advisor", "learning_planner", "human_input"),
    "courses": ("course_advisor", "human_input"),
    "plan": ("learning_planner", "human_input"),
    "adjust": ("learning_planner", "human_input"),
    "progress": ("learning_planner", "human_input"),
    "quiz": ("learning_planner",),
    "question": ("learning_planner", "end"),
    "chat": ("end",),
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
    if state.get("ended"):
        return {}
    text = state.get("user_input") or ""
    held = Wanted.model_validate(state["wanted"]) if state.get("wanted") else None
    if held and _is_unread(held, context):
        read = _read_by_model(held.wish, state, context, about=held.milestones)
        named = read.milestones or held.milestones
        changed = {"edits": read.edits, "milestones": named, "source": "model"}
        return {"wanted": held.model_copy(update=changed).model_dump(mode="json")}
    if held and not anew:
        return {}
    if held:
        wanted = held
    elif state.get("picked"):
        return _by_button(state, context, today)
    else:
        wanted = _read(text, state, context)
    return _prepared(wanted, state, context, today)


def _is_unread(wanted: Wanted, context: Context) -> bool:
    """Whether a wish in words is still to be read; without a model a card asks for edits."""
    is_wish = wanted.kind == "adjust" and wanted.wish and not wanted.edits
    return bool(is_wish) and wanted.source == "user" and context.llm.is_model


def _read(text: str, state: AgentState, context: Context) -> Wanted:
    if context.llm.is_model:
        return _read_by_model(text, state, context)
    held = state.get("learning_plan") or _latest(context)
    guess = context.ports.intents.guess("coach", text)
    kind = LEARNED.get(guess.intent, "unclear") if guess.is_sure else "unclear"
    if kind in OF_PLAN and not held:
        kind = "unclear"
    if kind == "unclear" and not held and not state.get("goal"):
        # Whoever has no goal yet most likely says it; the form shows what was understood.
        kind = "new_goal"
    return Wanted(kind=kind, why="", wish=text if kind == "adjust" else "")


def _read_by_model(
    text: str, state: AgentState, context: Context, *, about: tuple[str, ...] = ()
) -> Wanted:
    held = state.get("learning_plan") or _latest(context)
    plan = LearningPlan.model_validate(held) if held else None
    left = [each for each in plan.milestones if not each.done] if plan else []
    value = RouteFor(
        text=text,
        about=list(about),
        conversation=conversation_of(state),
        goal=str((state.get("goal") or {}).get("text", "")),
        milestones={each.id: _line(each) for each in plan.milestones} if plan else {},
        open=[each.id for each in left],
        today=day().isoformat(),
        language=language_in(state),
    )
    said = context.llm.run(COORDINATE, value)
    return Wanted(
        kind=said.current_task,
        why=said.why,
        source="model",
        milestones=tuple(said.milestones),
        wish=text if said.current_task == "adjust" else "",
        edits=tuple(said.edits),
        progress=said.progress,
        hours=said.hours,
        weeks=said.weeks,
        proof=said.proof,
        answer=said.answer,
    )


def _line(each: Milestone) -> str:
    done = f", done on {each.done}" if each.done else ""
    return f"{each.title} ({each.hours:g} hours, {each.start} to {each.due}{done})"


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
            return update
        case _:
            return {**update, **_adopted(state, context)}


def _new_goal(text: str, context: Context, today: date) -> Plain:
    return {
        "goal": goal_in(text, context, today).model_dump(mode="json") if text.strip() else None,
        "gaps": None,
        "course_candidates": None,
        "chosen": None,
        "number": None,
        "refused": [],
        "search": None,
    }


def renamed(state: AgentState, context: Context, today: date) -> Plain:
    """The goal for another subject, which the form was given; what else it holds stays."""
    held = Goal.model_validate(state["goal"])
    fresh = goal_in(state.get("user_input") or "", context, today)
    given = held.model_dump(
        include={"level", "background", "hours_a_week", "deadline", "course_language", "budget"}
    )
    goal = fresh.model_copy(update={**given, "language": held.language})
    return {"goal": goal.model_dump(mode="json"), "gaps": None}


def _spoken(found: Plain, state: AgentState) -> Plain:
    """In the language of the message, where the goal was told in a few words on a card."""
    message, text = words_of(state), state.get("user_input") or ""
    if found["goal"] is None or text == message:
        return found
    return {**found, "goal": {**found["goal"], "language": language_of(f"{message} {text}")}}


def _for_courses(text: str, state: AgentState, context: Context, today: date) -> Plain:
    """For the goal under way more of them; else for what the message names."""
    if state.get("goal"):
        return {"search": "more" if state.get("course_candidates") else None, "chosen": None}
    return _new_goal(text, context, today)


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
        case "edit":
            edit = Edit.model_validate({"kind": picked.value, "milestone": picked.milestone})
            return Wanted(kind="adjust", edits=(edit,), **common)
        case "quiz":
            return Wanted(kind="quiz", **common)
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
    about: list[str] = []
    """Milestones that the learner has picked for it."""
    conversation: list[str] = []
    goal: str = ""
    milestones: dict[str, str]
    """Titles, hours and dates by ids; empty without a plan."""
    open: list[str] = []
    today: str
    language: str


class Route(BaseModel):
    current_task: Want
    next_agent: Agent
    why: str = Field(min_length=1, max_length=300)
    milestones: list[str] = Field(default=[], description="The ids that the message is about")
    edits: list[Edit] = Field(default=[], max_length=12, description="For adjust, in order")
    progress: Progress = Field(default="", description="For progress only")
    hours: float | None = Field(default=None, ge=0, le=500, description="Hours learnt")
    weeks: int | None = Field(default=None, ge=1, le=52, description="Weeks missed")
    proof: str = Field(default="", max_length=300)
    answer: str = Field(default="", max_length=600, description="For chat: your reply")


def _prompt(value: RouteFor) -> str:
    plan = "\n".join(f"- {id_}: {title}" for id_, title in value.milestones.items())
    said = "\n".join(value.conversation) or "(nothing yet)"
    about = f" They picked {', '.join(value.about)} for it." if value.about else ""
    return (
        "You coordinate a learning coach. Decide what the learner's message wants and who is next."
        "\nTasks: new_goal (something to learn), courses (find courses without a plan), plan (make"
        " or show it), adjust (change the plan), progress (something is done, hours were learnt,"
        " weeks were missed), quiz, question (about the plan), chat (anything else: reply in"
        " `answer`), unclear (nothing tells; then the learner is asked)."
        "\nAgents: course_advisor finds courses, learning_planner makes, changes and answers on"
        " plans, human_input asks the learner, end."
        "\nEdits: drop, split, merge (with the next), own_work (no course), course (another one),"
        " rename (`to`: the title), hours (`hours`), earlier and later (`weeks`, or as far as it"
        " goes), before (`to`: the id of the milestone that it comes before), add (own work; `to`:"
        " its title, `milestone`: the one that it comes before), hours_a_week (`hours`), deadline"
        " (`to`: the date). To swap two, move one before the other. Use no more edits than were"
        " asked for. A wish about content, such as less theory, needs no edit: name its milestones."
        "\nYou decide nothing for the learner and approve nothing. Write `why` and `answer` in the"
        f" language “{value.language}”. Today is {value.today}."
        f"\n\nThe goal: {fenced(value.goal or '(none yet)', source='goal')}"
        f"\n\nThe plan's milestones:\n{fenced(plan or '(no plan)', source='plan')}"
        f"\n\nThe conversation so far:\n{fenced(said, source='conversation')}"
        f"\n\nThe message:{about}\n{fenced(value.text, source='message')}"
    )


def _problems(value: RouteFor, given: Route) -> list[str]:
    found = []
    if given.next_agent not in CALLS[given.current_task]:
        able = " or ".join(CALLS[given.current_task])
        found.append(f"For {given.current_task} the next agent is {able}.")
    if unknown := [id_ for id_ in given.milestones if id_ not in value.milestones]:
        found.append(f"There is no milestone {', '.join(unknown)}.")
    for edit in given.edits:
        if edit.milestone not in (*value.open, *([""] if edit.kind in FOR_ALL else [])):
            found.append(f"{edit.kind} needs an open milestone: {', '.join(value.open)}.")
        if edit.kind == "before" and edit.to not in value.open:
            found.append("`to` of before is the id of an open milestone.")
        if edit.kind == "deadline" and not edit.to > value.today:
            found.append("`to` of deadline is a date to come, as 2027-01-31.")
    if given.current_task == "chat" and not given.answer.strip():
        found.append("A chat needs your reply in `answer`.")
    return found


FOR_ALL = ("add", "hours_a_week", "deadline")
COORDINATE = Step("coordinate", RouteFor, Route, _prompt, check=_problems, temperature=0.2)
