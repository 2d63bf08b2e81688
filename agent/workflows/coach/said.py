"""What Coach says by code, and never shows as a model's words."""

from datetime import UTC, datetime

from langchain_core.messages import AIMessage

from agent.events import Artifact
from agent.ports import Context
from agent.workflows.coach.state import Plain


def moment() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def say(context: Context, text: str, *, status: str, agent: str, **more: object) -> Plain:
    """Show it with who says it and when, and keep it for later turns."""
    by: Plain = {"agent": agent, "at": moment()}
    data = {"text": text, "status": status, **by, **more}
    context.report.emit(Artifact("outcome", "outcome", data))
    return {"messages": [AIMessage(text, response_metadata=by)]}
