"""How a model's answer is read while it streams: without its level line and false marks."""

import re
from dataclasses import dataclass

from langchain_core.messages import AIMessage

from agent.checks.citations.marks import remove_unknown_marks, without_code
from agent.engine.messages import text_of

_LEVEL = re.compile(
    r"\s*[*`]{0,2}\[\s*level\s*:\s*(basic|intermediate|advanced)\b\s*(?:[|:,-]\s*([^\]\n]*))?\]"
    r"[*`]{0,2}[ \t]*\n*",
    re.IGNORECASE,
)
_LONGEST_LINE = 300
_OPEN = re.compile(r"(?:[ \t]*\[[G\d\s]{0,8}|`[^\n]*|\$[^\s$][^\n$]{0,80}|[ \t]+)$")
"""What may become a mark, code or a formula when more has come."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


@dataclass
class Sieve:
    """Takes the level line and marks that name nothing out of an answer that comes in pieces."""

    known: frozenset[str]
    level: str = ""
    reason: str = ""
    removed: tuple[str, ...] = ()
    _text: str = ""
    _shown: int = 0
    _has_begun: bool = False

    def feed(self, text: str) -> str:
        """What of the text so far can be shown now."""
        self._text += text
        self._begin(is_whole=False)
        if _is_fenced(self._text) and "\n" not in text:
            return ""
        open_ = _OPEN.search(without_code(self._text))
        return self._show(open_.start() if open_ else len(self._text))

    def rest(self) -> str:
        self._begin(is_whole=True)
        return self._show(len(self._text))

    def _begin(self, *, is_whole: bool) -> None:
        if self._has_begun:
            return
        found = _LEVEL.match(self._text)
        if found and (is_whole or "\n" in found[0] or found.end() < len(self._text)):
            self.level, self.reason = found[1].lower(), (found[2] or "").strip()
            self._text = self._text[found.end() :]
        elif not is_whole and (found or _could_be_level(self._text)):
            return
        self._text = self._text.lstrip("\n")
        self._has_begun = bool(self._text)

    def _show(self, end: int) -> str:
        if not self._has_begun:
            return ""
        cleaned, removed = remove_unknown_marks(self._text[:end], self.known)
        fresh, self._shown = cleaned[self._shown :], max(self._shown, len(cleaned))
        self.removed = tuple(dict.fromkeys([*self.removed, *removed]))
        self._forget(self._text.rfind("\n", 0, end) + 1, end)
        return fresh

    def _forget(self, at: int, end: int) -> None:
        """Keep only the line that is shown last, since each piece looks at all that is kept."""
        if at and not _is_fenced(self._text[:at]):
            self._shown = len(remove_unknown_marks(self._text[at:end], self.known)[0])
            self._text = self._text[at:]


def _is_fenced(text: str) -> bool:
    return len(_FENCE.findall(text)) % 2 == 1


def _could_be_level(text: str) -> bool:
    line = text.lstrip().lstrip("*`").lower()
    is_begun = line.startswith("[level") or "[level".startswith(line)
    return is_begun and "]" not in line and "\n" not in line and len(line) < _LONGEST_LINE


def sifted(message: AIMessage, known: frozenset[str]) -> tuple[AIMessage, Sieve]:
    """An answer as the user has read it, and what was taken out of it."""
    sieve = Sieve(known)
    said = sieve.feed(text_of(message)) + sieve.rest()
    if message.tool_calls and not isinstance(message.content, str):
        # A vendor wants its blocks back as they were while the tools answer.
        return message, sieve
    return message.model_copy(update={"content": said}), sieve
