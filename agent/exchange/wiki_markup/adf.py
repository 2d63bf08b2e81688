"""Atlassian's document format, in which Jira's cloud keeps descriptions and comments."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from bs4 import Tag
from bs4.element import NavigableString

from agent.exchange.wiki_markup.patching import Branch, Inline, Kind, Leaf, Node, marked, table_of
from agent.exchange.wiki_markup.reading import markdown, parsed
from agent.exchange.wiki_markup.writing import storage

Plain = dict[str, Any]

_MARKS = {"strong": "strong", "em": "em", "strike": "s", "code": "code"}
_FRAMES = ("panel", "expand", "nestedExpand", "layoutSection", "layoutColumn", "bodiedExtension")
_LISTS: dict[str, Kind] = {"bulletList": "bullet", "orderedList": "number"}
_TAGS = {
    "paragraph": "p",
    "bulletList": "ul",
    "orderedList": "ol",
    "listItem": "li",
    "blockquote": "blockquote",
    "tableRow": "tr",
    "tableCell": "td",
    "tableHeader": "th",
}
_INLINE = (
    "mention",
    "emoji",
    "date",
    "status",
    "inlineCard",
    "mediaInline",
    "inlineExtension",
    "placeholder",
)
_EMPTY = {"hardBreak": "<br/>", "rule": "<hr/>"}
_SAID = ("text", "shortName", "title", "url")
"""The attributes that say something of a node which holds no text."""


class AdfFormat:
    """Bodies are documents: `{"type": "doc", "version": 1, "content": [...]}`."""

    def read(self, body: Plain | None) -> list[Node]:
        return [_node(each) for each in (body or {}).get("content", [])]

    def join(self, nodes: list[Plain]) -> Plain:
        return {"type": "doc", "version": 1, "content": nodes}

    def write(self, kind: Kind, text: str) -> list[Plain]:
        match kind:
            case "block":
                return _blocks_in(storage(text))
            case "row" | "head":
                (table,) = _blocks_in(storage(table_of(text)))
                return [table["content"][0 if kind == "head" else 1]]
            case _:
                (made,) = _blocks_in(storage(marked(text, "1. " if kind == "number" else "- ")))
                return list(made["content"])

    def wrap(self, kind: Kind, raws: list[Plain]) -> Plain:
        name = {"bullet": "bulletList", "number": "orderedList"}.get(kind, "table")
        return {"type": name, "content": raws}

    def fill(self, raw: Plain, nodes: Sequence[Plain]) -> Plain:
        if "content" not in raw:
            return raw
        inside: list[Plain] = []
        for each in raw["content"]:
            if each["type"] == "text":
                pieces = Inline.filled(each["text"], nodes)
                inside += [{**each, "text": p} if isinstance(p, str) else p for p in pieces]
            else:
                inside.append(self.fill(each, nodes))
        return {**raw, "content": inside}


ADF = AdfFormat()


def document(text: str) -> Plain:
    """A new body."""
    return ADF.join(_blocks_in(storage(text)))


@dataclass(frozen=True)
class _With:
    """Puts children where the former ones were."""

    node: Plain

    def __call__(self, children: list[Plain]) -> Plain:
        return {**self.node, "content": children}


def _node(node: Plain) -> Node:
    name, inside = node.get("type", ""), node.get("content", [])
    if name in _LISTS:
        return Branch(_LISTS[name], [_item(each, name) for each in inside], _With(node))
    if name in _FRAMES:
        return Branch("frame", [_node(each) for each in inside], _With(node))
    if name == "table":
        return Branch("row", [_row(each) for each in inside], _With(node))
    return _leaf(node, "block", lambda each: markdown(_html(each)))


def _item(node: Plain, list_: str) -> Leaf:
    sign = "1. " if list_ == "orderedList" else "- "

    def say(item: Plain) -> str:
        text = markdown(f"<{_TAGS[list_]}>{_html(item)}</{_TAGS[list_]}>")
        return text[len(sign) :].replace("\n" + " " * len(sign), "\n")

    return _leaf(node, _LISTS[list_], say)


def _row(node: Plain) -> Leaf:
    head = "<th>x</th>" * len(node.get("content", []))

    def say(row: Plain) -> str:
        lines = markdown(f"<table><tbody><tr>{head}</tr>{_html(row)}</tbody></table>").split("\n")
        return lines[2] if len(lines) == 3 else ""

    cells = {each["type"] for each in node.get("content", [])}
    return _leaf(node, "head" if cells == {"tableHeader"} else "row", say)


def _leaf(node: Plain, kind: Kind, say: Callable[[Plain], str]) -> Leaf:
    text = say(node)
    if not text or _is_held(node, kind, text):
        return Leaf(node, kind, text, is_lossless=True)
    nodes: list[Plain] = []
    signed = _signed(node, nodes)
    is_clear = bool(nodes) and _is_held(signed, kind, say(signed))
    inline = Inline(say(signed), nodes) if is_clear else None
    return Leaf(node, kind, text, is_lossless=False, inline=inline)


def _is_held(node: Plain, kind: Kind, text: str) -> bool:
    """Tell whether Markdown says all of it."""
    return [_bare(each) for each in ADF.write(kind, text)] == [_bare(node)]


def _signed(node: Plain, nodes: list[Plain]) -> Plain:
    """With a sign for each mention, picture or colour, which are added to the nodes."""
    if node.get("type") in _INLINE or _is_styled(node):
        nodes.append(node)
        return {"type": "text", "text": Inline.sign(len(nodes) - 1)}
    if "content" not in node:
        return node
    return {**node, "content": [_signed(each, nodes) for each in node["content"]]}


def _is_styled(node: Plain) -> bool:
    return any(mark["type"] not in (*_MARKS, "link") for mark in node.get("marks", []))


def _bare(node: Any) -> Any:
    """Without what Jira adds itself, and with text that has the same marks in one."""
    match node:
        case dict():
            kept = {k: _bare(v) for k, v in node.items() if k not in ("localId", "version")}
            attributes = {k: v for k, v in kept.pop("attrs", {}).items() if v not in (None, "")}
            marks = sorted(kept.pop("marks", []), key=lambda mark: json.dumps(mark, sort_keys=True))
            more = {"attrs": attributes} if attributes else {}
            return {**kept, **more, **({"marks": marks} if marks else {})}
        case list():
            return _joined([_bare(each) for each in node])
        case _:
            return node


def _joined(nodes: list[Any]) -> list[Any]:
    found: list[Any] = []
    for node in nodes:
        before = found[-1] if found else None
        are_texts = all(isinstance(n, dict) and n.get("type") == "text" for n in (before, node))
        if before and are_texts and before.get("marks") == node.get("marks"):
            found[-1] = {**before, "text": before["text"] + node["text"]}
        else:
            found.append(node)
    return found


# To XHTML, which is read as Markdown


def _html(node: Plain) -> str:
    name = node.get("type", "")
    inside = "".join(map(_html, node.get("content", [])))
    match name:
        case "text":
            return _marked(node)
        case "codeBlock":
            return _code(node)
        case "heading":
            tag = f"h{node.get('attrs', {}).get('level', 1)}"
        case _ if name in _EMPTY:
            return _EMPTY[name]
        case _:
            tag = _TAGS.get(name, "")
    return f"<{tag}>{inside}</{tag}>" if tag else inside or escape(_label_of(node))


def _label_of(node: Plain) -> str:
    held = node.get("attrs", {})
    return next((str(held[name]) for name in _SAID if held.get(name)), "")


def _marked(node: Plain) -> str:
    text = escape(node.get("text", ""), quote=False)
    for mark in node.get("marks", []):
        if tag := _MARKS.get(mark["type"]):
            text = f"<{tag}>{text}</{tag}>"
    for mark in node.get("marks", []):
        if mark["type"] == "link":
            text = f'<a href="{escape(mark["attrs"].get("href", ""))}">{text}</a>'
    return text


def _code(node: Plain) -> str:
    language = node.get("attrs", {}).get("language") or ""
    text = "".join(each.get("text", "") for each in node.get("content", []))
    body = text.replace("]]>", "]]]]><![CDATA[>")
    return (
        '<ac:structured-macro ac:name="code">'
        f'<ac:parameter ac:name="language">{escape(language)}</ac:parameter>'
        f"<ac:plain-text-body><![CDATA[{body}]]></ac:plain-text-body></ac:structured-macro>"
    )


# From the XHTML that Markdown becomes


def _blocks_in(html: str) -> list[Plain]:
    (page,) = parsed(html).find_all("page", limit=1)
    return [block for tag in page.children if isinstance(tag, Tag) for block in _block(tag)]


def _block(tag: Tag) -> list[Plain]:
    match tag.name:
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
            level = {"level": int(tag.name[1])}
            made = {"type": "heading", "attrs": level, "content": _inline(tag)}
        case "hr":
            made = {"type": "rule"}
        case "ul" | "ol":
            name = "bulletList" if tag.name == "ul" else "orderedList"
            start = {"attrs": {"order": int(str(tag["start"]))}} if tag.get("start") else {}
            items = [{"type": "listItem", "content": _inside(each)} for each in _tags(tag)]
            made = {"type": name, **start, "content": items}
        case "blockquote":
            made = {"type": "blockquote", "content": _inside(tag)}
        case "table":
            made = {"type": "table", "content": [_table_row(row) for row in tag.find_all("tr")]}
        case "structured-macro":
            made = _code_block(tag)
        case "task-list":
            made = {"type": "bulletList", "content": [_task(each) for each in _tags(tag)]}
        case _:
            made = {"type": "paragraph", "content": _inline(tag)}
    return [made]


def _tags(tag: Tag) -> list[Tag]:
    return [child for child in tag.children if isinstance(child, Tag)]


_BLOCKS = ("p", "ul", "ol", "blockquote", "table", "structured-macro", "hr", "task-list")


def _inside(tag: Tag) -> list[Plain]:
    """Return the blocks inside a tag; loose text between them becomes a paragraph."""
    found: list[Plain] = []
    run: list[Plain] = []
    for child in tag.children:
        if isinstance(child, Tag) and (child.name in _BLOCKS or child.name[:1] == "h"):
            found += [{"type": "paragraph", "content": run}] if run else []
            run = []
            found += _block(child)
        else:
            run += _pieces(child, [])
    return found + ([{"type": "paragraph", "content": run}] if run else [])


def _task(tag: Tag) -> Plain:
    status, body = tag.find("task-status"), tag.find("task-body")
    is_done = status is not None and status.get_text() == "complete"
    said = {"type": "text", "text": "[x] " if is_done else "[ ] "}
    inside = _inline(body) if isinstance(body, Tag) else []
    return {"type": "listItem", "content": [{"type": "paragraph", "content": [said, *inside]}]}


def _table_row(row: Tag) -> Plain:
    cells = [
        {
            "type": "tableHeader" if cell.name == "th" else "tableCell",
            "content": [{"type": "paragraph", "content": _inline(cell)}],
        }
        for cell in _tags(row)
    ]
    return {"type": "tableRow", "content": cells}


def _code_block(tag: Tag) -> Plain:
    language = tag.find("parameter", {"ac:name": "language"})
    body = tag.find("plain-text-body")
    text = body.get_text() if body else ""
    attributes = {"attrs": {"language": language.get_text()}} if language else {}
    content = {"content": [{"type": "text", "text": text}]} if text else {}
    return {"type": "codeBlock", **attributes, **content}


def _inline(tag: Tag) -> list[Plain]:
    return [piece for child in tag.children for piece in _pieces(child, [])]


def _pieces(child: Any, marks: list[Plain]) -> list[Plain]:
    if isinstance(child, NavigableString):
        text = str(child)
        more = {"marks": marks} if marks else {}
        return [{"type": "text", "text": text, **more}] if text else []
    if not isinstance(child, Tag):
        return []
    if child.name == "br":
        return [{"type": "hardBreak"}]
    mark = _mark(child)
    return [
        piece
        for each in child.children
        for piece in _pieces(each, [*marks, mark] if mark else marks)
    ]


def _mark(tag: Tag) -> Plain | None:
    if tag.name == "a":
        return {"type": "link", "attrs": {"href": str(tag.get("href", ""))}}
    names = {"strong": "strong", "em": "em", "del": "strike", "s": "strike", "code": "code"}
    return {"type": names[tag.name]} if tag.name in names else None
