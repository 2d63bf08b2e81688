"""Word documents."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any

from docx import Document
from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph

from agent.adapters.reading.archive import checked
from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable, counted
from agent.adapters.reading.writing import Writer, escaped, table

_BREAK = qn("w:lastRenderedPageBreak")
_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_WRAPPERS = (qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml"))
# The same once more for older programs, and what was moved elsewhere.
_TWICE = (
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    qn("w:moveFrom"),
)
_NOTES = ("footnotes", "endnotes", "comments")
DEEPEST = 200


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:
    """Read a Word file; where Word left its page breaks, passages know their page."""
    plain, notes = checked(data)
    document = Document(BytesIO(plain))
    body = document.element.body
    paged = body.find(f".//{_BREAK}") is not None
    pages = len(body.findall(f".//{_BREAK}")) + 1 if paged else 0
    if pages > limits.pages:
        raise Unreadable(
            f"The document has {pages:,} pages; at most {limits.pages:,} are read.",
            hint="Split it and upload the parts.",
        )
    writer = Writer()
    # Once for all: the library looks through every style for each paragraph.
    styles = {style.style_id: str(style.name or "") for style in document.styles}
    page = 1
    for block in _blocks(document, body):
        if paged:
            writer.turn_to(page)
            tell(page, pages)
        _write(block, writer, styles)
        page += sum(1 for _ in block._element.iter(_BREAK)) if paged else 0  # noqa: SLF001
    core = document.core_properties
    return Reading(
        writer.text,
        pages=writer.pages,
        page_count=pages,
        title=core.title or "",
        author=core.author if core.author != "python-docx" else "",
        date=core.created.date().isoformat() if core.created else "",
        language=core.language or "",
        notes=(*notes, *_unread(document)),
    )


def _blocks(document: Any, element: Any) -> Iterator[Paragraph | Table]:
    """Yield the blocks in order, also those in content controls, which the library skips."""
    for child in element:
        if child.tag == qn("w:p"):
            yield Paragraph(child, document)
        elif child.tag == qn("w:tbl"):
            yield Table(child, document)
        elif child.tag in _WRAPPERS:
            yield from _blocks(document, child)


def _write(block: Paragraph | Table, writer: Writer, styles: Mapping[str, str]) -> None:
    if isinstance(block, Table):
        writer.block(table([[_cell(cell) for cell in _cells(row)] for row in block.rows]))
        return
    element = block._element  # noqa: SLF001 - its own text leaves out insertions, its style is slow
    text = text_of(element).strip()
    style = styles.get(element.style or "", "")
    if text and (level := _level(style)):
        writer.heading(text, level)
    elif style.startswith("List") or element.find(f".//{qn('w:numPr')}") is not None:
        writer.block(f"- {' '.join(text.split())}" if text else "")
    else:
        writer.block(escaped(text))


def text_of(element: Any, depth: int = 0) -> str:
    return "".join(_texts(element, depth))


def _texts(element: Any, depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        raise Unreadable("The document is nested too deeply.", hint="Save it again as DOCX.")
    for child in element:
        if child.tag in (qn("w:t"), f"{_MATHS}t"):
            yield child.text or ""
        elif child.tag in (qn("w:tab"), qn("w:cr"), qn("w:br")):
            yield " " if child.tag == qn("w:tab") else "\n"
        elif child.tag not in _TWICE:
            yield from _texts(child, depth + 1)


def _level(style: str) -> int:
    """The level of a heading with this style, 0 for other paragraphs."""
    if style == "Title":
        return 1
    word, _, number = style.rpartition(" ")
    return int(number) if word == "Heading" and number.isdigit() else 0


def _cells(row: Any) -> list[Any]:
    """A cell that spans several columns counts once."""
    return list({id(cell._tc): cell for cell in row.cells}.values())  # noqa: SLF001


def _cell(cell: Any) -> str:
    paragraphs = (text_of(p) for p in cell._tc.iter(qn("w:p")))  # noqa: SLF001
    return " ".join(filter(None, map(str.strip, paragraphs)))


def _unread(document: Any) -> Iterator[str]:
    body = document.element.body
    pictures = len(body.findall(f".//{qn('w:drawing')}")) + len(body.findall(f".//{qn('w:pict')}"))
    if pictures:
        yield f"{counted(pictures, 'picture or drawing', 'pictures or drawings')} not read."
    if tables := len(document.tables):
        yield f"{counted(tables, 'table')} read as text."
    if formulas := len(body.findall(f".//{_MATHS}oMath")):
        yield f"{counted(formulas, 'formula')} read as plain text."
    parts = {str(part.partname) for part in document.part.package.iter_parts()}
    if aside := [
        name for name in _NOTES if f"/word/{name}.xml" in parts and _has_reference(body, name)
    ]:
        yield f"Its {' and '.join(aside)} were not read."


def _has_reference(body: Any, name: str) -> bool:
    singular = name.removesuffix("s")
    return body.find(f".//{qn(f'w:{singular}Reference')}") is not None
