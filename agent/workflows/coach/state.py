"""What the Coach knows. The first block is the seed's."""

from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage

from agent.engine.conversation import conversation_of
from agent.engine.state import BaseState
from agent.workflows.coach.planning.contracts import (
    Agent,
    CourseInfo,
    Goal,
    LearningPlan,
    Milestone,
    SkillGap,
    Wanted,
)

Plain = dict[str, Any]


class AgentState(BaseState, total=False):
    conversation_id: str | None
    user_profile: Plain | None
    """user_id, background, skill_level, learning_goals, time_availability, preferences, held."""
    current_task: str | None
    next_agent: Agent | None
    course_candidates: list[Plain] | None
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
    reply: Plain | None
    asked: list[str] | None
    """Tasks of the questions that were answered in this turn."""
    finished: list[str] | None
    """Tasks that the agents have done in this turn."""
    logged: bool | None
    """Progress was logged in this turn: that stays, whatever becomes of the rest."""
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
    """Passes up to the user's last answer: from there they count anew."""
    own: Plain | None
    """The conversation's plan, while progress of another one is logged."""
    before: Plain | None
    """The plan that was in force while another one is on the card."""
    rejected: str | None
    """The plan that the user wants otherwise in this turn: for the next one."""
    changes: list[Plain] | None
    number: int | None
    """Which version of the plan is on the card."""
    approved: str | None
    """The digest that the card bound."""
    problem: str | None
    """Why a form is asked again."""
    filled: Plain | None
    """What that form held."""
    said: list[str] | None
    """What the agents found to say in this turn."""
    ended: str | None
    """How the turn ended: a key of FAREWELLS."""


def merge(state: AgentState, update: Plain) -> AgentState:
    """The state as it is after that update."""
    return {**state, **update}  # type: ignore[typeddict-item]


@dataclass(frozen=True)
class Held:
    """The state as models."""

    _state: AgentState

    @property
    def goal(self) -> Goal:
        return Goal.model_validate(self._state.get("goal") or {"text": ""})

    @property
    def gaps(self) -> list[SkillGap]:
        return [SkillGap.model_validate(each) for each in self._state.get("gaps") or []]

    @property
    def courses(self) -> list[CourseInfo]:
        found = self._state.get("course_candidates") or []
        return [CourseInfo.model_validate(each) for each in found]

    @property
    def left_courses(self) -> list[CourseInfo]:
        """Those that the user did not refuse."""
        refused = self._state.get("refused") or []
        return [each for each in self.courses if each.id not in refused]

    @property
    def search(self) -> str:
        """What is still to be looked for; nothing when it was."""
        is_first = self._state.get("course_candidates") is None
        return self._state.get("search") or ("find" if is_first else "")

    @property
    def plan(self) -> LearningPlan:
        return LearningPlan.model_validate(self._state["learning_plan"])

    @property
    def is_draft(self) -> bool:
        return (self._state.get("learning_plan") or {}).get("status") == "draft"

    @property
    def said(self) -> list[str]:
        """The conversation up to now, with what was written on cards."""
        return conversation_of({"messages": [*(self._state.get("messages") or ()), AIMessage("")]})

    @property
    def wanted(self) -> Wanted:
        return Wanted.model_validate(self._state.get("wanted") or {})

    @property
    def without_course(self) -> list[Milestone]:
        """Open milestones for which the user is still to say which other course it is."""
        ids = [e.milestone for e in self.wanted.edits if e.kind == "course" and not e.courses]
        return [each for each in self.plan.open if each.id in ids]


def speak_in(language: str, plan: Plain) -> Plain:
    """The plan, with what code says of it in that language."""
    return {**plan, "goal": {**plan["goal"], "language": language}}


def follow(plan: Plain) -> Plain:
    """What a conversation about that plan begins with."""
    courses = {"course_candidates": plan["recommended_courses"], "chosen": True, "refused": None}
    return {"learning_plan": plan, "goal": plan["goal"], "before": None, "gaps": None, **courses}


def discard(state: AgentState, *, is_same_goal: bool) -> Plain:
    """Without the plan that was not liked; one in force stays until the next takes its place."""
    plan = Held(state).plan
    kept = state.get("before") if plan.status == "draft" else state.get("learning_plan")
    # What is done may be a part of what leads to a level.
    left = [reached for each in plan.open for reached in each.skills.items()]
    done = [reached for each in plan.milestones if each.done for reached in each.skills.items()]
    learnt = dict(reached for reached in done if reached not in left)
    goal = plan.goal.model_copy(update={"held": {**plan.goal.held, **learnt}})
    return {
        "learning_plan": kept,
        "rejected": plan.lines({}) if is_same_goal else None,
        "finished": [],
        "before": kept if is_same_goal and kept and kept["id"] == plan.id else None,
        "changes": None,
        "goal": goal.model_dump(mode="json"),
    }
