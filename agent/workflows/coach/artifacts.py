"""What Coach shows beside its words, and what it says by code: with who says it and when."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine import conversation
from agent.engine.conversation import moment, task_of
from agent.engine.workflow import Kind
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.ports import Context, Skill
from agent.workflows.coach.planning.contracts import Goal
from agent.workflows.coach.planning.phrasing import name_of
from agent.workflows.coach.state import Plain

STEPS = {
    "entry": N_("Reading what you want"),
    "coordinator": N_("Choosing the next step"),
    "course_advisor": N_("Looking for courses"),
    "learning_planner": N_("Planning"),
    "human_input": N_("Asking you"),
    "end": N_("Summing up"),
}
"""What each step does, as the page says while it runs."""
TOOLS = {
    "search_courses": N_("Looked for courses"),
    "web_search": N_("Searched the web"),
}
"""What each tool did, as the Thinking panel says it."""
KINDS = {
    "coach_goal": Kind(earlier=N_("The goal as first understood")),
    "coach_gaps": Kind(earlier=N_("The skills as first compared")),
    "coach_courses": Kind(earlier=N_("Courses of an earlier round")),
    "coach_plan": Kind(earlier=N_("An earlier version of the plan")),
    "coach_call": Kind(is_quiet=True),
}
"""How its artifacts are shown, where that is not as usual."""


def show_call(runtime: Runtime[Context], data: Plain) -> None:
    """Who was called and what for."""
    told = {**data, "at": moment()}
    runtime.context.report.emit(Artifact("coach_call", f"call:{task_of(runtime)}", told))


def show_goal(runtime: Runtime[Context], goal: Goal) -> None:
    data = {**goal.model_dump(mode="json"), "asked": []}
    runtime.context.report.emit(Artifact("coach_goal", "coach_goal", data))


def show_gaps(
    runtime: Runtime[Context], gaps: Sequence[Plain], goal: Goal, near: Sequence[Skill] = ()
) -> None:
    names = [name_of(skill, goal.language) for skill in near]
    data = {"gaps": list(gaps), "uncovered": list(goal.uncovered), "near": names}
    runtime.context.report.emit(Artifact("coach_gaps", "coach_gaps", data))


def show(runtime: Runtime[Context], kind: str, data: Plain) -> None:
    """One of several of its kind in a conversation: courses, a plan, progress or a quiz."""
    name = kind.removeprefix("coach_")
    runtime.context.report.emit(Artifact(kind, f"{name}:{task_of(runtime)}", data))


def say(context: Context, text: str, *, status: str, agent: str, **more: object) -> Plain:
    message = sign(AIMessage(text), agent)
    conversation.say(context, text, status=status, **message.response_metadata, **more)
    return {"messages": [message]}


def sign(message: AIMessage, agent: str) -> AIMessage:
    """With who says it and when."""
    by: Plain = {"agent": agent, "at": moment()}
    return message.model_copy(update={"response_metadata": {**message.response_metadata, **by}})
