"""A Markdown text by its headings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.language.text import FENCE

_HEADING = re.compile(r"#{1,6}[ \t]+(.*?)[ \t#]*$")
_FENCE = re.compile(r"[ \t]*(```+|~~~+)")


@dataclass(frozen=True)
class Section:
    """`path` holds the headings above, the outermost first and its own last."""

    path: tuple[str, ...]
    page: int | None
    lines: list[str]

    @property
    def heading(self) -> str:
        return self.path[-1] if self.path else ""


def sections(text: str, pages: Sequence[int] = ()) -> Iterator[Section]:
    """Yield the text before the first heading, then each section; `pages` as in a Document."""
    starts = iter(pages)
    section = Section((), 1 if pages else None, [])
    levels: list[tuple[int, str]] = []
    fence = ""
    for line in text.splitlines():
        fence = fence_after(line, fence)
        heading = None if fence else _HEADING.match(line)
        if heading is None:
            section.lines.append(line)
            continue
        yield section
        level = len(line) - len(line.lstrip("#"))
        levels = [*(above for above in levels if above[0] < level), (level, heading[1])]
        section = Section(tuple(title for _, title in levels), next(starts, section.page), [])
    yield section


def code_blocks(text: str) -> list[str]:
    """The fenced code of a text, with its fences."""
    return [found[0].strip() for found in FENCE.finditer(text)]


def is_code(block: str) -> bool:
    return bool(_FENCE.match(block))


def fence_after(line: str, fence: str) -> str:
    """The mark of the code block that is open behind a line, if any."""
    mark = _FENCE.match(line)
    if mark is None:
        return fence
    if not fence:
        return mark[1]
    closes = mark[1].startswith(fence) and not line.strip(" \t`~")
    return "" if closes else fence
