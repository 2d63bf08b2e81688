"""The text of a message without the model's reasoning, in the formats of all vendors."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage

Plain = dict[str, Any]
Kind = Literal["text", "thinking"]
Piece = tuple[Kind, str]

_TAG = re.compile(r"<(/?)(thinking|think|answer)>", re.IGNORECASE)
_LONGEST_TAG = len("</thinking>")
_TAGS = tuple(f"<{slash}{name}>" for slash in ("", "/") for name in ("thinking", "think", "answer"))


def text_of(message: BaseMessage) -> str:
    """The answer as plain text, without any thinking."""
    if not isinstance(message, AIMessage):
        return str(message.text)
    splitter = Splitter()
    pieces = [*splitter.split(native_pieces(message)), *splitter.rest()]
    return "".join(text for kind, text in pieces if kind == "text").strip()


def native_pieces(message: BaseMessage) -> Iterator[Piece]:
    """Text and reasoning as the vendor tells them apart, in order; tags are left in the text."""
    for key in ("reasoning_content", "reasoning"):
        reasoning = message.additional_kwargs.get(key)
        if reasoning and isinstance(reasoning, str):
            yield "thinking", reasoning
    content = message.content
    for block in [content] if isinstance(content, str) else content:
        yield from _block_pieces(block)


def _block_pieces(block: str | Plain) -> Iterator[Piece]:
    if isinstance(block, str):
        yield "text", block
        return
    match block.get("type"):
        case "text" | "output_text":
            yield "text", str(block.get("text") or "")
        case "thinking" | "reasoning":
            yield "thinking", _reasoning(block)
        case _:
            return


def _reasoning(block: Plain) -> str:
    """Gemini writes a string, Mistral a list of texts, OpenAI a list of summaries."""
    for key in ("thinking", "reasoning", "summary"):
        match block.get(key):
            case str() as text:
                return text
            case list() as parts:
                return "".join(str(part.get("text", "")) for part in parts)
    return ""


class Splitter:
    """Takes <thinking>, <think> and <answer> tags out of text that arrives in pieces.

    A tag may be cut anywhere, never closed, or absent. A tag right after a
    backtick is a quotation and stays.
    """

    def __init__(self) -> None:
        self._held = ""
        self._last = ""
        self._kind: Kind = "text"
        self._fresh = True

    def split(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """Pieces without tags. What may be the start of a tag is held back."""
        for kind, text in pieces:
            if kind == "thinking":
                if text:
                    yield kind, text
            else:
                yield from self._feed(text)

    def rest(self) -> Iterator[Piece]:
        """Yield text that was held back and turned out to be no tag."""
        held, self._held = self._held, ""
        yield from self._spoken(held)

    def _feed(self, text: str) -> Iterator[Piece]:
        text, start = self._held + text, 0
        for tag in _TAG.finditer(text):
            if (text[: tag.start()] or self._last)[-1:] == "`":
                continue
            yield from self._spoken(text[start : tag.start()])
            opens = not tag[1]
            kind: Kind = "thinking" if opens and tag[2].lower() != "answer" else "text"
            self._fresh = self._fresh or opens or kind != self._kind
            self._kind, start = kind, tag.end()
        tail = _tag_start(text, start)
        yield from self._spoken(text[start:tail])
        self._held = text[tail:]

    def _spoken(self, text: str) -> Iterator[Piece]:
        self._last = text[-1:] or self._last
        if self._fresh:
            text = text.lstrip()
        if text:
            self._fresh = False
            yield self._kind, text


def _tag_start(text: str, start: int) -> int:
    """The place where the end of the text could begin a tag; its length when it cannot."""
    at = text.rfind("<", max(start, len(text) - _LONGEST_TAG))
    tail = text[at:].lower()
    could_be = at >= 0 and any(tag.startswith(tail) for tag in _TAGS)
    return at if could_be else len(text)
