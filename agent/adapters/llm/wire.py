"""One streamed call to a vendor: opened with retries, reported, counted, ended or explained."""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, AnyMessage

from agent.adapters.llm.adapt import adapt
from agent.adapters.llm.failures import explained, provider_error
from agent.adapters.llm.received import ALOUD, Ending, Received
from agent.adapters.llm.retrying import Patience, Stream, Waiting
from agent.adapters.llm.spoken_calls import in_words
from agent.adapters.llm.streamed_text import StreamedText
from agent.adapters.llm.window import Fitted, fit
from agent.engine.messages import Kind
from agent.errors import ProviderError, ProviderProblem, Stopped
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Known, ModelChoice, Provider, Reporter, Timeouts
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
    """Kinds reported to the user: text as Token events, reasoning as Thinking."""
    longest: int | None = None
    """Characters of the answer, where fewer than usual are enough."""
    to: str = ""
    watch: Callable[[str], bool | None] | None = None
    sift: Callable[[], Filter] | None = None
    """These as in `Chat`."""


@dataclass(frozen=True)
class Answer:
    message: AIMessage
    stopped: bool = False
    cut_short: bool = False
    """True if the model's own limit of length ended it."""
    endless: str = ""
    """Ended at this limit of ours: what had arrived, without calls."""
    broken_calls: tuple[str, ...] = ()
    """Tools that were called with arguments that are no JSON object."""


@dataclass
class Wire:
    provider: Provider
    choice: ModelChoice
    report: Reporter
    timeouts: Timeouts
    patience: Patience = Patience()
    takes_tools: bool = True
    _clients: dict[float | None, BaseChatModel] = field(default_factory=dict)
    _said: set[str] = field(default_factory=set)

    @property
    def label(self) -> str:
        return f"{self.provider.label} · {self.choice.model}"

    def ask(self, request: Request) -> Answer:
        """Raises ProviderError, and what `watch` raises; a stop gives what had arrived."""
        made = request.sift() if request.sift else None
        streamed = StreamedText(self.report, to=request.to, watch=request.watch, filter=made)
        usual = self.timeouts.characters
        longest = min(usual, request.longest or usual)
        received = Received(self.report, streamed, told=request.told, longest=longest, usual=usual)
        started = time.perf_counter()
        try:
            stopped = self._listen(request, received)
        finally:
            self._count(received, time.perf_counter() - started)
        made_by = {"provider": self.provider.name, "model": self.choice.model}
        if stopped:
            return Answer(received.partial({**made_by, "stopped": True}), stopped=True)
        if limit := self._limit_of(received, started):
            return Answer(received.partial(made_by), endless=limit)
        return self._judged(received, made_by)

    def _listen(self, request: Request, received: Received) -> bool:
        """Tell whether the user stopped it."""
        waiting = Waiting(
            stopped=lambda: self.report.stopped,
            seconds=self.timeouts.model,
            too_late=lambda: provider_error("timeout", self.provider.label),
            patience=self.patience,
            whole=self.timeouts.call,
        )
        messages = self._fitted(request)
        try:
            with closing(waiting.opened(lambda: self._stream(request, messages))) as stream:
                for chunk in stream:
                    received.add(chunk)
                    if self.report.stopped:
                        return True
                    if received.is_full:
                        break
        except Stopped:
            return True
        received.end()
        return False

    def _limit_of(self, received: Received, started: float) -> str:
        """The limit of ours that ended the answer, in words; empty when it ended by itself."""
        if received.is_full:
            return f"{received.longest:,} characters"
        if received.ending == "missing" and time.perf_counter() - started >= self.timeouts.call:
            return f"{self.timeouts.call:,.0f} seconds"
        return ""

    @cached_property
    def known(self) -> Known:
        return self.provider.learn(self.choice) if self.provider.learn else Known()

    def refuses_tools(self) -> bool:
        return not self.takes_tools or self.known.tools is False

    def _fitted(self, request: Request) -> Sequence[AnyMessage]:
        """The messages as far as they fit the window; ProviderError where they cannot."""
        messages = in_words(request.messages) if self.refuses_tools() else request.messages
        if not self.known.window:
            return messages
        tools = [] if self.refuses_tools() else [_as_tool(spec) for spec in request.tools]
        fitted = fit(messages, self.known.window, extra=json.dumps(tools))
        if not fitted.fits:
            raise self._too_long(fitted)
        if fitted.places:
            text = N_(
                "{model} reads at most {most} tokens at a time, so this was shortened or left"
                " out: {places}."
            )
            most = f"{self.known.window:,}"
            self.say_once(text, key="window", most=most, places=fitted.places)
        return fitted.messages

    def _too_long(self, fitted: Fitted) -> ProviderError:
        return ProviderError(
            f"This needs about {fitted.needs:,} tokens, and {self.label} takes"
            f" {self.known.window:,} at once.",
            problem="too_long",
            hint="Start the model with a longer context, choose another, or shorten the text.",
        )

    def say_once(self, text: str, *, key: str, **values: str | list[str]) -> None:
        if key not in self._said:
            self._said.add(key)
            self.report.emit(Notice(text, "warning", {"model": self.label, **values}))

    def _stream(self, request: Request, fitted: Sequence[AnyMessage]) -> Stream[AIMessageChunk]:
        messages = adapt(fitted, self.provider.name)
        with explained(self.provider.explain, key=self.choice.key):
            client = self._client(request.temperature)
            tools = [] if self.refuses_tools() else [_as_tool(spec) for spec in request.tools]
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

    def _judged(self, received: Received, made_by: Plain) -> Answer:
        ending, broken = received.ending, tuple(received.broken_calls)
        if problem := _PROBLEMS.get(ending):
            raise provider_error(problem, self.provider.label)
        if ending == "bad call":
            broken = broken or ("the tool",)
        return Answer(received.message(made_by), cut_short=ending == "length", broken_calls=broken)

    def _count(self, received: Received, seconds: float) -> None:
        usage = received.usage
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
