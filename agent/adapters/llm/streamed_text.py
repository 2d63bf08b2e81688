"""Sends a streamed text to the user, after any check that watches it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from agent.events import Token
from agent.language.text import HAN
from agent.ports import Reporter
from agent.steps import Filter

_WHOLE = re.compile(r"(?:.*[\s。！？；，、：…])?", re.DOTALL)
_HAN = re.compile(f"[{HAN}]")
_TO_HAN = re.compile(f".*[{HAN}]", re.DOTALL)
LONGEST_HAN = 20
"""Characters of Chinese that are sent even without punctuation: it has no spaces."""


@dataclass
class StreamedText:
    """Sends text at once; with `watch` in whole words, each only after it was checked."""

    report: Reporter
    to: str = ""
    watch: Callable[[str], bool | None] | None = None
    filter: Filter | None = None
    _told: list[str] = field(default_factory=list)
    _held: str = ""

    @property
    def told(self) -> str:
        return "".join(self._told)

    def say(self, text: str) -> None:
        self._held += text if self.filter is None else self.filter.feed(text)
        whole = len(self._held) if self.watch is None else _whole(self._held)
        self._tell(whole)

    def end(self) -> None:
        """Send the last word, which nothing followed. What is still held back is never sent."""
        self._held += "" if self.filter is None else self.filter.rest()
        self._tell(len(self._held))

    def _tell(self, length: int) -> None:
        text, held = self._held[:length], self._held[length:]
        if not text:
            return
        if self.watch is not None and self.watch(self.told + text) is False:
            return
        self._held = held
        self._told.append(text)
        self.report.emit(Token(text, to=self.to))


def _whole(text: str) -> int:
    """The length of the part that ends with a whole word."""
    found = _WHOLE.match(text)
    end = found.end() if found else 0
    if len(_HAN.findall(text, end)) >= LONGEST_HAN and (rest := _TO_HAN.match(text, end)):
        return rest.end()
    return end
