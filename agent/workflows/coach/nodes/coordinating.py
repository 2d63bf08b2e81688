"""The coordinator: takes in what was answered, and decides who is next."""

from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import task_of, today
from agent.ports import Context
from agent.questions import Question, from_json
from agent.questions import ask as ask_user
from agent.questions import to_json as stored
from agent.text import content_words
from agent.workflows.coach.artifacts import show_call, show_gaps, show_goal
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.answers import taken
from agent.workflows.coach.nodes.deciding import Call, as_named, next_call
from agent.workflows.coach.nodes.understanding import LEARNED, language_in, renamed, understood
from agent.workflows.coach.planning.contracts import Goal, LearningPlan, SkillGap, Wanted
from agent.workflows.coach.planning.gaps import gaps
from agent.workflows.coach.state import AgentState, Plain


def coordinator(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """One pass. The same state leads to the same call, so nothing is lost where it stops."""
    context, day = runtime.context, today()
    rules = context.ports.coach_rules
    loop = (state.get("loop_count") or 0) + 1
    update: Plain = {"loop_count": loop, **taken(state, rules, day)}
    # What a card settled is understood like a message.
    anew = "wanted" in update and state.get("current_task") in ("subject", "clarify")
    update |= understood(_with(state, update), context, day, anew=anew)
    if state.get("current_task") == "goal" and "user_input" in update:
        update |= renamed(_with(state, update), context, day)
    now = _with(state, update)
    if update.get("gaps"):
        show_gaps(runtime, update["gaps"], Goal.model_validate(now["goal"]))
    call = next_call(now, rules)
    if loop == 1 and now.get("wanted"):
        call = as_named(call, now, Wanted.model_validate(now["wanted"]))
    while not rules.asks and (assumed := _assumed(call, now, context)):
        update |= assumed
        now = _with(state, update)
        call = next_call(now, rules)
    most = max(1, rules.loops) + (now.get("allowance") or 0)
    if loop >= most and call.agent != "end":
        call = Call("human_input", "limit") if rules.asks else Call("end", "limit")
    if call.agent == "human_input":
        update |= _draft(call, now, runtime)
    _show(call, now, runtime, loop=loop, most=most)
    return {
        **update,
        "next_agent": call.agent,
        "current_task": call.task,
        "requires_human_input": call.agent == "human_input",
    }


def _with(state: AgentState, update: Plain) -> AgentState:
    now: AgentState = {**state, **update}  # type: ignore[typeddict-item]
    return now


def _assumed(call: Call, state: AgentState, context: Context) -> Plain:
    """What stands in for an answer where nobody is to be asked; empty where nothing is asked."""
    if call.agent != "human_input":
        return {}
    settled: Plain = {"asked": [*(state.get("asked") or []), call.task]}
    match call.task:
        case "goal":
            found = gaps_of(Goal.model_validate(state["goal"]), context)
            return {**settled, "gaps": [gap.model_dump(mode="json") for gap in found]}
        case "courses":
            return {**settled, "chosen": True}
        case "uncovered":
            goal = Goal.model_validate(state["goal"]).learnt_alone()
            return {**settled, "goal": goal.model_dump(mode="json")}
        case "subject" | "clarify":
            return {**settled, "ended": "no_goal"}
        case _:
            return {**settled, "ended": "untold"}


Next = Literal["course_advisor", "learning_planner", "human_input", "end"]


def after_coordinator(state: AgentState) -> Next:
    match state.get("next_agent"):
        case "course_advisor":
            return "course_advisor"
        case "learning_planner":
            return "learning_planner"
        case "human_input":
            return "human_input"
        case _:
            return "end"


def human_input(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Ask what was drafted, and bring the answer as it is."""
    drafted = state["drafted"] or {}
    reply = ask_user(from_json(drafted))
    return {
        "reply": dict(vars(reply)),
        "drafted": None,
        "requires_human_input": False,
        "approved": drafted.get("digest"),
    }


def _show(
    call: Call, state: AgentState, runtime: Runtime[Context], *, loop: int, most: int
) -> None:
    wanted = Wanted.model_validate(state["wanted"]) if state.get("wanted") else None
    is_model = loop == 1 and wanted is not None and wanted.source == "model"
    data = {
        "agent": call.agent,
        "task": call.task,
        "why": wanted.why if wanted and is_model else "",
        "loop": loop,
        "most": most,
        "source": "model" if is_model else "rule",
    }
    show_call(runtime, data)


# What is asked


def _draft(call: Call, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The card of that call, with what has to be known for it."""
    context = runtime.context
    drafts = Drafts(task_of(runtime), language_in(state), reads=context.llm.is_model)
    match call.task:
        case "goal":
            return _goal(drafts, state, runtime)
        case "uncovered":
            goal = Goal.model_validate(state["goal"])
            near = context.ports.courses.near_skills(" ".join(goal.uncovered) or goal.text)
            show_gaps(runtime, [], goal, near)
            return _drafted(drafts.uncovered(", ".join(goal.uncovered) or goal.text, near))
        case "subject":
            is_again = "subject" in (state.get("asked") or [])
            return _drafted(drafts.subject(is_again=is_again))
        case "clarify":
            guess = context.ports.intents.guess("coach", state.get("user_input") or "")
            likely = [LEARNED[label] for label in guess.ranked if label in LEARNED]
            has_plan = bool(state.get("learning_plan"))
            return _drafted(drafts.clarify(has_plan=has_plan, likely=likely))
        case "courses":
            return _drafted(drafts.courses(len(state.get("course_candidates") or [])))
        case "limit":
            return _drafted(drafts.limit(state.get("loop_count") or 0, context.ports.coach_rules))
        case _:
            return _drafted(_about_the_plan(call.task, drafts, state))


def _drafted(question: Question) -> Plain:
    return {"drafted": stored(question)}


def _about_the_plan(task: str, drafts: Drafts, state: AgentState) -> Question:
    plan = LearningPlan.model_validate(state["learning_plan"])
    wanted, problem = Wanted.model_validate(state["wanted"]), state.get("problem") or ""
    if task == "milestone":
        return drafts.milestone(plan, progress=wanted.progress, problem=problem)
    said = wanted.wish or state.get("user_input") or ""
    meant = [*wanted.milestones, *_shared(said, plan), ""][0]
    return drafts.adjust(plan, wish=said, milestone=meant, problem=problem)


def _shared(text: str, plan: LearningPlan) -> list[str]:
    """Open milestones whose titles share words with the text."""
    said = set(content_words(text))
    left = [each for each in plan.milestones if not each.done]
    return [each.id for each in left if said & set(content_words(each.title))]


def _goal(drafts: Drafts, state: AgentState, runtime: Runtime[Context]) -> Plain:
    goal = Goal.model_validate(state["goal"])
    found = gaps_of(goal, runtime.context)
    plain = [gap.model_dump(mode="json") for gap in found]
    show_goal(runtime, goal)
    show_gaps(runtime, plain, goal)
    form = drafts.goal(goal, found, problem=state.get("problem") or "")
    return {"gaps": plain, **_drafted(form)}


def gaps_of(goal: Goal, context: Context) -> list[SkillGap]:
    """With what quizzes have shown where they exist."""
    ports = context.ports
    mastery = [
        (known.topic, known.mastery, known.answers)
        for known in ports.progress.mastery(context.user)
    ]
    return gaps(goal, ports.courses.skills(), ports.courses.roles(), mastery)
