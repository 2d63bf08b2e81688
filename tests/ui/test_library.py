"""The library page and files in the chat input, as scripts."""

import time
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.ports import ISSUES_AND_PAGES, Document
from tests.adapters.reading import made
from tests.waiting import wait_until
from ui import session
from ui.document_questions import questions_on

LAKE = b"# The lake\n\nThe water of Loch Ness is cold and dark, says Nessie."


@pytest.fixture
def library(app: AppTest) -> AppTest:
    return app.switch_page("../pages/library.py").run()


def everything(page: AppTest) -> str:
    shown = (*page.markdown, *page.caption, *page.warning, *page.error, *page.title)
    return "\n".join(str(element.value) for element in shown)


def button(page: AppTest, label: str) -> Any:
    return next(found for found in page.button if found.label == label)


def upload(page: AppTest, name: str, data: bytes) -> AppTest:
    page.file_uploader[0].upload(name, data).run()
    return settled(page)


def settled(page: AppTest) -> AppTest:
    agent = session.agent()

    def is_over() -> bool:
        found = agent.ports.intake.uploads(agent.user)
        return all(one.status in ("ready", "failed") for one in found)

    wait_until(is_over)
    return page.run()


def test_a_file_is_added_opened_edited_removed_and_restored(library: AppTest) -> None:
    page = upload(
        library, "lake.pdf", made.pdf(["Loch Ness is cold.", "It is dark."], title="Lake")
    )
    assert "**Lake**" in everything(page)
    assert "Ready, 1 page, 1 passage · lake\\.pdf".replace("\\", "") in everything(page).replace(
        "\\", ""
    )
    page = button(page, "Open").click().run()
    assert "Loch Ness is cold." in everything(page)
    assert "p. 1" in everything(page)
    page.text_input[0].set_value("The cold lake")
    page = button(page, "Save").click().run()
    assert "The cold lake" in page.title[0].value
    page = button(page, "Remove").click().run()
    assert "deleted for good after 24 hours" in everything(page)
    page = settled(button(page, "Undo").click().run())
    assert "**The cold lake**" in everything(page)
    assert not page.exception


def test_what_cannot_be_read_is_a_sentence_and_can_be_tried_again(library: AppTest) -> None:
    page = upload(library, "locked.pdf", made.encrypted_pdf("secret"))
    assert "cannot be opened without its password" in everything(page)
    assert "Replace" in [found.proto.popover.label for found in page.get("popover")]
    page = settled(button(page, "Try again").click().run())
    assert "cannot be opened without its password" in everything(page)


def test_the_same_file_twice_is_said(library: AppTest) -> None:
    page = upload(library, "lake.md", LAKE)
    page = upload(page, "copy.md", LAKE)
    assert "copy.md is already there as" in everything(page)


def test_a_subject_of_ones_own(library: AppTest) -> None:
    library.text_input(key="new-subject-title").set_value("Limnology")
    page = button(library, "Create").click().run()
    chosen = page.selectbox(key="subject")
    assert chosen.value.startswith("limnology-")
    assert page.text_input(key="new-subject-title").value == ""
    assert "Nothing yet." in everything(page)
    page = upload(page, "lake.md", LAKE)
    page = page.switch_page("../pages/tutor.py").run()
    assert page.selectbox(key="subject").value == chosen.value
    page = page.chat_input[0].set_value("What does Nessie say of Loch Ness?").run()
    assert "cold and dark" in everything(page)
    page = page.switch_page("../pages/library.py").run()
    page.text_input(key="new-subject-title").set_value(" limnology ")
    assert "is there already" in everything(button(page, "Create").click().run())


def test_what_tickets_once_remembered_is_no_subject_and_opens(library: AppTest) -> None:
    """Folders of earlier versions hold issues; answers of then cite them."""
    one = Document(
        id="issue-PROJ-1",
        title="PROJ-1: Export",
        subject=ISSUES_AND_PAGES,
        text="# PROJ-1: Export\n\nThe export has a header row.",
        kind="issue",
        source="/issues?key=PROJ-1",
        owner="local",
    )
    session.agent().ports.library.add(one)
    page = library.run()
    assert "Tickets" not in page.selectbox(key="subject").options
    page.query_params["document"] = one.id
    page = page.run()
    assert "The export has a header row." in everything(page)
    assert not page.exception


@pytest.mark.parametrize(
    ("page", "heading", "cited"),
    [
        ("2", "Kinds", "Two kinds of pond."),
        ("3", "Kinds", "Three kinds of lake."),
        ("", "Kinds", "Two kinds of pond."),
        ("3", "Gone", "Three kinds of lake."),
        ("9", "Gone", ""),
        ("", "", ""),
    ],
)
def test_a_citation_leads_to_its_page_and_heading(
    app: AppTest, page: str, heading: str, cited: str
) -> None:
    text = (
        "# Water\n\nOf lakes.\n\n## Kinds\n\nTwo kinds of pond.\n\n## Kinds\n\nThree kinds of lake."
    )
    session.agent().ports.library.add(
        Document("u/x", "Water", "databases", text, owner="local", pages=(1, 2, 3))
    )
    app.switch_page("../pages/library.py")
    app.query_params.update({"document": "u/x", "page": page, "heading": heading})
    app.run()
    assert not app.exception
    blocks = [str(e.value) for e in app.main if e.type in ("markdown", "caption")]
    at = next((n for n, block in enumerate(blocks) if "Cited here" in block), None)
    assert (blocks[at + 2] if at is not None else "") == cited


class TestAttachments:
    def attach(
        self, page: AppTest, text: str | None, data: bytes = LAKE, *, where: str = "known"
    ) -> AppTest:
        page.chat_input[0].upload("lake.md", data)
        if text:
            page.chat_input[0].set_value(text)
        return settled(page.run().button(key=f"attached-{where}").click().run())

    def test_the_message_is_asked_when_the_file_has_been_read(self, app: AppTest) -> None:
        page = app.switch_page("../pages/tutor.py").run()
        page = self.attach(page, "What does Nessie say of Loch Ness?")
        deadline = time.monotonic() + 10
        while "cold and dark" not in everything(page) and time.monotonic() < deadline:
            page = page.run()
        assert "cold and dark" in everything(page)
        assert len(session.agent().threads("tutor")) == 1

    def test_a_file_can_have_a_new_subject(self, app: AppTest) -> None:
        page = self.attach(app.switch_page("../pages/tutor.py").run(), None, where="new")
        library, user = session.agent().ports.library, session.agent().user
        made = next(each for each in library.subjects(user) if each.title == "Lake")
        assert page.selectbox[0].value == made.id
        assert [each.owner for each in library.documents(made.id, owner=user)] == [user]

    def test_a_file_that_cannot_be_read_holds_the_message_back(self, app: AppTest) -> None:
        page = app.switch_page("../pages/tutor.py").run()
        page = self.attach(page, "What is a foreign key?", b"\x7fELF" + bytes(range(256)))
        assert "The file is a program." in everything(page)
        assert "was not sent" in everything(page)
        assert session.agent().threads("tutor") == []
        page = button(page, "Send it anyway").click().run()
        assert "A foreign key is a column" in everything(page)


@pytest.mark.parametrize(("language", "word"), [("en", "about"), ("es", "sobre"), ("zh", "关于")])
def test_questions_on_a_document_name_its_sections(language: str, word: str) -> None:
    text = "# Lakes\n\n## Empty\n\n## Deep lakes\n\nLoch Ness is deep.\n"
    document = Document("lakes", "Lakes", "nature", text, language=language)
    first, *sections = questions_on(document)
    assert "Lakes" in first
    assert ["Deep lakes" in each and word in each for each in sections] == [True]
