"""The plan: made, shown, adjusted, moved, and what was done of it."""

from collections.abc import Callable, Sequence
from typing import Literal

from langgraph.runtime import Runtime

from agent.conversation import task_of, today
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.questions import to_json as stored
from agent.text import topic_name
from agent.workflows.coach.artifacts import show
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.answering import answer_question, offer_quiz
from agent.workflows.coach.nodes.entering import as_kept
from agent.workflows.coach.nodes.proposing import propose
from agent.workflows.coach.planning import building, editing, judging, replanning
from agent.workflows.coach.planning.contracts import Change, LearningPlan
from agent.workflows.coach.planning.gaps import needed_for, open_ones
from agent.workflows.coach.planning.phrasing import comma, counted, day_of
from agent.workflows.coach.planning.tracking import progress_of, track
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

Task = Callable[[AgentState, Runtime[Context]], Plain]


def learning_planner(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Do what the coordinator has called it for; a plan that changed goes before the user."""
    task = state.get("current_task") or ""
    if held := state.get("learning_plan"):
        # A card may have waited for days.
        state = merge(state, {"learning_plan": as_kept(held, runtime.context)})
    update = TASKS[task](state, runtime)
    return {"finished": [*(state.get("finished") or []), task], **update}


def after_learning_planner(state: AgentState) -> Literal["human_input", "coordinator"]:
    return "human_input" if state.get("drafted") else "coordinator"


# Making and showing it


def _make(state: AgentState, runtime: Runtime[Context]) -> Plain:
    context, goal, courses = runtime.context, goal_of(state), courses_of(state)
    gaps = open_ones(gaps_of(state))
    needed = needed_for(goal, gaps, courses)
    made = building.plan(goal, needed, courses, start=today(), today=today())
    # The same when the step is done again after a crash; another for each goal.
    plan = made.model_copy(update={"id": f"plan-{context.turn}", "status": "draft"})
    return _propose(propose(plan, gaps, context), [], state, runtime)


def _show(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan = plan_of(state)
    if plan.status == "draft":
        return _propose(plan, [], state, runtime)
    _emit(plan, [], state, runtime)
    return {"said": _and(state, *_progress_lines(plan, runtime.context))}


def _propose(
    plan: LearningPlan,
    changed: list[Change],
    state: AgentState,
    runtime: Runtime[Context],
    *,
    comment: str = "",
) -> Plain:
    """Put it before the user, held against the rules; what is in force stays so until then."""
    known = needed_for(plan.goal, open_ones(gaps_of(state)), plan.recommended_courses)
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
        "changes": plain(changed),
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
    comment: str = "",
) -> int:
    number = (state.get("number") or 0) + 1
    data = {
        "plan": plan.model_dump(mode="json"),
        "changes": plain(changed),
        "comment": comment,
        "number": number,
    }
    show(runtime, "coach_plan", data)
    return number


# Changing it


def _adjust(state: AgentState, runtime: Runtime[Context]) -> Plain:
    wanted, plan = wanted_of(state), plan_of(state)
    if not plan.open:
        done = N_("Every milestone is done; there is nothing left to adjust.")
        return {"said": _and(state, plan.say(done))}
    refused = state.get("refused") or []
    found = [each for each in courses_of(state) if each.id not in refused]
    pool = [*plan.recommended_courses, *found]
    adjusted = editing.adjust(plan, wanted.edits, today=today(), courses=pool)
    return _change(adjusted.plan, state, runtime, comment=wanted.wish, note=adjusted.note)


def _postpone(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, weeks = plan_of(state), wanted_of(state).weeks or 1
    said = plan.say(N_("Weeks missed: {weeks}."), weeks=weeks)
    return _change(replanning.postpone(plan, weeks, today()), state, runtime, comment=said)


def _change(
    after: LearningPlan,
    state: AgentState,
    runtime: Runtime[Context],
    *,
    comment: str,
    note: str = "",
) -> Plain:
    """The difference to what is in force, or to the draft that was on the card."""
    plan, in_force = plan_of(state), state.get("before")
    replanning.check_done(plan, after)
    is_same = in_force is not None and in_force["id"] == after.id
    changed = replanning.compare(LearningPlan.model_validate(in_force) if is_same else plan, after)
    if not changed and plan.status != "draft":
        return {"said": _and(state, note or plan.say(N_("Nothing had to change.")))}
    if note:
        runtime.context.report.emit(Notice(note))
    return _propose(after, changed, state, runtime, comment=comment)


# What was done of it


def _progress(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user says that they did is so: nothing has to be approved."""
    context, before = runtime.context, plan_of(state)
    after, entries, said = track(before, wanted_of(state), context)
    changed = replanning.compare(before, after)
    show(runtime, "coach_progress", progress_of(after, entries, changed, context))
    return {
        "learning_plan": after.model_dump(mode="json"),
        "entries": entries,
        "said": _and(state, *said, *_progress_lines(after, context, entries)),
    }


def _progress_lines(
    plan: LearningPlan, context: Context, entries: Sequence[Plain] = ()
) -> list[str]:
    language = plan.goal.language
    at = progress_of(plan, entries, [], context)
    values = {name: f"{at[name]:g}" for name in ("done", "of", "hours", "hours_planned")}
    said = [plan.say(N_("Done: {done} of {of}. Hours: {hours} of {hours_planned}."), **values)]
    for following in plan.open[:1]:
        said.append(_on_time(at["behind_days"], plan))
        due = day_of(following.due, language)
        said.append(
            plan.say(N_("Next: {milestone}, due {due}."), milestone=following.name, due=due)
        )
    if at["weak"]:
        topics = comma(language).join(topic_name(each["topic"]) for each in at["weak"])
        said.append(plan.say(N_("Weak in your quizzes: {topics}."), topics=topics))
    return said


def _on_time(behind: int, plan: LearningPlan) -> str:
    if not behind:
        return plan.say(N_("You're on track."))
    late = N_("You are {days} behind the plan.")
    early = N_("You are {days} ahead of the plan, so you can begin the next milestone earlier.")
    days = counted("day", abs(behind), plan.goal.language)
    return plan.say(late if behind > 0 else early, days=days)


def _quiz(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, named = plan_of(state), wanted_of(state).milestones
    meant = [each for each in plan.milestones if each.id in named]
    offer = offer_quiz([*meant, *plan.open, plan.milestones[-1]][0], plan, runtime.context)
    show(runtime, "coach_quiz", offer)
    said = N_("The Tutor can quiz you on {topic}.")
    return {"said": _and(state, plan.say(said, topic=offer["topic"]))}


def _question(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, context = plan_of(state), runtime.context
    return {"messages": [answer_question(plan, _progress_lines(plan, context), state, context)]}


def _and(state: AgentState, *said: str) -> list[str]:
    return [*(state.get("said") or []), *said]


TASKS: dict[str, Task] = {
    "plan": _make,
    "show": _show,
    "adjust": _adjust,
    "missed": _postpone,
    "progress": _progress,
    "quiz": _quiz,
    "question": _question,
}
