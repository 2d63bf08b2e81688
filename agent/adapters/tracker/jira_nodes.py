"""The nodes of Jira's own markup, in which a self-hosted server keeps descriptions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.adapters.tracker.jira_markup import from_jira, survives, to_jira
from agent.exchange.wiki_markup.patching import Inline, Kind, Leaf, Node, cells, marked, table_of

_BODIES = re.compile(
    r"(?<!\{)\{(?P<name>code|noformat|quote|panel|info|note|tip|warning|expand)(?::[^}\n]*)?\}"
    r".*?\{(?P=name)\}",
    re.DOTALL,
)
_ITEM = re.compile(r"[ \t]*(?P<sign>[*#-]+)[ \t]+\S")
_ROW = re.compile(r"[ \t]*\|")
_OWN_LINE = re.compile(r"[ \t]*(?:h[1-6]\.|bq\.|----[ \t]*$)")
_INLINE = re.compile(
    r"\[[~^][^\]\n]+\]|(?<!\w)!\S[^!\n]*!|\{color:[^}\n]*\}[^\n]*?\{color\}"
    r"|(?<!\{)\{(?:status|anchor)(?::[^}\n]*)?\}"
)


@dataclass
class _Piece:
    kind: Kind
    raw: str


class WikiFormat:
    """Nodes are lines, or several of them, each with its line ends."""

    def read(self, body: str) -> list[Node]:
        return [_leaf(piece) for piece in _pieces(body)]

    def join(self, nodes: list[str]) -> str:
        text = ""
        for node in nodes:
            text += "\n" if text and not text.endswith("\n") else ""
            text += "\n" if _runs_on(text, node) else ""
            text += node
        return text

    def write(self, kind: Kind, text: str) -> list[str]:
        match kind:
            case "block":
                return [f"{to_jira(text)}\n\n"]
            case "row" | "head":
                head, row = to_jira(table_of(text)).split("\n")
                return [(head if kind == "head" else row) + "\n"]
            case _:
                return [to_jira(marked(text, "1. " if kind == "number" else "- ")) + "\n"]

    def wrap(self, _kind: Kind, raws: list[str]) -> str:
        return "".join(raws) + "\n"

    def fill(self, raw: str, nodes: Sequence[str]) -> str:
        return "".join(Inline.filled(raw, nodes))


WIKI = WikiFormat()


def _runs_on(text: str, node: str) -> bool:
    """Tell whether a paragraph would become part of the paragraph or list entry before it."""
    last, first = text.rstrip("\n").rpartition("\n")[2], node.lstrip("\n").partition("\n")[0]
    is_apart = not text or text.endswith("\n\n") or node.startswith("\n")
    ends = _OWN_LINE.match(last) or _ROW.match(last) or last.rstrip().endswith("}")
    begins = _OWN_LINE.match(first) or _ROW.match(first) or _ITEM.match(first)
    return not (is_apart or ends or begins or first.startswith("{"))


def _leaf(piece: _Piece) -> Leaf:
    raw, kind = piece.raw, piece.kind
    nodes: list[str] = []

    def sign(found: re.Match[str]) -> str:
        nodes.append(found[0])
        return Inline.sign(len(nodes) - 1)

    signed = _INLINE.sub(sign, raw)
    if not nodes:
        return Leaf(raw, kind, _text(raw, kind), is_lossless=_is_held(raw, kind))
    inline = Inline(_text(signed, kind), nodes) if _is_held(signed, kind) else None
    return Leaf(raw, kind, _text(raw, kind), is_lossless=False, inline=inline)


def _text(raw: str, kind: Kind) -> str:
    text = from_jira(raw).strip()
    match kind:
        case "head":
            return text.split("\n")[0]
        case "row":
            return text.split("\n")[-1]
        case "bullet" | "number":
            sign = "1. " if kind == "number" else "- "
            return text[len(sign) :].replace("\n" + " " * len(sign), "\n")
        case _:
            return text


def _is_held(raw: str, kind: Kind) -> bool:
    """Tell whether Markdown says all of it."""
    head = "||" + "x||" * cells(_text(raw, kind)) + "\n" if kind == "row" else ""
    return survives(head + raw)


def _pieces(body: str) -> list[_Piece]:
    """Each block with the empty lines behind it; a macro with all that is in it."""
    closed = [(found.start(), found.end()) for found in _BODIES.finditer(body)]
    found: list[_Piece] = []
    at, is_apart = 0, True
    for line in body.splitlines(keepends=True):
        start, at = at, at + len(line)
        is_inside = any(begin < start < end for begin, end in closed)
        if not line.strip() and not is_inside:
            is_apart = True
            if found:
                found[-1].raw += line
            else:
                found.append(_Piece("block", line))
            continue
        kind, goes_on = _kind(line, found, is_apart=is_apart)
        if is_inside or goes_on:
            found[-1].raw += line
        else:
            found.append(_Piece(kind, line))
        is_apart = any(start < end <= at for _, end in closed) or (
            bool(_OWN_LINE.match(line)) and not is_inside
        )
    return found


def _kind(line: str, found: list[_Piece], *, is_apart: bool) -> tuple[Kind, bool]:
    """The kind of a line, and whether it continues the one before."""
    before = found[-1].kind if found else "block"
    if item := _ITEM.match(line):
        kind: Kind = "number" if item["sign"][0] == "#" else "bullet"
        return kind, len(item["sign"]) > 1 and before == kind and not is_apart
    if _ROW.match(line):
        return "head" if line.lstrip().startswith("||") else "row", False
    if _OWN_LINE.match(line):
        return "block", False
    return "block", bool(found) and not is_apart and before not in ("row", "head")
