"""The agent in this process, and models that cost nothing."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage

from agent import GraphAgent, ModelChoice, Settings, open_agent
from agent.events import Token
from agent.ports import Llm, Reporter
from agent.steps import Chat, Usage

SUBJECT = "databases"
INSTANT = ModelChoice(provider="instant", model="bench")


def settings(data: Path, **changed: Any) -> Settings:
    """The defaults, whatever the environment says; nothing leaves this machine."""
    return Settings.model_construct(
        **changed,
        interlude_data=data,
        interlude_provider="embedded",
        interlude_search="none",
    )


@contextmanager
def opened(
    data: Path, *, llm: Callable[[ModelChoice, Reporter], Llm] | None = None, **changed: Any
) -> Iterator[GraphAgent]:
    """The real agent; `llm` takes the place of the vendors' models."""
    agent = open_agent(settings(data, **changed))
    if llm:
        agent.open_llm = llm
    try:
        _wait_for_index(agent)
        yield agent
    finally:
        agent.close()


def _wait_for_index(agent: GraphAgent) -> None:
    """Indexing the samples in the background would be measured too."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        status = agent.ports.library.status()
        if status.done >= status.total:
            return
        time.sleep(0.05)
    raise RuntimeError("the library is not indexed after five minutes")


class InstantLlm:
    """Says its words at once, one event a token; `seconds` is a wait before the first."""

    is_model = True
    label = "Instant"

    def __init__(self, report: Reporter, *, words: tuple[str, ...], seconds: float = 0) -> None:
        self._report = report
        self._words = words
        self._seconds = seconds

    def reply(self, chat: Chat) -> AIMessage:
        if self._seconds:
            time.sleep(self._seconds)
        for word in self._words:
            self._report.emit(Token(word))
        self._report.used(Usage(len(str(chat.messages[-1].content)), len(self._words), None, ""))
        return AIMessage("".join(self._words), response_metadata={"provider": "instant"})

    def run(self, _step: Any, _value: Any) -> Any:
        raise AssertionError("no typed step is measured")


def instant(tokens: int = 40, *, seconds: float = 0) -> Callable[[ModelChoice, Reporter], Llm]:
    words = tuple(f"word{number % 7} " for number in range(tokens))

    def open_llm(_choice: ModelChoice, report: Reporter) -> Llm:
        return InstantLlm(report, words=words, seconds=seconds)

    return open_llm
