"""Look a fact up in the subject's teaching guide."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from agent.exchange.teaching_guide import NAMES, field_name
from agent.language.catalogs import N_, catalog
from agent.language.conversation import conversation_language
from agent.ports import Context
from agent.workflows.tutor import guide
from agent.workflows.tutor.evidence import found
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult

NO_GUIDE = N_("There is no teaching guide here yet, so I cannot say. You can add one.")
NO_LINES = N_("The teaching guide does not say.")
STORED = {name: stored for stored, name in NAMES.items()}


def _spoken(key: Any) -> Any:
    """Also a field as it is stored, or as the university's own pages call it."""
    return NAMES.get(field_name(key), key) if isinstance(key, str) else key


_NAMES = tuple(STORED)
Key = Annotated[Literal[_NAMES], BeforeValidator(_spoken)]  # type: ignore[valid-type]


class GetGuia(BaseModel):
    """Read fields of the teaching guide; none gives a summary."""

    keys: list[Key] = Field(default_factory=list, max_length=6)


def call(arguments: GetGuia, state: SubjectState, context: Context) -> ToolResult:
    # The subject comes from state: a model must not be able to name another one.
    held = context.ports.guides.guide(state.get("asignatura") or "")
    language = conversation_language(state.get("messages") or [])
    keys = [STORED[key] for key in arguments.keys] or guide.SUMMARY
    if lines := guide.lines(held or {}, keys, language=language):
        return found(lines, state)
    said = NO_GUIDE if held is None else NO_LINES
    return ToolResult(said, said=catalog(language).gettext(said))


TOOL = Tool(arguments=GetGuia, call=call, gives_evidence=True)
