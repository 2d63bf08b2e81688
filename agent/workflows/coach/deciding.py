"""Who is next, by rules: a state machine over goal, gaps, courses, plan and what was answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.ports import CoachRules
from agent.workflows.coach.contracts import Agent, Goal, SkillGap, Wanted
from agent.workflows.coach.planning.gaps import open_ones
from agent.workflows.coach.state import AgentState, Plain


@dataclass(frozen=True)
class Call:
    """`why` is a key of the words."""

    agent: Agent
    task: str
    why: str


END = Call("end", "end", "why.done")
SUBJECT_TWICE = 2


def next_call(state: AgentState, rules: CoachRules) -> Call:
    """The next call of this turn; the same state always gives the same one."""
    if state.get("ended"):
        return END if state.get("ended") == "done" else Call("end", "end", "why.ended")
    wanted = Wanted.model_validate(state["wanted"])
    match wanted.kind:
        case "unclear":
            return _unclear(state)
        case "chat":
            return Call("end", "chat", "why.chat")
        case "new_goal" | "courses" | "plan":
            return _toward_a_plan(state, wanted, rules)
        case _ if not state.get("learning_plan"):
            return Call("end", "no_plan", "why.no_plan")
        case "adjust":
            return _adjusting(state, wanted)
        case _:
            return _with_the_plan(state, wanted)


def _unclear(state: AgentState) -> Call:
    """Where nothing is known yet there is one thing to ask; else which of the things it is."""
    if state.get("goal") or state.get("learning_plan"):
        return Call("human_input", "clarify", "why.unclear")
    return Call("human_input", "subject", "why.subject")


# Toward a plan


def _toward_a_plan(state: AgentState, wanted: Wanted, rules: CoachRules) -> Call:
    asked, finished = state.get("asked") or [], state.get("finished") or []
    if "show" in finished:
        return END
    if wanted.kind == "plan" and state.get("learning_plan"):
        return Call("learning_planner", "show", "why.show")
    if not state.get("goal"):
        is_lost = asked.count("subject") >= SUBJECT_TWICE
        return (
            Call("end", "no_goal", "why.no_goal")
            if is_lost
            else Call("human_input", "subject", "why.subject")
        )
    goal = Goal.model_validate(state["goal"])
    is_for_courses = wanted.kind == "courses"
    if not is_for_courses and (call := _about_the_goal(goal, state, wanted)):
        return call
    if not goal.skills:
        return _uncovered(state, rules)
    if call := _about_courses(state, rules):
        return call
    if is_for_courses or "plan" in finished:
        return END
    return Call("learning_planner", "plan", "why.plan")


def _about_the_goal(goal: Goal, state: AgentState, wanted: Wanted) -> Call | None:
    asked = state.get("asked") or []
    if _is_incomplete(goal) and "goal" not in asked:
        return Call("human_input", "goal", "why.goal")
    if not goal.skills:
        return None
    gaps = state.get("gaps")
    if gaps is None or (wanted.kind == "new_goal" and "skills" not in asked):
        return Call("human_input", "skills", "why.skills")
    if not open_gaps(gaps):
        return Call("end", "nothing_to_learn", "why.nothing_to_learn")
    return None


def _is_incomplete(goal: Goal) -> bool:
    """What a plan needs that was not said. None of them is guessed."""
    return goal.level is None or goal.hours_a_week is None


def open_gaps(gaps: Sequence[Plain]) -> list[SkillGap]:
    return open_ones([SkillGap.model_validate(each) for each in gaps])


def _about_courses(state: AgentState, rules: CoachRules) -> Call | None:
    if task := searched(state):
        return Call("course_advisor", task, f"why.{task}")
    if state.get("course_candidates") and not state.get("chosen") and rules.asks_courses:
        return Call("human_input", "courses", "why.courses")
    return None


def searched(state: AgentState) -> str:
    """What is still to be looked for; nothing when it was."""
    if state.get("course_candidates") is None:
        return state.get("search") or "find"
    return state.get("search") or ""


def _uncovered(state: AgentState, rules: CoachRules) -> Call:
    """No skill of the catalogue stands for it: what a site or the web has, else what is near."""
    if call := _about_courses(state, rules):
        return call
    if state.get("course_candidates"):
        return Call("end", "courses_only", "why.courses_only")
    if "uncovered" in (state.get("asked") or []):
        return Call("end", "uncovered", "why.uncovered")
    return Call("human_input", "uncovered", "why.uncovered")


# With a plan


def _adjusting(state: AgentState, wanted: Wanted) -> Call:
    if "adjust" in (state.get("finished") or []):
        return END
    is_in_words = wanted.source == "model" and wanted.wish and wanted.milestones
    if not (wanted.edits or is_in_words):
        return Call("human_input", "adjust", "why.which")
    return Call("learning_planner", "adjust", "why.adjust")


def _with_the_plan(state: AgentState, wanted: Wanted) -> Call:
    if "show" in (state.get("finished") or []):
        return END
    if wanted.kind == "progress" and (state.get("learning_plan") or {}).get("status") == "draft":
        return Call("learning_planner", "show", "why.draft")
    task = wanted.kind if wanted.progress != "missed" else "missed"
    if task in (state.get("finished") or []):
        return END
    if wanted.kind == "progress" and _is_untold(wanted):
        return Call("human_input", "milestone", "why.which")
    return Call("learning_planner", task, f"why.{task}")


def _is_untold(wanted: Wanted) -> bool:
    """Whether it is open what was done, or of which milestone."""
    needs_milestone = wanted.progress in ("done", "undone", "proof")
    return not wanted.progress or (needs_milestone and not wanted.milestones)
