"""What the pipeline says in the end: by code, and never shown as a model's words."""

from langchain_core.messages import AIMessage

from agent.events import Artifact
from agent.ports import Context
from agent.workflows.infra.state import Plain


def say(context: Context, text: str, *, status: str) -> Plain:
    """Show it, and keep it for later turns."""
    context.report.emit(Artifact("outcome", "outcome", {"text": text, "status": status}))
    return {"messages": [AIMessage(text)]}


MOST_DIFFERENCES = 3


def drifted(drift: Plain) -> str:
    """A resource that is not as its template has it; `drift` as plain data."""
    differences = [
        f"{path.strip('/').replace('/', ' ')} is {actual or 'not set'},"
        f" in the template {expected or 'not set'}"
        for path, expected, actual in drift["differences"][:MOST_DIFFERENCES]
    ]
    told = f": {'; '.join(differences)}" if differences else ""
    return f"{drift['logical_id']} is {drift['status'].lower()}{told}."
