"""The exam's clock, which runs on the server: it does not stop for a reload or a restart."""

from datetime import UTC, datetime

from agent.questions import Reply, expiry
from agent.workflows.tutor.quiz.setup import setup_of
from agent.workflows.tutor.state import Plain, TestSessionState


def minutes(state: TestSessionState) -> int:
    """0 for a quiz that is no exam."""
    return setup_of(state).exam_minutes


def deadline(state: TestSessionState) -> str | None:
    """Set when the first question is put, and not moved again."""
    return (state.get("deadline") or expiry(minutes(state))) if minutes(state) else None


def is_over(state: TestSessionState, reply: Reply | None = None) -> bool:
    """Whether the time has run out; a card that has expired came too late, whatever the clock."""
    end = state.get("deadline")
    is_late = reply is not None and reply.expired
    return bool(end) and (is_late or str(end) < datetime.now(UTC).isoformat())


def time_up(state: TestSessionState) -> Plain:
    """The end of an exam by the clock: what was not answered counts as skipped."""
    answered = state.get("user_answers") or []
    skipped = [""] * (len(state.get("questions") or []) - len(answered))
    return {"user_answers": [*answered, *skipped], "quiz_over": "time", "drafted": None}
