"""The two ends of a turn: the plan as it is kept, and what was decided, kept and said once."""

from langgraph.runtime import Runtime

from agent.engine.conversation import say, spoken_in, words_of
from agent.errors import NotApproved
from agent.language.catalogs import N_, phrase
from agent.ports import Context
from agent.questions import payload_digest
from agent.workflows.coach.artifacts import speak
from agent.workflows.coach.planning.contracts import Goal, LearningPlan
from agent.workflows.coach.planning.phrasing import LEVELS, day_of, join_sentences
from agent.workflows.coach.planning.tracking import as_kept, keep, progress_lines
from agent.workflows.coach.state import AgentState, Held, Plain, follow, merge, speak_in

FAREWELLS = {
    "cancelled": N_("Cancelled. Nothing was changed."),
    "kept": N_("Cancelled. What you reported is logged; nothing else was changed."),
    "chat": N_(
        "Tell me what you want to learn: I find courses, make a dated plan, log what you do and"
        " change the plan. For other talk, choose a model in the sidebar."
    ),
    "courses": N_("What I found stays here. Ask for a plan when you want one."),
    "beside": N_("Your plan and its courses stay as they are."),
    "no_courses": N_("No course is left. Ask for others, or for a plan of own work."),
    "finished": N_("You have finished the whole plan."),
    "limit": N_("I stopped at the limit of steps. Ask for the plan to go on from here."),
    "no_goal": N_("I still don't know what you want to learn. Name a subject, such as databases."),
    "no_plan": N_("There is no plan yet. Say what you want to learn, and I'll make one."),
    "nothing_to_learn": N_("You have every skill this takes. Name a higher goal or lower a level."),
    "untold": N_("Say which milestone you mean, and what you did or want to change."),
}


def entry(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Begin a turn with what can be relied on: the plan as it is kept, not as it was left."""
    context = runtime.context
    return {
        **_go_back(state, context),
        "user_input": words_of(state),
        "conversation_id": context.thread,
        "is_complete": False,
    }


def _go_back(state: AgentState, context: Context) -> Plain:
    """The conversation's own plan, as it is kept, and its goal: a turn can look at others.

    What was on a card and not approved gives way to what is in force.
    """
    goal, language = state.get("goal"), spoken_in(state)
    in_force = state.get("before") if Held(state).is_draft else None
    plan = state.get("own") or in_force or state.get("learning_plan")
    goal = {**goal, "language": language} if goal else None
    known: Plain = {"own": None, "before": None, "goal": goal}
    if not plan:
        return known
    now = follow(as_kept(speak_in(language, plan), context))
    is_same = goal and Goal.model_validate(goal) == Goal.model_validate(now["goal"])
    return {**known, **({"learning_plan": now["learning_plan"]} if is_same else now)}


def end(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Keep what was approved, and say goodbye: this turn is complete, not the plan."""
    context = runtime.context
    update: Plain = {"is_complete": True, "drafted": None, "picked": None}
    how = _how(state)
    if how == "approved":
        update["learning_plan"] = _approved(state, context)
    done = merge(state, update)
    # Of the plan that this turn was about, as it is at the end.
    now = merge(done, _go_back(merge(done, {"own": None}), context))
    # What comes next an approval says itself.
    most = int(how != "approved")
    at = progress_lines(Held(now).plan, context, most=most) if state.get("logged") else []
    told = dict.fromkeys([*at, *(state.get("said") or []), _farewell(now, how)])
    text = join_sentences([*told], spoken_in(now))
    others = {"learning_planner": state.get("finished"), "course_advisor": state.get("round")}
    said = speak(text, next((agent for agent, has in others.items() if has), "coordinator"))
    say(context, text, status=how, **said.response_metadata, **_standing(now))
    update |= {"user_profile": _profile(now, context), **_go_back(done, context)}
    # The answer to a question is a message of its own.
    return {**update, "messages": [said]} if text else update


def _how(state: AgentState) -> str:
    if state.get("ended"):
        return str(state["ended"])
    task = state.get("current_task") or ""
    if task not in ("", "end"):
        return task
    kind, plan = Held(state).wanted.kind, state.get("learning_plan")
    if kind == "courses":
        return "courses"
    return "finished" if plan and plan["status"] == "done" and kind == "progress" else "done"


def _farewell(state: AgentState, how: str) -> str:
    language = spoken_in(state)
    match how:
        case "cancelled" if state.get("logged"):
            how = "kept"
        case "approved":
            plan = Held(state).plan
            first = [*plan.open, plan.milestones[-1]][0]
            begun = N_(
                "Your plan is approved. Next comes {milestone}, from {start}; all ends on {due}."
            )
            start, due = day_of(first.start, language), day_of(plan.ends, language)
            return plan.goal.say(begun, start=start, due=due, milestone=first.name)
        case "courses" if state.get("learning_plan"):
            how = "beside"
        case "courses" if not Held(state).left_courses:
            how = "no_courses"
        case "chat" if answer := Held(state).wanted.answer:
            return answer
    return phrase(FAREWELLS[how], language) if how in FAREWELLS else ""


def _approved(state: AgentState, context: Context) -> Plain:
    """The very plan that was on the card. Raises NotApproved for any other, or another before."""
    shown = state.get("learning_plan") or {}
    if payload_digest(shown) != state.get("approved"):
        raise NotApproved("This is not the plan that was approved.", hint="Ask for the plan again.")
    plan = LearningPlan.model_validate(shown)
    is_begun = any(each.done for each in plan.milestones)
    approved = plan.model_copy(update={"status": "in_progress" if is_begun else "approved"})
    before = state.get("before")
    # Kept already where the process was killed right after.
    fitting = (before, approved.model_dump(mode="json"))
    if before and before["id"] == plan.id and as_kept(before, context) not in fitting:
        raise NotApproved(
            "Your plan was changed in another conversation after this was proposed.",
            hint="Ask for the change again; it then starts from your current plan.",
        )
    return keep(approved, context)


def _profile(state: AgentState, context: Context) -> Plain:
    """What is known of the learner, as the seed has it."""
    before = state.get("user_profile") or {}
    if not state.get("goal"):
        return {**before, "user_id": context.user}
    goal = Held(state).goal
    aims = [*before.get("learning_goals", ()), goal.text]
    return {
        "user_id": context.user,
        "background": goal.background or before.get("background", ""),
        "skill_level": LEVELS[max(1, goal.level)] if goal.level is not None else None,
        "learning_goals": list(dict.fromkeys(aims)),
        "time_availability": goal.hours_a_week,
        "preferences": {"language": goal.course_language, "budget": goal.budget},
        "held": {**(before.get("held") or {}), **goal.held},
    }


def _standing(state: AgentState) -> Plain:
    """What recommendations need to know of the plan."""
    known: Plain = {"language": spoken_in(state)}
    if not (plan := state.get("learning_plan")):
        return known
    left = (each for each in plan["milestones"] if not each["done"])
    next_ = next(({key: each[key] for key in ("id", "title", "due")} for each in left), None)
    return {**known, "plan": plan["id"], "plan_status": plan["status"], "next": next_}
