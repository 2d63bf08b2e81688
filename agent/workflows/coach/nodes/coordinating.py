"""The coordinator: takes in what was answered, and decides who is next."""

from typing import Literal

from langgraph.runtime import Runtime

from agent.engine.conversation import task_of, today
from agent.language.text import content_words
from agent.ports import Context
from agent.questions import Question, from_json
from agent.questions import ask as ask_user
from agent.questions import to_json as stored
from agent.workflows.coach.artifacts import show_call, show_gaps, show_goal
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.answers import take_reply
from agent.workflows.coach.nodes.deciding import Call, as_named, next_call
from agent.workflows.coach.nodes.understanding import LEARNED, language_in, rename_goal, understand
from agent.workflows.coach.planning.contracts import LearningPlan
from agent.workflows.coach.planning.gaps import gaps
from agent.workflows.coach.state import (
    AgentState,
    Plain,
    courses_of,
    gaps_of,
    goal_of,
    merge,
    plain,
    plan_of,
    wanted_of,
)

Next = Literal["course_advisor", "learning_planner", "human_input", "end"]


def coordinator(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """One pass. The same state leads to the same call, so nothing is lost where it stops."""
    context, day = runtime.context, today()
    rules = context.ports.coach_rules
    loop = (state.get("loop_count") or 0) + 1
    update: Plain = {"loop_count": loop, **take_reply(state, rules, day)}
    # What a card settled is understood like a message.
    anew = "wanted" in update and state.get("current_task") in ("subject", "clarify")
    update |= understand(merge(state, update), context, day, anew=anew)
    if state.get("current_task") == "goal" and "user_input" in update:
        update |= rename_goal(merge(state, update), context, day)
    now = merge(state, update)
    if update.get("gaps"):
        show_gaps(runtime, update["gaps"], goal_of(now))
    call = next_call(now, rules)
    if "wanted" in update and wanted_of(now).source == "model":
        call = as_named(call, now, wanted_of(now))
    while assumed := _assume(call, now, runtime):
        update |= assumed
        now = merge(state, update)
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


def _assume(call: Call, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Return what replaces the user's answer, where it need not be asked; else nothing."""
    is_asked = runtime.context.ports.coach_rules.asks
    if call.agent != "human_input" or (is_asked and not _is_told(call, state, runtime.context)):
        return {}
    settled: Plain = {"asked": [*(state.get("asked") or []), call.task]}
    match call.task:
        case "goal":
            return {**settled, "gaps": _show_goal(state, runtime)}
        case "courses":
            return {**settled, "chosen": True}
        case "uncovered":
            goal = goal_of(state).learnt_alone()
            return {**settled, "goal": goal.model_dump(mode="json")}
        case "subject" | "clarify":
            return {**settled, "ended": "no_goal"}
        case _:
            return {**settled, "ended": "untold"}


def _is_told(call: Call, state: AgentState, context: Context) -> bool:
    """A model has read all that the goal's form asks for, and the user did not start over."""
    if call.task != "goal" or not context.llm.is_model or state.get("problem"):
        return False
    goal, is_first = goal_of(state), "approve" not in (state.get("asked") or [])
    is_level_said = goal.level is not None or any(goal.held.values())
    is_wanted = wanted_of(state).next_agent == "human_input"
    return bool(goal.hours_a_week) and is_level_said and is_first and not is_wanted


def after_coordinator(state: AgentState) -> Next:
    match state.get("next_agent"):
        case "course_advisor" | "learning_planner" | "human_input" as agent:
            return agent
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
    wanted = wanted_of(state) if loop == 1 and state.get("wanted") else None
    is_model = wanted is not None and wanted.source == "model"
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
    context, update = runtime.context, Plain()
    drafts = Drafts(task_of(runtime), language_in(state), reads=context.llm.is_model)
    question: Question
    match call.task:
        case "goal":
            update["gaps"] = _show_goal(state, runtime)
            goal, found = goal_of(state), gaps_of(merge(state, update))
            known = {skill.id for skill in context.ports.courses.skills()}
            question = drafts.goal(
                goal,
                found,
                problem=state.get("problem") or "",
                has_courses=bool(known & goal.skills.keys() or context.ports.course_web),
            )
        case "uncovered":
            goal = goal_of(state)
            near = context.ports.courses.near_skills(state.get("user_input") or goal.text)
            show_gaps(runtime, [], goal, near)
            question = drafts.uncovered(near)
        case "subject":
            question = drafts.subject(is_again="subject" in (state.get("asked") or []))
        case "clarify":
            guess = context.ports.intents.guess("coach", state.get("user_input") or "")
            likely = [LEARNED[label] for label in guess.ranked if label in LEARNED]
            question = drafts.clarify(has_plan=bool(state.get("learning_plan")), likely=likely)
        case "courses":
            count, for_plan = len(courses_of(state)), wanted_of(state).kind != "courses"
            question = drafts.courses(count, for_plan=for_plan)
        case "limit":
            question = drafts.limit(state.get("loop_count") or 0, context.ports.coach_rules)
        case task:
            question = _ask_of_plan(task, drafts, state)
    return {**update, "drafted": stored(question)}


def _ask_of_plan(task: str, drafts: Drafts, state: AgentState) -> Question:
    plan, wanted, problem = plan_of(state), wanted_of(state), state.get("problem") or ""
    if task == "milestone":
        return drafts.milestone(plan, problem=problem or wanted.answer)
    said = wanted.wish or state.get("user_input") or ""
    meant = [*wanted.milestones, *_find_shared(said, plan), ""][0]
    return drafts.adjust(plan, wish=said, milestone=meant, problem=problem or wanted.answer)


def _find_shared(text: str, plan: LearningPlan) -> list[str]:
    """Open milestones whose titles share words with the text."""
    said = set(content_words(text))
    return [each.id for each in plan.open if said & set(content_words(each.title))]


def _show_goal(state: AgentState, runtime: Runtime[Context]) -> list[Plain]:
    """The gaps of the goal, with what quizzes have shown; both are shown."""
    goal, ports = goal_of(state), runtime.context.ports
    mastery = [
        (known.topic, known.mastery, known.answers)
        for known in ports.progress.mastery(runtime.context.user)
    ]
    found = plain(gaps(goal, ports.courses.skills(), ports.courses.roles(), mastery))
    show_goal(runtime, goal)
    show_gaps(runtime, found, goal)
    return found
