"""A model with a second one, which takes over where the first fails."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from langchain_core.messages import AIMessage

from agent.errors import AgentError, ProviderError, StepFailed
from agent.events import Event, Notice, Token
from agent.language.catalogs import N_
from agent.ports import Llm, Reporter
from agent.steps import Chat, I, O, Step

T = TypeVar("T")


class NamedReporter:
    """A reporter that adds the speaker's name to tokens, and knows whether there were any."""

    def __init__(self, report: Reporter) -> None:
        self._report = report
        self.by = ""
        self.said = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._report, name)

    def emit(self, event: Event) -> None:
        if isinstance(event, Token):
            self.said = True
            if self.by:
                event = replace(event, by=self.by)
        self._report.emit(event)


@dataclass
class FallbackLlm:
    """The first model, until it fails; from then on the second, for the rest of the run."""

    report: NamedReporter
    first: Llm
    second: Callable[[], Llm]
    _now: Llm | None = field(default=None, init=False)

    is_model = True

    @property
    def label(self) -> str:
        return (self._now or self.first).label

    def run(self, step: Step[I, O], value: I) -> O:
        # What stays unusable is for the second model first, and for the rules after it.
        asked = step if self._now else replace(step, without_model=None)
        return self._tried(lambda llm: llm.run(asked if llm is self.first else step, value))

    def reply(self, chat: Chat) -> AIMessage:
        return self._tried(lambda llm: llm.reply(chat))

    def _tried(self, act: Callable[[Llm], T]) -> T:
        if self._now:
            return act(self._now)
        self.report.said = False
        try:
            return act(self.first)
        except (ProviderError, StepFailed) as error:
            if self.report.said:
                raise  # Two models must not speak in one answer.
            self._now = self._open_second(error)
        return act(self._now)

    def _open_second(self, error: AgentError) -> Llm:
        try:
            second = self.second()
        except AgentError:
            raise error from None
        self.report.by = second.label
        self.report.emit(
            Notice(
                N_("{error} Continuing with {model}."),
                "warning",
                {"error": error, "model": second.label},
            )
        )
        return second
