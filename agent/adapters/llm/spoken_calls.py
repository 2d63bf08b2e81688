"""Tool calls that a model writes into its text, as those do that have no other way."""

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.messages.tool import ToolCall

from agent.adapters.llm.adapt import tool_call_id
from agent.engine.messages import text_of
from agent.steps import Filter, ToolSpec

Plain = dict[str, Any]

_OPENING = re.compile(r"```\w*\s*\{|<tool_call>|\A\s*\{")
_BEFORE = re.compile(r"(?:```\w*\s*|<tool_call>\s*|\A\s*)(?=\{)")
_AFTER = re.compile(r"\s*(?:```|</tool_call>)?")
_LONGEST_OPENING = 24
_LONGEST = 8_000


@dataclass
class CallFilter:
    """Holds back text that may be a written call until that is certain."""

    tools: Collection[str]
    inner: Filter | None = None
    _held: str = field(default="", init=False)
    _begun: bool = field(default=False, init=False)

    def feed(self, text: str) -> str:
        self._held += text
        told = self._released(text)
        return self.inner.feed(told) if self.inner else told

    def rest(self) -> str:
        told, _ = without_calls(self._held, self.tools)
        self._held = ""
        return told if self.inner is None else self.inner.feed(told) + self.inner.rest()

    def _released(self, latest: str) -> str:
        opening = _OPENING.search(self._held)
        if opening and not (self._begun and opening[0].lstrip().startswith("{")):
            end = opening.start()
            is_new = any(mark in latest for mark in "}`>")
            if len(self._held) > _LONGEST or (is_new and _is_whole(self._held[end:])):
                told, _ = without_calls(self._held, self.tools)
                return self._release(told, len(self._held))
        else:
            end = _possible_opening(self._held)
        return self._release(self._held[:end], end)

    def _release(self, told: str, end: int) -> str:
        self._held = self._held[end:]
        self._begun = self._begun or bool(told.strip())
        return told


def _possible_opening(text: str) -> int:
    """The place where the end of the text could become the opening of a call."""
    tail = max(0, len(text) - _LONGEST_OPENING)
    for mark in ("```", "``", "`", "<"):
        at = text.find(mark, tail)
        if at >= 0 and re.fullmatch(r"`{1,3}\w*\s*|<[\w_]{0,9}", text[at:]):
            return at
    return len(text)


def _is_whole(text: str) -> bool:
    start = text.find("{")
    if start < 0:
        return False
    try:
        _, end = json.JSONDecoder().raw_decode(text, start)
    except (json.JSONDecodeError, RecursionError):
        return text.rstrip().endswith("```") and text.count("```") > 1
    closing = text[end:].strip()
    return text.lstrip().startswith("{") or closing.startswith(("```", "</tool_call>"))


def without_calls(text: str, tools: Collection[str]) -> tuple[str, list[Plain]]:
    """The text without the calls of known tools, and these calls."""
    calls, kept, place = [], [], 0
    for start, end, value in _objects(text):
        if call := _call(value, tools):
            calls.append(call)
            kept.append(text[place:start])
            place = end
    kept.append(text[place:])
    return ("".join(kept) if calls else text), calls


def _objects(text: str) -> Iterator[tuple[int, int, Any]]:
    place = 0
    while found := _BEFORE.search(text, place):
        try:
            value, end = json.JSONDecoder().raw_decode(text, found.end())
        except (json.JSONDecodeError, RecursionError):
            place = found.end() + 1
            continue
        closing = _AFTER.match(text, end)
        place = closing.end() if closing else end
        yield found.start(), place, value


def _call(value: Any, tools: Collection[str]) -> Plain | None:
    if not isinstance(value, dict):
        return None
    inner = value.get("function")
    value = inner if isinstance(inner, dict) else value
    arguments = value.get("arguments", value.get("parameters", {}))
    known = isinstance(value.get("name"), str) and value["name"] in tools
    if not known or not isinstance(arguments, dict) or value.keys() & {"$schema", "type"}:
        return None
    return {"name": value["name"], "args": arguments}


def read_calls(message: AIMessage, tools: Collection[str]) -> AIMessage:
    """The message with the calls that its text holds, where it made none by itself."""
    if message.tool_calls or not tools:
        return message
    text, calls = without_calls(text_of(message), tools)
    if not calls:
        return message
    made = [
        ToolCall(name=c["name"], args=c["args"], id=tool_call_id(message.id, place, c["name"]))
        for place, c in enumerate(calls)
    ]
    return message.model_copy(update={"content": text.strip(), "tool_calls": made})


def told_in_words(tools: Sequence[ToolSpec]) -> str:
    """The instruction for calling these tools in the text."""
    listed = "\n".join(
        f"- {tool.name}({', '.join(tool.arguments.model_fields)}): {tool.description}"
        for tool in tools
    )
    return (
        "To use a tool, answer with nothing but this block:\n"
        '```json\n{"name": "<tool>", "arguments": {...}}\n```\n'
        f"The tools:\n{listed}"
    )


def in_words(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """The conversation for a server that knows no tools: calls and results as text."""
    return [_worded(message) for message in messages]


def _worded(message: AnyMessage) -> AnyMessage:
    match message:
        case AIMessage() if message.tool_calls:
            named = " and ".join(call["name"] for call in message.tool_calls)
            return AIMessage(text_of(message) or f"(I use {named}.)", id=message.id)
        case ToolMessage():
            return HumanMessage(f"Result of {message.name}:\n{message.text}", id=message.id)
    return message
