"""The coordinator: takes in what was answered, decides who is next, and says why."""

from collections.abc import Sequence
from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import moment, task_of, today
from agent.events import Artifact
from agent.ports import Context, Skill
from agent.questions import FreeText, Question
from agent.questions import to_json as stored
from agent.workflows.coach.answers import taken
from agent.workflows.coach.asking import Drafts
from agent.workflows.coach.contracts import Goal, LearningPlan, Wanted
from agent.workflows.coach.deciding import Call, next_call
from agent.workflows.coach.knowing import gaps_of, near_to
from agent.workflows.coach.planning.phrasing import name_of
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.understanding import language_in, renamed, understood
from agent.workflows.coach.words import told


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
        _emit_gaps(update["gaps"], Goal.model_validate(now["goal"]), [], runtime)
    call = next_call(now, rules)
    while not rules.asks and (assumed := _assumed(call, now, context)):
        update |= assumed
        now = _with(state, update)
        call = next_call(now, rules)
    most = max(1, rules.loops) + (now.get("allowance") or 0)
    if loop >= most and call.agent != "end":
        call = Call("human_input", "limit", "why.limit")
    if call.agent == "human_input":
        call, asked = _draft(call, now, runtime)
        update |= asked
    _show(call, now, runtime, loop=loop, most=most)
    return {
        **update,
        "next_agent": call.agent,
        "current_task": call.task,
        "requires_human_input": call.agent == "human_input",
    }


def _assumed(call: Call, state: AgentState, context: Context) -> Plain:
    """What stands in for an answer where nobody is to be asked; empty where nothing can."""
    settled: Plain = {"asked": [*(state.get("asked") or []), call.task]}
    match call.task if call.agent == "human_input" else "":
        case "goal":
            return settled
        case "skills":
            found = gaps_of(Goal.model_validate(state["goal"]), context)
            return {**settled, "gaps": [gap.model_dump(mode="json") for gap in found]}
        case "courses":
            return {**settled, "chosen": True}
        case "subject" | "clarify" | "uncovered":
            return {**settled, "ended": "no_goal" if call.task != "uncovered" else "uncovered"}
        case _:
            return {}


def _with(state: AgentState, update: Plain) -> AgentState:
    now: AgentState = {**state, **update}  # type: ignore[typeddict-item]
    return now


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


def _show(
    call: Call, state: AgentState, runtime: Runtime[Context], *, loop: int, most: int
) -> None:
    wanted = Wanted.model_validate(state["wanted"]) if state.get("wanted") else None
    is_first = loop == 1 and wanted is not None
    language = language_in(state)
    data = {
        "agent": call.agent,
        "task": call.task,
        "why": told(call.why, language),
        "loop": loop,
        "most": most,
        "source": "model" if is_first and wanted and wanted.source == "model" else "rule",
        "at": moment(),
    }
    if is_first and wanted and wanted.why:
        data["why"] = f"{data['why']} ({wanted.why})"
    runtime.context.report.emit(Artifact("coach_call", f"call:{task_of(runtime)}", data))


# What is asked


def _draft(call: Call, state: AgentState, runtime: Runtime[Context]) -> tuple[Call, Plain]:
    """The card of that call, with what has to be known for it."""
    reads = runtime.context.llm.is_model
    drafts = Drafts(task_of(runtime), language_in(state), reads=reads)
    match call.task:
        case "goal":
            return call, _goal(drafts, state)
        case "skills":
            return _skills(call, drafts, state, runtime)
        case "uncovered":
            return _uncovered(call, drafts, state, runtime)
        case _:
            return call, _drafted(_simple(call.task, drafts, state, runtime.context))


def _drafted(question: Question) -> Plain:
    return {"drafted": stored(question)}


def _simple(task: str, drafts: Drafts, state: AgentState, context: Context) -> Question:
    match task:
        case "subject":
            return _subject(drafts, state)
        case "clarify":
            return drafts.clarify(has_plan=bool(state.get("learning_plan")))
        case "courses":
            return drafts.courses(len(state.get("course_candidates") or []))
        case "limit":
            return drafts.limit(state.get("loop_count") or 0, context.ports.coach_rules)
        case _:
            plan = LearningPlan.model_validate(state["learning_plan"])
            wanted, problem = Wanted.model_validate(state["wanted"]), state.get("problem") or ""
            if task == "milestone":
                return drafts.milestone(plan, progress=wanted.progress, problem=problem)
            meant = wanted.milestones[0] if wanted.milestones else ""
            return drafts.adjust(plan, wish=wanted.wish, milestone=meant, problem=problem)


def _subject(drafts: Drafts, state: AgentState) -> FreeText:
    again = "subject" in (state.get("asked") or [])
    return drafts.subject(
        why=told("subject.unknown" if again else "subject.first", language_in(state))
    )


def _goal(drafts: Drafts, state: AgentState) -> Plain:
    goal = Goal.model_validate(state["goal"])
    return _drafted(drafts.goal(goal, problem=state.get("problem") or ""))


def _skills(
    call: Call, drafts: Drafts, state: AgentState, runtime: Runtime[Context]
) -> tuple[Call, Plain]:
    goal = Goal.model_validate(state["goal"])
    found = gaps_of(goal, runtime.context)
    plain = [gap.model_dump(mode="json") for gap in found]
    _emit(runtime, "coach_goal", {**goal.model_dump(mode="json"), "asked": []})
    _emit_gaps(plain, goal, near_to(goal, runtime.context) if goal.uncovered else [], runtime)
    return call, {"gaps": plain, **_drafted(drafts.skills(found))}


def _uncovered(
    call: Call, drafts: Drafts, state: AgentState, runtime: Runtime[Context]
) -> tuple[Call, Plain]:
    """What is near is offered; where nothing is, there is nothing to ask."""
    goal = Goal.model_validate(state["goal"])
    near = near_to(goal, runtime.context)
    _emit_gaps([], goal, near, runtime)
    if not near:
        return Call("end", "uncovered", "why.uncovered"), {"ended": "uncovered"}
    return call, _drafted(drafts.uncovered(", ".join(goal.uncovered) or goal.text, near))


def _emit_gaps(
    gaps: list[Plain], goal: Goal, near: Sequence[Skill], runtime: Runtime[Context]
) -> None:
    names = [name_of(skill, goal.language) for skill in near]
    data = {"gaps": gaps, "uncovered": list(goal.uncovered), "near": names}
    _emit(runtime, "coach_gaps", data)


def _emit(runtime: Runtime[Context], kind: str, data: Plain) -> None:
    runtime.context.report.emit(Artifact(kind, kind, data))
