"""Between the app's texts, which mark code with backticks, and the HTML of other programs."""

import html
import re
from itertools import cycle

from agent.language.formulas import Formula, replaced

_CODE = re.compile(r"`([^`\n]+)`")
_BREAKS = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "pre"})
_SILENT = frozenset({"script", "style", "head", "title"})
_NOT_SHOWN = {
    "img": "a picture",
    "video": "a video",
    "audio": "a sound",
    "iframe": "a frame",
    "object": "an object",
    "embed": "an object",
    "table": "a table",
}
# Possessive throughout: the library's parser takes minutes for some few thousand characters.
_TAG = re.compile(
    r"<!--(?:[^-]|-(?!->))*+(?:-->|\Z)|<[!?][^<>]*+>"
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9]*+)(?:\"[^\"]*+\"|'[^']*+'|[^\"'<>])*+>"
)
_BEGINS = re.compile(r"\\(?=[(\[])|\$(?=\$)")
_UNPRINTABLE = re.compile("[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """Remove characters that XML cannot hold."""
    return _UNPRINTABLE.sub("", text)


def to_html(text: str) -> str:
    """Everything escaped; code between backticks becomes `<code>`.

    Anki and Moodle show formulas between round and square brackets, and so they may read them.
    """
    return replaced(printable(text), _formula, _prose)


def _formula(formula: Formula) -> str:
    tex = html.escape(formula.tex.replace("\n", " "), quote=False)
    return rf"\[{tex}\]" if formula.is_display else rf"\({tex}\)"


def _prose(text: str) -> str:
    """Escape prose, and break up characters that other programs would read as a formula."""
    parts = [
        f"<code>{html.escape(part, quote=False)}</code>"
        if is_code
        else _BEGINS.sub(r"\g<0><span></span>", html.escape(part, quote=False))
        for part, is_code in zip(_CODE.split(text), cycle((False, True)), strict=False)
    ]
    return "".join(parts).replace("\n", "<br/>")


def from_html(source: str) -> tuple[str, list[str]]:
    """The text, and what of it could not be taken, such as "a picture"."""
    parts: list[str] = []
    lost: list[str] = []
    silent, start = 0, 0
    for found in _TAG.finditer(source):
        if not silent:
            parts.append(html.unescape(source[start : found.start()]))
        start = found.end()
        tag, is_end = (found["tag"] or "").lower(), bool(found["end"])
        if tag in _SILENT:
            silent = max(0, silent + (-1 if is_end else 1))
        elif tag in _NOT_SHOWN and not is_end:
            lost.append(_NOT_SHOWN[tag])
        parts.append("`" if tag == "code" else "\n" if tag in _BREAKS else "")
    if not silent:
        parts.append(html.unescape(source[start:]))
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line), lost
