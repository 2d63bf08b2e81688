"""The plan: made, shown, adjusted, moved, and what was done of it."""

from collections.abc import Callable
from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import task_of, today
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.questions import to_json as stored
from agent.text import Language, topic_name
from agent.workflows.coach.artifacts import show
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.answering import answer_question, offer_quiz
from agent.workflows.coach.nodes.deciding import open_gaps
from agent.workflows.coach.nodes.entering import as_kept
from agent.workflows.coach.nodes.proposing import propose
from agent.workflows.coach.planning import building, editing, judging, replanning
from agent.workflows.coach.planning.contracts import (
    Change,
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    Wanted,
)
from agent.workflows.coach.planning.gaps import needed_for
from agent.workflows.coach.planning.phrasing import comma, counted, day_of, phrase
from agent.workflows.coach.planning.tracking import progress_of, track
from agent.workflows.coach.state import AgentState, Plain

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


def _plan_of(state: AgentState) -> LearningPlan:
    return LearningPlan.model_validate(state["learning_plan"])


def _wanted_of(state: AgentState) -> Wanted:
    return Wanted.model_validate(state["wanted"])


# Making and showing it


def _make(state: AgentState, runtime: Runtime[Context]) -> Plain:
    context = runtime.context
    goal = Goal.model_validate(state["goal"])
    courses = [CourseInfo.model_validate(each) for each in state.get("course_candidates") or []]
    gaps = open_gaps(state.get("gaps") or [])
    needed = needed_for(goal, gaps, courses)
    made = building.plan(goal, needed, courses, start=today(), today=today())
    # The same when the step is done again after a crash; another for each goal.
    plan = made.model_copy(update={"id": f"plan-{context.turn}", "status": "draft"})
    return _proposed(propose(plan, gaps, context), [], state, runtime)


def _show(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan = _plan_of(state)
    if plan.status == "draft":
        return _proposed(plan, [], state, runtime)
    _emit(plan, [], state, runtime, comment="")
    return {"said": _and(state, *_progress_lines(plan, runtime.context))}


def _proposed(
    plan: LearningPlan,
    changed: list[Change],
    state: AgentState,
    runtime: Runtime[Context],
    *,
    comment: str = "",
) -> Plain:
    """Put it before the user, held against the rules; what is in force stays so until then."""
    known = needed_for(plan.goal, open_gaps(state.get("gaps") or []), plan.recommended_courses)
    plan = plan.model_copy(
        update={"status": "draft", "findings": tuple(judging.findings(plan, known))}
    )
    number = _emit(plan, changed, state, runtime, comment=comment)
    drafts = Drafts(task_of(runtime), plan.goal.language, reads=runtime.context.llm.is_model)
    count = len({each.milestone for each in changed})
    held = state.get("learning_plan")
    in_force = held if held and held["status"] != "draft" else None
    return {
        "learning_plan": plan.model_dump(mode="json"),
        "before": state.get("before") or in_force,
        "changes": [each.model_dump(mode="json") for each in changed],
        "number": number,
        "drafted": stored(drafts.approve(plan, changed=count, number=number)),
        "current_task": "approve",
        "requires_human_input": True,
    }


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
    show(runtime, "coach_plan", data)
    return number


# Changing it


def _adjust(state: AgentState, runtime: Runtime[Context]) -> Plain:
    wanted, plan = _wanted_of(state), _plan_of(state)
    if _current(plan) is None:
        done = N_("Every milestone is done; there is nothing left to adjust.")
        return {"said": _and(state, phrase(done, plan.goal.language))}
    refused = state.get("refused") or []
    found = [CourseInfo.model_validate(each) for each in state.get("course_candidates") or []]
    pool = [*plan.recommended_courses, *(each for each in found if each.id not in refused)]
    adjusted = editing.adjust(plan, wanted.edits, today=today(), courses=pool)
    return _changed(plan, adjusted.plan, state, runtime, comment=wanted.wish, note=adjusted.note)


def _missed(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, weeks = _plan_of(state), _wanted_of(state).weeks or 1
    said = phrase(N_("Weeks missed: {weeks}."), plan.goal.language, weeks=weeks)
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
        unchanged = phrase(N_("Nothing had to change."), plan.goal.language)
        return {"said": _and(state, note or unchanged)}
    if note:
        runtime.context.report.emit(Notice(note))
    return _proposed(after, changed, state, runtime, comment=comment)


# What was done of it


def _progress(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user says that they did is so: nothing has to be approved."""
    context, before = runtime.context, _plan_of(state)
    after, entries, said = track(before, _wanted_of(state), context)
    changed = replanning.changes(before, after)
    show(runtime, "coach_progress", progress_of(after, entries, changed, context))
    return {
        "learning_plan": after.model_dump(mode="json"),
        "entries": entries,
        "said": _and(state, *said, *_progress_lines(after, context, entries)),
    }


def _progress_lines(
    plan: LearningPlan, context: Context, entries: list[Plain] | None = None
) -> list[str]:
    language = plan.goal.language
    at = progress_of(plan, entries or [], [], context)
    values = {name: f"{at[name]:g}" for name in ("done", "of", "hours", "hours_planned")}
    said = [
        phrase(N_("Done: {done} of {of}. Hours: {hours} of {hours_planned}."), language, **values)
    ]
    if following := _current(plan):
        said.append(_on_time(at["behind_days"], language))
        named = f"{following.id} {following.title}"
        due = day_of(following.due, language)
        said.append(phrase(N_("Next: {milestone}, due {due}."), language, milestone=named, due=due))
    if at["weak"]:
        topics = comma(language).join(topic_name(each["topic"]) for each in at["weak"])
        said.append(phrase(N_("Weak in your quizzes: {topics}."), language, topics=topics))
    return said


def _on_time(behind: int, language: Language) -> str:
    if not behind:
        return phrase(N_("You're on track."), language)
    late = N_("You are {days} behind the plan.")
    early = N_("You are {days} ahead of the plan, so you can begin the next milestone earlier.")
    days = counted("day", abs(behind), language)
    return phrase(late if behind > 0 else early, language, days=days)


def _current(plan: LearningPlan) -> Milestone | None:
    return next((each for each in plan.milestones if not each.done), None)


def _quiz(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, wanted = _plan_of(state), _wanted_of(state)
    meant = [each for each in plan.milestones if each.id in wanted.milestones]
    milestone = (meant or [_current(plan) or plan.milestones[-1]])[0]
    offer = offer_quiz(milestone, plan, runtime.context)
    show(runtime, "coach_quiz", offer)
    said = N_("The Tutor can quiz you on {topic}.")
    return {"said": _and(state, phrase(said, plan.goal.language, topic=offer["topic"]))}


def _question(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, context = _plan_of(state), runtime.context
    return {"messages": [answer_question(plan, _progress_lines(plan, context), state, context)]}


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
