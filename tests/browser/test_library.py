"""One's own document: uploaded, watched, asked, cited with its page, removed, brought back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.adapters.reading import made
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

FILL = [f"Page of notes on rivers and their banks, with remark number {n}." for n in range(30)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Whose documents are those of this file."""
    with Server(tmp_path_factory.mktemp("library") / "data") as started:
        yield started


@pytest.fixture
def lecture(tmp_path: Path) -> Path:
    """Enough pages that the reading can be seen; one says something of its own."""
    pages = [[f"Notes, part {n}", *FILL] for n in range(150)]
    pages[122] = ["Limnology is the study of inland waters such as lakes and ponds."]
    path = tmp_path / "lecture.pdf"
    path.write_bytes(made.pdf(*pages, title="Inland waters"))
    return path


def test_a_pdf_is_uploaded_asked_cited_removed_and_restored(
    visitor: Visitor, lecture: Path
) -> None:
    visitor.open("/library")
    visitor.main.get_by_test_id("stFileUploader").locator("input").set_input_files(lecture)
    # The pages may all be read before the page looks again.
    shown = visitor.main.get_by_text(re.compile(r"Page \d+ of 150|Ready, 150 pages"))
    expect(shown).to_be_visible()
    expect(visitor.main.get_by_text(re.compile(r"Ready, 150 pages"))).to_be_visible(timeout=60_000)

    visitor.open_tutor()
    answer = visitor.ask("What is limnology?")
    expect(answer).to_contain_text("Limnology is the study of inland waters")
    expect(visitor.sources.first).to_contain_text("p. 123")
    visitor.sources.first.click()
    expect(visitor.popover).to_contain_text("lakes and ponds")
    visitor.popover.get_by_role("link", name="Open the document").click()
    expect(visitor.main.get_by_role("heading", name="Inland waters")).to_be_visible()
    expect(visitor.main.get_by_text("Cited here")).to_be_in_viewport()
    expect(visitor.main.get_by_text("Limnology is the study")).to_be_in_viewport()
    with visitor.page.expect_download() as download:
        visitor.button("Download the file").click()
    assert Path(download.value.path()).read_bytes() == lecture.read_bytes()

    visitor.button("Remove").click()
    expect(visitor.main.get_by_text("deleted for good after 24 hours")).to_be_visible()
    visitor.open_tutor()
    visitor.send("What is limnology?")
    # Nothing answers it, so it may be asked what was meant.
    expect(
        visitor.main.locator('[class*="st-key-actions-"], [class*="st-key-card-"]')
    ).to_have_count(1)
    expect(visitor.main).not_to_contain_text("inland waters")
    visitor.open("/library")
    visitor.button("Undo").click()
    expect(visitor.main.get_by_text(re.compile(r"Ready, 150 pages"))).to_be_visible(timeout=60_000)
