"""Start a quiz in the chat."""

from typing import Literal

from pydantic import BaseModel, Field

from agent.workflows.tutor import requests
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool


class GenerateTest(BaseModel):
    """Start a multiple-choice quiz with the user. Use it whenever they want to be tested."""

    topic: str = Field(default="", description="What the quiz is about, empty for everything")
    num_questions: int = Field(default=5, ge=1, le=20)
    difficulty: Literal["basic", "intermediate", "advanced", "mixed"] = "mixed"


def when(question: str, state: SubjectState) -> GenerateTest | None:
    if state.get("retry_of"):
        return GenerateTest()
    asked = requests.quiz_request(question)
    if asked is None:
        return None
    return GenerateTest(topic=asked.topic, num_questions=asked.number, difficulty=asked.difficulty)


TOOL = Tool(arguments=GenerateTest, when=when, node="test_session", order=10)
