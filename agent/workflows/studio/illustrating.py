"""The picture that goes with a piece."""

from langgraph.runtime import Runtime

from agent.conversation import task_of
from agent.ports import Context
from agent.workflows.studio.contracts import Piece
from agent.workflows.studio.imaging import pictured
from agent.workflows.studio.state import AgentState, Plain


def illustrate(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Make it; a picture that fails never fails the text."""
    piece = Piece.model_validate(state["piece"])
    # What somebody typed for those who do not see the picture stays as they typed it.
    is_typed = state.get("why") == "edited"
    drawn = pictured(piece, runtime.context, task=task_of(runtime), keeps_alt=is_typed)
    return {"piece": drawn.model_dump(mode="json")}
