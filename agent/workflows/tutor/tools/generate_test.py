"""Start a quiz in the chat."""

from agent.workflows.tutor.quiz.setup import QuizSetup
from agent.workflows.tutor.tools import Tool

TOOL = Tool(arguments=QuizSetup, node="test_session")
