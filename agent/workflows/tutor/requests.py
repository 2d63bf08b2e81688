"""What the quiz still takes from here until it reads its own requests."""

from typing import Any, Literal

QuizDifficulty = Literal["basic", "intermediate", "advanced", "mixed"]
MOST_QUESTIONS, USUAL_QUESTIONS = 20, 5


def quiz_request(_text: str) -> Any:
    """Words are understood before a quiz starts."""
    return None
