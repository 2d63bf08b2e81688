"""Cutting from a text and putting into it; what is not touched stays byte for byte."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agent.content_checks.reading import Reading
from agent.text import Language

_BLOCK = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+\S")
_LINE_MARK = re.compile(r"^[ \t]*(?:[-*+•→]|\d{1,2}[.)])[ \t]+")
_ONLY_TAGS = re.compile(r"^(?:\s*[#＃]\w+)+\s*$")


@dataclass(frozen=True)
class Block:
    start: int
    end: int
    text: str

    @property
    def level(self) -> int:
        """The rank of a heading, else 0."""
        found = _HEADING.match(self.text)
        return len(found[1]) if found and "\n" not in self.text else 0

    @property
    def is_tags(self) -> bool:
        return bool(_ONLY_TAGS.match(self.text))

    @property
    def is_table(self) -> bool:
        return self.text.lstrip().startswith("|")

    @property
    def is_told(self) -> bool:
        return not (self.level or self.is_tags or self.is_table)


def blocks(text: str) -> list[Block]:
    """What blank lines part."""
    return [Block(found.start(), found.end(), found[0]) for found in _BLOCK.finditer(text)]


def without_blocks(text: str, gone: Sequence[Block]) -> str:
    """With the blank lines before them."""
    for block in sorted(gone, key=lambda each: -each.start):
        before = text[: block.start].rstrip("\n")
        text = before + text[block.end :] if before else text[block.end :].lstrip("\n")
    return text


def without_empty_sections(text: str, before: str) -> str:
    """Headings that have lost all that stood under them go as well."""
    filled = set(_filled_headings(before))
    while True:
        found = blocks(text)
        still = set(_filled_headings(text))
        gone = [b for b in found if b.level > 1 and b.text in filled and b.text not in still]
        if not gone:
            return text
        text = without_blocks(text, gone)


def _filled_headings(text: str) -> Iterator[str]:
    found = blocks(text)
    for number, block in enumerate(found):
        if block.level:
            following = found[number + 1] if number + 1 < len(found) else None
            if following and (not following.level or following.level > block.level):
                yield block.text


def section_of(text: str, heading: Block) -> list[Block]:
    """The heading and all under it."""
    found = blocks(text)
    at = next(n for n, block in enumerate(found) if block.start == heading.start)
    rest = found[at + 1 :]
    end = next((n for n, block in enumerate(rest) if 0 < block.level <= heading.level), len(rest))
    return [heading, *rest[:end]]


def without_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Sentences go with the space beside them, and a line or a paragraph with its last sentence."""
    before = text
    for start, end in sorted(spans, reverse=True):
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end)
        line_end = len(text) if line_end < 0 else line_end
        ahead, behind = text[line_start:start], text[end:line_end]
        mark = _LINE_MARK.match(ahead)
        if not behind.strip() and not (ahead[mark.end() :] if mark else ahead).strip():
            text = _without_line(text, line_start, line_end)
        elif ahead.strip():
            text = text[:start].rstrip(" ") + text[end:]
        else:
            text = text[:start] + text[end:].lstrip(" ")
    return without_empty_sections(text, before)


def _without_line(text: str, start: int, end: int) -> str:
    """A line that stood alone takes the blank line before it along."""
    head, tail = text[:start], text[end:]
    is_alone = head.endswith("\n\n") or not head
    if is_alone and (tail.startswith("\n\n") or not tail.strip()):
        return head.rstrip("\n") + tail if head else tail.lstrip("\n")
    return head + tail[1:] if tail.startswith("\n") else head.rstrip("\n") + tail


def sentences(text: str, language: Language) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in Reading(text, language).sentences]


def put_after(text: str, anchor: str, said: str, *, gap: str) -> str:
    """Behind the anchor: in its paragraph, or as a line of its own where the anchor has one."""
    at = text.index(anchor)
    line_start = text.rfind("\n", 0, at) + 1
    mark = _LINE_MARK.match(text[line_start:])
    end = at + len(anchor)
    if mark and line_start + mark.end() == at:
        is_apart = text[:line_start].endswith("\n\n") or line_start == 0
        lines = "\n\n" if is_apart and text[end : end + 2] == "\n\n" else "\n"
        return text[:end] + lines + mark[0] + said + text[end:]
    return text[:end] + gap + said + text[end:]


def outside(text: str, kept: Sequence[str], change: Callable[[str], str]) -> str:
    """Changed but for the passages that are kept."""
    if not kept:
        return change(text)
    pattern = re.compile("|".join(re.escape(each) for each in sorted(kept, key=len, reverse=True)))
    result, last = "", 0
    for found in pattern.finditer(text):
        result += change(text[last : found.start()]) + found[0]
        last = found.end()
    return result + change(text[last:])
