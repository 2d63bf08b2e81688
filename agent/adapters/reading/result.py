"""The result of reading a file, and the limits of reading."""

from collections.abc import Callable
from dataclasses import dataclass

from agent.errors import AgentError

Tell = Callable[[int, int], None]
"""Told the page that is read now, and how many there are."""


class Unreadable(AgentError):
    """The file cannot be read; the sentence says why."""


@dataclass(frozen=True)
class Limits:
    """Bytes of the file and of memory, pages, seconds."""

    file_bytes: int = 50 * 2**20
    pages: int = 2_000
    seconds: float = 180
    memory_bytes: int = 2**30


@dataclass(frozen=True)
class Reading:
    """A file as Markdown. `pages` holds the page each heading starts on, `notes` what was not read.

    Where a page begins without a heading of its own, the one above is repeated.
    """

    text: str
    pages: tuple[int, ...] = ()
    page_count: int = 0
    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    notes: tuple[str, ...] = ()


def counted(number: int, one: str, many: str = "") -> str:
    """`3 pictures were`, `1 table was`."""
    return f"1 {one} was" if number == 1 else f"{number:,} {many or one + 's'} were"


def listed(numbers: list[int], one: str = "Page", many: str = "Pages") -> str:
    """`Page 4`, `Pages 1, 3-5`; of very many the first ones."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    named = [str(a) if a == b else f"{a}-{b}" for a, b in spans[:8]]
    more = " and others" if len(spans) > len(named) else ""
    return f"{one if len(numbers) == 1 else many} {', '.join(named)}{more}"
