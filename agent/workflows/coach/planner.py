"""The plan: made, shown, adjusted, moved, and what was done of it."""

from collections.abc import Callable
from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import task_of, today
from agent.events import Artifact, Notice
from agent.ports import Context
from agent.questions import to_json as stored
from agent.text import Language, topic_name
from agent.workflows.coach import answering, plan_step
from agent.workflows.coach.asking import Drafts
from agent.workflows.coach.contracts import (
    Change,
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
    Wanted,
)
from agent.workflows.coach.deciding import open_gaps
from agent.workflows.coach.entering import as_kept
from agent.workflows.coach.planning import building, editing, judging, replanning
from agent.workflows.coach.planning.phrasing import counted, day_of
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.tracking import progress_of, tracked
from agent.workflows.coach.words import comma, told

Task = Callable[[AgentState, Runtime[Context]], Plain]


def learning_planner(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Do what the coordinator has called it for; a plan that changed goes before the user."""
    task = state.get("current_task") or ""
    if held := state.get("learning_plan"):
        # A card may have waited for days.
        state = {**state, "learning_plan": as_kept(held, runtime.context)}
    update = TASKS[task](state, runtime)
    return {"finished": [*(state.get("finished") or []), task], **update}


def after_learning_planner(state: AgentState) -> Literal["human_input", "coordinator"]:
    return "human_input" if state.get("drafted") else "coordinator"


def plan_of(state: AgentState) -> LearningPlan:
    return LearningPlan.model_validate(state["learning_plan"])


def wanted_of(state: AgentState) -> Wanted:
    return Wanted.model_validate(state["wanted"])


# Making and showing it


def _make(state: AgentState, runtime: Runtime[Context]) -> Plain:
    context = runtime.context
    goal = Goal.model_validate(state["goal"])
    gaps = open_gaps(state.get("gaps") or [])
    courses = [CourseInfo.model_validate(each) for each in state.get("course_candidates") or []]
    made = building.plan(goal, gaps, courses, start=today(), today=today())
    plan = made.model_copy(update={"id": _id_of(context), "status": "draft"})
    plan = plan_step.propose(plan, gaps, context)
    return _proposed(plan, [], state, runtime, gaps=gaps)


def _id_of(context: Context) -> str:
    """The same when the step is done again after a crash; another for each goal."""
    return f"plan-{context.turn}"


def _show(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan = plan_of(state)
    if plan.status == "draft":
        return _proposed(plan, [], state, runtime)
    _emit(plan, [], state, runtime, comment="")
    return {"said": _and(state, *_standing(plan, runtime.context))}


def _proposed(
    plan: LearningPlan,
    changed: list[Change],
    state: AgentState,
    runtime: Runtime[Context],
    *,
    gaps: list[SkillGap] | None = None,
    comment: str = "",
) -> Plain:
    """Put it before the user, held against the rules; what is in force stays so until then."""
    known = open_gaps(state.get("gaps") or []) if gaps is None else gaps
    plan = plan.model_copy(
        update={"status": "draft", "findings": tuple(judging.findings(plan, known))}
    )
    number = _emit(plan, changed, state, runtime, comment=comment)
    drafts = Drafts(task_of(runtime), plan.goal.language, reads=runtime.context.llm.is_model)
    count = len({each.milestone for each in changed})
    return {
        "learning_plan": plan.model_dump(mode="json"),
        "before": state.get("before") or _in_force(state),
        "changes": [each.model_dump(mode="json") for each in changed],
        "number": number,
        "drafted": stored(drafts.approve(plan, changed=count, number=number)),
        "current_task": "approve",
        "requires_human_input": True,
    }


def _in_force(state: AgentState) -> Plain | None:
    plan = state.get("learning_plan")
    return plan if plan and plan["status"] != "draft" else None


def _emit(
    plan: LearningPlan,
    changed: list[Change],
    state: AgentState,
    runtime: Runtime[Context],
    *,
    comment: str,
) -> int:
    number = (state.get("number") or 0) + 1
    data = {
        "plan": plan.model_dump(mode="json"),
        "changes": [each.model_dump(mode="json") for each in changed],
        "comment": comment,
        "number": number,
    }
    runtime.context.report.emit(Artifact("coach_plan", f"plan:{task_of(runtime)}", data))
    return number


# Changing it


def _adjust(state: AgentState, runtime: Runtime[Context]) -> Plain:
    context, wanted, plan = runtime.context, wanted_of(state), plan_of(state)
    if current(plan) is None:
        return {"said": _and(state, told("planner.all_done", plan.goal.language))}
    done = editing.adjust(plan, wanted.edits, today=today(), courses=_pool(state))
    after = done.plan
    left = [m.id for m in plan.milestones if m.id in wanted.milestones and not m.done]
    if context.llm.is_model and wanted.wish and left and not wanted.edits:
        after = plan_step.reword(after, left, wanted.wish, context)
    return _changed(plan, after, state, runtime, comment=wanted.wish, note=done.note)


def _pool(state: AgentState) -> list[CourseInfo]:
    """Courses that a milestone may be given besides its own: found later, and not refused."""
    refused = state.get("refused") or []
    found = (CourseInfo.model_validate(each) for each in state.get("course_candidates") or [])
    return [each for each in found if each.id not in refused]


def _missed(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, weeks = plan_of(state), wanted_of(state).weeks or 1
    said = told("planner.missed", plan.goal.language, weeks=weeks)
    moved = replanning.missed(plan, weeks, today())
    return _changed(plan, moved, state, runtime, comment=said)


def _changed(
    plan: LearningPlan,
    after: LearningPlan,
    state: AgentState,
    runtime: Runtime[Context],
    *,
    comment: str,
    note: str = "",
) -> Plain:
    """The difference to what is in force, or to the draft that was on the card."""
    replanning.unchanged_done(plan, after)
    in_force = state.get("before")
    is_same = in_force is not None and in_force["id"] == after.id
    base = LearningPlan.model_validate(in_force) if is_same else plan
    changed = replanning.changes(base, after)
    if not changed and plan.status != "draft":
        return {"said": _and(state, note or told("planner.unchanged", plan.goal.language))}
    if note:
        runtime.context.report.emit(Notice(note))
    return _proposed(after, changed, state, runtime, comment=comment)


# What was done of it


def _progress(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user says that they did is so: nothing has to be approved."""
    context, wanted = runtime.context, wanted_of(state)
    before = plan_of(state)
    after, entries, said = tracked(before, wanted, context)
    changed = replanning.changes(before, after)
    data = progress_of(after, entries, changed, context)
    context.report.emit(Artifact("coach_progress", f"progress:{task_of(runtime)}", data))
    return {
        "learning_plan": after.model_dump(mode="json"),
        "entries": entries,
        "said": _and(state, *said, *_standing(after, context, entries)),
    }


def _standing(
    plan: LearningPlan, context: Context, entries: list[Plain] | None = None
) -> list[str]:
    language = plan.goal.language
    at = progress_of(plan, entries or [], [], context)
    said = [
        told(
            "planner.progress",
            language,
            done=at["done"],
            of=at["of"],
            hours=f"{at['hours']:g}",
            planned=f"{at['hours_planned']:g}",
        )
    ]
    if following := current(plan):
        said.append(_on_time(at["behind_days"], language))
        named = f"{following.id} {following.title}"
        said.append(
            told("planner.next", language, milestone=named, due=day_of(following.due, language))
        )
    if at["weak"]:
        topics = comma(language).join(topic_name(each["topic"]) for each in at["weak"])
        said.append(told("planner.weak", language, topics=topics))
    return said


def _on_time(behind: int, language: Language) -> str:
    if not behind:
        return told("planner.on_time", language)
    days = counted("day", abs(behind), language)
    return told("planner.behind" if behind > 0 else "planner.ahead", language, days=days)


def current(plan: LearningPlan) -> Milestone | None:
    return next((each for each in plan.milestones if not each.done), None)


def _quiz(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, wanted = plan_of(state), wanted_of(state)
    meant = [each for each in plan.milestones if each.id in wanted.milestones]
    milestone = (meant or [current(plan) or plan.milestones[-1]])[0]
    offer = answering.quiz_on(milestone, plan, runtime.context)
    runtime.context.report.emit(Artifact("coach_quiz", f"quiz:{task_of(runtime)}", offer))
    return {"said": _and(state, told("planner.quiz", plan.goal.language, topic=offer["topic"]))}


def _question(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, context = plan_of(state), runtime.context
    return {"messages": [answering.answered(plan, _standing(plan, context), state, context)]}


def _and(state: AgentState, *said: str) -> list[str]:
    return [*(state.get("said") or []), *said]


TASKS: dict[str, Task] = {
    "plan": _make,
    "show": _show,
    "adjust": _adjust,
    "missed": _missed,
    "progress": _progress,
    "quiz": _quiz,
    "question": _question,
}
