"""The exam's clock, which runs on the server: it does not stop for a reload or a restart."""

from datetime import UTC, datetime, timedelta

from agent.questions import Reply
from agent.workflows.tutor.phrases import phrase
from agent.workflows.tutor.quiz.setup import setup_of
from agent.workflows.tutor.state import Plain, TestSessionState

OVER = "time"


def too_late(language: str) -> Plain:
    """What a card says that came too late, and the only way on from it."""
    return {
        "expired": phrase("exam_expired", language),
        "again": phrase("exam_result", language),
    }


def minutes(state: TestSessionState) -> int:
    """0 for a quiz that is no exam."""
    return setup_of(state).exam_minutes


def deadline(state: TestSessionState) -> str | None:
    """Set when the first question is put, and not moved again."""
    if not minutes(state):
        return None
    end = datetime.now(UTC) + timedelta(minutes=minutes(state))
    return state.get("deadline") or end.isoformat()


def is_over(state: TestSessionState, reply: Reply | None = None) -> bool:
    """Whether the time has run out; a card that has expired came too late, whatever the clock."""
    end = state.get("deadline")
    if not end:
        return False
    return bool(reply and reply.expired) or end < datetime.now(UTC).isoformat()


def time_up(state: TestSessionState) -> Plain:
    """The end of an exam by the clock: what was not answered counts as skipped."""
    answered, notes = state.get("user_answers") or [], state.get("answer_notes") or []
    left = len(state.get("questions") or []) - len(answered)
    return {
        "user_answers": [*answered, *[""] * left],
        "answer_notes": [*notes, *({} for _ in range(left))],
        "quiz_over": OVER,
        "drafted": None,
    }
