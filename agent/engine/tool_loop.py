"""A model that looks things up before it answers: read-only tools, a few rounds."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import AIMessage, ToolCall, ToolMessage
from pydantic import ValidationError

from agent.errors import AgentError, Stopped
from agent.events import ToolCalled
from agent.ports import Context
from agent.steps import Chat, ToolSpec

MOST_CALLS, MOST_ROUNDS = 6, 3


@dataclass(frozen=True)
class Tool:
    spec: ToolSpec
    run: Callable[[Any], tuple[str, str]]
    """Takes the arguments; returns a text for the model and a word on the outcome for the user."""


@dataclass
class ToolLoop:
    """The tools of one answer, and how often they were called."""

    context: Context
    tools: Sequence[Tool]
    calls: int = field(default=0, init=False)

    def reply(self, chat: Chat) -> AIMessage:
        """The model's answer, after as many calls as it may make."""
        messages = list(chat.messages)
        specs = tuple(tool.spec for tool in self.tools)
        for rounds in range(MOST_ROUNDS + 1):
            may_call = rounds < MOST_ROUNDS and self.calls < MOST_CALLS
            asked = replace(chat, messages=messages, tools=specs if may_call else ())
            message = self.context.llm.reply(asked)
            if not may_call or not message.tool_calls or message.response_metadata.get("stopped"):
                break
            messages += [message, *(self._answer(call) for call in message.tool_calls)]
        return message.model_copy(update={"tool_calls": []}) if message.tool_calls else message

    def _answer(self, call: ToolCall) -> ToolMessage:
        """Run a call, show it, and hand over what it found."""
        started = time.perf_counter()
        text, outcome = self._run(call["name"], call["args"])
        milliseconds = (time.perf_counter() - started) * 1000
        self.context.report.emit(ToolCalled(call["name"], call["args"], milliseconds, outcome))
        return ToolMessage(text, tool_call_id=call["id"] or "", name=call["name"])

    def _run(self, name: str, arguments: dict[str, Any]) -> tuple[str, str]:
        known = {tool.spec.name: tool for tool in self.tools}
        if name not in known:
            return f"There is no tool {name}. There are: {', '.join(known)}.", "no such tool"
        if self.calls >= MOST_CALLS:
            return "No further calls: answer from what you have.", "too many"
        self.calls += 1
        tool = known[name]
        try:
            return tool.run(tool.spec.arguments.model_validate(arguments))
        except ValidationError:
            return "The arguments do not fit.", "wrong arguments"
        except Stopped:
            raise
        except AgentError as error:
            return f"The tool failed: {error.message}", "failed"
