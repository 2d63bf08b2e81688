"""Tries out what a model can do: a text, a tool call, a schema."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Literal

from langchain_core.messages import HumanMessage
from pydantic import BaseModel

from agent.adapters.llm.failures import explained
from agent.adapters.llm.spoken_calls import without_calls
from agent.adapters.llm.wire import Request, Wire
from agent.engine.messages import text_of
from agent.engine.models import Tried
from agent.errors import ProviderError
from agent.events import Event
from agent.language.catalogs import N_
from agent.ports import ModelChoice, Provider, Recording, Timeouts
from agent.steps import ToolSpec, Usage


class _Silent:
    """A reporter that discards everything."""

    stopped = False

    def emit(self, event: Event) -> None: ...
    def used(self, usage: Usage) -> None: ...
    def overrule_stop(self) -> None: ...
    def step(self, name: str, task: str) -> AbstractContextManager[Recording]:
        raise NotImplementedError


class _Weather(BaseModel):
    city: str


class _Colour(BaseModel):
    colour: Literal["red", "green", "blue"]


_TOOL = ToolSpec("get_weather", "The weather of a city.", _Weather)


def try_out(provider: Provider, choice: ModelChoice, timeouts: Timeouts) -> tuple[Tried, ...]:
    """Three small calls. Raises ProviderError when not even a text comes."""
    wire = Wire(provider, choice, _Silent(), timeouts)
    with explained(provider.explain, key=choice.key):
        text = _text(wire)
        rest = _checked("tools", _calls, wire), _checked("schema", _fits, wire)
    return (text, *rest, *_report_window(wire))


def _text(wire: Wire) -> Tried:
    started = time.perf_counter()
    wire.ask(Request([HumanMessage("Say OK.")]))
    milliseconds = (time.perf_counter() - started) * 1000
    provider, model = wire.provider.label, wire.choice.model
    return Tried("text", f"{provider} answered with {model} in {milliseconds:.0f} ms.", works=True)


def _checked(name: Literal["tools", "schema"], act: Callable[[Wire], bool], wire: Wire) -> Tried:
    try:
        works = act(wire)
    except ProviderError:
        works = False
    return Tried(name, _SENTENCES[name, works], works=works)


_SENTENCES = {
    ("tools", True): N_("It calls tools."),
    ("tools", False): N_(
        "It does not call tools. The Tutor searches for it, and buttons start a quiz."
    ),
    ("schema", True): N_("It follows a schema."),
    ("schema", False): N_(
        "It does not follow a schema. Forms and built-in answers are used where it fails."
    ),
}


def _calls(wire: Wire) -> bool:
    question = HumanMessage("Call the tool get_weather for Madrid.")
    message = wire.ask(Request([question], tools=[_TOOL])).message
    if wire.refuses_tools():
        return False
    written = without_calls(text_of(message), [_TOOL.name])[1]
    return any(call["name"] == _TOOL.name for call in [*message.tool_calls, *written])


def _fits(wire: Wire) -> bool:
    schema = _Colour.model_json_schema()
    structured = wire.provider.structured
    prompt = f"What colour is grass? Answer with one JSON object that fits this schema: {schema}"
    options = structured("colour", schema) if structured else {}
    answer = wire.ask(Request([HumanMessage(prompt)], options=options)).message
    try:
        _Colour.model_validate_json(text_of(answer))
    except ValueError:
        return False
    return True


def _report_window(wire: Wire) -> Iterator[Tried]:
    if window := wire.known.window:
        at = f"{wire.known.server} serves it" if wire.known.server else "It is served"
        yield Tried("window", f"{at} with a window of {window:,} tokens.", works=True)
