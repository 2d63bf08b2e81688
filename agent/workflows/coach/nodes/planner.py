"""The plan: made, shown, adjusted, and what was done of it."""

from collections.abc import Callable, Sequence
from typing import Literal

from langgraph.runtime import Runtime

from agent.engine.conversation import task_of, today
from agent.errors import ProviderError, StepFailed
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.questions import to_json as stored
from agent.workflows.coach.artifacts import show, tell
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.advising import NO_OTHERS
from agent.workflows.coach.planning import building, editing, tracking
from agent.workflows.coach.planning.contracts import LearningPlan, SkillGap
from agent.workflows.coach.planning.gaps import gaps_of, info, needed_for, open_ones
from agent.workflows.coach.planning.phrasing import join_sentences, name_of
from agent.workflows.coach.state import AgentState, Held, Plain, merge
from agent.workflows.coach.steps import PROPOSE, PlanFor, Proposal

MOST_TOLD = 3


def learning_planner(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Do what the coordinator has called it for; a plan that changed goes before the user."""
    task = state.get("current_task") or ""
    if held := state.get("learning_plan"):
        # A card may have waited for days.
        state = merge(state, {"learning_plan": tracking.as_kept(held, runtime.context)})
    update = TASKS[task](state, runtime)
    said = [*(state.get("said") or []), *update.pop("said", [])]
    return {"finished": [*(state.get("finished") or []), task], **update, "said": said}


def after_learning_planner(state: AgentState) -> Literal["human_input", "coordinator"]:
    return "human_input" if state.get("drafted") else "coordinator"


def _make(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Of the goal and the courses; what the learner has seen is there to begin from."""
    context, held = runtime.context, Held(state)
    goal, courses, gaps = held.goal, held.courses, open_ones(held.gaps)
    # Courses are looked for on its card, where a note can change the goal.
    is_of_it = held.is_draft and (held.wanted.kind == "courses" or held.plan.goal == goal)
    seen, told = held.plan.model_copy(update={"goal": goal}) if is_of_it else None, ""
    is_noted = context.llm.is_model and state.get("hint")
    is_settled = seen and [*seen.recommended_courses] == courses and not is_noted
    if seen and held.wanted.edits:
        # They were wanted together with courses.
        seen, told = _edit(seen, state, context)
        goal, gaps = seen.goal, open_ones(gaps_of(seen.goal, context))
    if seen and is_settled:
        none = goal.say(NO_OTHERS) if state.get("round") else ""
        return _propose(seen, state, runtime, note=join_sentences([told, none], goal.language))
    if not gaps:
        return {"ended": "nothing_to_learn"}
    before = LearningPlan.model_validate(state["before"]) if state.get("before") else seen
    blank = building.begin(goal, courses, today(), before=before)
    # The same when the step is done again after a crash; another for each goal.
    blank = blank.model_copy(update={"id": blank.id or f"plan-{context.turn}"})
    asked = PlanFor(
        goal=goal,
        conversation=held.said,
        gaps=gaps,
        courses=courses,
        rejected=state.get("rejected") or (seen.lines({}) if seen else ""),
        done=blank.milestones,
        logged=tracking.progress_of(before, context)["spent"] if before else {},
    )
    plan, answer = _ask_model(blank, asked, context) if context.llm.is_model else (None, "")
    said = tell(context, answer, "learning_planner")
    plan = plan or building.by_rules(blank, needed_for(goal, gaps, courses) or gaps)
    return {**_propose(plan, state, runtime, note=told), **said}


def _ask_model(
    blank: LearningPlan, asked: PlanFor, context: Context
) -> tuple[LearningPlan | None, str]:
    """A model's plan, if any, and what it says of it. What cannot be goes back to it, once."""
    plans: list[tuple[int, LearningPlan, str]] = []
    while not plans or (plans[-1][0] and len(plans) < 2):
        try:
            given = context.llm.run(PROPOSE, asked)
        except (StepFailed, ProviderError) as error:
            if plans:
                break
            if isinstance(error, ProviderError):
                raise
            said = N_("The model's plan could not be used ({why}) This one was made by rules.")
            context.report.emit(Notice(blank.goal.say(said, why=error.message), "warning"))
            return None, ""
        plan = _dated(blank, given, asked.gaps)
        # Dates are computed so that no week holds too much.
        found = building.findings(plan, asked.gaps)
        wrong = [each.sentence for each in found if each.rule in ("prerequisite", "deadline")]
        plans.append((len(wrong), plan, given.answer.strip()))
        first = "\n".join([given.model_dump_json(), plan.outline, *wrong])
        asked = asked.model_copy(update={"first": first})
    return min(plans, key=lambda each: (each[0], each[1].ends))[1:]


def _dated(plan: LearningPlan, given: Proposal, gaps: Sequence[SkillGap]) -> LearningPlan:
    blank = building.new_milestone("", 1, goal=plan.goal)
    milestones = [
        blank.model_copy(update={**each.given, "hours": each.hours, "earliest": each.day})
        for each in given.milestones
    ]
    return building.lay_out(plan, milestones, gaps).model_copy(update={"origin": "model"})


def _show(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan = Held(state).plan
    if plan.status == "draft":
        return _propose(plan, state, runtime)
    data = {"plan": plan.model_dump(mode="json"), "changes": [], "comment": ""}
    show(runtime, "coach_plan", {**data, "number": (state.get("number") or 0) + 1})
    named = tracking.dates_of(plan, plan.named_in(state.get("user_input") or ""))
    return {"said": named or tracking.progress_lines(plan, runtime.context, most=MOST_TOLD)}


def _adjust(state: AgentState, runtime: Runtime[Context]) -> Plain:
    plan, context = Held(state).plan, runtime.context
    after, note = _edit(plan, state, context)
    is_same = (after.goal, after.milestones) == (plan.goal, plan.milestones)
    if is_same and not note:
        note = plan.goal.say(N_("Nothing needed to change."))
    if not is_same or plan.status == "draft":
        return _propose(after, state, runtime, note=note)
    return {"said": [note]}


def _edit(plan: LearningPlan, state: AgentState, context: Context) -> tuple[LearningPlan, str]:
    """The plan with all edits that are wanted, and what is said of them."""
    known = [info(each, plan.goal) for each in context.ports.courses.all()]
    courses = [*known, *Held(state).left_courses]
    spent = tracking.progress_of(plan, context)["spent"]
    edits = Held(state).wanted.edits
    return editing.adjust(plan, edits, today=today(), courses=courses, spent=spent)


def _propose(
    plan: LearningPlan, state: AgentState, runtime: Runtime[Context], *, note: str = ""
) -> Plain:
    """Put it before the user, with what rules find; what is in force stays so until then."""
    context, held = runtime.context, state.get("learning_plan")
    found = tuple(building.findings(plan, gaps_of(plan.goal, context)))
    plan = plan.model_copy(update={"status": "draft", "findings": found})
    before = state.get("before") or (held if held and held["status"] != "draft" else None)
    same = [LearningPlan.model_validate(e) for e in (before, held) if e and e["id"] == plan.id]
    changed = tracking.compare(same[0], plan) if same else []
    data = plan.model_dump(mode="json")
    number = (state.get("number") or 0) if same or not held else 0
    number += not (number and same and not tracking.compare(same[-1], plan))
    wanted = Held(state).wanted
    if wanted.reports and not (before and before["id"] == plan.id):
        later = N_("Progress is logged once the plan is approved: say it again then.")
        note = join_sentences([note, plan.goal.say(later)], plan.goal.language)
    shown = {"plan": data, "changes": changed, "comment": wanted.wish, "number": number}
    if data != held or "approve" not in (state.get("asked") or []):
        show(runtime, "coach_plan", shown)
    drafts = Drafts(task_of(runtime), plan.goal.language, reads=context.llm.is_model)
    return {
        "learning_plan": data,
        "before": before,
        "changes": changed,
        "number": number,
        "drafted": stored(drafts.approve(plan, number=number, note=note)),
        "goal": data["goal"],
        "course_candidates": data["recommended_courses"],
        "current_task": "approve",
        "requires_human_input": True,
    }


def _progress(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the user says that they did is so: it is kept at once, and nothing is approved."""
    context, plan, reports = runtime.context, Held(state).plan, Held(state).wanted.reports
    in_force = state.get("before") or plan.model_dump(mode="json")
    before = LearningPlan.model_validate(tracking.as_kept(in_force, context))
    after, entries = tracking.track(before, reports, context, key=task_of(runtime))
    changed = tracking.compare(before, after)
    shown = {**tracking.progress_of(after, context, fresh=entries), "changes": changed}
    show(runtime, "coach_progress", shown)
    kept = tracking.keep(after, context)
    for entry in entries:
        context.ports.plans.log(context.user, after.id, entry)
    if plan.status != "draft":
        return {"logged": True, "learning_plan": kept, "before": state.get("before") and kept}
    # The change of it that is on the card goes on from there.
    draft, _ = tracking.track(plan, reports, context, key=task_of(runtime))
    draft = draft.model_copy(update={"status": "draft"})
    return {"logged": True, "learning_plan": draft.model_dump(mode="json"), "before": kept}


def _quiz(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What the Tutor has to be asked; of which documents is chosen there."""
    plan, named = Held(state).plan, Held(state).wanted.milestones
    meant = [each for each in plan.milestones if each.id in named]
    about = [*meant, *plan.open, plan.milestones[-1]][0]
    names = {e.id: name_of(e, plan.goal.language) for e in runtime.context.ports.courses.skills()}
    topic = next(filter(None, map(names.get, about.skills)), about.title)
    text = plan.goal.say(N_("Give me a quiz of 5 questions on {topic}"), topic=topic)
    offer = {"milestone": about.id, "topic": topic, "subject": "", "text": text}
    show(runtime, "coach_quiz", offer)
    return {"said": [plan.goal.say(N_("The Tutor can quiz you on {topic}."), topic=topic)]}


TASKS: dict[str, Callable[[AgentState, Runtime[Context]], Plain]] = {
    "plan": _make,
    "show": _show,
    "adjust": _adjust,
    "progress": _progress,
    "quiz": _quiz,
    "question": _show,
}
