"""What an answer changes: decisions are the values of widgets, never read out of prose."""

import math
from datetime import date
from typing import Any

from agent.ports import CoachRules
from agent.questions import Reply
from agent.text import Language
from agent.workflows.coach.asking import ALL, ANY
from agent.workflows.coach.contracts import MOST_HOURS, Edit, Goal, LearningPlan, SkillGap, Wanted
from agent.workflows.coach.state import AgentState, Plain
from agent.workflows.coach.words import told

ENOUGH = 2
"""Up to which level a skill is wanted that somebody picked without saying."""


def taken(state: AgentState, rules: CoachRules, today: date) -> Plain:
    """The changes that the stored reply makes; none when there is none."""
    if not state.get("reply"):
        return {}
    reply = Reply(**(state["reply"] or {}))
    task = state.get("current_task") or ""
    done: Plain = {"reply": None, "problem": None}
    if reply.cancelled or reply.expired:
        return {**done, "ended": "cancelled", "human_feedback": None}
    asked = [*(state.get("asked") or []), task]
    return {**done, "asked": asked, **_taken(task, reply, state, rules, today)}


def _taken(task: str, reply: Reply, state: AgentState, rules: CoachRules, today: date) -> Plain:
    found: Plain
    match task:
        case "subject":
            found = _subject(reply.text)
        case "clarify":
            found = _clarified(reply.option, state)
        case "goal":
            found = _goal(reply.values, state, today)
        case "skills":
            found = _skills(reply.values, state)
        case "uncovered":
            found = _near(reply.option, state)
        case "courses":
            found = _courses(reply, state)
        case "milestone":
            found = _progress(reply, state)
        case "adjust":
            found = _adjust(str(reply.values.get("wish") or ""), reply.values, state)
        case "approve":
            found = _plan(reply, state)
        case _:
            found = _limit(reply.option, state, rules)
    return found


def _subject(text: str) -> Plain:
    wanted = Wanted(kind="new_goal", why="", source="user")
    return {"user_input": text, "wanted": wanted.model_dump(mode="json")}


def _clarified(kind: str, state: AgentState) -> Plain:
    return _wanted(state, kind=kind, source="user")


def _progress(reply: Reply, state: AgentState) -> Plain:
    """From the form; cards of an older version name a milestone that is done."""
    values = reply.values
    weeks = values.get("weeks")
    return _wanted(
        state,
        progress=values.get("what") or "done",
        milestones=(str(values.get("milestone") or reply.option),),
        hours=values.get("hours"),
        weeks=int(weeks) if weeks else None,
    )


def _wanted(state: AgentState, **changed: Any) -> Plain:
    before = Wanted.model_validate(state["wanted"])
    return {"wanted": before.model_copy(update=changed).model_dump(mode="json")}


# The goal


def _goal(values: Plain, state: AgentState, today: date) -> Plain:
    goal = Goal.model_validate(state["goal"])
    problem = _problem(values, goal.language, today)
    known = {key: value for key, value in values.items() if value not in (None, "")}
    if problem:
        # What was right stays, so that only the rest is asked again.
        known = {key: value for key, value in known.items() if key not in problem[0]}
    subject = str(known.pop("subject", goal.text)).strip()
    update: Plain = dict(known)
    if "level" in known:
        update["level"] = int(known["level"])
    for name in ("course_language", "budget"):
        if known.get(name) == ANY:
            update[name] = "" if name == "course_language" else ANY
    if "deadline" not in known and not problem:
        # Left open by the user, which is more than not said.
        update["deadline"] = ""
    given = Goal.model_validate({**goal.model_dump(mode="json"), **update})
    answer: Plain = {
        "goal": given.model_dump(mode="json"),
        "human_feedback": "filled",
        "problem": problem[1] if problem else None,
    }
    if subject != goal.text:
        answer["user_input"] = subject
    if problem:
        answer["asked"] = list(state.get("asked") or [])
    return answer


def _problem(values: Plain, language: Language, today: date) -> tuple[list[str], str] | None:
    """The fields that cannot be, and a sentence on it."""
    hours, deadline = values.get("hours_a_week"), values.get("deadline")
    if hours is not None and not (math.isfinite(hours) and 0 < hours <= MOST_HOURS):
        return ["hours_a_week"], told("goal.wrong_hours", language, most=MOST_HOURS)
    if deadline and date.fromisoformat(str(deadline)[:10]) <= today:
        return ["deadline"], told("goal.wrong_deadline", language)
    return None


def _skills(values: Plain, state: AgentState) -> Plain:
    """What the card has settled stays so when the plan is made anew."""
    goal = Goal.model_validate(state["goal"])
    gaps, held, skills = [], dict(goal.held), dict(goal.skills)
    for gap in (SkillGap.model_validate(each) for each in state.get("gaps") or []):
        level: Any = int(values.get(gap.skill, gap.held))
        said = gap.evidence if level == gap.held else told("skills.you_said", goal.language)
        gaps.append({**gap.model_dump(mode="json"), "held": level, "evidence": said})
        held[gap.skill] = level
        if gap.skill in skills:
            skills[gap.skill] = gap.required
    given = goal.model_copy(update={"held": held, "skills": skills})
    return {
        "gaps": gaps,
        "goal": given.model_dump(mode="json"),
        "human_feedback": "filled",
    }


def _near(option: str, state: AgentState) -> Plain:
    if option == "stop":
        return {"ended": "uncovered", "human_feedback": "stop"}
    goal = Goal.model_validate(state["goal"])
    given = goal.model_copy(update={"skills": {option: ENOUGH}, "uncovered": ()})
    return {
        "goal": given.model_dump(mode="json"),
        "gaps": None,
        "course_candidates": None,
        "human_feedback": "filled",
    }


# Courses


def _courses(reply: Reply, state: AgentState) -> Plain:
    if reply.option == "satisfied":
        return {"chosen": True, "human_feedback": "satisfied"}
    shown = [str(course["id"]) for course in state.get("course_candidates") or []]
    refused = state.get("refused") or []
    if reply.option == "different":
        refused = list(dict.fromkeys([*refused, *shown]))
    return {
        "search": reply.option,
        "hint": reply.comment or None,
        "refused": refused,
        "human_feedback": reply.option,
    }


# The plan


def _adjust(wish: str, values: Plain, state: AgentState) -> Plain:
    """The edit that was chosen; a wish in words is for a model to read."""
    id_, kind = str(values.get("milestone") or ""), values.get("change")
    plan = LearningPlan.model_validate(state["learning_plan"])
    left = tuple(each.id for each in plan.milestones if not each.done)
    hours = values.get("hours") if kind == "hours" else None
    edits = (Edit(kind=kind, milestone=id_, hours=hours),) if kind else ()
    # Cards of an older version offer all that is left.
    meant = left if id_ == ALL else (id_,)
    return {
        **_wanted(state, kind="adjust", milestones=meant, wish=wish, edits=edits, source="user"),
        "finished": _without(state.get("finished"), "adjust"),
        "human_feedback": "adjust",
    }


def _plan(reply: Reply, state: AgentState) -> Plain:
    if reply.decision == "approve":
        return {"ended": "approved", "human_feedback": "approve"}
    if reply.decision == "reject":
        return _adjust(reply.comment, reply.values, state)
    plan = LearningPlan.model_validate(state["learning_plan"])
    return {
        **_wanted(state, kind="new_goal", milestones=(), wish=""),
        "asked": _without(state.get("asked"), "skills"),
        "goal": plan.goal.model_dump(mode="json"),
        "learning_plan": state.get("before"),
        "before": None,
        "gaps": None,
        "course_candidates": None,
        "chosen": None,
        "hint": reply.comment or None,
        "changes": None,
        "finished": [],
        "human_feedback": "redo",
    }


def _limit(option: str, state: AgentState, rules: CoachRules) -> Plain:
    if option == "stop":
        return {"ended": "limit", "human_feedback": "stop"}
    allowed = (state.get("allowance") or 0) + max(1, rules.loops)
    return {"allowance": allowed, "human_feedback": "go_on"}


def _without(names: list[str] | None, name: str) -> list[str]:
    return [each for each in names or [] if each != name]
