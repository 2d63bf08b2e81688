"""The plan: made, shown, adjusted, and what was done of it."""

from collections.abc import Callable, Sequence
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.checks.guardrails import fenced
from agent.engine.conversation import task_of, today
from agent.errors import StepFailed
from agent.events import Notice
from agent.language.catalogs import N_
from agent.language.text import content_words, topic_name
from agent.ports import Context
from agent.questions import to_json as stored
from agent.steps import Chat
from agent.workflows.coach.artifacts import show, sign
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.entering import as_kept, keep
from agent.workflows.coach.planning import building, editing, judging
from agent.workflows.coach.planning.choosing import alternatives
from agent.workflows.coach.planning.contracts import LearningPlan, Milestone, SkillGap
from agent.workflows.coach.planning.gaps import needed_for, open_ones
from agent.workflows.coach.planning.phrasing import (
    comma,
    counted,
    day_of,
    join_sentences,
    name_of,
)
from agent.workflows.coach.planning.telling import goal_lines, plan_lines
from agent.workflows.coach.planning.tracking import compare, progress_of, track
from agent.workflows.coach.state import (
    AgentState,
    Plain,
    courses_of,
    gaps_of,
    goal_of,
    left_courses,
    merge,
    plain,
    plan_of,
    wanted_of,
)
from agent.workflows.coach.steps import PROPOSE, PlanFor, Proposal

TEMPERATURE = 0.5
MOST_TOLD = 3
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


# Making, showing and changing it


def _make(state: AgentState, runtime: Runtime[Context]) -> Plain:
    context, goal, courses = runtime.context, goal_of(state), courses_of(state)
    gaps = open_ones(gaps_of(state))
    needed = needed_for(goal, gaps, courses)
    made = building.plan(goal, needed, courses, start=today(), today=today())
    # The same when the step is done again after a crash; another for each goal.
    plan = made.model_copy(update={"id": f"plan-{context.turn}", "status": "draft"})
    return _propose(
        _ask_model(plan, gaps, context, rejected=state.get("rejected") or ""), state, runtime
    )


def _ask_model(
    plan: LearningPlan, gaps: Sequence[SkillGap], context: Context, *, rejected: str = ""
) -> LearningPlan:
    """A model's plan for the open gaps; what rules find goes back to it once.

    `plan` is the one by rules, for where there is no model or it gives no plan.
    """
    if not context.llm.is_model:
        return plan
    needed = needed_for(plan.goal, gaps, plan.recommended_courses)
    asked = PlanFor(
        goal=plan.goal,
        gaps=list(gaps),
        courses=list(plan.recommended_courses),
        today=today().isoformat(),
        rejected=rejected,
    )
    try:
        first = context.llm.run(PROPOSE, asked)
    except StepFailed as error:
        sentence = N_("The model's plan could not be used ({why}) This one was made by rules.")
        context.report.emit(Notice(plan.say(sentence, why=error.message), "warning"))
        return plan
    proposed = _dated(plan, first, gaps)
    found = judging.findings(proposed, needed)
    if not found:
        return proposed
    again = asked.model_copy(update={"first": first, "findings": found})
    try:
        mended = _dated(plan, context.llm.run(PROPOSE, again), gaps)
    except StepFailed:
        return proposed
    return proposed if len(judging.findings(mended, needed)) > len(found) else mended


def _dated(plan: LearningPlan, given: Proposal, gaps: Sequence[SkillGap]) -> LearningPlan:
    blank = Milestone(id="", title="", outcome="", proof="", hours=1, start="", due="")
    milestones = [
        blank.model_copy(update={**each.given, "hours": each.hours}) for each in given.milestones
    ]
    return building.lay_out(plan, milestones, gaps).model_copy(update={"origin": "model"})


def _show(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan = plan_of(state)
    if plan.status == "draft":
        return _propose(plan, state, runtime, note=wanted_of(state).answer)
    data = {"plan": plan.model_dump(mode="json"), "changes": [], "comment": "", "number": 1}
    show(runtime, "coach_plan", {**data, "number": (state.get("number") or 0) + 1})
    return {"said": _and(state, *_progress_lines(plan, runtime.context))}


def _adjust(state: AgentState, runtime: Runtime[Context]) -> Plain:
    wanted, plan, context = wanted_of(state), plan_of(state), runtime.context
    if not plan.open:
        done = N_("Every milestone is done; there is nothing left to adjust.")
        return {"said": _and(state, plan.say(done))}
    courses = alternatives(plan, left_courses(state), context.ports.courses)
    adjusted = editing.adjust(plan, wanted.edits, today=today(), courses=courses)
    after, note = adjusted.plan, join_sentences([wanted.answer, adjusted.note], plan.goal.language)
    is_same = (after.milestones, after.goal) == (plan.milestones, plan.goal)
    if not is_same or plan.status == "draft":
        return _propose(after, state, runtime, comment=wanted.wish, note=note)
    # Weeks that were missed while ahead move nothing, and are counted.
    kept = plan if after.missed == plan.missed else plan.model_copy(update={"missed": after.missed})
    said = note or plan.say(N_("Nothing needed to change."))
    return {"learning_plan": keep(kept, context), "said": _and(state, said)}


def _propose(
    plan: LearningPlan,
    state: AgentState,
    runtime: Runtime[Context],
    *,
    comment: str = "",
    note: str = "",
) -> Plain:
    """Put it before the user, with what rules find; what is in force stays so until then."""
    context, held = runtime.context, state.get("learning_plan")
    known = needed_for(plan.goal, open_ones(gaps_of(state)), plan.recommended_courses)
    found = tuple(judging.findings(plan, known))
    plan = plan.model_copy(update={"status": "draft", "findings": found})
    before = state.get("before") or (held if held and held["status"] != "draft" else None)
    old = before or held
    is_same = old is not None and old["id"] == plan.id
    changed = compare(LearningPlan.model_validate(old), plan) if is_same else []
    data = plan.model_dump(mode="json")
    number = state.get("number") or 0
    number += not (number and held and held["milestones"] == data["milestones"])
    shown = {"plan": data, "changes": plain(changed), "comment": comment, "number": number}
    show(runtime, "coach_plan", shown)
    drafts = Drafts(task_of(runtime), plan.goal.language, reads=context.llm.is_model)
    count = len({each.milestone for each in changed})
    return {
        "learning_plan": data,
        "before": before,
        "changes": plain(changed),
        "number": number,
        "drafted": stored(drafts.approve(plan, changed=count, number=number, note=note)),
        "current_task": "approve",
        "requires_human_input": True,
    }


# What was done of it


def _progress(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user says that they did is so: it is kept at once, and nothing is approved."""
    context, before = runtime.context, plan_of(state)
    after, entries, said = track(before, wanted_of(state).reports, context)
    show(runtime, "coach_progress", progress_of(after, entries, compare(before, after), context))
    kept = keep(after, context)
    for entry in entries:
        context.ports.plans.log(context.user, after.id, entry)
    return {"learning_plan": kept, "said": _and(state, *said, *_progress_lines(after, context))}


def _progress_lines(plan: LearningPlan, context: Context) -> list[str]:
    language = plan.goal.language
    at = progress_of(plan, [], [], context)
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


# Quizzes and questions


def _quiz(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, named = plan_of(state), wanted_of(state).milestones
    meant = [each for each in plan.milestones if each.id in named]
    offer = _offer_quiz([*meant, *plan.open, plan.milestones[-1]][0], plan, runtime.context)
    show(runtime, "coach_quiz", offer)
    said = N_("The Tutor can quiz you on {topic}.")
    return {"said": _and(state, plan.say(said, topic=offer["topic"]))}


def _offer_quiz(milestone: Milestone, plan: LearningPlan, context: Context) -> Plain:
    """What the Tutor has to be asked: the topic, and the subject whose documents are nearest."""
    skills = {skill.id: skill for skill in context.ports.courses.skills()}
    known = [skills[id_] for id_ in milestone.skills if id_ in skills]
    topic = name_of(known[0], plan.goal.language) if known else milestone.title
    return {
        "plan_id": plan.id,
        "milestone": milestone.id,
        "title": milestone.title,
        "topic": topic,
        "subject": _subject(" ".join(name_of(each, "en") for each in known), context),
        "text": plan.say(N_("Give me a quiz of 5 questions on {topic}"), topic=topic),
    }


def _subject(names: str, context: Context) -> str:
    """Of the library, by the words it shares with the skills; nothing when none does."""
    wanted = set(content_words(names))
    best, most = "", 0
    for subject in context.ports.library.subjects(context.user):
        topics = " ".join(context.ports.bank.topics(subject.id))
        shared = wanted & set(content_words(f"{subject.title} {topics}".replace("-", " ")))
        if len(shared) > most:
            best, most = subject.id, len(shared)
    return best


def _question(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """An answer in words: nothing is changed by it."""
    plan, context = plan_of(state), runtime.context
    told = plan_lines(plan, progress_of(plan, [], [], context))
    courses = "\n".join(f"{e.id}: {e.title}. {e.description}" for e in plan.recommended_courses)
    chat = Chat(
        system=(
            "You are a learning coach. Answer the learner's question shortly, in their language."
            " Dates, hours, courses and progress are as they are here; advice on learning may come"
            " from what you know. You cannot change, approve or log anything in this answer; never"
            f" say that you did. Today is {today().isoformat()}."
            f"\n\nThe learner:\n{fenced(goal_lines(plan.goal), source='goal')}"
            f"\n\nThe plan:\n{fenced(told, source='plan')}"
            f"\n\nIts courses:\n{fenced(courses, source='courses')}"
        ),
        messages=state["messages"],
        rules=lambda _messages: AIMessage(
            "\n\n".join([*_progress_lines(plan, context), *_about(plan, state)])
        ),
        temperature=TEMPERATURE,
    )
    return {"messages": [sign(context.llm.reply(chat), "learning_planner")]}


def _about(plan: LearningPlan, state: AgentState) -> list[str]:
    """By rules: the milestones that are named, that share words with it, or that are left."""
    named = wanted_of(state).milestones
    asked = set(content_words(state.get("user_input") or ""))
    meant = [each for each in plan.milestones if each.id in named] or [
        each
        for each in plan.milestones
        if asked & set(content_words(f"{each.title} {each.outcome}"))
    ]
    return [_describe(each, plan) for each in (meant or plan.open)[:MOST_TOLD]]


def _describe(each: Milestone, plan: LearningPlan) -> str:
    language = plan.goal.language
    return plan.say(
        N_("{milestone}: {start} to {due}, {hours} h. Proof: {proof}"),
        milestone=each.name,
        start=day_of(each.start, language),
        due=day_of(each.due, language),
        hours=f"{each.hours:g}",
        proof=each.proof,
    )


def _and(state: AgentState, *said: str) -> list[str]:
    return [*(state.get("said") or []), *said]


TASKS: dict[str, Task] = {
    "plan": _make,
    "show": _show,
    "adjust": _adjust,
    "progress": _progress,
    "quiz": _quiz,
    "question": _question,
}
