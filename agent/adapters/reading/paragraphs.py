"""Lines as they were printed, joined to paragraphs again."""

import re
from collections.abc import Sequence

from agent.adapters.reading.writing import escaped
from agent.language.text import HAN

_ITEM = re.compile(r"(?:[-*•◦▪‣–●○■□➢✓]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+")
_BULLET = re.compile(r"^[•◦▪‣–●○■□➢✓]\s*")
_END = re.compile(r"[.!?:;。！？：；][\"'”’)\]]*$")
_HAN_END = re.compile(f"[{HAN}，。、；：！？（）《》]$")
_HAN_START = re.compile(f"[{HAN}，。、；：！？（）《》]")
SHORT = 0.8
"""A line shorter than this share of the longest ends its paragraph, if it ends a sentence."""


def joined(lines: Sequence[str]) -> str:
    """Markdown paragraphs; an empty line ends one, so does a short one with a full stop."""
    width = max((len(line) for line in lines), default=0)
    paragraphs: list[str] = [""]
    for before, line in zip(["", *lines], lines, strict=False):
        if not line or _starts_anew(before, line, width):
            paragraphs.append("")
        paragraphs[-1] = _glued(paragraphs[-1], line)
    return "\n\n".join(escaped(_BULLET.sub("- ", text)) for text in paragraphs if text)


def _starts_anew(before: str, line: str, width: int) -> bool:
    if _ITEM.match(line):
        return True
    return bool(_END.search(before)) and len(before) < SHORT * width


def _glued(text: str, line: str) -> str:
    if not text:
        return line
    if text.endswith("\u00ad") or (re.search(r"[^\W\d_]-$", text) and line[:1].islower()):
        return text[:-1] + line
    is_han = _HAN_END.search(text) and _HAN_START.match(line)
    return text + ("" if is_han else " ") + line
