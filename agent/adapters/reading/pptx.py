"""PowerPoint presentations: a slide is a page."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE
from pptx.shapes.group import GroupShape

from agent.adapters.reading.archive import checked
from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable, counted
from agent.adapters.reading.writing import Writer, escaped, table

DEEPEST = 50
_NOUNS = {
    "picture": "picture",
    "chart": "chart",
    "diagram": "diagram or other object",
}
_NOUNS_OF_MANY = {"picture": "pictures", "chart": "charts", "diagram": "diagrams or other objects"}


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:
    plain, notes = checked(data)
    presentation = Presentation(BytesIO(plain))
    slides = list(presentation.slides)
    if len(slides) > limits.pages:
        raise Unreadable(
            f"The presentation has {len(slides):,} slides; at most {limits.pages:,} are read.",
            hint="Split it and upload the parts.",
        )
    writer, unread = Writer(), Counter[str]()
    for number, slide in enumerate(slides, start=1):
        tell(number, len(slides))
        writer.turn_to(number)
        _write(slide, writer, unread)
    core = presentation.core_properties
    return Reading(
        writer.text,
        pages=writer.pages,
        page_count=len(slides),
        title=core.title if core.title != "PowerPoint Presentation" else "",
        author=core.author or "",
        date=core.created.date().isoformat() if core.created else "",
        language=core.language or "",
        notes=(*notes, *_notes(unread)),
    )


def _write(slide: Any, writer: Writer, unread: Counter[str]) -> None:
    title = slide.shapes.title
    writer.untitled(2)
    writer.heading(title.text_frame.text if title is not None else "", 2)
    for shape in _shapes(slide.shapes, 0):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if shape.has_text_frame:
            writer.block(_paragraphs(shape.text_frame))
        elif shape.has_table:
            unread["table"] += 1
            writer.block(table([[cell.text for cell in row.cells] for row in shape.table.rows]))
        elif kind := _kind(shape):
            unread[kind] += 1
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        writer.block(escaped(slide.notes_slide.notes_text_frame.text))


def _shapes(shapes: Any, depth: int) -> Iterator[Any]:
    if depth > DEEPEST:
        raise Unreadable("The presentation is nested too deeply.", hint="Save it again as PPTX.")
    for shape in shapes:
        # Of a shape without geometry, which some programs write, the library tells no type.
        if isinstance(shape, GroupShape):
            yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _paragraphs(frame: Any) -> str:
    """Several paragraphs are points of a list."""
    texts = [" ".join(p.text.split()) for p in frame.paragraphs if p.text.strip()]
    return "\n".join(f"- {text}" for text in texts) if len(texts) > 1 else escaped("".join(texts))


def _kind(shape: Any) -> str:
    if shape.has_chart:
        return "chart"
    if shape.shape_type in (MSO_SHAPE_TYPE.PICTURE, MSO_SHAPE_TYPE.LINKED_PICTURE):
        return "picture"
    return "diagram" if shape._element.tag.endswith("}graphicFrame") else ""  # noqa: SLF001


def _notes(unread: Counter[str]) -> Iterator[str]:
    if unread["table"]:
        yield f"{counted(unread['table'], 'table')} read as text."
    for kind, noun in _NOUNS.items():
        if unread[kind]:
            yield f"{counted(unread[kind], noun, _NOUNS_OF_MANY[kind])} not read."
