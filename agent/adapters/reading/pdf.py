"""PDF: the text of each page, its headings told by bookmarks and by the size of the letters."""

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError, PyPdfError
from pypdf.generic import ArrayObject, Destination, FloatObject

from agent.adapters.reading import columns
from agent.adapters.reading.columns import Piece
from agent.adapters.reading.paragraphs import joined
from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable, counted, listed
from agent.adapters.reading.writing import Writer, table
from agent.language.text import fold

LARGER = 1.15
LONGEST_HEADING = 120
DEEPEST = 20
FEWEST_FOR_HEADS = 3
MOST_LOST = 0.3
GAP, SURE_GAP = 160, 300
"""Thousandths of the letters' size: kerning stays below the first."""

_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b")
_LEADERS = re.compile(r"(?:[.·…_]\s?){5,}")
_PRINTED = re.compile(
    r"^Microsoft \w+ - |^(?:about:blank|untitled(?: document)?|(?:file|https?)://\S*)$",
    re.IGNORECASE,
)
"""Texts that programs put in a title's place when they print."""

log = logging.getLogger(__name__)
Bookmarks = dict[int, dict[str, int]]
"""Folded titles with their levels, by page."""
_DAMAGED = "The PDF is damaged and cannot be read."
_SAVE = "Open it in a PDF viewer, print it to a new PDF, and upload that."


@dataclass(frozen=True)
class Line:
    """`level` is that of a heading, 0 for all else; `cells` has the texts of a table's row."""

    text: str
    size: float
    level: int = 0
    cells: tuple[str, ...] = ()


def read(data: bytes, *, limits: Limits, tell: Tell) -> Reading:
    reader = _open(data)
    count = _count(reader, limits)
    pages, failed, tables, pictures = [], [], [], 0
    for number, page in enumerate(reader.pages, start=1):
        tell(number, count)
        try:
            pieces = _pieces(page)
            pages.append(_lines(pieces))
            if any(line.cells for line in pages[-1]):
                tables.append(number)
            pictures += _pictures(page)
        except MemoryError:
            raise
        except Exception:  # whatever a broken page breaks, the others are read
            log.warning("page %s cannot be read", number, exc_info=True)
            pages.append([])
            failed.append(number)
    if not any(pages):
        raise _textless(pictures, failed)
    if _lost(pages) > MOST_LOST:
        raise Unreadable(
            "The PDF does not map its characters to letters, so its text is unreadable.",
            hint="Run text recognition (OCR) over it and upload the result.",
        )
    empty = [n for n, lines in enumerate(pages, 1) if not lines and n not in failed]
    notes = _notes(reader, pictures=pictures, empty=empty, failed=failed, tables=tables)
    writer = _written(_with_headings(_without_heads(pages), _bookmarks(reader)))
    facts = _facts(reader)
    return replace(
        facts,
        text=writer.text,
        pages=writer.pages,
        page_count=count,
        notes=tuple(notes),
    )


def _open(data: bytes) -> PdfReader:
    try:
        reader = PdfReader(BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise _locked()
    except PyPdfError as error:
        raise Unreadable(_DAMAGED, hint=_SAVE) from error
    except Unreadable:
        raise
    except (NotImplementedError, DependencyError) as error:
        raise _locked() from error
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, OSError) as error:
        raise Unreadable(_DAMAGED, hint=_SAVE) from error
    return reader


def _locked() -> Unreadable:
    return Unreadable(
        "The PDF is encrypted and cannot be opened without its password.",
        hint="Save it without a password and upload that.",
    )


def _count(reader: PdfReader, limits: Limits) -> int:
    try:
        count = len(reader.pages)
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Unreadable(_DAMAGED, hint=_SAVE) from error
    if not count:
        raise Unreadable("The PDF has no pages.", hint=_SAVE)
    if count > limits.pages:
        raise Unreadable(
            f"The PDF has {count:,} pages; at most {limits.pages:,} are read.",
            hint="Split it and upload the parts.",
        )
    return count


def _textless(pictures: int, failed: Sequence[int]) -> Unreadable:
    if failed:
        return Unreadable(_DAMAGED, hint=_SAVE)
    if pictures:
        return Unreadable(
            "The PDF contains pictures of pages and no text, as scanners make them.",
            hint="Run text recognition (OCR) over it and upload the result.",
        )
    return Unreadable("The PDF contains no text.", hint="Upload a PDF with text in it.")


def _pieces(page: PageObject) -> list[Piece]:
    pieces: list[Piece] = []

    def visit(text: str, cm: Any, tm: Any, _font: Any, size: Any) -> None:
        points = abs(float(size or 0)) * _scale(tm) * _scale(cm)
        x, y = (tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5])
        pieces.append(Piece(text, points, float(x), float(y)))

    page.extract_text(visitor_text=visit, visitor_operand_before=_tell_gaps)
    return pieces


def _lines(pieces: Sequence[Piece]) -> list[Line]:
    """The page's lines, each with the size that most of its letters have."""
    printed: list[list[Piece]] = [[]]
    for piece in pieces:
        first, *others = piece.text.split("\n")
        printed[-1].append(replace(piece, text=first))
        printed += [[replace(piece, text=other)] for other in others]
    rows = columns.find_rows(printed)
    lines = [_line(line, rows.get(number, [])) for number, line in enumerate(printed)]
    # Tables of contents repeat the headings, and would be found in their place.
    return _trimmed([line for line in lines if not _LEADERS.search(line.text)])


def _tell_gaps(operator: bytes, operands: list[Any], _cm: Any, _tm: Any) -> None:
    """Make gaps between words wide enough to be taken for such, and give back what that took.

    Where a font has no blank, as TeX makes them, pypdf waits for wider gaps than there are.
    """
    if operator != b"TJ" or not operands or not isinstance(operands[0], list):
        return
    told: list[Any] = []
    for part in operands[0]:
        if isinstance(part, int | float) and -SURE_GAP < part <= -GAP:
            told += [FloatObject(-SURE_GAP), FloatObject(SURE_GAP + float(part))]
        else:
            told.append(part)
    operands[0] = ArrayObject(told)


def _line(pieces: Sequence[Piece], cells: Sequence[str]) -> Line:
    sizes: Counter[float] = Counter()
    for piece in pieces:
        sizes[round(piece.size, 1)] += len(piece.text.strip())
    common = sizes.most_common(1)
    text = " ".join("".join(piece.text for piece in pieces).split())
    return Line(text, common[0][0] if common else 0, cells=tuple(cells))


def _trimmed(lines: list[Line]) -> list[Line]:
    """Drop empty lines at both ends."""
    told = [n for n, line in enumerate(lines) if line.text]
    return lines[told[0] : told[-1] + 1] if told else []


def _scale(matrix: Any) -> float:
    return float((matrix[2] ** 2 + matrix[3] ** 2) ** 0.5) or 1.0


def _lost(pages: Sequence[Sequence[Line]]) -> float:
    """The share of characters that mean nothing."""
    text = "".join(line.text for lines in pages for line in lines)
    lost = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" or c < " " for c in text)
    return lost / max(1, len(text))


# Running heads and headings


def _without_heads(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """Remove the first and last lines that most pages have, page numbers among them."""
    full = [lines for lines in pages if lines]
    often = max(FEWEST_FOR_HEADS, len(full) * 0.6)
    heads = Counter(_sign(lines[0]) for lines in full)
    feet = Counter(_sign(lines[-1]) for lines in full)
    kept = []
    for lines in pages:
        rest = lines[1:] if lines and _is_head(lines[0], heads, often) else lines
        rest = rest[:-1] if rest and _is_head(rest[-1], feet, often) else rest
        # A page with nothing else is about that line.
        kept.append(_trimmed(rest) or lines)
    return kept


def _is_head(line: Line, seen: Counter[str], often: float) -> bool:
    sign = _sign(line)
    return sign == "#" or seen[sign] >= often


def _sign(line: Line) -> str:
    return _NUMBER.sub("#", fold(line.text))


def _with_headings(pages: Sequence[list[Line]], marks: Bookmarks) -> list[list[Line]]:
    body = _body_size(pages)
    larger = sorted(
        {line.size for lines in pages for line in lines if _is_large(line, body)}, reverse=True
    )
    levels = {size: min(n, 4) for n, size in enumerate(larger, start=1)}
    return [
        [
            replace(
                line,
                level=marks.get(number, {}).get(fold(line.text))
                or (levels[line.size] if _is_large(line, body) else 0),
            )
            for line in lines
        ]
        for number, lines in enumerate(pages, start=1)
    ]


def _body_size(pages: Sequence[list[Line]]) -> float:
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _is_large(line: Line, body: float) -> bool:
    return (
        line.size >= body * LARGER > 0
        and not line.cells
        and len(line.text) <= LONGEST_HEADING
        and any(c.isalpha() for c in line.text)
    )


def _written(pages: Sequence[list[Line]]) -> Writer:
    writer = Writer()
    for number, lines in enumerate(pages, start=1):
        writer.turn_to(number)
        for (level, is_row), group in groupby(lines, lambda line: (line.level, bool(line.cells))):
            if is_row:
                writer.block(table([line.cells for line in group]))
            elif level:
                writer.heading(joined([line.text for line in group]), level)
            else:
                writer.block(joined([line.text for line in group]))
    return writer


# What else the file tells


def _bookmarks(reader: PdfReader) -> Bookmarks:
    marks: Bookmarks = {}

    def collect(entries: Sequence[Any], level: int) -> None:
        for entry in entries:
            if isinstance(entry, list) and level < DEEPEST:
                collect(entry, level + 1)
            elif isinstance(entry, Destination):
                page = reader.get_destination_page_number(entry)
                if page is not None:
                    marks.setdefault(page + 1, {})[fold(" ".join(str(entry.title).split()))] = level

    # A broken table of contents is no reason not to read the text.
    with suppress(PyPdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        collect(reader.outline, 1)
    return marks


def _facts(reader: PdfReader) -> Reading:
    try:
        facts = reader.metadata
        if facts is None:
            return Reading("")
        created = facts.creation_date
        return Reading(
            "",
            title=_PRINTED.sub("", " ".join(str(facts.title or "").split())),
            author=" ".join(str(facts.author or "").split()),
            date=created.date().isoformat() if created else "",
        )
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError):
        return Reading("")


def _pictures(page: PageObject) -> int:
    """Counted, never opened."""
    return _images_in(page.get("/Resources"), DEEPEST, set())


def _images_in(resources: Any, depth: int, seen: set[int]) -> int:
    resources = resources.get_object() if resources is not None else None
    objects = resources.get("/XObject") if resources is not None else None
    number = 0
    for found in (objects.get_object() if objects is not None else {}).values():
        thing = found.get_object()
        if id(thing) in seen or depth == 0:
            continue
        seen.add(id(thing))
        if thing.get("/Subtype") == "/Image":
            number += 1
        else:
            number += _images_in(thing.get("/Resources"), depth - 1, seen)
    return number


def _notes(
    reader: PdfReader, *, pictures: int, empty: list[int], failed: list[int], tables: list[int]
) -> Iterator[str]:
    if pictures:
        yield f"{counted(pictures, 'picture')} not read."
    if empty:
        verb = "holds" if len(empty) == 1 else "hold"
        yield f"{listed(empty)} {verb} no text that can be read."
    if failed:
        yield f"{listed(failed)} could not be read."
    if tables:
        seem = "seems to hold a table" if len(tables) == 1 else "seem to hold tables"
        yield f"{listed(tables)} {seem}: read line by line."
    with suppress(PyPdfError, ValueError, TypeError, KeyError, AttributeError):
        catalog: Any = reader.trailer["/Root"].get_object()
        names: Any = catalog.get("/Names")
        names = names.get_object() if names is not None else {}
        if "/EmbeddedFiles" in names:
            yield "Files attached to it were not read."
        if "/JavaScript" in names or _is_script(catalog.get("/OpenAction")):
            yield "Its scripts and actions were ignored."


def _is_script(action: Any) -> bool:
    """A PDF may also open with nothing but a place to go to."""
    found = action.get_object() if action is not None else None
    return isinstance(found, dict) and found.get("/S") not in {None, "/GoTo"}
