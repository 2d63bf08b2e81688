"""What is read of each format, and what is said of the rest."""

from io import BytesIO

import pptx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from agent.adapters.reading.reader import read
from agent.adapters.reading.result import Limits, Unreadable, listed
from agent.language.outline import sections
from tests.adapters.reading import made

FILL = "The water in the lake is cold and clear in the early morning, and nobody swims in it."


def reading(data, name, **limits):
    return read(data, name, limits=Limits(**limits), tell=lambda _page, _of: None)


def refusal(data, name, **limits):
    with pytest.raises(Unreadable) as refused:
        reading(data, name, **limits)
    assert refused.value.hint
    return refused.value.message


def parsed(xml):
    tag, _, rest = xml.partition(">")
    return parse_xml(f"{tag} {nsdecls('w')}>{rest}")


def outline(found):
    return [(s.heading, s.page) for s in sections(found.text, found.pages) if any(s.lines)]


class TestPdf:
    def test_headings_are_told_by_their_size_and_every_page_is_known(self) -> None:
        pages = ([("Heat", 20), FILL, ("Flow", 15), "It flows."], [FILL], [("Light", 20), FILL])
        found = reading(made.pdf(*pages, title="Physics"), "p.pdf")
        assert outline(found) == [("Heat", 1), ("Flow", 1), ("Flow", 2), ("Light", 3)]
        assert (found.title, found.author, found.date) == ("Physics", "Ada Lovelace", "2026-01-02")
        assert found.page_count == 3

    def test_bookmarks_are_headings(self) -> None:
        data = made.bookmarked_pdf(
            ["Heat", FILL], ["More", FILL], marks=[("Heat", 0), ("Elsewhere", 1)]
        )
        assert outline(reading(data, "p.pdf")) == [("Heat", 1), ("Heat", 2)]

    def test_printed_lines_become_paragraphs(self) -> None:
        lines = [
            "Heat flows from the hot body to the cold body, and it never re-",
            "turns by itself, as everybody knows who has ever made a cup of",
            "tea.",
            "Cold is the lack of heat; there is no such thing as a flow of it.",
        ]
        first, second = reading(made.pdf(lines), "p.pdf").text.split("\n\n")[1:3]
        assert "it never returns by itself" in first
        assert first.endswith("a cup of tea.")
        assert second.startswith("Cold is")

    def test_what_was_not_read_is_said(self) -> None:
        found = reading(made.pdf([FILL], [], [FILL], images=1), "p.pdf")
        assert found.notes == (
            "3 pictures were not read.",
            "Page 2 holds no text that can be read.",
        )

    def test_tables_are_said_where_there_seem_to_be_some(self) -> None:
        rows = [["metal", "melts at"], ["iron", "1538"], ["tin", "232"]]
        found = reading(made.pdf([FILL], [*rows, FILL]), "p.pdf")
        assert found.notes == ("Page 2 seems to hold a table: read line by line.",)
        assert "| iron | 1538 |\n| tin | 232 |" in found.text
        assert found.text.split("\n\n")[-1].strip() == FILL
        gaps = made.pdf([FILL, ["Ada", "Lovelace"], FILL, FILL], ["1. a", "2. b"])
        assert reading(gaps, "p.pdf").notes == ()

    def test_the_name_of_a_file_is_no_title(self) -> None:
        assert reading(made.pdf([FILL], title="t.html"), "p.pdf").title == ""
        assert reading(b"# Heat\n\nIt flows.", "h.md").title == "Heat"

    def test_what_cannot_be_read_is_refused(self) -> None:
        assert "scanners" in refusal(made.pdf([], [], images=1), "p.pdf")
        assert "no text" in refusal(made.pdf([], []), "p.pdf")
        assert "3 pages; at most 2" in refusal(made.pdf([FILL], [FILL], [FILL]), "p.pdf", pages=2)
        assert "password" in refusal(made.encrypted_pdf("open sesame"), "p.pdf")
        assert "A secret." in reading(made.encrypted_pdf(""), "p.pdf").text


class TestWord:
    def test_headings_lists_and_tables(self) -> None:
        found = reading(made.word(made.prose), "h.docx")
        assert found.text == (
            "# Heat\n\n# Flow\n\nHeat flows from the hot body to the cold one.\n\n"
            "\\# This is no heading.\n\n- conduction\n\n- convection\n\n"
            "| body | a\\|b |\n| --- | --- |\n| iron | 80 |\n"
        )
        assert (found.title, found.author) == ("Heat", "Ada Lovelace")
        assert found.notes == ("1 picture or drawing was not read.", "1 table was read as text.")

    def test_words_own_page_breaks_give_the_pages(self) -> None:
        data = made.word(made.prose)
        xml = made.part(data, "word/document.xml")
        broken = xml.replace(b"<w:t># This", b"<w:lastRenderedPageBreak/><w:t># This")
        found = reading(made.repacked(data, **{"word__document.xml": broken}), "h.docx")
        assert outline(found) == [("Flow", 1), ("Flow", 2)]
        assert found.page_count == 2

    def test_insertions_are_read_and_deletions_are_not(self) -> None:
        data = made.word(lambda d: d.add_paragraph("MARK"))
        tracked = made.part(data, "word/document.xml").replace(
            b"<w:r><w:t>MARK</w:t></w:r>",
            b"<w:ins><w:r><w:t>added words</w:t></w:r></w:ins>"
            b"<w:del><w:r><w:delText>deleted words</w:delText></w:r></w:del>",
        )
        text = reading(made.repacked(data, **{"word__document.xml": tracked}), "h.docx").text
        assert "added words" in text
        assert "deleted" not in text

    def test_content_controls_are_read_in_their_place(self) -> None:
        second = "<w:p><w:r><w:t>Second.</w:t></w:r></w:p>"

        def fill(document) -> None:
            document.add_paragraph("First.")
            document.add_paragraph("Third.")
            control = parsed(f"<w:sdt><w:sdtContent>{second}</w:sdtContent></w:sdt>")
            document.element.body.insert(1, control)

        assert reading(made.word(fill), "w.docx").text == "First.\n\nSecond.\n\nThird.\n"

    def test_what_was_moved_is_read_once(self) -> None:
        run = "<w:r><w:t>It flows.</w:t></w:r>"
        moved = f"<w:moveFrom w:id='1'>{run}</w:moveFrom><w:moveTo w:id='2'>{run}</w:moveTo>"

        def fill(document) -> None:
            document.element.body.insert(0, parsed(f"<w:p>{moved}</w:p>"))

        assert reading(made.word(fill), "w.docx").text == "It flows.\n"


class TestSlides:
    def test_a_slide_is_a_page(self) -> None:
        found = reading(made.slides(), "w.pptx")
        assert found.text == (
            "## Waves\n\n- A wave carries energy.\n- It carries no matter.\n\n"
            "Throw a stone into the water.\n\n## \n\n"
            "| wave | speed |\n| --- | --- |\n| sound | 343 |\n"
        )
        assert outline(found) == [("Waves", 1), ("", 2)]
        assert found.notes == ("1 table was read as text.", "1 picture was not read.")


class TestWebPages:
    PAGE = """<!doctype html><html lang="es-ES"><head><title>Olas</title>
        <meta name="Author" content="Eva"><style>p {}</style></head><body>
        <nav>menu</nav><h1>Olas</h1><p>Una <b>ola</b> lleva <code>E</code>, no *materia*.</p>
        <ul><li>del mar<li>del <i>aire</i></ul><!-- secret -->
        <table><tr><th>ola</th><th>m/s</th></tr><tr><td>sonido<td>343</table>
        <pre># code\n  stays</pre><script>alert("no")</script>
        <img src="http://127.0.0.1:9/x.png"><div>El fin</body></html>"""

    def test_blocks_in_order_without_what_is_no_text(self) -> None:
        found = reading(self.PAGE.encode(), "p.html")
        assert found.text == (
            "# Olas\n\nUna ola lleva `E`, no \\*materia\\*.\n\n- del mar\n\n- del aire\n\n"
            "| ola | m/s |\n| --- | --- |\n| sonido | 343 |\n\n"
            "```\n# code\n  stays\n```\n\nEl fin\n"
        )
        assert (found.title, found.author, found.language) == ("Olas", "Eva", "es")
        assert found.notes == (
            "1 picture was not read.",
            "1 table was read as text.",
            "Its scripts were ignored.",
        )

    def test_a_page_by_any_name(self) -> None:
        found = reading(self.PAGE.encode(), "page.pdf")
        assert found.notes[0] == "Its name ends in .pdf, but it is a web page and was read as that."

    def test_a_page_that_is_one_form_as_asp_makes_them(self) -> None:
        page = "<body><form><input name='q'><h1>Heat</h1><p>It flows.</p></form></body>"
        assert reading(page.encode(), "p.html").text == "# Heat\n\nIt flows.\n"


def test_a_slide_with_a_shape_that_has_no_form_is_read() -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[6])
    shape = slide.shapes.add_textbox(0, 0, 9, 9)
    shape.text_frame.text = "A wave carries energy."
    shape._element.nvSpPr.cNvSpPr.attrib.clear()
    shape._element.spPr.remove(shape._element.spPr.prstGeom)
    data = BytesIO()
    presentation.save(data)
    assert "A wave carries energy." in reading(data.getvalue(), "w.pptx").text


class TestTexts:
    def test_markdown_is_kept_and_its_front_matter_read(self) -> None:
        text = "---\ntitle: 'Heat'\nauthor: Ada\n---\n# Warmth\n\nIt flows. ![x](http://h/y.png)\n"
        found = reading(text.encode(), "h.md")
        assert found.text.startswith("# Warmth")
        assert (found.title, found.author) == ("Heat", "Ada")
        assert found.notes == ("1 picture was not read.",)

    @pytest.mark.parametrize(
        ("encoding", "text", "language"),
        [
            ("utf-8", "El agua está fría por la mañana.", "es"),
            ("utf-8-sig", "El agua está fría por la mañana.", "es"),
            ("utf-16", "El agua está fría por la mañana.", "es"),
            ("cp1252", "El agua está fría por la mañana.", "es"),
            ("gb18030", "外键引用另一张表的主键，以保持数据的一致性。", "zh"),
            ("utf-8", "外键引用另一张表的主键，以保持数据的一致性。", "zh"),
        ],
    )
    def test_encodings_and_languages(self, encoding, text, language) -> None:
        found = reading(text.encode(encoding), "t.txt")
        assert found.text.strip() == text
        assert found.language == language


def test_pages_are_listed_shortly() -> None:
    assert listed([4]) == "Page 4"
    assert listed([1, 3, 4, 5]) == "Pages 1, 3-5"
    assert listed(list(range(1, 40, 2))).endswith(" 13, 15 and others")
