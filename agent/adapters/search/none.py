"""A search that is switched off, or lacks its key."""

from agent.errors import NotConfigured
from agent.ports.content import Hit
from agent.ports.work_items import Connection


class NoSearch:
    """The WebSearch port where nothing can be searched."""

    name = "No web search"
    is_set_up = False

    def __init__(self, message: str, *, hint: str) -> None:
        self._message = message
        self._hint = hint

    def check(self) -> Connection:
        return Connection(is_ok=False, message=self._message, hint=self._hint)

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:  # noqa: ARG002
        raise NotConfigured(self._message, hint=self._hint)
