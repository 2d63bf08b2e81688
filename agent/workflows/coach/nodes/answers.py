"""What an answer changes: decisions are the values of widgets, never read out of prose."""

from collections.abc import Callable
from typing import Any

from agent.engine.conversation import today
from agent.language.catalogs import N_
from agent.questions import Reply
from agent.workflows.coach.forms import ANY, LEVEL, OF_HOURS
from agent.workflows.coach.planning.contracts import MOST_HOURS, USUAL, Edit, Goal, Wanted
from agent.workflows.coach.planning.editing import WRONG_HOURS
from agent.workflows.coach.state import AgentState, Held, Plain, discard

MOST = 52
"""Hours or weeks that a user can log or ask for at once."""
TEXTS = ("background", "deadline", "course_language", "wishes")
EMPTY: Plain = {**dict.fromkeys(TEXTS, ""), "hours_a_week": None, "budget": ANY}
"""The goal's fields in the form, as they are where they were left empty."""
PAST_DEADLINE = N_("The deadline must be in the future.")
NO_AMOUNT = N_("Enter a number above 0, at most 52.")
NO_CHANGE = N_("Choose what to change, and in which milestone.")


def take_reply(state: AgentState) -> Plain:
    """Return the changes that the stored reply makes; empty without a reply."""
    if not state.get("reply"):
        return {}
    reply = Reply(**(state["reply"] or {}))
    task = state.get("current_task") or ""
    done: Plain = {"reply": None, "problem": None}
    # Cards of an older version have "stop"; now there is a button to cancel.
    if reply.cancelled or reply.expired or reply.option == "stop":
        return {**done, "ended": "cancelled", "human_feedback": None}
    asked = [*(state.get("asked") or []), task]
    decision = "adjust" if reply.decision == "reject" else reply.decision
    feedback = decision or reply.option or "filled"
    # As many steps again as there were.
    done["allowance"] = state.get("loop_count")
    return {**done, "asked": asked, "human_feedback": feedback, **ANSWERS[task](reply, state)}


def _want(kind: Any, **more: Any) -> Plain:
    """Let the turn be about that, as the user has said it: nothing else holds any more."""
    wanted = Wanted.model_validate({"kind": kind, "source": "user", **more})
    return {"wanted": wanted.model_dump(mode="json")}


def _log(reply: Reply, state: AgentState) -> Plain:
    """From the form; cards of an older version name a milestone that is done."""
    values, edits = reply.values, Held(state).wanted.edits
    what = values.get("what") or "done"
    number: Any = {"hours": values.get("hours"), "missed": values.get("weeks")}.get(what, 1)
    if not _is_amount(number):
        # Asked again: no progress is logged that the user did not state.
        problem = Held(state).plan.goal.say(NO_AMOUNT)
        return {**_want("progress", edits=edits), "problem": problem, "filled": values}
    if what == "missed":
        missed = Edit(kind="missed", weeks=max(1, round(number)))
        return _want("adjust", edits=(*edits, missed))
    told = {"hours": number} if what == "hours" else {"done": what == "done"}
    report = {"milestone": str(values.get("milestone") or reply.option), **told}
    return _want("progress", reports=(report,), edits=edits)


def _is_amount(number: Any, most: float = MOST) -> bool:
    return number is not None and 0 < number <= most


def _fill_goal(reply: Reply, state: AgentState) -> Plain:
    """What was right stays where something is asked again."""
    values, goal = reply.values, Held(state).goal
    hours, deadline, wrong, problem = values.get("hours_a_week"), values.get("deadline"), "", ""
    if hours is not None and not _is_amount(hours, MOST_HOURS):
        wrong, problem = "hours_a_week", goal.say(WRONG_HOURS, most=MOST_HOURS)
    elif deadline and str(deadline)[:10] <= today().isoformat():
        wrong, problem = "deadline", goal.say(PAST_DEADLINE)
    left_open = (None, "", ANY)
    known = {k: value for k, value in values.items() if value not in left_open and k != wrong}
    # What was left open is more than not said; what was not asked for stays.
    said = {name: known.get(name, empty) for name, empty in EMPTY.items() if name in values}
    given = Goal.model_validate({**goal.model_dump(mode="json"), **said, "is_guess": False})
    update = _set_levels(values, given, state)
    subject = str(known.get("subject", goal.text)).strip()
    if subject != goal.text:
        levels = N_("Now for “{subject}”: what do you already know?")
        problem = problem or goal.say(levels, subject=subject)
        update |= {"user_input": subject, "gaps": None}
    if problem:
        update |= {"asked": list(state.get("asked") or []), "problem": problem}
    return update


def _set_levels(values: Plain, goal: Goal, state: AgentState) -> Plain:
    """Keep the levels that the card has settled when the plan is built again."""
    found, held = [], dict(goal.held)
    for gap in Held(state).gaps:
        # Cards of an older version have them by the skill alone.
        told = values.get(f"{LEVEL}{gap.skill}", values.get(gap.skill))
        level: Any = gap.held if told is None else int(told)
        evidence = gap.evidence if level == gap.held else goal.say(N_("you said so"))
        found.append({**gap.model_dump(mode="json"), "held": level, "evidence": evidence})
        held[gap.skill] = level
    return {
        # Cards of an older version were shown before the skills were known.
        "gaps": found or None,
        "goal": goal.model_copy(update={"held": held}).model_dump(mode="json"),
    }


def _choose_near(reply: Reply, state: AgentState) -> Plain:
    goal = Held(state).goal
    near = goal.model_copy(update={"skills": {reply.option: USUAL}, "uncovered": ()})
    given = goal.learnt_alone() if reply.option == "own_work" else near
    return {"goal": given.model_dump(mode="json"), "gaps": None, "course_candidates": None}


def _choose_courses(reply: Reply, state: AgentState) -> Plain:
    said: Plain = dict.fromkeys(("hint", "user_input"), reply.comment) if reply.comment else {}
    match reply.option:
        case "satisfied":
            return {**said, "chosen": True}
        case "own_work":
            return {**said, "chosen": True, "course_candidates": []}
        case "different":
            shown = [each.id for each in Held(state).courses]
            said["refused"] = [*(state.get("refused") or []), *shown]
    return {**said, "search": reply.option}


def _choose_other(reply: Reply, state: AgentState) -> Plain:
    """One for the first milestone that waits for it; what else was to change is changed too."""
    wanted, id_ = Held(state).wanted, Held(state).without_course[0].id
    edits = [each for each in wanted.edits if (each.kind, each.milestone) != ("course", id_)]
    if reply.option == "own_work":
        edits.append(Edit(kind="own_work", milestone=id_))
    elif reply.option != "keep":
        edits.append(Edit(kind="course", milestone=id_, courses=(reply.option,)))
    return _want("adjust", edits=edits, wish=wanted.wish) if edits else _want("show")


def _adjust(reply: Reply, state: AgentState) -> Plain:
    """The edit that was chosen; a wish in words is for a model to read."""
    values, problem = reply.values, ""
    kind: Any = values.get("change")
    gone, wish = values.get("gone"), str(values.get("wish") or reply.comment)
    # On cards of an older version, what was dropped is among the milestones.
    id_ = str((kind == "restore" and gone) or values.get("milestone") or "")
    hours = values.get("hours") if kind in OF_HOURS else None
    is_whole = bool(kind) and (bool(id_) or kind == "hours_a_week")
    if not is_whole and (kind or not wish):
        problem = NO_CHANGE
    elif kind in OF_HOURS and not _is_amount(hours):
        problem = NO_AMOUNT
    edits = (Edit(kind=kind, milestone=id_, hours=hours),) if is_whole and not problem else ()
    return {
        **_want("adjust", milestones=(id_,) if id_ else (), wish=wish, edits=edits),
        "finished": [],
        "problem": Held(state).plan.goal.say(problem) if problem else None,
        "filled": values,
    }


def _decide(reply: Reply, state: AgentState) -> Plain:
    if reply.decision == "approve":
        return {"ended": "approved"}
    if reply.decision == "reject":
        return _adjust(reply, state)
    return {
        **_want("new_goal"),
        **discard(state, is_same_goal=True),
        **dict.fromkeys(("gaps", "course_candidates", "chosen")),
        "asked": [each for each in state.get("asked") or [] if each not in ("goal", "skills")],
        **({"user_input": reply.comment} if reply.comment else {}),
    }


ANSWERS: dict[str, Callable[[Reply, AgentState], Plain]] = {
    "subject": lambda reply, _state: {"user_input": reply.text, **_want("new_goal")},
    "clarify": lambda reply, _state: _want(reply.option),
    "goal": _fill_goal,
    # Of cards of an older version, which asked for the levels apart.
    "skills": lambda reply, state: _set_levels(reply.values, Held(state).goal, state),
    "uncovered": _choose_near,
    "courses": _choose_courses,
    "course": _choose_other,
    "milestone": _log,
    "adjust": _adjust,
    "approve": _decide,
    # Of cards of an older version, which asked at the limit.
    "limit": lambda _reply, _state: {},
}
"""By the task that has asked."""
