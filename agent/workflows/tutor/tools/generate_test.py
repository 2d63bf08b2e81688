"""Start a quiz in the chat."""

from agent.workflows.tutor.quiz.setup import QuizSetup
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool


class GenerateTest(QuizSetup):
    """Start a quiz with the user. Use it whenever they want to be tested."""


def when(_question: str, state: SubjectState) -> GenerateTest | None:
    if state.get("retry_of") or state.get("review"):
        return GenerateTest()
    setup = state.get("quiz_setup")
    return GenerateTest.model_validate(setup) if setup else None


TOOL = Tool(arguments=GenerateTest, when=when, node="test_session", order=10)
