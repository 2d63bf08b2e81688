"""One streamed call to a vendor: opened with patience, heard, counted, ended or explained."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, AnyMessage

from agent.adapters.llm.adapt import adapt
from agent.adapters.llm.failures import explained, provider_error
from agent.adapters.llm.heard import ALOUD, Ending, Heard
from agent.adapters.llm.patience import Patience, Stream, Waiting
from agent.adapters.llm.telling import Telling
from agent.errors import ProviderProblem, Stopped
from agent.messages import Kind
from agent.ports import ModelChoice, Provider, Reporter, Timeouts
from agent.steps import Filter, ToolSpec, Usage

Plain = dict[str, Any]

# Vendors charge longer prompts by other prices, which the tables do not hold.
_PRICED_TOKENS = 200_000

_PROBLEMS: dict[Ending, ProviderProblem] = {
    "filtered": "filtered",
    "failed": "unavailable",
    "missing": "cut",
}


@dataclass(frozen=True)
class Request:
    messages: Sequence[AnyMessage]
    tools: Sequence[ToolSpec] = ()
    options: Plain = field(default_factory=dict)
    temperature: float | None = None
    told: frozenset[Kind] = ALOUD
    """What is for the user: text as Token events, reasoning as Thinking."""
    to: str = ""
    watch: Callable[[str], bool | None] | None = None
    sift: Callable[[], Filter] | None = None
    """These as in `Chat`."""


@dataclass(frozen=True)
class Answer:
    message: AIMessage
    stopped: bool = False
    cut_short: bool = False
    """At the model's own limit of length."""
    endless: bool = False
    """Ended at our limit: what had arrived, without calls."""
    broken_calls: tuple[str, ...] = ()
    """Tools that were called with arguments that are no JSON object."""


@dataclass
class Wire:
    provider: Provider
    choice: ModelChoice
    report: Reporter
    timeouts: Timeouts
    patience: Patience = Patience()
    _clients: dict[float | None, BaseChatModel] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return f"{self.provider.label} · {self.choice.model}"

    def ask(self, request: Request) -> Answer:
        """Raises ProviderError, and what `watch` raises; a stop gives what had arrived."""
        made = request.sift() if request.sift else None
        telling = Telling(self.report, to=request.to, watch=request.watch, filter=made)
        heard = Heard(self.report, telling, told=request.told)
        started = time.perf_counter()
        try:
            stopped = self._listen(request, heard)
        finally:
            self._count(heard, time.perf_counter() - started)
        made_by = {"provider": self.provider.name, "model": self.choice.model}
        if stopped:
            return Answer(heard.partial({**made_by, "stopped": True}), stopped=True)
        if heard.is_full:
            return Answer(heard.partial(made_by), endless=True)
        return self._judged(heard, made_by)

    def _listen(self, request: Request, heard: Heard) -> bool:
        """Whether the user stopped it."""
        waiting = Waiting(
            stopped=lambda: self.report.stopped,
            seconds=self.timeouts.model,
            too_late=lambda: provider_error("timeout", self.provider.label),
            patience=self.patience,
        )
        try:
            with closing(waiting.opened(lambda: self._stream(request))) as stream:
                for chunk in stream:
                    heard.hear(chunk)
                    if self.report.stopped:
                        return True
                    if heard.is_full:
                        break
        except Stopped:
            return True
        heard.end()
        return False

    def _stream(self, request: Request) -> Stream[AIMessageChunk]:
        messages = adapt(request.messages, self.provider.name)
        with explained(self.provider.explain, key=self.choice.key):
            client = self._client(request.temperature)
            tools = [_as_tool(spec) for spec in request.tools]
            bound = client.bind_tools(tools) if tools else client
            for chunk in bound.stream(messages, **request.options):
                if isinstance(chunk, AIMessageChunk):
                    yield chunk

    def _client(self, temperature: float | None) -> BaseChatModel:
        chosen = self.choice.temperature
        wanted = temperature if chosen is None else chosen
        if wanted not in self._clients:
            choice = replace(self.choice, temperature=wanted)
            self._clients[wanted] = self.provider.connect(choice, self.timeouts)
        return self._clients[wanted]

    def _judged(self, heard: Heard, made_by: Plain) -> Answer:
        ending, broken = heard.ending, tuple(heard.broken_calls)
        if problem := _PROBLEMS.get(ending):
            raise provider_error(problem, self.provider.label)
        if ending == "bad call":
            broken = broken or ("the tool",)
        return Answer(heard.message(made_by), cut_short=ending == "length", broken_calls=broken)

    def _count(self, heard: Heard, seconds: float) -> None:
        usage = heard.usage
        tokens_in = usage["input_tokens"] if usage else 0
        tokens_out = usage["output_tokens"] if usage else 0
        usd = self._usd(tokens_in, tokens_out) if usage else None
        self.report.used(Usage(tokens_in, tokens_out, usd, self.label, seconds))

    def _usd(self, tokens_in: int, tokens_out: int) -> float | None:
        price = self.provider.prices.get(self.choice.model)
        if price is None or tokens_in > _PRICED_TOKENS:
            return None
        return (tokens_in * price[0] + tokens_out * price[1]) / 1_000_000


def _as_tool(spec: ToolSpec) -> Plain:
    function = {
        "name": spec.name,
        "description": spec.description,
        "parameters": spec.schema,
    }
    return {"type": "function", "function": function}
