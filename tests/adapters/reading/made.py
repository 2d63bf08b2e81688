"""Files as users have them, made here: nothing binary lies in the repository."""

import zipfile
from io import BytesIO

import docx
import pptx
from pptx.util import Inches
from pypdf import PdfReader, PdfWriter

IMAGE = (
    b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
    b" /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream"
)
Line = str | list[str] | tuple[str, int]
# A red dot.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0"
    "00000301010018dd8db00000000049454e44ae426082"
)


def pdf(*pages, title="", more="", images=0):
    """A line of text each, or its cells, or with its size; `more` goes into the catalog."""
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {more} >>".encode(),
        _page_tree(len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        IMAGE,
        f"<< /Title ({title}) /Author (Ada Lovelace) /CreationDate (D:20260102030405Z) >>".encode(),
    ]
    pictures = " ".join(f"/I{n} 4 0 R" for n in range(min(images, 1)))
    for number, lines in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {7 + 2 * number} 0 R"
            f" /Resources << /Font << /F1 3 0 R >> /XObject << {pictures} >> >> >>".encode()
        )
        objects.append(_content(lines))
    return _assembled(objects)


def _page_tree(count):
    kids = " ".join(f"{6 + 2 * number} 0 R" for number in range(count))
    return f"<< /Type /Pages /Count {count} /Kids [{kids}] >>".encode()


def _content(lines):
    drawn, y = [], 780
    for line in lines:
        text, size = line if isinstance(line, tuple) else (line, 11)
        for column, cell in enumerate(text if isinstance(text, list) else [text]):
            escaped = cell.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            drawn.append(f"BT /F1 {size} Tf {72 + 120 * column} {y} Td ({escaped}) Tj ET")
        y -= 2 * size
    stream = "\n".join(drawn).encode("cp1252")
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)


def _assembled(objects):
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(out + trailer % (len(objects) + 1, start))


def encrypted_pdf(password):
    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf(["A secret."]))))
    writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
    return _saved(writer.write)


def bookmarked_pdf(*pages, marks):
    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf(*pages))))
    for title, page in marks:
        writer.add_outline_item(title=title, page_number=page)
    return _saved(writer.write)


def word(fill=None):
    """A Word document, filled by a function."""
    document = docx.Document()
    document.core_properties.author = "Ada Lovelace"
    document.core_properties.title = "Heat"
    if fill:
        fill(document)
    return _saved(document.save)


def prose(document) -> None:
    document.add_heading("Heat", 0)
    document.add_heading("Flow", 1)
    document.add_paragraph("Heat flows from the hot body to the cold one.")
    document.add_paragraph("# This is no heading.")
    document.add_paragraph("conduction", style="List Bullet")
    document.add_paragraph("convection", style="List Bullet")
    table = document.add_table(2, 2)
    for row, texts in zip(table.rows, (("body", "a|b"), ("iron", "80")), strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    document.add_picture(BytesIO(PIXEL))


def slides():
    presentation = pptx.Presentation()
    first = presentation.slides.add_slide(presentation.slide_layouts[1])
    first.shapes.title.text = "Waves"
    first.placeholders[1].text = "A wave carries energy.\nIt carries no matter."
    first.notes_slide.notes_text_frame.text = "Throw a stone into the water."
    second = presentation.slides.add_slide(presentation.slide_layouts[6])
    grid = second.shapes.add_table(2, 2, 0, 0, Inches(2), Inches(2)).table
    for n, text in enumerate(("wave", "speed", "sound", "343")):
        grid.cell(n // 2, n % 2).text = text
    second.shapes.add_picture(BytesIO(PIXEL), 0, 0)
    return _saved(presentation.save)


def _saved(save):
    target = BytesIO()
    save(target)
    return target.getvalue()


def repacked(data, **changed):
    """An archive with parts changed, added or (None) left out; `__` stands for a slash."""
    names = {name.replace("__", "/"): content for name, content in changed.items()}
    target = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        for name in source.namelist():
            if name not in names:
                copy.writestr(name, source.read(name))
        for name, content in names.items():
            if content is not None:
                copy.writestr(name, content)
    return target.getvalue()


def part(data, name):
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.read(name)
