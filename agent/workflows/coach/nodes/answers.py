"""What an answer changes: decisions are the values of widgets, never read out of prose."""

import math
from datetime import date
from typing import Any

from agent.language.catalogs import N_
from agent.ports import CoachRules
from agent.questions import Reply
from agent.workflows.coach.forms import ALL, ANY, LEVEL
from agent.workflows.coach.planning.contracts import (
    MOST_HOURS,
    USUAL,
    Edit,
    Goal,
    Report,
    Wanted,
)
from agent.workflows.coach.planning.editing import PAST_DEADLINE, WRONG_HOURS
from agent.workflows.coach.state import AgentState, Plain, gaps_of, goal_of, plan_of, wanted_of

MOST = 52
"""Hours or weeks that a user can log or ask for at once."""
NO_AMOUNT = N_("Enter a number above 0, at most 52.")


def take_reply(state: AgentState, rules: CoachRules, today: date) -> Plain:
    """Return the changes that the stored reply makes; empty without a reply."""
    if not state.get("reply"):
        return {}
    reply = Reply(**(state["reply"] or {}))
    task = state.get("current_task") or ""
    done: Plain = {"reply": None, "problem": None}
    if reply.cancelled or reply.expired:
        return {**done, "ended": "cancelled", "human_feedback": None}
    asked = [*(state.get("asked") or []), task]
    decision = "adjust" if reply.decision == "reject" else reply.decision
    feedback = decision or reply.option or "filled"
    return {
        **done,
        "asked": asked,
        "human_feedback": feedback,
        **_change(task, reply, state, rules, today),
    }


def _change(task: str, reply: Reply, state: AgentState, rules: CoachRules, today: date) -> Plain:
    found: Plain
    match task:
        case "subject":
            wanted = Wanted(kind="new_goal")
            found = {"user_input": reply.text, "wanted": wanted.model_dump(mode="json")}
        case "clarify":
            found = _want(state, kind=reply.option)
        case "goal":
            found = _fill_goal(reply.values, state, today)
        case "skills":
            # Of cards of an older version, which asked for the levels apart.
            found = _set_levels(reply.values, goal_of(state), state)
        case "uncovered":
            found = _choose_near(reply.option, state)
        case "courses":
            found = _choose_courses(reply, state)
        case "milestone":
            found = _log(reply, state)
        case "adjust":
            found = _adjust(str(reply.values.get("wish") or ""), reply.values, state)
        case "approve":
            found = _decide(reply, state)
        case _:
            found = _extend(reply.option, state, rules)
    return found


def _log(reply: Reply, state: AgentState) -> Plain:
    """From the form; cards of an older version name a milestone that is done."""
    values = reply.values
    what = values.get("what") or "done"
    number: Any = {"hours": values.get("hours"), "missed": values.get("weeks")}.get(what, 1)
    if not _is_amount(number):
        # Asked again: no progress is logged that the user did not state.
        return {**_want(state, reports=()), "problem": plan_of(state).say(NO_AMOUNT)}
    if what == "missed":
        missed = Edit(kind="missed", weeks=max(1, round(number)))
        return _want(state, kind="adjust", edits=(missed,))
    id_ = str(values.get("milestone") or reply.option)
    hours, done = (number, None) if what == "hours" else (None, what == "done")
    return _want(state, reports=(Report(milestone=id_, hours=hours, done=done),))


def _is_amount(number: Any, most: float = MOST) -> bool:
    return number is not None and math.isfinite(number) and 0 < number <= most


def _want(state: AgentState, **changed: Any) -> Plain:
    told = wanted_of(state).model_copy(update={"source": "user", **changed})
    return {"wanted": told.model_dump(mode="json")}


# The goal


def _fill_goal(values: Plain, state: AgentState, today: date) -> Plain:
    """What was right stays where something is asked again."""
    goal = goal_of(state)
    wrong, problem = _find_problem(values, goal, today)
    known = {key: value for key, value in values.items() if value not in (None, "")}
    known.pop(wrong, None)
    language = known.get("course_language", ANY)
    update: Plain = {
        "background": known.get("background", ""),
        "hours_a_week": known.get("hours_a_week"),
        # Left open by the user, which is more than not said.
        "deadline": known.get("deadline", None if wrong == "deadline" else ""),
        "course_language": "" if language == ANY else language,
        "budget": known.get("budget", ANY),
        "wishes": known.get("wishes", ""),
    }
    if "level" in known:
        # Cards of an older version ask for one level.
        update["level"] = int(known["level"])
    given = Goal.model_validate({**goal.model_dump(mode="json"), **update})
    answer = {**_set_levels(values, given, state), "problem": problem or None}
    subject = str(known.get("subject", goal.text)).strip()
    if subject != goal.text:
        answer |= {"user_input": subject, "gaps": None}
    if problem or subject != goal.text:
        answer["asked"] = list(state.get("asked") or [])
    return answer


def _find_problem(values: Plain, goal: Goal, today: date) -> tuple[str, str]:
    """The field that cannot be, and a sentence on it."""
    hours, deadline = values.get("hours_a_week"), values.get("deadline")
    if hours is not None and not _is_amount(hours, MOST_HOURS):
        return "hours_a_week", goal.say(WRONG_HOURS, most=MOST_HOURS)
    if deadline and date.fromisoformat(str(deadline)[:10]) <= today:
        return "deadline", goal.say(PAST_DEADLINE)
    return "", ""


def _set_levels(values: Plain, goal: Goal, state: AgentState) -> Plain:
    """Keep the levels that the card has settled when the plan is built again."""
    found, held, skills = [], dict(goal.held), dict(goal.skills)
    for gap in gaps_of(state):
        # Cards of an older version have them by the skill alone.
        told = values.get(f"{LEVEL}{gap.skill}", values.get(gap.skill))
        level: Any = gap.held if told is None else int(told)
        evidence = gap.evidence if level == gap.held else goal.say(N_("you said so"))
        found.append({**gap.model_dump(mode="json"), "held": level, "evidence": evidence})
        held[gap.skill] = level
        if gap.skill in skills:
            skills[gap.skill] = gap.required
    given = goal.model_copy(update={"held": held, "skills": skills})
    return {
        # Cards of an older version were shown before the skills were known.
        "gaps": found or None,
        "goal": given.model_dump(mode="json"),
    }


def _choose_near(option: str, state: AgentState) -> Plain:
    if option == "stop":
        return {"ended": "uncovered"}
    goal = goal_of(state)
    near = goal.model_copy(update={"skills": {option: USUAL}, "uncovered": ()})
    given = goal.learnt_alone() if option == "own_work" else near
    return {
        "goal": given.model_dump(mode="json"),
        "gaps": None,
        "course_candidates": None,
    }


def _choose_courses(reply: Reply, state: AgentState) -> Plain:
    if reply.option == "satisfied":
        return {"chosen": True}
    refused = state.get("refused") or []
    if reply.option == "different":
        shown = [str(course["id"]) for course in state.get("course_candidates") or []]
        refused = list(dict.fromkeys([*refused, *shown]))
    return {
        "search": reply.option,
        "hint": reply.comment or None,
        "refused": refused,
    }


# The plan


def _adjust(wish: str, values: Plain, state: AgentState) -> Plain:
    """The edit that was chosen; a wish in words is for a model to read."""
    id_, kind = str(values.get("milestone") or ""), values.get("change")
    plan = plan_of(state)
    hours = values.get("hours") if kind == "hours" else None
    is_fitting = kind != "hours" or _is_amount(hours)
    edits = (Edit(kind=kind, milestone=id_, hours=hours),) if kind and is_fitting else ()
    # Cards of an older version offer all that is left.
    meant = tuple(each.id for each in plan.open) if id_ == ALL else tuple(filter(None, [id_]))
    said = {"wish": wish, "edits": edits, "reports": (), "answer": ""}
    return {
        **_want(state, kind="adjust", milestones=meant, **said),
        "finished": [],
        "problem": None if is_fitting else plan.say(NO_AMOUNT),
    }


def _decide(reply: Reply, state: AgentState) -> Plain:
    if reply.decision == "approve":
        return {"ended": "approved"}
    if reply.decision == "reject":
        return _adjust(reply.comment, reply.values, state)
    anew = dict.fromkeys(("before", "gaps", "course_candidates", "chosen", "changes"))
    plan = plan_of(state)
    thrown = [f"{each.title} ({each.hours:g} h): {each.outcome}" for each in plan.milestones]
    return {
        **_want(state, kind="new_goal", milestones=(), wish="", edits=()),
        **anew,
        "rejected": "\n".join([*thrown, reply.comment]),
        "asked": [each for each in state.get("asked") or [] if each not in ("goal", "skills")],
        "goal": plan.goal.model_dump(mode="json"),
        "learning_plan": state.get("before"),
        "hint": reply.comment or None,
        "finished": [],
    }


def _extend(option: str, state: AgentState, rules: CoachRules) -> Plain:
    if option == "stop":
        return {"ended": "limit"}
    allowed = (state.get("allowance") or 0) + max(1, rules.loops)
    return {"allowance": allowed}
