"""Whatever is uploaded: a sentence, an app that goes on working, and nothing fetched."""

import gzip
import struct
import threading
import time
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from io import BytesIO

import pytest
from pypdf import PdfReader, PdfWriter

from agent.adapters.intake import SqliteIntake
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.reading.result import Limits
from agent.ports import Document
from agent.store.database import Database
from tests.adapters.reading import made
from tests.servers.http import Handler, served
from tests.waiting import wait_until

READ_IN_PART = {
    # Harmless once nothing of them is run or fetched; what was left out is said.
    "script.pdf": "Its scripts and actions were ignored.",
    "opens-address.pdf": "Its scripts and actions were ignored.",
    "template-elsewhere.docx": "1 reference to a file elsewhere was not followed.",
    "macros.docm": "Its macros were ignored.",
    "fetching.html": "1 picture was not read.",
}
SECONDS = 15
SLOWEST_SEARCH = 1.0


class _Counter(Handler):
    visits: list[str]

    def get(self) -> None:
        self.visits.append(self.path)
        self.send(200)


def slowest_search(library, over):
    """Searches all the time: how long the slowest took, and how many there were."""
    slowest, searches = 0.0, 0
    while not over.wait(0.02):
        started = time.perf_counter()
        assert library.search("cold water", subject="lakes").passages
        slowest = max(slowest, time.perf_counter() - started)
        searches += 1
    return slowest, searches


@pytest.mark.slow
def test_forty_hostile_files(tmp_path) -> None:
    visits = []
    with ExitStack() as stack:
        url = stack.enter_context(served(_Counter, visits=visits))
        database = stack.enter_context(closing(Database(tmp_path / "library.db", SCHEMA)))
        library = SqliteLibrary(database)
        library.add(Document("lake", "Lake", "lakes", "The water is cold."))
        limits = Limits(seconds=SECONDS, memory_bytes=2**29)
        opened = SqliteIntake(database, library, tmp_path / "files", limits=limits)
        intake, over = stack.enter_context(closing(opened)), threading.Event()
        intake.start()
        searching = stack.enter_context(ThreadPoolExecutor()).submit(slowest_search, library, over)
        stack.callback(over.set)
        ends = {name: _read(intake, name, data) for name, data in files(url)}
        friendly = _read(intake, "friendly.txt", b"Ducks swim on the lake.")
        over.set()
        slowest, searches = searching.result()
    assert len(ends) >= 40
    refused = {name: end for name, end in ends.items() if name not in READ_IN_PART}
    assert {n: (e.status, e.message) for n, e in refused.items() if not _has_sentence(e)} == {}
    told = {name: ends[name].notes for name in READ_IN_PART}
    assert {n: notes for n, notes in told.items() if READ_IN_PART[n] not in notes} == {}
    assert friendly.status == "ready"
    assert visits == []
    assert searches > len(ends)
    assert slowest < SLOWEST_SEARCH


def _read(intake, name, data):
    upload = intake.put("ada", "lakes", name=name, data=data)
    wait_until(lambda: intake.upload("ada", upload.id).status in ("ready", "failed"), 60)
    return intake.upload("ada", upload.id)


def _has_sentence(end):
    sentences = (end.message, end.hint)
    return end.status == "failed" and all(s[:1].isupper() and s[-1:] == "." for s in sentences)


BILLION_LAUGHS = (
    '<!DOCTYPE lolz [<!ENTITY a "lol">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)
RELS = "word/_rels/document.xml.rels"
HTML_TYPE = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"


def files(url):
    """(name, content). `url` is an address that nobody may ask anything of."""
    yield from _nothing()
    yield from _pdfs(url)
    yield from _office(url)
    yield from _archives()
    yield from _pages(url)
    yield from _others()


def _nothing():
    yield "zeros.txt", bytes(5_000)
    yield "blanks.md", b" \n\t\r\n" * 500
    yield "noise.txt", zlib.compress(bytes(range(256)) * 40)[2:] * 9 + bytes(range(256))


def _pdfs(url):
    whole = made.pdf(["Some text that can be read."])
    yield "cut.pdf", whole[: len(whole) // 3]
    yield "head-only.pdf", b"%PDF-1.7\n"
    yield "garbage.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 50
    yield "locked.pdf", made.encrypted_pdf("a password nobody knows")
    yield "scanned.pdf", made.pdf([], [], images=1)
    yield "no-text.pdf", made.pdf([])
    yield "no-pages.pdf", made.pdf()
    yield "10000-pages.pdf", made.pdf(*[["A page."]] * 10_000)
    yield "endless-tree.pdf", whole.replace(b"/Kids [6 0 R]", b"/Kids [2 0 R]")
    yield "own-parent.pdf", whole.replace(b"/Contents 7 0 R", b"/Contents 6 0 R")
    yield "bomb.pdf", _pdf_bomb()
    yield "nested.pdf", whole.replace(b"/Type /Catalog", b"/Type /Catalog /X " + b"[" * 60_000)
    script = f"/OpenAction << /S /JavaScript /JS (app.launchURL\\('{url}'\\)) >>"
    yield "script.pdf", made.pdf(["Some text that can be read."], more=script)
    launch = f"/OpenAction << /S /URI /URI ({url}) >>"
    yield "opens-address.pdf", made.pdf(["Some text that can be read."], more=launch)


def _pdf_bomb():
    """A page whose content unpacks to a gigabyte, packed twice."""
    once = zlib.compress(b"0 " * 2**19, 9)
    packed = zlib.compress(once * 1_000, 9)
    writer = PdfWriter(clone_from=PdfReader(BytesIO(made.pdf(["MARK"]))))
    target = BytesIO()
    writer.write(target)
    plain = target.getvalue()
    start = plain.index(b"<<\n/Length") if b"<<\n/Length" in plain else plain.rindex(b"<< /Length")
    end = plain.index(b"endstream", start)
    head = b"<< /Filter [/FlateDecode /FlateDecode] /Length %d >>\nstream\n" % len(packed)
    return plain[:start] + head + packed + b"\n" + plain[end:]


def _office(url):
    whole = made.word(made.prose)
    xml = made.part(whole, "word/document.xml")
    yield "cut.docx", whole[: len(whole) // 2]
    yield "laughs.docx", made.repacked(whole, **{"word/document.xml": _with_doctype(xml)})
    outside = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{url}"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    declared = xml.replace(b"?>", b"?>" + outside.encode(), 1)
    yield "outside-entity.docx", made.repacked(whole, **{"word/document.xml": declared})
    wide = xml.decode().replace("UTF-8", "UTF-16").replace("?>", "?>" + BILLION_LAUGHS, 1)
    yield "laughs-16.docx", made.repacked(whole, **{"word/document.xml": wide.encode("utf-16")})
    yield "not-xml.docx", made.repacked(whole, **{"word/document.xml": b"hello " * 100})
    yield "no-body.docx", made.repacked(whole, **{"word/document.xml": None, "word/x": b""})
    deep = xml.replace(b"<w:body>", b"<w:body>" + b"<w:sdt><w:sdtContent>" * 5_000, 1)
    yield "deep.docx", made.repacked(whole, **{"word/document.xml": deep})
    rel = (
        f'<Relationship Id="rX" TargetMode="External" Target="{url}" Type="http://schemas.'
        'openxmlformats.org/officeDocument/2006/relationships/attachedTemplate"/></Relationships>'
    )
    rels = made.part(whole, RELS).replace(b"</Relationships>", rel.encode())
    yield "template-elsewhere.docx", made.repacked(whole, **{RELS: rels})
    types = made.part(whole, "[Content_Types].xml").replace(
        HTML_TYPE, b"application/vnd.ms-word.document.macroEnabled.main+xml"
    )
    macros = {"[Content_Types].xml": types, "word/vbaProject.bin": b"Sub AutoOpen()"}
    yield "macros.docm", made.repacked(whole, **macros)
    laughing = _with_doctype(made.part(made.slides(), "ppt/presentation.xml"))
    yield "laughs.pptx", made.repacked(made.slides(), **{"ppt/presentation.xml": laughing})


def _with_doctype(xml):
    return xml.replace(b"?>", b"?>" + BILLION_LAUGHS.encode(), 1)


def _archives():
    whole = made.word(made.prose)
    yield "bomb.docx", made.repacked(whole, **{"word/media/big.bin": bytes(450 * 2**20)})
    yield "many-parts.docx", made.repacked(whole, **{f"word/p{n}": b"" for n in range(11_000)})
    lying = made.repacked(whole, **{"word/x.xml": b"<a/>" * 2**20})
    yield "lying-sizes.docx", _overwritten(lying, 24, struct.pack("<I", 10))
    yield "locked.docx", _overwritten(whole, 8, b"\x01")
    yield "plain.zip.docx", _zipped({"a.txt": b"text"})
    yield "sheet.docx", _zipped({"xl/workbook.xml": b"<workbook/>", "[Content_Types].xml": b"<T/>"})
    yield "book.pdf", _zipped({"mimetype": b"application/epub+zip"})
    yield "packed.txt", gzip.compress(b"a text " * 1_000)


def _zipped(parts):
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def _overwritten(data, offset, value):
    """An archive with the same bytes changed in each entry of its directory."""
    changed = bytearray(data)
    at = changed.find(b"PK\x01\x02")
    while at != -1:
        changed[at + offset : at + offset + len(value)] = value
        at = changed.find(b"PK\x01\x02", at + 4)
    return bytes(changed)


def _pages(url):
    yield "deep.html", b"<html><body>" + b"<div>" * 100_000 + b"text"
    yield "laughs.html", f"<?xml version='1.0'?>{BILLION_LAUGHS}<x>&i;</x>".encode()
    linked = f"<html><body><p>Some words.</p><img src={url}><iframe src={url}></iframe>"
    outside = f"<link rel=stylesheet href={url}><script src={url}></script><object data={url}>"
    yield "fetching.html", (linked + outside).encode()
    yield "only-script.html", f"<html><body><script>fetch('{url}')</script>".encode()


def _others():
    yield "picture.pdf", made.PIXEL
    yield "old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4_000)
    locked = "EncryptedPackage".encode("utf-16-le")
    yield "encrypted.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + locked + bytes(500)
    yield "program.md", b"\x7fELF" + bytes(range(256)) * 20
