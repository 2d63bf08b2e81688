"""Reads web pages: their main text, without navigation and invisible parts."""

import re
from collections.abc import Iterator
from typing import Any

import trafilatura
from lxml import etree  # type: ignore[import-untyped]
from lxml.html import HTMLParser, document_fromstring  # type: ignore[import-untyped]

from agent.adapters.reading.hidden import Removed, remove_hidden
from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable
from agent.adapters.reading.writing import Writer, code_block, escaped, one_line, table

_BLOCKS = {"head", "p", "list", "table", "quote", "code", "div", "ab", "item"}
_LEVEL = re.compile(r"h([1-6])")


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:  # noqa: ARG001 - as all readers
    """UTF-8, as the fetcher gives it."""
    try:
        page = document_fromstring(data, parser=HTMLParser(encoding="utf-8"))
    except etree.ParserError as error:
        raise Unreadable("The page is empty.") from error
    language = str(page.get("lang") or page.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
    removed = remove_hidden(page)
    tell(1, 1)
    found = trafilatura.bare_extraction(
        page,
        include_comments=False,
        with_metadata=True,
        # A date in the text may be any date; one that the page states is its own.
        date_extraction_params={"extensive_search": False, "original_date": True},
    )
    if found is None or isinstance(found, dict):
        raise Unreadable("The page contains no text that a reader could see.")
    writer = Writer()
    for element in found.body:
        _write(writer, element)
    return Reading(
        writer.text,
        title=one_line(found.title or ""),
        author=one_line(found.author or ""),
        date=found.date or "",
        language=language,
        notes=tuple(_notes(removed)),
    )


def _notes(removed: Removed) -> Iterator[str]:
    if removed.places:
        places = "1 place" if removed.places == 1 else f"{removed.places:,} places"
        words = "1 word" if removed.words == 1 else f"{removed.words:,} words"
        yield f"Text that the page hides from its readers was left out: {words} in {places}."


def _write(writer: Writer, element: Any) -> None:
    match element.tag:
        case "head":
            found = _LEVEL.match(element.get("rend") or "")
            writer.heading(_text(element), int(found[1]) if found else 2)
        case "list":
            writer.block("\n".join(f"- {item}" for item in _items(element) if item))
        case "table":
            rows = [[_text(cell) for cell in row.iter("cell")] for row in element.iter("row")]
            writer.block(table(rows))
        case "code":
            writer.block(code_block("".join(element.itertext())))
        case _ if any(child.tag in _BLOCKS for child in element):
            writer.block(escaped(one_line(element.text or "")))
            for child in element:
                _write(writer, child)
                writer.block(escaped(one_line(child.tail or "")))
        case _:
            writer.block(escaped(_text(element)))


def _items(element: Any) -> list[str]:
    """Those of lists within it as well, each by itself."""
    found = []
    for item in reversed(list(element.iter("item"))):
        found.append(_text(item))
        item.getparent().remove(item)
    return found[::-1]


def _text(element: Any) -> str:
    """The text without marks. Line breaks and blocks part words; a heading is a sentence."""
    for inner in element.iter("lb", *_BLOCKS):
        if inner is element:
            continue
        if inner.tag == "head" and (inner.text or "").strip()[-1:].isalnum():
            inner.text = f"{inner.text.strip()}."
        inner.text = f" {inner.text or ''}"
        inner.tail = f" {inner.tail or ''}"
    return one_line("".join(element.itertext()))
