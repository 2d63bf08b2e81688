"""What the Tutor knows. Field names are the seed's."""

from typing import Annotated, Any

from pydantic import BaseModel

from agent.engine.state import BaseState

Plain = dict[str, Any]


class TakenItem(BaseModel):
    """A question of a quiz that was taken, by their ids."""

    quiz: str
    item: str


class TestSessionState(BaseState, total=False):
    """The quiz. Keys and explanations of open items are sealed away from it."""

    asignatura: str | None
    topic: str | None
    num_questions: int | None
    difficulty: str | None
    questions: list[Plain] | None
    """As shown: id, text, options, objective, difficulty; never the key."""
    rest: int | None
    """So many questions are written once the first one is answered."""
    current_question_index: int | None
    user_answers: list[str] | None
    """Option ids, or texts in one's own words; "" for a skipped one."""
    feedback_history: list[str] | None
    scores: list[bool] | None
    pending_feedback: str | None
    queries: list[str] | None
    context: Annotated[list[Plain] | None, lambda _left, right: right]
    """The passages found for the quiz; an earlier version could write them twice at once."""
    quiz_id: str | None
    quiz_over: str | None
    """Why the quiz ended: "finished", "ended", "time", "cancelled" or "empty"."""
    drafted: Plain | None
    answer_notes: list[Plain] | None
    """For each answer when it was asked and given, the confidence, and a graded outcome."""
    retry_of: str | None
    """The quiz whose missed questions are asked again."""
    review: bool | None
    quiz_setup: Plain | None
    """What a form asked for, and from the quiz's start on what it is like: `QuizSetup`."""
    deadline: str | None
    """When the exam ends, ISO 8601 in UTC; None for a quiz without a clock."""
    focus: str | None
    """"weak": draw more from topics and questions that went wrong."""


class SubjectState(TestSessionState, total=False):
    thinking: str | None
    query_difficulty: str | None
    """The level of the last answer; a follow-up keeps it."""
    depth: str | None
    """The level that the user has set for the thread."""
    tool_rounds: int | None
    again: bool | None
    """Answer the question before once more: its depth has changed."""
    wish: str | None
    """What the user chose when the message was not clear: a label of the classifier."""
    about: Plain | None
