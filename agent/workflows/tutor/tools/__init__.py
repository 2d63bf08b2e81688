"""The Tutor's tools: one file each, found by folder.

A file holds a `TOOL`, named like the file, or functions of LangChain's `@tool`, named
like themselves. A node of the tool's name runs it.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from inspect import cleandoc
from typing import Any

from langchain_core.tools import BaseTool
from langgraph.errors import GraphBubbleUp
from pydantic import BaseModel, create_model

from agent.errors import AgentError
from agent.ports import Context
from agent.steps import ToolSpec
from agent.workflows.tutor.state import Plain, SubjectState

_SUBJECT = "asignatura"


@dataclass(frozen=True)
class ToolResult:
    """`text` goes to the model, `notice` to the user; `context` is new evidence to cite."""

    text: str
    context: list[Plain] = field(default_factory=list)
    notice: str = ""
    found: list[str] = field(default_factory=list)
    """Ids of all that was found, best first; what was known before is not in `context`."""
    said: str = ""
    """What the user reads without a model, when there is no evidence to quote."""


@dataclass(frozen=True)
class Tool:
    """A tool without `call` is run by the node that `node` names.

    `when` gives the arguments where the tool is chosen without a model, else None.
    """

    arguments: type[BaseModel]
    call: Callable[[Any, SubjectState, Context], ToolResult] | None = None
    when: Callable[[str, SubjectState], BaseModel | None] | None = None
    node: str = ""
    gives_evidence: bool = False
    """What it finds is quoted; the text of other tools is an answer itself."""
    description: str = ""
    """Of a foreign tool; the Tutor's instructions name the others."""


@cache
def tools() -> dict[str, Tool]:
    found: dict[str, Tool] = {}
    for module in pkgutil.iter_modules(__path__):
        found |= _held(importlib.import_module(f"{__name__}.{module.name}"), module.name)
    return found


def _held(module: Any, name: str) -> dict[str, Tool]:
    if tool := getattr(module, "TOOL", None):
        return {name: tool}
    made = [value for value in vars(module).values() if isinstance(value, BaseTool)]
    return {each.name: as_tool(each) for each in made}


def as_tool(tool: BaseTool) -> Tool:
    """A LangChain tool as one of ours; the subject comes from state and not from a model."""
    fields: Any = {
        name: (field.annotation, field)
        for name, field in tool.tool_call_schema.model_fields.items()  # type: ignore[union-attr]
        if name != _SUBJECT
    }
    made = create_model(tool.name, **fields)
    return Tool(made, partial(_invoke, tool), description=tool.description)


def _invoke(
    tool: BaseTool, arguments: BaseModel, state: SubjectState, _context: Context
) -> ToolResult:
    given = arguments.model_dump(exclude_unset=True)
    if _SUBJECT in tool.args:
        given[_SUBJECT] = state.get("asignatura")
    try:
        result = tool.invoke(given)
    except GraphBubbleUp:
        raise
    except Exception as error:  # Whatever a foreign tool raises, the turn goes on without it.
        raise AgentError(f"The tool {tool.name} failed.") from error
    return ToolResult(result if isinstance(result, str) else str(result))


def specs() -> tuple[ToolSpec, ...]:
    return tuple(
        ToolSpec(name, tool.description or cleandoc(tool.arguments.__doc__ or ""), tool.arguments)
        for name, tool in tools().items()
    )


def unnamed() -> list[str]:
    """The tools that the Tutor's instructions do not name, a line each."""
    return [f"{name}: {tool.description}" for name, tool in tools().items() if tool.description]


def node_of(name: str) -> str:
    """The node that answers calls of this tool; unknown names have one too."""
    tool = tools().get(name)
    return (tool.node or name) if tool else "unknown_tool"
