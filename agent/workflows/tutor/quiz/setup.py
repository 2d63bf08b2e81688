"""The settings of a quiz, from the user's words, a form or a model's call."""

from typing import Literal

from babel import Locale
from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from agent.engine.conversation import spoken_in
from agent.workflows.tutor.state import TestSessionState

MOST_QUESTIONS, USUAL_QUESTIONS = 20, 5
MOST_MINUTES = 240


class QuizSetup(BaseModel):
    """Start a quiz with the user. Use it whenever they want to be tested."""

    topic: str = Field(
        default="",
        description="What the quiz is about, in the language of the passages; empty for everything",
    )
    num_questions: int = Field(default=USUAL_QUESTIONS, ge=1, le=MOST_QUESTIONS)
    difficulty: Literal["basic", "intermediate", "advanced", "mixed"] = "mixed"
    source: Literal["bank", "generate"] = Field(
        default="bank",
        description="bank: from the question bank first; generate: new ones from the documents",
    )
    kinds: list[Literal["choice", "free"]] = Field(
        default=["choice"],
        min_length=1,
        max_length=2,
        description="choice: multiple choice; free: short answers in the user's own words",
    )
    objectives: list[str] = Field(
        default=[], max_length=20, description="Ids of learning outcomes, such as LO2"
    )
    language: str = Field(
        default="", max_length=40, description="Which one the user writes in, such as German"
    )
    topics: SkipJsonSchema[list[str]] = Field(default=[], max_length=50)
    """Of the bank, chosen in a form; a model names a `topic`."""
    is_on_weak: bool = Field(
        default=False, description="Whether they ask for their weak topics, or what they get wrong"
    )
    exam_minutes: int = Field(
        default=0,
        ge=0,
        le=MOST_MINUTES,
        description="Above 0: an exam with this time limit and feedback at its end only",
    )


def setup_of(state: TestSessionState) -> QuizSetup:
    return QuizSetup.model_validate(state.get("quiz_setup") or {})


def language_named(state: TestSessionState) -> str:
    """What is written for this quiz is in this language, by its English name."""
    return setup_of(state).language or str(Locale.parse(spoken_in(state)).english_name)
