"""Writing Markdown in which only our own headings are headings, page by page."""

import re
from collections.abc import Sequence

_SPECIAL = re.compile(r"^(\s*)(?=#{1,6}\s|```|~~~)", re.MULTILINE)
_TICKS = re.compile(r"`{3,}")
LONGEST_HEADING = 200


def escaped(text: str) -> str:
    """Text that happens to look like a heading or a code block does not become one."""
    return _SPECIAL.sub(r"\1\\", text)


def one_line(text: str) -> str:
    return " ".join(text.split())


def code_block(text: str) -> str:
    fence = max(["```", *(f"{ticks}`" for ticks in _TICKS.findall(text))], key=len)
    return f"{fence}\n{text.rstrip()}\n{fence}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, its first row as the head; nothing for one without text."""
    width = max((len(row) for row in rows), default=0)
    cells = [
        [one_line(cell).replace("|", r"\|") for cell in (*row, *[""] * (width - len(row)))]
        for row in rows
    ]
    if not any(any(row) for row in cells):
        return ""
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


class Writer:
    """Blocks of Markdown in order, with the page of each heading.

    A page that goes on under an earlier heading gets that heading again, so
    that every passage knows its page.
    """

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._pages: list[int] = []
        self._page = 0
        self._heading = (1, "")

    @property
    def text(self) -> str:
        return "\n\n".join(self._blocks) + "\n" if self._blocks else ""

    @property
    def pages(self) -> tuple[int, ...]:
        """Empty when no page was ever turned."""
        return tuple(self._pages) if self._page else ()

    def turn_to(self, page: int) -> None:
        self._page = page

    def heading(self, text: str, level: int) -> None:
        text = one_line(text)[:LONGEST_HEADING]
        if text:
            self._write_heading(max(1, min(level, 6)), text)

    def untitled(self, level: int) -> None:
        """Write text that has no heading."""
        self._heading = (level, "")

    def block(self, text: str) -> None:
        """A paragraph, a list, a table or a code block, as Markdown."""
        if not text.strip():
            return
        if self._page and (not self._pages or self._pages[-1] != self._page):
            self._write_heading(*self._heading)
        self._blocks.append(text.strip("\n"))

    def _write_heading(self, level: int, text: str) -> None:
        self._heading = (level, text)
        # Without a text it marks the page and nothing else.
        self._blocks.append(f"{'#' * level} {text}")
        self._pages.append(self._page)
