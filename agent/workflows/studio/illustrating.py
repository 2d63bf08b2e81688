"""The picture that goes with a piece."""

from langgraph.runtime import Runtime

from agent.ports import Context
from agent.workflows.studio.contracts import Piece
from agent.workflows.studio.imaging import FAILED, picture_for
from agent.workflows.studio.state import AgentState, Plain
from agent.workflows.studio.words import task_of


def illustrate(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Make it; a picture that fails never fails the text."""
    piece = Piece.model_validate(state["piece"])
    picture, notice = picture_for(piece, runtime.context, task=task_of(runtime))
    earlier = tuple(note for note in piece.notes if not note.startswith(FAILED))
    notes = (*earlier, notice) if notice else earlier
    drawn = piece.model_copy(update={"picture": picture, "notes": notes})
    return {"piece": drawn.model_dump(mode="json")}
