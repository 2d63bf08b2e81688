"""What Studio says by code, and never shows as a model's words."""

from langchain_core.messages import AIMessage

from agent.events import Artifact
from agent.ports import Context
from agent.workflows.studio.state import Plain


def say(context: Context, text: str, *, status: str) -> Plain:
    """Show it, and keep it for later turns."""
    context.report.emit(Artifact("outcome", "outcome", {"text": text, "status": status}))
    return {"messages": [AIMessage(text)]}
