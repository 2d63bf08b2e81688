"""Web pages that were saved to a file."""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import CData, PageElement, PreformattedString, Tag

from agent.adapters.reading.decoding import decoded
from agent.adapters.reading.result import Limits, Reading, Tell, counted
from agent.adapters.reading.writing import Writer, code_block, escaped, one_line, table

_SILENT = {
    "script", "style", "noscript", "template", "head", "nav", "svg", "math", "iframe", "object",
    "embed", "button", "select", "input", "textarea", "canvas", "audio", "video",
}  # fmt: skip
_BLOCKS = {
    "html", "body", "main", "article", "section", "div", "header", "footer", "aside", "figure",
    "figcaption", "p", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "table", "tbody",
    "thead", "tr", "details", "summary", "address", "center", "form", "fieldset", "hr",
    "h1", "h2", "h3", "h4", "h5", "h6",
}  # fmt: skip
_UNREAD = (
    ("picture", ("img", "picture > source", "svg", "canvas")),
    ("film, sound or frame", ("video", "audio", "iframe", "object", "embed")),
)
_MARKS = re.compile(r"([\\`*_\[\]<>|])")


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:  # noqa: ARG001 - as all readers
    found = decoded(data)
    soup = BeautifulSoup(found.text, "lxml")
    writer = Writer()
    _Walk(writer).down(soup.body or soup)
    tell(1, 1)
    return Reading(
        writer.text,
        title=one_line(soup.title.get_text()) if soup.title else "",
        author=_meta(soup, "author"),
        date=_meta(soup, "date") or _meta(soup, "dcterms.date"),
        language=str(soup.html.get("lang") or "") if soup.html else "",
        notes=(*([found.note] if found.note else []), *_notes(soup)),
    )


class _Walk:
    """Goes through the page and writes a block whenever one has ended."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._words: list[str] = []

    def down(self, tag: Tag) -> None:
        for child in tag.children:
            self._one(child)
        if tag.name in _BLOCKS:
            self._end()

    def _one(self, child: PageElement) -> None:
        if isinstance(child, Tag):
            if child.name not in _SILENT:
                self._tag(child)
        # Comments and declarations are strings as well.
        elif isinstance(child, CData) or not isinstance(child, PreformattedString):
            self._words.append(_MARKS.sub(r"\\\1", str(child)))

    def _tag(self, child: Tag) -> None:
        if child.name in _BLOCKS:
            self._end()
        if child.name in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            self._writer.heading(child.get_text(" "), int(child.name[1]))
        elif child.name == "pre":
            self._writer.block(code_block(child.get_text()))
        elif child.name == "table" and not child.find("table"):
            self._writer.block(table(list(_rows(child))))
        elif child.name in {"br", "wbr"}:
            self._words.append(" " if child.name == "br" else "")
        elif child.name == "code":
            self._words.append(f"`{one_line(child.get_text()).replace('`', '')}`")
        elif child.name == "li":
            self._item(child)
        else:
            self.down(child)

    def _item(self, item: Tag) -> None:
        self._words.append("- ")
        self.down(item)

    def _end(self) -> None:
        text = one_line("".join(self._words))
        self._words = []
        if text not in {"", "-"}:
            self._writer.block(escaped(text))


def _rows(found: Tag) -> Iterator[list[str]]:
    for row in found.find_all("tr"):
        yield [cell.get_text(" ") for cell in row.find_all(["td", "th"])]


def _meta(soup: BeautifulSoup, name: str) -> str:
    tag = soup.find("meta", attrs={"name": re.compile(f"^{re.escape(name)}$", re.IGNORECASE)})
    return one_line(str(tag.get("content") or "")) if isinstance(tag, Tag) else ""


def _notes(soup: BeautifulSoup) -> Iterator[str]:
    for noun, selectors in _UNREAD:
        if number := len(soup.select(", ".join(selectors))):
            many = "films, sounds or frames" if noun.startswith("film") else "pictures"
            yield f"{counted(number, noun, many)} not read."
    if tables := len(soup.find_all("table")):
        yield f"{counted(tables, 'table')} read as text."
    if formulas := len(soup.find_all("math")):
        yield f"{counted(formulas, 'formula')} not read."
    if soup.find("script"):
        yield "Its scripts were ignored."
