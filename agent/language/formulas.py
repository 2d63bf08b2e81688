r"""Formulas in a text: `$x$`, `$$x$$`, `\(x\)` and `\[x\]`, as pandoc tells them from money."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

LONGEST = 2_000
_OPENING = re.compile(r"\$\$?|\\[(\[]")
_CLOSING = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}
_IS_MATHS = re.compile(r"[\\^_=+<>/-]")
_FORBIDDEN = re.compile(
    r"\\(?:href|url|html\w*|includegraphics|[gex]?def|let|futurelet|global|long|char|(?:re)?newcommand"
    r"|providecommand|rule|m?kern|[hm]skip|hspace|raisebox|smash|(?:math)?[lrc]lap|genfrac|above"
    r"|f?colorbox|(?:text)?color|verb|message|errmessage|show|operatornamewithlimits)(?![A-Za-z])"
    r"|\\\\\s*\[(?!\d(?:\.\d)?(?:em|ex)\]|\d{1,2}pt\])|@"
)
r"""Commands that lead elsewhere, define others, or draw beside their place; and `\\[99em]`."""


class Formula(NamedTuple):
    """TeX without its marks, and where they begin and end."""

    tex: str
    is_display: bool
    start: int
    end: int


def formula_at(text: str, start: int) -> Formula | None:
    """The formula that begins here, if it is one and draws nothing but itself."""
    opening = _OPENING.match(text, start)
    if not opening or _is_escaped(text, start):
        return None
    mark, begin = opening[0], opening.end()
    end = _end(text, begin, _CLOSING[mark])
    tex = text[begin:end].strip()
    if end < 0 or not is_harmless(tex) or not _belongs(mark, text, begin, end):
        return None
    return Formula(tex, mark in ("$$", r"\["), start, end + len(mark))


def is_harmless(tex: str) -> bool:
    """Tell whether it is a formula that leads nowhere and stays in its place."""
    is_closed = tex and tex[-1] != "\\" and "$" not in tex.replace(r"\$", "")
    return bool(is_closed) and not ("\n\n" in tex or "`" in tex or _FORBIDDEN.search(tex))


def replaced(text: str, drawn: Callable[[Formula], str], prose: Callable[[str], str]) -> str:
    """The text with its formulas and what is between them drawn each in its own way."""
    return "".join(
        drawn(each) if isinstance(each, Formula) else prose(each) for each in _parts(text)
    )


def _parts(text: str) -> Iterator[Formula | str]:
    """Code between backticks holds no formula."""
    begin = at = 0
    for found in re.finditer(r"`[^`\n]+`|\$|\\[(\[]", text):
        if found.start() < at or found[0][0] == "`":
            at = max(at, found.end())
            continue
        if formula := formula_at(text, found.start()):
            yield text[begin : formula.start]
            yield formula
            begin = at = formula.end
    yield text[begin:]


def _end(text: str, begin: int, closing: str) -> int:
    """The place of the closing mark; the first dollar sign closes or there is no formula."""
    at = begin
    while (at := text.find(closing, at, begin + LONGEST)) >= 0:
        if closing[0] == "\\" or not _is_escaped(text, at):
            return at
        at += 1
    return -1


def _belongs(mark: str, text: str, begin: int, end: int) -> bool:
    tex = text[begin:end]
    if mark == "$":
        return not (tex[0].isspace() or tex[-1].isspace() or text[end + 1 : end + 2].isdigit())
    # Programs also write \[1\] for brackets that are meant as such.
    return mark != r"\[" or _IS_MATHS.search(tex) is not None


def _is_escaped(text: str, at: int) -> bool:
    before = text[max(0, at - 50) : at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
