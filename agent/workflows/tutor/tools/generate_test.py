"""Start a quiz in the chat."""

from agent.workflows.tutor import requests
from agent.workflows.tutor.quiz.setup import QuizSetup
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool


class GenerateTest(QuizSetup):
    """Start a quiz with the user. Use it whenever they want to be tested."""


def when(question: str, state: SubjectState) -> GenerateTest | None:
    if state.get("retry_of") or state.get("review"):
        return GenerateTest()
    if state.get("quiz_setup"):
        return GenerateTest.model_validate(state["quiz_setup"])
    asked = requests.quiz_request(question)
    if asked is None:
        return None
    return GenerateTest(
        topic=asked.topic,
        num_questions=asked.number,
        difficulty=asked.difficulty,
        source=asked.source,
        kinds=list(asked.kinds),
        objectives=list(asked.objectives),
        exam_minutes=asked.exam_minutes,
        is_on_weak=asked.is_on_weak,
    )


TOOL = Tool(arguments=GenerateTest, when=when, node="test_session", order=10)
