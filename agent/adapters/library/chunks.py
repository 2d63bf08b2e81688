"""Cutting a document into passages: by heading, then by paragraphs, never inside a sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.language.outline import fence_after, is_code, sections
from agent.language.text import HAN, split_paragraph
from agent.ports import Document

MOST_WORDS = 180
FEWEST_WORDS = 40
LONG_WORD = 12
MOST_CODE_WORDS = 2_000
"""A longer code block is most likely one that was never closed."""

_WORD = re.compile(f"[{HAN}]|[^\\W{HAN}]+")
_HAN = re.compile(f"[{HAN}]")
_LINED = re.compile(r"[ \t]*(?:[-*+|>]|\d{1,3}[.)])")


@dataclass(frozen=True)
class Chunk:
    """`path` holds the headings above, the outermost first and `heading` last."""

    heading: str
    path: tuple[str, ...]
    page: int | None
    text: str


@dataclass(frozen=True)
class _Piece:
    """A part that is never divided; `glue` joins it to the one before."""

    glue: str
    text: str
    size: float


def split(document: Document) -> list[Chunk]:
    """The passages of a document, in order; the same for the same document."""
    return [
        Chunk(section.heading, section.path, section.page, text)
        for section in sections(document.text, document.pages)
        for text in _packed(_pieces(section.lines, language=document.language))
    ]


def _pieces(lines: list[str], *, language: str) -> Iterator[_Piece]:
    for block in _blocks(lines):
        whole = "\n".join(block)
        size = _size(whole)
        as_code = is_code(whole)
        if size <= (MOST_CODE_WORDS if as_code else MOST_WORDS):
            yield _Piece("\n\n", whole, size)
        elif as_code or all(map(_LINED.match, block)):
            yield from _glued(block, "\n")
        else:
            yield from _glued(_divided(whole, language), "")


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    block: list[str] = []
    fence = ""
    for line in lines:
        before, fence = fence, fence_after(line, fence)
        opens, closes = fence and not before, before and not fence
        if block and (opens or not (fence or before or line.strip())):
            yield block
            block = []
        if fence or line.strip():
            block.append(line)
        if closes:
            yield block
            block = []
    if block:
        yield block


def _glued(parts: list[str], glue: str) -> Iterator[_Piece]:
    for i, part in enumerate(parts):
        yield _Piece(glue if i else "\n\n", part, _size(part))


def _divided(paragraph: str, language: str) -> list[str]:
    return [
        part
        for sentence in split_paragraph(paragraph, language)
        for part in ([sentence] if _size(sentence) <= 2 * MOST_WORDS else _cut(sentence))
    ]


def _cut(text: str) -> list[str]:
    """Pieces of what has no sentences, as scanned pages and minified text."""
    parts = [""]
    for token in re.findall(rf"\S{{1,{MOST_WORDS}}}\s*|\s+", text):
        if parts[-1] and _size(parts[-1]) + _size(token) > MOST_WORDS:
            parts.append("")
        parts[-1] += token
    return parts


def _packed(pieces: Iterator[_Piece]) -> list[str]:
    packed: list[_Piece] = []
    for piece in pieces:
        if packed and packed[-1].size + piece.size <= MOST_WORDS:
            packed.append(_joined(packed.pop(), piece))
        else:
            packed.append(piece)
    if len(packed) > 1 and packed[-1].size < FEWEST_WORDS:
        rest = packed.pop()
        packed.append(_joined(packed.pop(), rest))
    return [piece.text.strip() for piece in packed if piece.text.strip()]


def _joined(piece: _Piece, following: _Piece) -> _Piece:
    text = piece.text + following.glue + following.text
    return _Piece(piece.glue, text, piece.size + following.size)


def _size(text: str) -> float:
    """Words; of Chinese half the characters, and of endless words their length counts."""
    words = len(_WORD.findall(text)) - len(_HAN.findall(text)) / 2
    return max(words, len(text) / LONG_WORD)
