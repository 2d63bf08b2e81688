"""Confluence's storage format to Markdown, also of pages that people wrote in its editor."""

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from html.entities import html5
from itertools import pairwise
from urllib.parse import quote

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from agent.exchange.wiki_markup.marks import NAMESPACES, may_link, names, printable

DEEPEST = 60

_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_BLOCKS = names("""
    p div ul ol li table tbody thead tr td th pre blockquote hr section h1 h2 h3 h4 h5 h6
    ac:task-list ac:task ac:task-body ac:structured-macro ac:rich-text-body ac:plain-text-body
    ac:layout ac:layout-section ac:layout-cell ac:adf-extension ac:adf-fallback
""")
_SILENT = names("""
    script style ac:parameter ac:task-id ac:task-uuid ac:task-status ac:placeholder
    ac:adf-attribute ri:shortcut ri:space
""")
_PANELS = frozenset({"info", "note", "tip", "warning", "panel"})
_INLINE_MACROS = {"status": "title", "jira": "key", "anchor": ""}
_MARKS = {"strong": "**", "b": "**", "em": "_", "i": "_", "del": "~~", "s": "~~", "strike": "~~"}
_ENTITY = re.compile(r"<!\[CDATA\[.*?\]\]>|<!(?!--)|&(?:([A-Za-z][A-Za-z0-9]*);|#\w+;|)", re.DOTALL)
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_ALIGN = re.compile(r"text-align:\s*(left|center|right)")
_SPACE = re.compile(r"[ \t\r\n\f]+")
_ESCAPES = (
    (re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)"), r"\\\\"),
    (re.compile(r"(`|(?<! )\*|\*(?! )|(?<![^\W_])_|_(?![^\W_])|~(?=~)|(?<=~)~)"), r"\\\1"),
    (re.compile(r"\]\("), r"]\\("),
    (re.compile(r"<(?=[A-Za-z][^\s<>]*[:@])"), r"\\<"),
    (re.compile(r"&(?=#?\w+;)"), r"\\&"),
)
_SPACED = re.compile(r"[\s<>]")
# At the beginning of a line these would make a heading, a list, a quote, a line or a table.
_STARTS = (
    (re.compile(r"^(#{1,6}|[-+*])(?=\s|$)"), r"\\\1"),
    (re.compile(r"^(\d{1,9})([.)])(?=\s|$)"), r"\1\\\2"),
    (re.compile(r"^(>|=+\s*$|[-:|][-:|\s]*$)"), r"\\\1"),
)
_TASK = re.compile(r"^\[(?=[ xX]\]\s)")
# What may stand outside of the emphasis when it could not end with it.
_OUTER = re.compile(r"[.,;:!?。，；：！？、]+$")


@lru_cache(maxsize=200)
def markdown(storage: str) -> str:
    """Convert a page to Markdown. Layout, pictures and computed macros are left out."""
    soup = parsed(storage)
    for tag in soup.find_all(list(_MARKS)):
        _join_next(tag)
    return "\n\n".join(_blocks(soup, 0))


def parsed(storage: str) -> BeautifulSoup:
    source = _ENTITY.sub(_resolved, printable(storage))
    return BeautifulSoup(f"<page {NAMESPACES}>{source}</page>", "lxml-xml")


def _join_next(tag: Tag) -> None:
    """What an editor has split in two is one emphasis: marks in a row mean something else."""
    while isinstance(after := tag.next_sibling, Tag) and after.name == tag.name:
        tag.extend(list(after.contents))
        after.extract()


def _resolved(found: re.Match[str]) -> str:
    """Replace HTML's named characters, of which XML knows only five; unknown names are text."""
    whole, name = found.group(), found.group(1)
    if whole in {"&", "<!"}:
        return escape(whole)
    if name is None or name in _XML_ENTITIES:
        return whole
    return html5.get(f"{name};", f"&amp;{name};")


# Blocks


def _blocks(node: Tag, depth: int) -> list[str]:
    if depth > DEEPEST:
        return _paragraph(_escaped(node.get_text(" ")))
    made: list[str] = []
    run: list[str] = []
    for child in _children(node):
        if isinstance(child, Tag) and _is_block(child):
            made += _paragraph("".join(run))
            run = []
            made += _block(child, depth + 1, before=made[-1] if made else "")
        else:
            run.append(_piece(child, depth + 1, before=run[-1][-1:] if run else ""))
    return made + _paragraph("".join(run))


def _children(node: Tag) -> list[Tag | NavigableString]:
    """Tags and text, no comments."""
    return [
        child for child in node.children if isinstance(child, Tag) or type(child) is NavigableString
    ]


def _tags(node: Tag) -> list[Tag]:
    return [child for child in node.children if isinstance(child, Tag)]


def _is_block(tag: Tag) -> bool:
    if _name(tag) == "ac:structured-macro":
        return str(tag.get("ac:name")) not in _INLINE_MACROS
    return _name(tag) in _BLOCKS or (
        _name(tag) not in _SILENT and tag.find(lambda each: _name(each) in _BLOCKS) is not None
    )


def _name(tag: Tag) -> str:
    return f"{tag.prefix}:{tag.name.rpartition(':')[2]}" if tag.prefix else tag.name


def _block(tag: Tag, depth: int, *, before: str) -> list[str]:
    name = _name(tag)
    match name:
        case _ if name in _HEADINGS:
            text = _line(_inline(tag, depth))
            return [f"{'#' * _HEADINGS[name]} {text}"] if text else []
        case "ul" | "ol" | "ac:task-list":
            return _list(tag, depth, before=before)
        case "table":
            return _table(tag, depth)
        case "pre":
            return [_fence(tag.get_text(), info="")]
        case "blockquote":
            return _quote(_blocks(tag, depth))
        case "hr":
            return ["---"]
        case "ac:structured-macro":
            return _macro(tag, depth)
        case _:
            return [] if name in _SILENT else _blocks(tag, depth)


def _paragraph(inline: str) -> list[str]:
    lines = [text for line in inline.split("\n") if (text := _line(line))]
    return ["\\\n".join(map(_started, lines))] if lines else []


def _started(line: str) -> str:
    for pattern, into in _STARTS:
        line = pattern.sub(into, line)
    return line


def _line(inline: str) -> str:
    return _SPACE.sub(" ", inline).strip(" ")


def _quote(blocks: list[str]) -> list[str]:
    text = "\n\n".join(blocks)
    return ["\n".join(f"> {line}".rstrip() for line in text.split("\n"))] if text else []


def _list(tag: Tag, depth: int, *, before: str) -> list[str]:
    # After another list only other marks begin a new one.
    if tag.name == "ol":
        marker = ")" if re.match(r"\d+\. ", before) else "."
    else:
        marker = "*" if before.startswith("- ") else "-"
    number = _number(tag.get("start"))
    items: list[str] = []
    for child in _tags(tag):
        blocks = _blocks(child, depth)
        sign = f"{number + len(items)}{marker} " if tag.name == "ol" else f"{marker} "
        if _name(child) == "ac:task":
            status = child.find("ac:task-status")
            sign += "[x] " if status and status.get_text().strip() == "complete" else "[ ] "
        elif blocks:
            blocks[0] = _TASK.sub(r"\\[", blocks[0])
        if blocks:
            items.append(_item(blocks, sign))
    return ["\n".join(items)] if items else []


def _number(start: object) -> int:
    text = str(start)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _item(blocks: list[str], sign: str) -> str:
    # After "- " three hyphens would make a line of the whole item.
    blocks = ["___" if block == "---" else block for block in blocks]
    text = blocks[0]
    for before, block in pairwise(blocks):
        is_nested = re.match(r"- |\* |1[.)] ", block) and not re.match(r"[-*#>|`~]|\d", before)
        text += ("\n" if is_nested else "\n\n") + block
    indent = " " * (2 if "[" in sign else len(sign))
    first, *rest = text.split("\n")
    return "\n".join([sign + first, *(f"{indent}{line}".rstrip() for line in rest)])


def _table(tag: Tag, depth: int) -> list[str]:
    rows = [row for row in tag.find_all("tr") if row.find_parent("table") is tag]
    cells = [row.find_all(["th", "td"], recursive=False) for row in rows]
    texts = [[text for cell in row for text in _cell(cell, depth)] for row in cells]
    width = max(map(len, texts), default=0)
    if not any(text for row in texts for text in row):
        return []
    has_header = bool(cells[0]) and all(cell.name == "th" for cell in cells[0])
    header, body = (texts[0], texts[1:]) if has_header else ([], texts)
    signs = [_align(cell) for cell in cells[0]] if has_header else []
    ruled = [*signs[:width], *["---"] * (width - len(signs))]
    padded = [[*row, *[""] * (width - len(row))] for row in (header, ruled, *body)]
    return ["\n".join(f"| {' | '.join(row)} |" for row in padded)]


def _cell(cell: Tag, depth: int) -> list[str]:
    """Its text, and empty ones for the columns that it spans beside its own."""
    text = _line(_inline(cell, depth)).replace("|", "\\|")
    return [text, *[""] * (min(_number(cell.get("colspan")), 50) - 1)]


def _align(cell: Tag) -> str:
    found = _ALIGN.search(str(cell.get("style", "")))
    signs = {"left": ":---", "center": ":---:", "right": "---:"}
    return signs[found.group(1)] if found else "---"


def _macro(tag: Tag, depth: int) -> list[str]:
    name = str(tag.get("ac:name"))
    plain, rich = _child(tag, "ac:plain-text-body"), _child(tag, "ac:rich-text-body")
    title = _parameter(tag, "title")
    if plain is not None:
        info = " ".join(filter(None, (_parameter(tag, "language"), title)))
        return [_fence(plain.get_text(), info=info)]
    if rich is None:
        return []
    heading = _paragraph(f"**{_escaped(title)}**") if title else []
    blocks = heading + _blocks(rich, depth)
    return _quote(blocks) if name in _PANELS else blocks


def _child(tag: Tag, name: str) -> Tag | None:
    return next((each for each in _tags(tag) if _name(each) == name), None)


def _parameter(tag: Tag, name: str) -> str:
    for each in _tags(tag):
        if _name(each) == "ac:parameter" and each.get("ac:name") == name:
            return _line(each.get_text())
    return ""


def _fence(content: str, *, info: str) -> str:
    sign = "~" if "`" in info else "`"
    longest = max((len(run) for run in re.findall(f"{sign}+", content)), default=0)
    fence = sign * max(3, longest + 1)
    return f"{fence}{info}\n{content}\n{fence}"


# Within a line


def _inline(node: Tag, depth: int) -> str:
    """Breaks of lines stand in it as line breaks."""
    if depth > DEEPEST:
        return _escaped(node.get_text(" "))
    text = ""
    for child in _children(node):
        text += _piece(child, depth + 1, before=text[-1:])
    return text


def _piece(child: Tag | NavigableString, depth: int, *, before: str) -> str:
    if not isinstance(child, Tag):
        return _escaped(str(child))
    name = _name(child)
    if name in _SILENT:
        return ""
    if name in _MARKS:
        return _emphasised(child, depth, before=before)
    if name in _PIECES:
        return _PIECES[name](child, depth)
    text = _inline(child, depth)
    return f" {text} " if name in _BLOCKS else text


def _escaped(text: str) -> str:
    text = _SPACE.sub(" ", text)
    for pattern, into in _ESCAPES:
        text = pattern.sub(into, text)
    return text


def _code_span(content: str) -> str:
    content = _line(content)
    if not content:
        return ""
    longest = max((len(run) for run in re.findall("`+", content)), default=0)
    sign = "`" * (longest + 1)
    room = " " if content.startswith("`") or content.endswith("`") else ""
    return f"{sign}{room}{content}{room}{sign}"


def _link(text: str, address: str, *, title: str = "") -> str:
    text, address = _line(text), address.strip()
    if not address or not may_link(address):
        return text
    text = re.sub(r"(?<!\\)([\[\]])", r"\\\1", text or _escaped(address))
    if re.search(r"[\s()<>]", address):
        address = f"<{_SPACED.sub(lambda found: quote(found.group()), address)}>"
    told = _line(title).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{text}]({address} "{told}")' if told else f"[{text}]({address})"


def _wiki_link(tag: Tag, depth: int) -> str:
    for name in ("ac:link-body", "ac:plain-text-link-body"):
        body = _child(tag, name)
        if body is not None:
            return _inline(body, depth)
    for each in _tags(tag):
        for attribute in ("ri:content-title", "ri:filename"):
            if each.get(attribute):
                return _escaped(str(each.get(attribute)))
        if _name(each) == "ri:user":
            return "@user"
    return ""


def _image(tag: Tag) -> str:
    told = str(tag.get("ac:alt", "") or tag.get("ac:title", ""))
    for each in _tags(tag):
        if _name(each) == "ri:url":
            return _link(_escaped(told), str(each.get("ri:value", "")))
        if _name(each) == "ri:attachment":
            return _escaped(told or str(each.get("ri:filename", "")))
    return _escaped(told)


def _inline_macro(tag: Tag, depth: int) -> str:
    plain, rich = _child(tag, "ac:plain-text-body"), _child(tag, "ac:rich-text-body")
    if plain is not None:
        return f" {_code_span(plain.get_text())} "
    if rich is not None:
        return f" {_inline(rich, depth)} "
    return _escaped(_parameter(tag, _INLINE_MACROS.get(str(tag.get("ac:name")), "")))


def _emphasised(tag: Tag, depth: int, *, before: str) -> str:
    """Marked where Markdown can tell the marks from letters beside them; else plain."""
    inside = _inline(tag, depth)
    text = inside.strip(" ")
    after = tag.next_sibling.get_text()[:1] if tag.next_sibling else ""
    head, tail = inside[: len(inside) - len(inside.lstrip(" "))], inside[len(inside.rstrip(" ")) :]
    if after.isalnum() and not tail and (outer := _OUTER.search(text)):
        text, tail = text[: outer.start()], outer.group()
    mark = _MARKS[_name(tag)]
    left, right = head or before, tail or after
    if mark == "_" and (left[-1:].isalnum() or right[:1].isalnum()):
        mark = "*"
    opens = text[:1].isalnum() or not left[-1:].isalnum()
    closes = text[-1:].isalnum() or not right[:1].isalnum()
    is_clear = left[-1:] != mark[0] and not {mark[0], "\n"} & set(text)
    if not text or not opens or not closes or not is_clear:
        return inside
    return f"{head}{mark}{text}{mark}{tail}"


_PIECES: dict[str, Callable[[Tag, int], str]] = {
    "br": lambda _tag, _depth: "\n",
    "code": lambda tag, _: _code_span(tag.get_text()),
    "tt": lambda tag, _: _code_span(tag.get_text()),
    "pre": lambda tag, _: _code_span(tag.get_text()),
    "a": lambda tag, depth: _link(
        _inline(tag, depth), str(tag.get("href", "")), title=str(tag.get("title", ""))
    ),
    "img": lambda tag, _: _link(_escaped(str(tag.get("alt", ""))), str(tag.get("src", ""))),
    "time": lambda tag, _: _escaped(str(tag.get("datetime", ""))),
    "ac:link": _wiki_link,
    "ac:image": lambda tag, _: _image(tag),
    "ac:emoticon": lambda tag, _: _escaped(str(tag.get("ac:emoji-fallback", ""))),
    "ac:structured-macro": _inline_macro,
}
