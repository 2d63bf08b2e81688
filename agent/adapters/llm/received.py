"""Collects the pieces of an answer: reports them as they come, makes one message at the end."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.messages.ai import UsageMetadata, add_ai_message_chunks
from langchain_core.messages.tool import ToolCall, ToolCallChunk

from agent.adapters.llm.adapt import tool_call_id
from agent.adapters.llm.streamed_text import StreamedText
from agent.engine.messages import Kind, Piece, Splitter, native_pieces
from agent.events import Thinking
from agent.language.hidden import everywhere, strip_hidden
from agent.ports import Reporter

Plain = dict[str, Any]
Ending = Literal["whole", "length", "filtered", "bad call", "failed", "missing"]

_ENDINGS: dict[str, Ending] = {
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "max_output_tokens": "length",
    "content_filter": "filtered",
    "safety": "filtered",
    "recitation": "filtered",
    "language": "filtered",
    "blocklist": "filtered",
    "prohibited_content": "filtered",
    "spii": "filtered",
    "image_safety": "filtered",
    "malformed_function_call": "bad call",
    "unexpected_tool_call": "bad call",
    "error": "failed",
    "failed": "failed",
    "abort": "failed",
    "insufficient_system_resource": "failed",
}
_THOUGHT = 4
"""Factor by which its thoughts may be longer than an answer usually may."""
ALOUD: frozenset[Kind] = frozenset({"text", "thinking"})
_KEPT_METADATA = ("model_provider", "model_name", "finish_reason", "output_version")
# Said elsewhere in the message; and a client that finds no calls would send these again.
_ECHOES = ("function_call", "tool_calls", "parsed", "reasoning_content", "reasoning")


@dataclass
class Received:
    """One answer while it arrives; parts of the kinds in `told` go to the user at once."""

    report: Reporter
    streamed: StreamedText
    told: frozenset[Kind] = ALOUD
    longest: int = 100_000
    """Characters of an answer, with its calls; one that runs on and on is ended there."""
    usual: int = 100_000
    chunks: list[AIMessageChunk] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    _splitter: Splitter = field(default_factory=Splitter)
    _room: dict[Kind, int] = field(init=False)

    def __post_init__(self) -> None:
        self._room = {"text": self.longest, "thinking": _THOUGHT * self.usual}

    @property
    def is_full(self) -> bool:
        return min(self._room.values()) <= 0

    def add(self, chunk: AIMessageChunk) -> None:
        for call in chunk.tool_call_chunks:
            if not call["name"]:
                call["id"] = None  # Mistral's client invents one for each further piece of a call
            self._room["text"] -= len(call["args"] or "")
        self.chunks.append(chunk)
        self._tell(self._splitter.split(native_pieces(chunk)))

    def end(self) -> None:
        self._tell(self._splitter.rest())
        self.streamed.end()

    def _tell(self, pieces: Iterable[Piece]) -> None:
        for kind, piece in pieces:
            text = piece[: max(self._room[kind], 0)]
            self._room[kind] -= len(piece)
            if kind == "thinking":
                self.thinking.append(text)
            else:
                self.text.append(text)
            if kind not in self.told:
                continue
            if kind == "thinking":
                self.report.emit(Thinking(text))
            else:
                self.streamed.say(text)

    @property
    def usage(self) -> UsageMetadata | None:
        return self._sum().usage_metadata

    @property
    def ending(self) -> Ending:
        whole = self._sum()
        return "filtered" if _refuses(whole) else ending(whole.response_metadata)

    @property
    def broken_calls(self) -> list[str]:
        """Names of the tools whose arguments are no JSON object."""
        chunks = self._sum().tool_call_chunks
        return [chunk["name"] or "" for chunk in chunks if _arguments(chunk) is None]

    def partial(self, about: Plain) -> AIMessage:
        """Make the message of an answer that was ended early, as text alone."""
        return AIMessage(
            strip_hidden(self.streamed.told.strip()),
            additional_kwargs=self._thought(),
            response_metadata=about,
        )

    def message(self, made_by: Plain) -> AIMessage:
        """The answer with all that its vendor wants to see again."""
        whole = self._sum()
        metadata = {key: whole.response_metadata.get(key) for key in _KEPT_METADATA}
        return AIMessage(
            everywhere(strip_hidden, self._content(whole)),
            id=whole.id,
            tool_calls=_calls(whole),
            usage_metadata=whole.usage_metadata,
            additional_kwargs={
                **{k: v for k, v in whole.additional_kwargs.items() if k not in _ECHOES},
                **self._thought(),
            },
            response_metadata={**{k: v for k, v in metadata.items() if v}, **made_by},
        )

    def _content(self, whole: AIMessageChunk) -> str | list[str | Plain]:
        # Blocks of OpenAI's Responses refer to items kept there, and nothing is kept.
        if isinstance(whole.content, list) and not _is_openai(whole):
            return [part for part in whole.content if part]
        return "".join(self.text) if isinstance(whole.content, list) else whole.content

    def _thought(self) -> Plain:
        return {"thinking": "".join(self.thinking)} if self.thinking else {}

    def _sum(self) -> AIMessageChunk:
        # Merged once for all: a running sum would read the growing text again for each token.
        if len(self.chunks) > 1:
            self.chunks = [add_ai_message_chunks(*self.chunks)]
        return self.chunks[0] if self.chunks else AIMessageChunk(content="")


def ending(metadata: Plain) -> Ending:
    """The reason that the vendor gives for the end of its answer."""
    if (metadata.get("prompt_feedback") or {}).get("block_reason"):
        return "filtered"
    details = metadata.get("incomplete_details") or {}
    reason = details.get("reason") or metadata.get("finish_reason") or metadata.get("status")
    return _ENDINGS.get(str(reason).lower(), "whole") if reason else "missing"


def _calls(whole: AIMessageChunk) -> list[ToolCall]:
    return [
        ToolCall(
            name=chunk["name"] or "",
            args=_arguments(chunk) or {},
            id=chunk["id"] or tool_call_id(whole.id, place),
        )
        for place, chunk in enumerate(whole.tool_call_chunks)
    ]


def _arguments(chunk: ToolCallChunk) -> Plain | None:
    """Parsed strictly: half a call that a lenient parser completes is not what was meant."""
    try:
        arguments = json.loads(chunk["args"] or "{}")
    except json.JSONDecodeError:
        return None
    return arguments if isinstance(arguments, dict) else None


def _refuses(whole: AIMessageChunk) -> bool:
    """OpenAI's models decline in a field or a block of its own."""
    blocks = (block for block in whole.content if isinstance(block, dict))
    return "refusal" in whole.additional_kwargs or any(
        block.get("type") == "refusal" for block in blocks
    )


def _is_openai(whole: AIMessageChunk) -> bool:
    return whole.response_metadata.get("model_provider") == "openai"
