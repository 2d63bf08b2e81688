"""Start a quiz in the chat."""

from agent.workflows.tutor.quiz.setup import QuizSetup
from agent.workflows.tutor.tools import Tool


class GenerateTest(QuizSetup):
    """Start a quiz with the user. Use it whenever they want to be tested."""


TOOL = Tool(arguments=GenerateTest, node="test_session")
