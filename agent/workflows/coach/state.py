"""What the Coach knows. The first block is the seed's."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from agent.engine.state import BaseState
from agent.workflows.coach.planning.contracts import (
    CourseInfo,
    Goal,
    LearningPlan,
    SkillGap,
    Wanted,
)

Plain = dict[str, Any]


class AgentState(BaseState, total=False):
    conversation_id: str | None
    user_profile: Plain | None
    """user_id, background, skill_level, learning_goals, time_availability, preferences, held."""
    current_task: str | None
    next_agent: str | None
    course_candidates: list[Plain] | None
    """CourseInfos."""
    learning_plan: Plain | None
    """A LearningPlan: the one in force, or the one on the card."""
    requires_human_input: bool | None
    human_feedback: str | None
    """By the widget that was pressed, such as "approve" or "more"."""
    loop_count: int | None
    """Passes of the coordinator in this turn."""
    is_complete: bool | None
    """Of this turn."""

    user_input: str | None
    picked: Plain | None
    wanted: Plain | None
    """A Wanted: what this turn is about."""
    goal: Plain | None
    gaps: list[Plain] | None
    drafted: Plain | None
    """The question that human_input asks."""
    reply: Plain | None
    """The whole answer: values, text, comment."""
    asked: list[str] | None
    """Tasks of the questions that were answered in this turn."""
    finished: list[str] | None
    """Tasks that the agents have done in this turn."""
    search: str | None
    """Which courses are still to be found: "find", "more" or "different"."""
    hint: str | None
    """What the user said of the courses that they want instead."""
    refused: list[str] | None
    """Ids of courses that were not wanted."""
    chosen: bool | None
    """The courses are settled."""
    round: int | None
    """How often courses were looked for in this turn."""
    allowance: int | None
    """Passes that the user allowed beyond the first limit."""
    before: Plain | None
    """The plan that was in force while another one is on the card."""
    rejected: str | None
    """The plan that the user threw away in this turn, and why: for the next one."""
    changes: list[Plain] | None
    number: int | None
    """Which version of the plan is on the card."""
    approved: str | None
    """The digest that the card bound."""
    problem: str | None
    """Why a form is asked again."""
    said: list[str] | None
    """What the agents found to say in this turn."""
    ended: str | None
    """How the turn ended: a key of FAREWELLS."""


def merge(state: AgentState, update: Plain) -> AgentState:
    """The state as it is after that update."""
    return {**state, **update}  # type: ignore[typeddict-item]


def goal_of(state: AgentState) -> Goal:
    return Goal.model_validate(state["goal"])


def gaps_of(state: AgentState) -> list[SkillGap]:
    return [SkillGap.model_validate(each) for each in state.get("gaps") or []]


def courses_of(state: AgentState) -> list[CourseInfo]:
    return [CourseInfo.model_validate(each) for each in state.get("course_candidates") or []]


def left_courses(state: AgentState) -> list[CourseInfo]:
    """Those that the user did not refuse."""
    refused = state.get("refused") or []
    return [each for each in courses_of(state) if each.id not in refused]


def search_task(state: AgentState) -> str:
    """What is still to be looked for; nothing when it was."""
    return state.get("search") or ("find" if state.get("course_candidates") is None else "")


def plan_of(state: AgentState) -> LearningPlan:
    return LearningPlan.model_validate(state["learning_plan"])


def wanted_of(state: AgentState) -> Wanted:
    return Wanted.model_validate(state["wanted"])


def plain(models: Sequence[BaseModel]) -> list[Plain]:
    return [each.model_dump(mode="json") for each in models]
