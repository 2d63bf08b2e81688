"""What the Coach knows. The first block is the seed's."""

from typing import Any

from agent.state import BaseState

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
    """A Decision, by the widget that was pressed."""
    loop_count: int | None
    """Passes of the coordinator in this turn."""
    is_complete: bool | None
    """Of this turn."""

    user_input: str | None
    picked: Plain | None
    wanted: Plain | None
    """What this turn is about: a Wanted."""
    goal: Plain | None
    """A Goal."""
    gaps: list[Plain] | None
    """SkillGaps."""
    drafted: Plain | None
    """The question that human_input asks."""
    reply: Plain | None
    """What was answered, whole: values, text, comment."""
    asked: list[str] | None
    """Which questions were answered in this turn, by their tasks."""
    finished: list[str] | None
    """Which tasks the agents have done in this turn."""
    search: str | None
    """Which courses are still to be found: "find", "more" or "different"."""
    hint: str | None
    """What the user said of the courses that they want instead: words for the search."""
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
    changes: list[Plain] | None
    number: int | None
    """Which version of the plan is on the card."""
    approved: str | None
    """The digest that the card bound."""
    entries: list[Plain] | None
    """Progress that is to be logged."""
    problem: str | None
    """Why a form is asked again."""
    said: list[str] | None
    """What the agents found to say in this turn."""
    ended: str | None
    """How the turn ended: a key of the words."""
