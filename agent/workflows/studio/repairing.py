"""Formalities of a draft that code puts right."""

import re
from collections.abc import Callable

from agent.content_checks import Finding, Report
from agent.workflows.studio.contracts import Piece

_LINKED = re.compile(r"!?\[([^\[\]\n]{1,200})\]\(([^()\s]{1,300})[^()\n]{0,100}\)")
_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^ {0,3}#{1,6}[ \t]+(?=\S)", re.MULTILINE), ""),
    (re.compile(r"^>[ \t]+", re.MULTILINE), ""),
    (re.compile(r"^([ \t]*)\*[ \t]+(?=\S)", re.MULTILINE), r"\1• "),
    (re.compile(r"(\*\*|__)(?=\S)([^\n]{1,200}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,200}?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (_LINKED, r"\1 (\2)"),
    (re.compile(r"```[^\n]*\n?|`"), ""),
)


def repaired(piece: Piece, report: Report) -> Piece | None:
    """Without what no reader would decide otherwise, or None. No word of the text changes."""
    mended = piece
    for check, mend in _MENDS.items():
        found = [each for each in report.findings if each.check == check]
        if found:
            mended = mend(mended, found)
    return mended if mended != piece else None


def _without_too_many_hashtags(piece: Piece, found: list[Finding]) -> Piece:
    """Without those that the platform refuses: the last ones go."""
    text = piece.text
    for finding in sorted(found, key=lambda each: -each.start):
        is_refused = finding.level == "blocks"
        if is_refused and finding.quote and text[finding.start : finding.end] == finding.quote:
            text = text[: finding.start].rstrip(" ") + text[finding.end :]
    return piece.model_copy(update={"text": text.rstrip()})


def _without_markdown(piece: Piece, _: list[Finding]) -> Piece:
    text = piece.text
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    return piece.model_copy(update={"text": text})


def _with_one_title(piece: Piece, found: list[Finding]) -> Piece:
    text = piece.text
    extra = sorted((f.start for f in found if f.quote), reverse=True)
    for start in extra:
        line = text.rfind("\n", 0, start) + 1
        text = text[:line] + re.sub(r"^(\s{0,3})#(?=\s)", r"\1##", text[line:], count=1)
    if not extra:
        text = f"# {piece.title}\n\n{text}"
    return piece.model_copy(update={"text": text})


def _square(piece: Piece, _: list[Finding]) -> Piece:
    return piece.model_copy(update={"ratio": "1:1"}) if piece.kind == "instagram" else piece


_MENDS: dict[str, Callable[[Piece, list[Finding]], Piece]] = {
    "hashtags": _without_too_many_hashtags,
    "markdown": _without_markdown,
    "title": _with_one_title,
    "ratio": _square,
}
