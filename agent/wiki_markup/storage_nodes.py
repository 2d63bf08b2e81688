"""The nodes of Confluence's storage format."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from agent.wiki_markup.marks import names
from agent.wiki_markup.patching import Branch, Inline, Kind, Leaf, Node, marked, table_of
from agent.wiki_markup.reading import markdown
from agent.wiki_markup.surviving import survives
from agent.wiki_markup.writing import storage

_TAG = re.compile(
    r"<!\[CDATA\[.*?\]\]>|<!--.*?-->"
    r"|<(?P<end>/?)(?P<name>[A-Za-z][\w:.-]*)(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*?(?P<empty>/?)>",
    re.DOTALL,
)
_FRAMES = names("ac:layout ac:layout-section ac:layout-cell ac:rich-text-body ac:adf-content div")
_LISTS: dict[str, Kind] = {"ul": "bullet", "ol": "number"}
_BLOCKS = names("""
    p ul ol table pre blockquote hr h1 h2 h3 h4 h5 h6 div ac:task-list ac:structured-macro
    ac:layout ac:layout-section ac:layout-cell ac:adf-extension ac:image
""")
_INLINE = names("""
    ac:link ac:emoticon ac:image ac:inline-comment-marker ac:placeholder ac:structured-macro
    time span u sub sup
""")


@dataclass
class _Element:
    name: str
    start: int
    inner: int
    """Where its content begins."""
    inner_end: int = 0
    end: int = 0
    children: list["_Element"] = field(default_factory=list)


class StorageFormat:
    def read(self, body: str) -> list[Node]:
        return _nodes(body, _parsed(body))

    def join(self, nodes: list[str]) -> str:
        return "".join(nodes)

    def write(self, kind: Kind, text: str) -> list[str]:
        match kind:
            case "block":
                return [storage(text)]
            case "row" | "head":
                head, row, _ = storage(table_of(text)).split("</tr>")
                return [f"{head[head.index('<tr>') :] if kind == 'head' else row}</tr>"]
            case _:
                made = storage(marked(text, "1. " if kind == "number" else "- "))
                return [made[made.index("<li>") : made.rindex("</li>") + 5]]

    def wrap(self, kind: Kind, raws: list[str]) -> str:
        inside = "".join(raws)
        match kind:
            case "row":
                return f"<table><tbody>{inside}</tbody></table>"
            case "number":
                return f"<ol>{inside}</ol>"
            case _:
                return f"<ul>{inside}</ul>"

    def fill(self, raw: str, nodes: Sequence[str]) -> str:
        return "".join(Inline.filled(raw, nodes))


STORAGE = StorageFormat()


def _parsed(body: str) -> _Element:
    root = _Element("", 0, 0, len(body), len(body))
    open_ = [root]
    for tag in _TAG.finditer(body):
        if not tag["name"]:
            continue
        if tag["end"]:
            if len(open_) > 1:
                element = open_.pop()
                element.inner_end, element.end = tag.start(), tag.end()
            continue
        element = _Element(tag["name"], tag.start(), tag.end(), tag.end(), tag.end())
        open_[-1].children.append(element)
        if not tag["empty"]:
            open_.append(element)
    return root


def _nodes(body: str, parent: _Element) -> list[Node]:
    """Blocks, and between them runs of words; blanks go with what follows them."""
    found: list[Node] = []
    at = parent.inner
    for child in parent.children:
        if child.name not in _BLOCKS:
            continue
        if between := body[at : child.start]:
            found.append(_words(between))
        found.append(_block(body, child))
        at = child.end
    if rest := body[at : parent.inner_end]:
        found.append(_words(rest))
    return found


def _words(raw: str) -> Leaf:
    return _leaf(raw, "block", markdown, lambda words: words)


def _leaf(raw: str, kind: Kind, say: Callable[[str], str], whole: Callable[[str], str]) -> Leaf:
    """`whole` is what the raw text is a part of, as a list is of its entry."""
    if survives(whole(raw)):
        return Leaf(raw, kind, say(raw), is_lossless=True)
    signed, nodes = _signed(raw)
    inline = Inline(say(signed), nodes) if nodes and survives(whole(signed)) else None
    return Leaf(raw, kind, say(raw), is_lossless=False, inline=inline)


def _signed(raw: str) -> tuple[str, list[str]]:
    """With a sign for each mention, picture or colour in it, and these."""
    pieces, nodes, at = [], list[str](), 0
    for each in _inline(_parsed(raw)):
        pieces += [raw[at : each.start], Inline.sign(len(nodes))]
        nodes.append(raw[each.start : each.end])
        at = each.end
    return "".join([*pieces, raw[at:]]), nodes


def _inline(parent: _Element) -> Iterator[_Element]:
    for child in parent.children:
        if child.name in _INLINE and parent.name:
            yield child
        else:
            yield from _inline(child)


def _block(body: str, element: _Element) -> Node:
    raw = body[element.start : element.end]
    rows = list(_rows(element)) if element.name == "table" else []
    if element.name in _LISTS and _are_all(element, "li"):
        return _branch(body, element, _LISTS[element.name])
    if rows and all(_are_all(row, "td", "th") for row in rows):
        return _table(body, element, rows)
    if frame := _frame(element):
        children = _nodes(body, frame)
        return Branch("frame", children, _around(body, element, frame.inner, frame.inner_end))
    return _words(raw)


def _are_all(element: _Element, *known: str) -> bool:
    return bool(element.children) and all(child.name in known for child in element.children)


def _frame(element: _Element) -> _Element | None:
    if element.name in _FRAMES:
        return element
    if element.name in ("ac:structured-macro", "ac:adf-extension"):
        return next((child for child in element.children if child.name in _FRAMES), None)
    return None


def _around(body: str, element: _Element, start: int, end: int) -> "Around":
    return Around(body[element.start : start], body[end : element.end])


@dataclass(frozen=True)
class Around:
    """Puts children between the tags that were around the former ones."""

    before: str
    behind: str

    def __call__(self, children: list[str]) -> str:
        return f"{self.before}{''.join(children)}{self.behind}"


def _branch(body: str, element: _Element, kind: Kind) -> Branch:
    sign = "1. " if kind == "number" else "- "

    def whole(raw: str) -> str:
        return f"<{element.name}>{raw}</{element.name}>"

    def say(raw: str) -> str:
        return _unindented(markdown(whole(raw)), sign)

    children: list[Node] = []
    at = element.inner
    for item in element.children:
        children.append(_leaf(body[at : item.end], kind, say, whole))
        at = item.end
    return Branch(kind, children, _around(body, element, element.inner, at))


def _unindented(text: str, sign: str) -> str:
    return text[len(sign) :].replace("\n" + " " * len(sign), "\n")


def _rows(table: _Element) -> Iterator[_Element]:
    for child in table.children:
        if child.name == "tr":
            yield child
        elif child.name in ("tbody", "thead"):
            yield from (row for row in child.children if row.name == "tr")


def _table(body: str, element: _Element, rows: list[_Element]) -> Branch:
    children: list[Node] = []
    at = rows[0].start
    for row in rows:
        raw = body[at : row.end]
        children.append(_row(raw, body[row.start : row.end], len(row.children)))
        at = row.end
    return Branch("row", children, _around(body, element, rows[0].start, at))


def _row(raw: str, row: str, cells: int) -> Leaf:
    head = f"<tr>{'<th>x</th>' * cells}</tr>"

    def below(row: str) -> str:
        return f"<table><tbody>{head}{row[row.index('<tr') :]}</tbody></table>"

    def say(row: str) -> str:
        lines = markdown(below(row)).split("\n")
        return lines[2] if len(lines) == 3 else ""

    if survives(f"<table><tbody>{row}</tbody></table>"):
        return Leaf(raw, "head", say(row), is_lossless=True)
    return _leaf(raw, "row", say, below)
