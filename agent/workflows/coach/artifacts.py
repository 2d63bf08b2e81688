"""What Coach shows beside its words, what it says by code, and what it offers to do next."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import moment, task_of
from agent.engine.workflow import Kind, Recommendation
from agent.events import Artifact, Notice
from agent.language.catalogs import N_, phrase
from agent.language.text import Language
from agent.ports import Context, Skill
from agent.store.records import Turn
from agent.workflows.coach.planning.contracts import Goal
from agent.workflows.coach.planning.phrasing import day_of, name_of
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
TOOLS = {"search_courses": N_("Looked for courses")}
"""What each tool did, as the Thinking panel says it."""
KINDS = {
    "coach_goal": Kind(earlier=N_("The goal as first understood")),
    "coach_gaps": Kind(earlier=N_("The skills as first compared")),
    "coach_courses": Kind(earlier=N_("Courses of an earlier round")),
    "coach_plan": Kind(earlier=N_("An earlier version of the plan")),
    "coach_call": Kind(is_quiet=True),
}
"""How its artifacts are shown, where that is not as usual."""


def show_gaps(
    runtime: Runtime[Context], gaps: Sequence[Plain], goal: Goal, near: Sequence[Skill] = ()
) -> None:
    names = [name_of(skill, goal.language) for skill in near]
    data: Plain = {"gaps": list(gaps), "uncovered": list(goal.uncovered), "near": names}
    runtime.context.report.emit(Artifact("coach_gaps", "coach_gaps", data))


def show(runtime: Runtime[Context], kind: str, data: Plain) -> None:
    """One of several of its kind in a conversation: a call, courses, a plan, progress or a quiz."""
    name = kind.removeprefix("coach_")
    runtime.context.report.emit(Artifact(kind, f"{name}:{task_of(runtime)}", data))


def tell(context: Context, answer: str, agent: str) -> Plain:
    """Say a model's words at once: cards hold none, as they are in the language of a catalog."""
    if answer.strip():
        context.report.emit(Notice(answer))
    return {"messages": [speak(answer, agent)]} if answer.strip() else {}


def speak(text: str, agent: str) -> AIMessage:
    """A message of the Coach's, for the conversation that models are shown."""
    return AIMessage(text, response_metadata={"agent": agent, "at": moment()})


OFFERS = {
    "plan": (N_("Make the plan"), N_("it is not approved yet"), "route"),
    "quiz": (
        N_("Quiz me on milestone {milestone}"),
        N_("a quiz shows how well you know “{title}”"),
        "quiz",
    ),
    "done": (N_("I finished {milestone}"), N_("it is the next one, due {due}"), "check_circle"),
}
"""What each says, why, and its icon."""


def recommend(turn: Turn) -> list[Recommendation]:
    end = {entry.kind: entry.data for entry in turn.entries}.get("outcome")
    if end is None or turn.status != "done":
        return []
    if end.get("plan_status") == "draft" or (end["status"] == "courses" and not end.get("plan")):
        return [_offer("plan", end["language"], {}, act="resume")]
    if not (next_ := end.get("next")):
        return []
    named = {**next_, "milestone": next_["id"], "due": day_of(next_["due"], end["language"])}
    picked = {"plan": end["plan"], "milestone": next_["id"]}
    return [_offer(act, end["language"], named, act=act, **picked) for act in ("quiz", "done")]


def _offer(id_: str, language: Language, named: Plain, **picked: str) -> Recommendation:
    *sentences, icon = OFFERS[id_]
    said, why = (phrase(each, language, **named) for each in sentences)
    return Recommendation(id_, said, why, said, {"picked": picked}, f":material/{icon}:")
