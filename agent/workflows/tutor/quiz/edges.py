"""Where a quiz goes on after each node."""

from typing import Literal

from agent.workflows.tutor.quiz import exam
from agent.workflows.tutor.state import TestSessionState


def after_questions(
    state: TestSessionState,
) -> Literal["confirm_number", "present_question", "finalize_test"]:
    if state.get("quiz_over"):
        return "finalize_test"
    return "confirm_number" if state.get("drafted") else "present_question"


def after_confirm(
    state: TestSessionState,
) -> Literal["present_question", "finalize_test", "generate_questions_node"]:
    if state.get("quiz_over"):
        return "finalize_test"
    confirmed = (state.get("num_questions") or 0) <= len(state.get("questions") or [])
    # An expired card brings no answer: it is drafted anew.
    return "present_question" if confirmed else "generate_questions_node"


def after_present(
    state: TestSessionState,
) -> Literal["answer_question", "grade_exam", "finalize_test"]:
    """Time may have run out before the card was drafted."""
    return _after_end(state) if state.get("quiz_over") else "answer_question"


def after_answer(
    state: TestSessionState,
) -> Literal["grade_answer", "grade_exam", "finalize_test", "present_question"]:
    if state.get("quiz_over"):
        return _after_end(state)
    answered = len(state.get("user_answers") or [])
    # An expired or renewed card brings no answer: the same item is asked again.
    return (
        "grade_answer"
        if answered > (state.get("current_question_index") or 0)
        else "present_question"
    )


def test_router(
    state: TestSessionState,
) -> Literal["present_question", "grade_exam", "finalize_test"]:
    """On to the next item while there is one."""
    done = (state.get("current_question_index") or 0) >= len(state.get("questions") or [])
    return _after_end(state) if done else "present_question"


def after_exam(state: TestSessionState) -> Literal["grade_exam", "finalize_test"]:
    return _after_end(state)


def _after_end(state: TestSessionState) -> Literal["grade_exam", "finalize_test"]:
    """An exam is graded only now, one answer after the other."""
    ungraded = len(state.get("scores") or []) < len(state.get("user_answers") or [])
    is_counted = state.get("quiz_over") != "cancelled"
    return "grade_exam" if exam.minutes(state) and ungraded and is_counted else "finalize_test"


test_router.__test__ = False  # type: ignore[attr-defined]
