"""The tool server for Jira and Confluence, which answers with JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.tool_server import NoAnswer, NotOffered, SaidNo, ToolServer

__all__ = ["NoAnswer", "Session", "Tools"]

Plain = dict[str, Any]

# The first start may install it.
START_SECONDS = 600.0


class Tools(Protocol):
    """Answers the calls of the adapters."""

    is_own_api: bool
    """True if bodies come and go as the service keeps them."""
    is_cloud: bool
    """True for Atlassian's Cloud; only the services' own interfaces say so."""

    def call(self, tool: str, arguments: Plain) -> Any:
        """Call a tool. Raises ToolFailed with its words, or NoAnswer."""
        ...

    def missing(self) -> Sequence[str]: ...
    def close(self) -> None: ...


class Session(ToolServer):
    is_own_api = False
    is_cloud = False

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        tools: frozenset[str],
        seconds: float,
        command: Sequence[str] = (),
        address: str = "",
    ) -> None:
        super().__init__(
            command,
            environment,
            tools=tools,
            seconds=seconds,
            start_seconds=START_SECONDS,
            address=address,
        )

    def call(self, tool: str, arguments: Plain) -> Any:
        try:
            return _read(self.ask(tool, arguments))
        except SaidNo as error:
            raise ToolFailed(error.text) from error
        except NotOffered as error:
            raise ToolFailed("", problem="no_tool") from error


def _read(text: str) -> Any:
    """The tools answer with JSON, also when they failed without saying so."""
    try:
        answer = json.loads(text)
    except ValueError as error:
        raise ToolFailed(text) from error
    if isinstance(answer, dict) and answer.keys() == {"error"}:
        raise ToolFailed(str(answer["error"]))
    return answer
