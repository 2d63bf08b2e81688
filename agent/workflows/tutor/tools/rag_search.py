"""Search the subject's documents."""

from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from agent.language.catalogs import N_
from agent.ports import Context, Found
from agent.workflows.tutor import evidence
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult

LONGEST_QUERY = 400
UNREADY = N_("The documents are still being read, so I searched by words alone and may miss some.")


class RagSearch(BaseModel):
    """Search the course documents."""

    query: str = Field(description="What to look for, in a few words", max_length=LONGEST_QUERY)
    tipo_documento: Literal["lecture notes", "handout", "lab sheet", "faq"] | None = Field(
        default=None, description="Only documents of this type"
    )
    top_k: int = Field(default=5, ge=1, le=10)


def search(arguments: RagSearch, state: SubjectState, context: Context) -> Found:
    """What the library finds, with a notice where it went by words alone for now."""
    library = context.ports.library
    found = library.search(
        arguments.query,
        subject=state.get("asignatura") or "",
        owner=context.user,
        kinds=(arguments.tipo_documento,) if arguments.tipo_documento else (),
        top_k=arguments.top_k,
    )
    status = library.status()
    is_by_words = all(passage.similarity is None for passage in found.passages)
    is_unready = bool(status.embedder) and status.done < status.total
    return replace(found, notice=found.notice or UNREADY) if is_by_words and is_unready else found


def call(arguments: RagSearch, state: SubjectState, context: Context) -> ToolResult:
    found = search(arguments, state, context)
    return evidence.found(found.passages, state, notice=found.notice)


TOOL = Tool(arguments=RagSearch, call=call, gives_evidence=True)
