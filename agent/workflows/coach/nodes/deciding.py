"""Who is next: a state machine over goal, gaps, courses, plan and what was answered."""

from dataclasses import dataclass

from agent.ports import CoachRules
from agent.workflows.coach.planning.contracts import Agent, Wanted
from agent.workflows.coach.planning.gaps import open_ones
from agent.workflows.coach.state import AgentState, gaps_of, goal_of, wanted_of


@dataclass(frozen=True)
class Call:
    agent: Agent
    task: str


END, CHAT = Call("end", "end"), Call("end", "chat")
FORMS = {"new_goal": "goal", "adjust": "adjust", "progress": "milestone"}
"""What a learner can be asked by a form, by what they want."""
SUBJECT_TWICE = 2


def next_call(state: AgentState, rules: CoachRules) -> Call:
    """The next call of this turn; the same state always gives the same one."""
    if state.get("ended"):
        return END
    wanted = wanted_of(state)
    match wanted.kind:
        case "unclear" if wanted.answer:
            # A model asks in its own words.
            return CHAT
        case "unclear":
            # Where nothing is known yet there is one thing to ask; else which of the things it is.
            is_known = state.get("goal") or state.get("learning_plan")
            return Call("human_input", "clarify" if is_known else "subject")
        case "chat":
            return CHAT
        case "new_goal" | "courses" | "plan":
            return _toward_a_plan(state, wanted, rules)
        case _ if not state.get("learning_plan"):
            return Call("end", "no_plan")
        case _:
            return _with_the_plan(state, wanted)


def as_named(call: Call, state: AgentState, wanted: Wanted) -> Call:
    """The call of the agent that a model has named; where that is impossible, the one by rules."""
    goal = state.get("goal")
    match wanted.next_agent:
        case agent if agent == call.agent:
            return call
        case "end" if wanted.answer.strip() and not (wanted.edits or wanted.reports):
            return call if call.task == "show" else CHAT
        case "human_input" if wanted.kind in FORMS and (wanted.kind != "new_goal" or goal):
            return Call("human_input", FORMS[wanted.kind])
        case "human_input":
            return Call("human_input", "clarify" if goal else "subject")
        case "course_advisor" if goal and state.get("gaps") is not None:
            return Call("course_advisor", search_task(state) or "more")
        case _:
            return call


# Toward a plan


def _toward_a_plan(state: AgentState, wanted: Wanted, rules: CoachRules) -> Call:
    finished = state.get("finished") or []
    if "show" in finished:
        return END
    if wanted.kind == "plan" and state.get("learning_plan"):
        return Call("learning_planner", "show")
    if call := _about_the_goal(state, wanted) or _about_courses(state, wanted, rules):
        return call
    if wanted.kind == "courses" or "plan" in finished:
        return END
    return Call("learning_planner", "plan")


def _about_the_goal(state: AgentState, wanted: Wanted) -> Call | None:
    asked = state.get("asked") or []
    if not state.get("goal"):
        is_lost = asked.count("subject") >= SUBJECT_TWICE
        return Call("end", "no_goal") if is_lost else Call("human_input", "subject")
    if not goal_of(state).skills:
        # Nothing in the catalogue: what is near, or self-study.
        return Call("end" if "uncovered" in asked else "human_input", "uncovered")
    if wanted.kind == "courses":
        return None
    # One form, even if everything was said: levels are never guessed. Cards of an older version
    # ask for the skills separately.
    is_asked = not {"goal", "skills"}.isdisjoint(asked)
    if state.get("gaps") is None or (wanted.kind == "new_goal" and not is_asked):
        return Call("human_input", "goal")
    return None if open_ones(gaps_of(state)) else Call("end", "nothing_to_learn")


def _about_courses(state: AgentState, wanted: Wanted, rules: CoachRules) -> Call | None:
    if wanted.kind == "new_goal" and wanted.next_agent == "learning_planner":
        # A model has read that no courses are wanted.
        return None
    if task := search_task(state):
        return Call("course_advisor", task)
    if state.get("course_candidates") and not state.get("chosen") and rules.asks_courses:
        return Call("human_input", "courses")
    return None


def search_task(state: AgentState) -> str:
    """What is still to be looked for; nothing when it was."""
    return state.get("search") or ("find" if state.get("course_candidates") is None else "")


# With a plan


def _with_the_plan(state: AgentState, wanted: Wanted) -> Call:
    """All that was reported is logged, and all edits are made, whatever else was said."""
    finished = state.get("finished") or []
    if "show" in finished:
        return END
    is_draft = (state.get("learning_plan") or {}).get("status") == "draft"
    is_progress = wanted.kind == "progress" and not wanted.edits
    if (is_progress or wanted.reports) and "progress" not in finished:
        return _log(wanted, is_draft=is_draft)
    if wanted.edits and "adjust" not in finished:
        return Call("learning_planner", "adjust")
    if finished:
        return END
    if wanted.kind != "adjust":
        return Call("learning_planner", wanted.kind)
    is_answered = bool(wanted.answer) and is_draft
    return Call("learning_planner", "show") if is_answered else Call("human_input", "adjust")


def _log(wanted: Wanted, *, is_draft: bool) -> Call:
    if is_draft:
        # Nothing can be done of a plan before it is approved.
        return Call("learning_planner", "show")
    is_told = all(each.milestone or each.done is None for each in wanted.reports)
    if wanted.reports and is_told:
        return Call("learning_planner", "progress")
    return Call("human_input", "milestone")
