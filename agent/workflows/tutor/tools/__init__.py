"""The Tutor's tools: one file each, found by folder.

A file holds a `TOOL`; its name is the file's, its description the arguments'
docstring, and a node of the same name runs it.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import BaseModel

from agent.ports import Context
from agent.steps import ToolSpec
from agent.workflows.tutor.state import Plain, SubjectState


@dataclass(frozen=True)
class ToolResult:
    """`text` goes to the model; `context` is evidence it may cite; `notice` goes to the user."""

    text: str
    context: list[Plain] = field(default_factory=list)
    notice: str = ""
    phrase: str = ""
    """What the rules say to the user in place of an answer; a key of `phrases`."""


def not_by_rules(_question: str, _state: SubjectState) -> BaseModel | None:
    return None


@dataclass(frozen=True)
class Tool:
    """`when` is how the rules choose the tool: arguments for this question, or None.

    A tool without `call` is run by the node that `node` names.
    """

    arguments: type[BaseModel]
    call: Callable[[Any, SubjectState, Context], ToolResult] | None = None
    when: Callable[[str, SubjectState], BaseModel | None] = not_by_rules
    node: str = ""
    gives_evidence: bool = False
    """What it finds is to be quoted from `context`; the text of other tools is an answer itself."""
    order: int = 50
    """The rules ask the tools in this order, lowest first; the first match is taken.

    A question that is half for the guide and half for the documents goes to both.
    """


@cache
def tools() -> dict[str, Tool]:
    found = {}
    for module in pkgutil.iter_modules(__path__):
        found[module.name] = importlib.import_module(f"{__name__}.{module.name}").TOOL
    return dict(sorted(found.items(), key=lambda entry: entry[1].order))


def specs() -> tuple[ToolSpec, ...]:
    return tuple(
        ToolSpec(name, (tool.arguments.__doc__ or "").strip(), tool.arguments)
        for name, tool in tools().items()
    )


def node_of(name: str) -> str:
    """The node that answers calls of this tool; unknown names have one too."""
    tool = tools().get(name)
    return (tool.node or name) if tool else "unknown_tool"
