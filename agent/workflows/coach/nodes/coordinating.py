"""The coordinator: takes in what was answered, and decides who is next."""

from typing import NamedTuple

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import moment, spoken_in, task_of
from agent.events import Artifact
from agent.ports import Context
from agent.questions import Question, Reply, ask, from_json, to_json
from agent.workflows.coach.artifacts import show, show_gaps, speak, tell
from agent.workflows.coach.forms import Drafts
from agent.workflows.coach.nodes.answers import ANSWERS, take_reply
from agent.workflows.coach.nodes.understanding import figure_in, near_goal, read_again, understand
from agent.workflows.coach.planning.contracts import Agent, Wanted
from agent.workflows.coach.planning.gaps import gaps_of, open_ones, others_for
from agent.workflows.coach.state import AgentState, Held, Plain, merge


class Call(NamedTuple):
    agent: Agent
    task: str


END, CHAT = Call("end", "end"), Call("end", "chat")


def coordinator(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """One pass. The same state leads to the same call, so nothing is lost where it stops."""
    context, rules = runtime.context, runtime.context.ports.coach_rules
    loop = (state.get("loop_count") or 0) + 1
    heard, task = take_reply(state), state.get("current_task")
    update: Plain = {"loop_count": loop, **heard}
    # What a card settled is understood like a message.
    anew = "wanted" in update and task in ("subject", "clarify")
    update |= understand(merge(state, update), context, anew=anew)
    if "user_input" in heard and task != "subject":
        update |= read_again(merge(state, update), context, is_renamed=task == "goal")
    now = merge(state, update)
    if update.get("gaps"):
        show_gaps(runtime, update["gaps"], Held(now).goal)
    if task == "courses" and "goal" in update:
        update["gaps"] = _show_goal(now, runtime)
        now = merge(state, update)
    call = next_call(now)
    while assumed := _assume(call, now, runtime):
        update |= assumed
        now = merge(state, update)
        call = next_call(now)
    if "wanted" in update and Held(now).wanted.source == "model" and call.task != "chat":
        # Of talk, the end says it.
        update |= tell(context, Held(now).wanted.answer, "coordinator")
    most = max(1, rules.loops) + (now.get("allowance") or 0)
    if loop >= most and call.agent != "end":
        call = Call("end", "limit")
    if call.agent == "human_input":
        update |= _draft(call, now, runtime)
    _show(call, now, runtime, most=most)
    return {
        **update,
        "next_agent": call.agent,
        "current_task": call.task,
        "requires_human_input": call.agent == "human_input",
    }


def _assume(call: Call, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Return what replaces the user's answer, where it need not be asked; else nothing."""
    rules = runtime.context.ports.coach_rules
    is_asked = rules.asks and (rules.asks_courses or call.task != "courses")
    if call.agent != "human_input" or (is_asked and not _is_told(call, state, runtime.context)):
        return {}
    settled: Plain = {"asked": [*(state.get("asked") or []), call.task]}
    if call.task == "goal":
        return {**settled, "gaps": _show_goal(state, runtime)}
    if option := {"courses": "satisfied", "uncovered": "own_work"}.get(call.task):
        return {**settled, **ANSWERS[call.task](Reply(option=option), state)}
    return {**settled, "ended": "no_goal" if call.task in ("subject", "clarify") else "untold"}


def _is_told(call: Call, state: AgentState, context: Context) -> bool:
    """A model has read all that the goal's form asks for, and the user did not start over."""
    if call.task == "uncovered":
        # Nothing is near it, so that there is no choice.
        text = state.get("user_input") or ""
        return not near_goal(Held(state).goal.text, text, context.ports.courses)
    if call.task != "goal" or not context.llm.is_model or state.get("problem"):
        return False
    goal, is_first = Held(state).goal, "approve" not in (state.get("asked") or [])
    is_level_said = goal.level is not None or any(goal.held.values())
    return bool(goal.hours_a_week) and is_level_said and is_first and not goal.is_guess


def after_coordinator(state: AgentState) -> Agent:
    return state.get("next_agent") or "end"


def human_input(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Ask what was drafted, and bring the answer as it is; what is written is conversation."""
    drafted = state["drafted"] or {}
    question = from_json(drafted)
    reply = ask(question)
    words = (reply.comment or reply.text or str(reply.values.get("wish") or "")).strip()
    # What the card of a plan says is answered by its buttons too.
    is_said = words or state.get("current_task") == "approve"
    asked = [speak(f"{question.title} {question.body}", "human_input")] if is_said else []
    return {
        "messages": [*asked, *([HumanMessage(words)] if words else [])],
        "reply": dict(vars(reply)),
        "drafted": None,
        "requires_human_input": False,
        "approved": drafted.get("digest"),
    }


def _show(call: Call, state: AgentState, runtime: Runtime[Context], *, most: int) -> None:
    loop = state["loop_count"] or 1
    is_model = loop == 1 and Held(state).wanted.source == "model"
    data = {"agent": call.agent, "task": call.task, "loop": loop, "most": most}
    why, source = (Held(state).wanted.why, "model") if is_model else ("", "rule")
    show(runtime, "coach_call", {**data, "why": why, "source": source, "at": moment()})


def _draft(call: Call, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The card of that call, with what has to be known for it."""
    context, held, update = runtime.context, Held(state), Plain()
    # A model that did not read this message reads no other one.
    reads = context.llm.is_model and held.wanted.source != "rule"
    drafts = Drafts(task_of(runtime), spoken_in(state), reads=reads)
    text, problem = state.get("user_input") or "", state.get("problem") or ""
    wish = held.wanted.wish or text
    question: Question
    match call.task:
        case "goal":
            update["gaps"] = _show_goal(state, runtime)
            question = drafts.goal(held.goal, Held(merge(state, update)).gaps, problem=problem)
        case "uncovered":
            near = near_goal(held.goal.text, text, context.ports.courses)
            show_gaps(runtime, [], held.goal, near)
            question = drafts.uncovered(near, held.goal.text)
        case "subject":
            question = drafts.subject()
        case "clarify":
            ranked = context.ports.intents.guess("coach", text).ranked
            question = drafts.clarify(has_plan=bool(state.get("learning_plan")), ranked=ranked)
        case "courses":
            question = drafts.courses(len(held.courses))
        case "course":
            about = held.without_course[0]
            others = others_for(about, held.plan, context.ports.courses)
            question = drafts.other_course(about, others)
        case "milestone":
            question = drafts.milestone(held.plan, filled=_fill(state, wish), problem=problem)
        case _:
            filled = _fill(state, wish)
            question = drafts.adjust(held.plan, wish=wish, filled=filled, problem=problem)
    return {**update, "drafted": to_json(question)}


def _fill(state: AgentState, text: str) -> Plain:
    """What a form held that is asked again; else what needs no grammar: names and figures."""
    if state.get("problem"):
        return state.get("filled") or {}
    wanted, plan = Held(state).wanted, Held(state).plan
    named = [*wanted.milestones, *(each.id for each in plan.named_in(text))]
    figures = {name: figure_in(text, name) for name in ("hours", "weeks")}
    # A figure is of one of them only.
    what = "hours" if figures["hours"] else "missed" if figures["weeks"] else "done"
    return {"what": what, **figures, **({"milestone": named[0]} if named else {})}


def _show_goal(state: AgentState, runtime: Runtime[Context]) -> list[Plain]:
    """The gaps of the goal, with what quizzes have shown; both are shown."""
    goal = Held(state).goal
    found = [each.model_dump(mode="json") for each in gaps_of(goal, runtime.context)]
    runtime.context.report.emit(Artifact("coach_goal", "coach_goal", goal.model_dump(mode="json")))
    show_gaps(runtime, found, goal)
    return found


FORMS = {"adjust": "adjust", "progress": "milestone"}
"""What a learner can be asked by a form, by what they want of their plan."""
TALK = ("unclear", "question", "chat")


def next_call(state: AgentState) -> Call:
    """The next call of this turn; the same state always gives the same one."""
    if state.get("ended"):
        return END
    wanted = Held(state).wanted
    is_talk = wanted.kind in TALK or wanted.next_agent == "end"
    match wanted.kind:
        case _ if is_talk and wanted.answer and not (wanted.edits or wanted.reports):
            # A model asks or answers in its own words; what waits for approval waits on.
            is_waiting = Held(state).is_draft and "approve" in (state.get("asked") or [])
            return Call("learning_planner", "show") if is_waiting else CHAT
        case "unclear" if not wanted.edits:
            # Where nothing is known yet there is one thing to ask; else which of the things it is.
            is_known = state.get("goal") or state.get("learning_plan")
            return Call("human_input", "clarify" if is_known else "subject")
        case "chat" if not wanted.edits:
            return CHAT
        case "new_goal" | "courses" | "plan":
            return _toward_a_plan(state, wanted)
        case _ if not state.get("learning_plan"):
            return Call("end", "no_plan")
        case _:
            return _with_the_plan(state, wanted)


def _toward_a_plan(state: AgentState, wanted: Wanted) -> Call:
    finished = state.get("finished") or []
    if wanted.kind == "plan" and wanted.source != "model" and state.get("learning_plan"):
        return END if "show" in finished else Call("learning_planner", "show")
    if call := _about_the_goal(state, wanted) or _about_courses(state, wanted):
        return call
    # Courses that were asked for on the card of a plan are for that plan.
    if wanted.kind == "courses" and "approve" not in (state.get("asked") or []):
        return _with_the_plan(state, wanted) if state.get("learning_plan") else END
    return END if "plan" in finished else Call("learning_planner", "plan")


def _about_the_goal(state: AgentState, wanted: Wanted) -> Call | None:
    asked = state.get("asked") or []
    if not state.get("goal"):
        return Call("human_input", "subject")
    if not Held(state).goal.skills:
        # Nothing in the catalogue: what is near, or self-study.
        return Call("human_input", "uncovered")
    if wanted.kind == "courses":
        return None
    # One form, even if everything was said: levels are never guessed. Cards of an older version
    # ask for the skills separately.
    is_asked = not {"goal", "skills"}.isdisjoint(asked)
    if state.get("gaps") is None or (wanted.kind == "new_goal" and not is_asked):
        return Call("human_input", "goal")
    return None if open_ones(Held(state).gaps) else Call("end", "nothing_to_learn")


def _about_courses(state: AgentState, wanted: Wanted) -> Call | None:
    if wanted.kind != "courses" and wanted.next_agent == "learning_planner":
        # A model has read that no courses are wanted, or no others.
        return None
    if task := Held(state).search:
        return Call("course_advisor", task)
    is_asked = state.get("course_candidates") and not state.get("chosen")
    return Call("human_input", "courses") if is_asked else None


def _with_the_plan(state: AgentState, wanted: Wanted) -> Call:
    """All that was reported is logged, and all edits are made, whatever else was said."""
    kind, finished, is_draft = wanted.kind, state.get("finished") or [], Held(state).is_draft
    is_card = is_draft and (kind == "progress" or wanted.reports or wanted.answer)
    # Nothing can be done of a plan before it is approved; of one that is being changed it can.
    is_new = is_draft and (state.get("before") or {}).get("id") != Held(state).plan.id
    tasks = {
        "progress": wanted.reports and not is_new,
        "quiz": kind == "quiz",
        "adjust": wanted.edits,
        "question": kind == "question" and not wanted.answer,
        "show": kind == "show" or (kind in FORMS and is_card and not wanted.edits),
    }
    asked = [task for task, is_asked in tasks.items() if is_asked]
    for task in asked:
        is_told = all(each.milestone or each.done is None for each in wanted.reports)
        if task == "progress" and task not in finished and not is_told:
            return Call("human_input", "milestone")
        if task == "adjust" and Held(state).without_course:
            return Call("human_input", "course")
        if task not in finished:
            return Call("learning_planner", task)
    return END if asked or kind not in FORMS else Call("human_input", FORMS[kind])
