"""Detects a file's kind by its content; its name decides only between kinds of text."""

from typing import Literal

from agent.adapters.reading.archive import names_in
from agent.adapters.reading.decoding import decoded
from agent.adapters.reading.result import Unreadable

Kind = Literal["pdf", "docx", "pptx", "html", "markdown", "text"]

SUFFIXES: dict[str, Kind] = {
    "pdf": "pdf",
    "docx": "docx",
    "docm": "docx",
    "pptx": "pptx",
    "pptm": "pptx",
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "md": "markdown",
    "markdown": "markdown",
    "txt": "text",
}
NAMES: dict[Kind, str] = {
    "pdf": "a PDF",
    "docx": "a Word document",
    "pptx": "a PowerPoint presentation",
    "html": "a web page",
    "markdown": "a Markdown text",
    "text": "a plain text",
}
READABLE = "PDF, DOCX, PPTX, HTML, Markdown and plain text can be read."

_FOREIGN = (
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"BM", "a picture"),
    (b"II*\0", "a picture"),
    (b"MM\0*", "a picture"),
    (b"RIFF", "a sound, a film or a picture"),
    (b"OggS", "a sound or a film"),
    (b"ID3", "a sound"),
    (b"\x1aE\xdf\xa3", "a film"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\x1f\x8b", "a packed archive"),
    (b"BZh", "a packed archive"),
    (b"\xfd7zXZ", "a packed archive"),
    (b"7z\xbc\xaf", "a packed archive"),
    (b"Rar!", "a packed archive"),
    (b"SQLite format 3", "a database"),
    (b"{\\rtf", "an RTF text"),
    (b"%!PS", "a PostScript file"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HTML = ("<!doctype html", "<html", "<head", "<body")


def kind_of(data: bytes, name: str) -> Kind:
    """Raises Unreadable for what is no document that can be read."""
    if not data.strip(b"\0 \t\r\n"):
        raise Unreadable("The file is empty.", hint="Choose another file.")
    start = data[:1024]
    if b"%PDF-" in start:
        return "pdf"
    if start.startswith(b"PK\x03\x04"):
        return _in_archive(data)
    if start.startswith(_OLE):
        raise _ole(data)
    for mark, what in _FOREIGN:
        if start.startswith(mark) and not _is_prose(data, mark):
            raise _refused(what)
    return _text_kind(data, name)


def _is_prose(data: bytes, mark: bytes) -> bool:
    """A text may begin with BM, MZ or ID3 as well."""
    return len(mark) < 4 and mark.isalnum() and b"\0" not in data[:4096]


def _in_archive(data: bytes) -> Kind:
    names = names_in(data)
    if any(name.startswith("word/") for name in names):
        return "docx"
    if any(name.startswith("ppt/") for name in names):
        return "pptx"
    if any(name.startswith("xl/") for name in names):
        raise _refused("an Excel workbook", "Save the sheet as a table in a document.")
    if "mimetype" in names:
        raise _refused("an OpenDocument or e-book file", "Save it as PDF or DOCX.")
    if "EncryptedPackage" in names:
        raise Unreadable("The file is encrypted.", hint="Save it without a password.")
    raise _refused("a ZIP archive", "Unpack it and upload the documents in it.")


def _ole(data: bytes) -> Unreadable:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return Unreadable("The file is encrypted.", hint="Save it without a password.")
    return _refused("an Office file from before 2007", "Save it as DOCX, PPTX or PDF.")


def _text_kind(data: bytes, name: str) -> Kind:
    text = decoded(data).text.lstrip("\ufeff \t\r\n")
    start = text[:2_000].lower()
    by_name = SUFFIXES.get(suffix_of(name))
    if (start.startswith("<?xml") and "<svg" in start) or start.startswith("<svg"):
        raise _refused("a picture")
    if start.startswith(_HTML) or ("<html" in start and start.startswith(("<?xml", "<!--"))):
        return "html"
    if start.startswith("<?xml") or "<!entity" in start:
        raise _refused("an XML file")
    return by_name if by_name in {"html", "markdown"} else "text"


def suffix_of(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def _refused(what: str, way_out: str = "") -> Unreadable:
    return Unreadable(f"The file is {what}.", hint=way_out or READABLE)
