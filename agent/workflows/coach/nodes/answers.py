"""What an answer changes: decisions are the values of widgets, never read out of prose."""

import math
from collections.abc import Callable
from dataclasses import dataclass
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
from agent.workflows.coach.state import (
    AgentState,
    Plain,
    courses_of,
    gaps_of,
    goal_of,
    plan_of,
    wanted_of,
)

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
    changed = ANSWERS[task](Answer(reply, state, rules, today))
    return {**done, "asked": asked, "human_feedback": feedback, **changed}


@dataclass(frozen=True)
class Answer:
    """A reply with what it is read against."""

    reply: Reply
    state: AgentState
    rules: CoachRules
    today: date

    def want(self, **changed: Any) -> Plain:
        """Let the turn be about that, as the user has said it."""
        told = wanted_of(self.state).model_copy(update={"source": "user", **changed})
        return {"wanted": told.model_dump(mode="json")}


def _name_subject(answer: Answer) -> Plain:
    wanted = Wanted(kind="new_goal", source="user")
    return {"user_input": answer.reply.text, "wanted": wanted.model_dump(mode="json")}


def _log(answer: Answer) -> Plain:
    """From the form; cards of an older version name a milestone that is done."""
    values, reply = answer.reply.values, answer.reply
    what = values.get("what") or "done"
    number: Any = {"hours": values.get("hours"), "missed": values.get("weeks")}.get(what, 1)
    if not _is_amount(number):
        # Asked again: no progress is logged that the user did not state.
        return {**answer.want(reports=()), "problem": plan_of(answer.state).say(NO_AMOUNT)}
    if what == "missed":
        missed = Edit(kind="missed", weeks=max(1, round(number)))
        return answer.want(kind="adjust", edits=(missed,))
    id_ = str(values.get("milestone") or reply.option)
    hours, done = (number, None) if what == "hours" else (None, what == "done")
    return answer.want(reports=(Report(milestone=id_, hours=hours, done=done),))


def _is_amount(number: Any, most: float = MOST) -> bool:
    return number is not None and math.isfinite(number) and 0 < number <= most


# The goal


def _fill_goal(answer: Answer) -> Plain:
    """What was right stays where something is asked again."""
    state, values = answer.state, answer.reply.values
    goal = goal_of(state)
    wrong, problem = _find_problem(values, goal, answer.today)
    known = {key: value for key, value in values.items() if value not in (None, "")}
    known.pop(wrong, None)
    language = known.get("course_language", ANY)
    said: Plain = {
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
        said["level"] = int(known["level"])
    given = Goal.model_validate({**goal.model_dump(mode="json"), **said})
    update = {**_set_levels(values, given, state), "problem": problem or None}
    subject = str(known.get("subject", goal.text)).strip()
    if subject != goal.text:
        update |= {"user_input": subject, "gaps": None}
    if problem or subject != goal.text:
        update["asked"] = list(state.get("asked") or [])
    return update


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


def _choose_near(answer: Answer) -> Plain:
    if (option := answer.reply.option) == "stop":
        return {"ended": "uncovered"}
    goal = goal_of(answer.state)
    near = goal.model_copy(update={"skills": {option: USUAL}, "uncovered": ()})
    given = goal.learnt_alone() if option == "own_work" else near
    return {"goal": given.model_dump(mode="json"), "gaps": None, "course_candidates": None}


def _choose_courses(answer: Answer) -> Plain:
    reply, refused = answer.reply, answer.state.get("refused") or []
    if reply.option == "satisfied":
        return {"chosen": True}
    if reply.option == "different":
        shown = (each.id for each in courses_of(answer.state))
        refused = list(dict.fromkeys([*refused, *shown]))
    return {"search": reply.option, "hint": reply.comment or None, "refused": refused}


# The plan


def _adjust(answer: Answer) -> Plain:
    """The edit that was chosen; a wish in words is for a model to read."""
    state, values = answer.state, answer.reply.values
    id_, kind = str(values.get("milestone") or ""), values.get("change")
    plan = plan_of(state)
    hours = values.get("hours") if kind == "hours" else None
    is_fitting = kind != "hours" or _is_amount(hours)
    edits = (Edit(kind=kind, milestone=id_, hours=hours),) if kind and is_fitting else ()
    # Cards of an older version offer all that is left.
    meant = tuple(each.id for each in plan.open) if id_ == ALL else tuple(filter(None, [id_]))
    said = {"wish": str(values.get("wish") or answer.reply.comment), "edits": edits}
    return {
        **answer.want(kind="adjust", milestones=meant, reports=(), answer="", **said),
        "finished": [],
        "problem": None if is_fitting else plan.say(NO_AMOUNT),
    }


def _decide(answer: Answer) -> Plain:
    reply, state = answer.reply, answer.state
    if reply.decision == "approve":
        return {"ended": "approved"}
    if reply.decision == "reject":
        return _adjust(answer)
    plan = plan_of(state)
    thrown = [f"{each.title} ({each.hours:g} h): {each.outcome}" for each in plan.milestones]
    return {
        **answer.want(kind="new_goal", milestones=(), wish="", edits=()),
        **dict.fromkeys(("before", "gaps", "course_candidates", "chosen", "changes")),
        "rejected": "\n".join([*thrown, reply.comment]),
        "asked": [each for each in state.get("asked") or [] if each not in ("goal", "skills")],
        "goal": plan.goal.model_dump(mode="json"),
        "learning_plan": state.get("before"),
        "hint": reply.comment or None,
        "finished": [],
    }


def _extend(answer: Answer) -> Plain:
    if answer.reply.option == "stop":
        return {"ended": "limit"}
    return {"allowance": (answer.state.get("allowance") or 0) + max(1, answer.rules.loops)}


ANSWERS: dict[str, Callable[[Answer], Plain]] = {
    "subject": _name_subject,
    "clarify": lambda answer: answer.want(kind=answer.reply.option),
    "goal": _fill_goal,
    # Of cards of an older version, which asked for the levels apart.
    "skills": lambda answer: _set_levels(answer.reply.values, goal_of(answer.state), answer.state),
    "uncovered": _choose_near,
    "courses": _choose_courses,
    "milestone": _log,
    "adjust": _adjust,
    "approve": _decide,
    "limit": _extend,
}
"""By the task that has asked."""
