"""Markdown to Confluence's storage format. Always well-formed, whatever the text."""

import re
from collections.abc import Sequence
from html import escape, unescape
from itertools import groupby
from urllib.parse import quote, unquote
from xml.parsers import expat

from markdown_it import MarkdownIt
from markdown_it.common.utils import unescapeAll
from markdown_it.rules_core import StateCore
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.tasklists import tasklists_plugin

from agent.exchange.wiki_markup.marks import LANGUAGES, NAMESPACES, may_link, printable
from agent.language.text import HAN

DEEPEST = 60
MOST_MARKS = 3_000
"""In one paragraph: the time of the parser grows with the square of them."""

_UNSAFE = re.compile(r"[\x00-\x20\x7f\"<>\\^`{|}]")
_MARK = re.compile(r"[*_~\[\]`]")
_WORD = re.compile(r"[^\W_]+")
_LIST_MARK = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t>]+|$)(?:\[[ xX]\](?=\s))?)+", re.MULTILINE
)
_WITH_ENTITY = re.compile(r"(?:\b\w+)?&#?\w+;\w*")
_HAN = re.compile(f"[{HAN}]")
_SIGNS = "[，。！？、；：（）《》「」『』【】“”‘’,.!?;:()]{0,3}"
_HAN_BOLD = re.compile(
    rf"(`+).+?\1|\*\*(?P<head>{_SIGNS})(?P<text>[^\s*`]|[^\s*`][^*`\n]{{0,300}}?[^\s*`])"
    rf"(?P<tail>{_SIGNS})\*\*"
)
# The only HTML is the checkbox of a task: source text makes none.
_BARE = {"softbreak": " ", "hardbreak": "<br/>", "html_inline": ""}
_TAGS = {"strong": "strong", "em": "em", "s": "del"}


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 - markdown-it's name
        return may_link(url)

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - as above
        return _UNSAFE.sub(lambda found: quote(found.group()), printable(url))


def _parser() -> MarkdownIt:
    parser = _Parser("commonmark", {"html": False, "maxNesting": DEEPEST})
    # A definition is not shown: "[Open question]: who?" would be lost.
    parser.enable(["table", "strikethrough"]).disable("reference").use(tasklists_plugin)
    parser.core.ruler.before("inline", "han_emphasis", _free_marks)
    return parser


def _free_marks(state: StateCore) -> None:
    """`**标准：**用户` is no emphasis to Markdown, which wants a space there; Chinese has none."""
    for token in state.tokens:
        if token.type == "inline":
            token.content = _HAN_BOLD.sub(_freed, token.content)


def _freed(found: re.Match[str]) -> str:
    if found["text"] is None:
        return found.group()
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    head, text, tail = found["head"], found["text"], found["tail"]
    if not _HAN.match(before):
        head, text = "", head + text
    if not _HAN.match(after):
        text, tail = text + tail, ""
    return f"{head}**{text}**{tail}"


_PARSER = _parser()


def storage(markdown: str) -> str:
    """The text in Confluence's storage format.

    Markup in it is shown, not obeyed; pictures become links. No word is lost:
    what Markdown would drop some of is shown as it stands.
    """
    source = printable(markdown.replace("\r\n", "\n").replace("\r", "\n"))
    paragraphs = source.split("\n\n")
    if any(len(_MARK.findall(paragraph)) > MOST_MARKS for paragraph in paragraphs):
        return "\n".join(_as_it_stands(each) for each in paragraphs if each.strip())
    lines = source.split("\n")
    writer = _Writer()
    parts = []
    for block in SyntaxTreeNode(_PARSER.parse(source)).children:
        start, end = block.map or (0, 0)
        raw = "\n".join(lines[start:end])
        made = writer.block(block)
        parts.append(made if _words(raw) <= _shown(made) else _as_it_stands(raw))
    return "\n".join(parts)


def is_well_formed(body: str) -> bool:
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(f"<page {NAMESPACES}>{body}</page>".encode(), True)  # noqa: FBT003
    except (expat.ExpatError, UnicodeEncodeError):
        return False
    return True


def _words(source: str) -> set[str]:
    """Those that must be shown: no marks of lists, and no named characters."""
    return set(_WORD.findall(_WITH_ENTITY.sub(" ", _LIST_MARK.sub("", source))))


def _shown(made: str) -> set[str]:
    text = unescape(made.replace("]]]]><![CDATA[>", "]]>"))
    return {*_WORD.findall(text), *_WORD.findall(unquote(text))}


def _as_it_stands(raw: str) -> str:
    return "<p>" + "<br/>".join(_text(line.strip()) for line in raw.strip().split("\n")) + "</p>"


def _text(text: str) -> str:
    return escape(printable(text), quote=False)


def _attribute(text: object) -> str:
    return escape(printable(str(text)))


class _Writer:
    def __init__(self) -> None:
        self._tasks = 0

    def block(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "paragraph":
                inside = self._all(node.children)
                return inside if node.hidden else f"<p>{inside}</p>"
            case "heading":
                return f"<{node.tag}>{self._all(node.children)}</{node.tag}>"
            case "bullet_list" | "ordered_list":
                return self._list(node)
            case "blockquote":
                return f"<blockquote>{self._all(node.children)}</blockquote>"
            case "fence" | "code_block":
                return _code(node.content, info=unescapeAll(node.info))
            case "hr":
                return "<hr/>"
            case "table":
                rows = (row for part in node.children for row in part.children)
                return f"<table><tbody>{''.join(map(self._row, rows))}</tbody></table>"
            case _:
                return self._inline(node)

    def _all(self, nodes: Sequence[SyntaxTreeNode]) -> str:
        return "".join(map(self.block, nodes))

    def _list(self, node: SyntaxTreeNode) -> str:
        # In one task list there are tasks only.
        runs = groupby(node.children, key=_is_task)
        return "".join(
            self._task_list(list(items)) if are_tasks else self._plain_list(node, list(items))
            for are_tasks, items in runs
        )

    def _plain_list(self, node: SyntaxTreeNode, items: list[SyntaxTreeNode]) -> str:
        inside = "".join(f"<li>{self._all(item.children)}</li>" for item in items)
        start = int(node.attrs.get("start", 1)) + node.children.index(items[0])
        first = f' start="{start}"' if node.tag == "ol" and start != 1 else ""
        return f"<{node.tag}{first}>{inside}</{node.tag}>"

    def _task_list(self, items: list[SyntaxTreeNode]) -> str:
        return f"<ac:task-list>{''.join(map(self._task, items))}</ac:task-list>"

    def _task(self, item: SyntaxTreeNode) -> str:
        self._tasks += 1
        number, checkbox = self._tasks, item.children[0].children[0].children[0]
        status = "complete" if "checked=" in checkbox.content else "incomplete"
        return (
            f"<ac:task><ac:task-id>{number}</ac:task-id>"
            f"<ac:task-status>{status}</ac:task-status>"
            f"<ac:task-body>{self._all(item.children).strip()}</ac:task-body></ac:task>"
        )

    def _row(self, row: SyntaxTreeNode) -> str:
        cells = []
        for cell in row.children:
            align = str(cell.attrs.get("style", "")).removeprefix("text-align:")
            style = f' style="text-align: {align};"' if align else ""
            cells.append(f"<{cell.tag}{style}>{self._all(cell.children)}</{cell.tag}>")
        return f"<tr>{''.join(cells)}</tr>"

    def _inline(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "inline":
                return self._all(node.children)
            case "strong" | "em" | "s":
                tag = _TAGS[node.type]
                return f"<{tag}>{self._all(node.children)}</{tag}>"
            case "code_inline":
                return f"<code>{_text(node.content)}</code>"
            case "link":
                return self._link(node)
            case "image":
                return _image(node)
            case "softbreak" | "hardbreak" | "html_inline":
                return _BARE[node.type]
            case _:
                return _text(node.content)

    def _link(self, node: SyntaxTreeNode) -> str:
        # A link holds no other link: the addresses of pictures in it follow it.
        pictures = [each for each in node.walk() if each.type == "image"]
        inside = "".join(
            _text(_alt(each)) if each.type == "image" else self.block(each)
            for each in node.children
        )
        if any(picture not in node.children for picture in pictures):
            inside = _text(_alt(node))
        behind = "".join(f" ({_anchor(each.attrs.get('src', ''))})" for each in pictures)
        href = node.attrs.get("href", "")
        return _anchor(href, inside=inside, title=node.attrs.get("title", "")) + behind


def _is_task(item: SyntaxTreeNode) -> bool:
    return "task-list-item" in str(item.attrs.get("class", ""))


def _alt(node: SyntaxTreeNode) -> str:
    if node.type == "image":
        return unescapeAll(node.content)
    if not node.children:
        return " " if node.type in {"softbreak", "hardbreak"} else node.content
    return "".join(map(_alt, node.children))


def _image(node: SyntaxTreeNode) -> str:
    title = node.attrs.get("title", "")
    return _anchor(node.attrs.get("src", ""), inside=_text(_alt(node)), title=title)


def _anchor(href: object, *, inside: str = "", title: object = "") -> str:
    if not href:
        return inside + (f" ({_text(str(title))})" if title else "")
    told = f' title="{_attribute(title)}"' if title else ""
    return f'<a href="{_attribute(href)}"{told}>{inside or _text(str(href))}</a>'


def _code(content: str, *, info: str) -> str:
    first, _, rest = info.strip().partition(" ")
    language, title = (first, rest) if first.lower() in LANGUAGES else ("", info.strip())
    given = {"language": language, "title": title.strip()}
    parameters = "".join(
        f'<ac:parameter ac:name="{name}">{_text(value)}</ac:parameter>'
        for name, value in given.items()
        if value
    )
    body = printable(content.removesuffix("\n")).replace("]]>", "]]]]><![CDATA[>")
    return (
        f'<ac:structured-macro ac:name="code" ac:schema-version="1">{parameters}'
        f"<ac:plain-text-body><![CDATA[{body}]]></ac:plain-text-body></ac:structured-macro>"
    )
