"""Office files are ZIP archives: looking into one without being flooded."""

import zipfile
import zlib
from io import BytesIO

from agent.adapters.reading.result import Unreadable, counted

MOST_PARTS = 10_000
MOST_UNPACKED = 400 * 2**20
MOST_XML = 64 * 2**20
BOMB_RATIO = 250
"""Text packs to a hundredth at best; what unpacks to far more is made to do harm."""
HARMLESS = 20 * 2**20

_DAMAGED = Unreadable(
    "The file is damaged: it is an archive that cannot be unpacked.",
    hint="Open it in the program it was made with, save it again, and upload that.",
)
_DOCTYPES = tuple("<!DOCTYPE".encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be"))
_MACRO_TYPES = (
    (
        b"application/vnd.ms-word.document.macroEnabled.main+xml",
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ),
    (
        b"application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ),
    (
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
        b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    ),
    (
        b"application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
        b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    ),
    (
        b"application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
        b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    ),
    (
        b"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
        b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
    ),
)


def names_in(data: bytes) -> list[str]:
    """The names of the parts. Raises Unreadable."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        raise _DAMAGED from error


def checked(data: bytes) -> tuple[bytes, list[str]]:
    """An office file whose every part was unpacked once and is harmless, and what to say of it.

    Macros do not run here in any case; the file is given as one without.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            _refuse_bomb(parts, packed=len(data))
            contents = {part.filename: _unpacked(archive, part) for part in parts}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, ValueError, EOFError) as error:
        raise _DAMAGED from error
    notes = []
    if any(name.lower().endswith("vbaproject.bin") for name in contents):
        notes.append("Its macros were ignored.")
    if outside := sum(_outside(content) for name, content in contents.items() if _is_rels(name)):
        one, many = "reference to a file elsewhere", "references to files elsewhere"
        notes.append(f"{counted(outside, one, many)} not followed.")
    return _as_plain(data, contents), notes


def _refuse_bomb(parts: list[zipfile.ZipInfo], *, packed: int) -> None:
    unpacked = sum(part.file_size for part in parts)
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable(
            "The file is encrypted.", hint="Save it without a password and upload that."
        )
    if (
        len(parts) > MOST_PARTS
        or unpacked > MOST_UNPACKED
        or unpacked > max(HARMLESS, BOMB_RATIO * packed)
    ):
        raise Unreadable(
            f"The file would unpack to {len(parts):,} parts of {unpacked // 2**20:,} MB,"
            " which no document needs.",
            hint="Upload the document itself, saved by the program it was made with.",
        )


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Of pictures and the like nothing is kept. A part longer than declared fails its checksum."""
    with archive.open(part) as stream:
        if not part.filename.endswith((".xml", ".rels")):
            while stream.read(2**20):
                pass
            return b""
        content = stream.read(MOST_XML + 1)
    if len(content) > MOST_XML:
        raise Unreadable(
            f"A part of the file is longer than {MOST_XML // 2**20} MB.", hint="Split the document."
        )
    if any(doctype in content for doctype in _DOCTYPES):
        raise Unreadable(
            "The file declares XML entities, which no document needs and which can do harm.",
            hint="Save it again in a word processor and upload that.",
        )
    return content


def _is_rels(name: str) -> bool:
    return name.endswith(".rels")


def _outside(rels: bytes) -> int:
    """Pictures, templates and objects that lie elsewhere; links are not counted."""
    entries = rels.split(b"<Relationship ")
    return sum(b'"External"' in e and b"/hyperlink" not in e for e in entries)


def _as_plain(data: bytes, contents: dict[str, bytes]) -> bytes:
    """Write the file with the content type that the library takes."""
    types = contents.get("[Content_Types].xml", b"")
    plain = types
    for special, usual in _MACRO_TYPES:
        plain = plain.replace(special, usual)
    if plain == types:
        return data
    target = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as copy,
    ):
        for name in dict.fromkeys(contents):
            copy.writestr(name, plain if name == "[Content_Types].xml" else source.read(name))
    return target.getvalue()
