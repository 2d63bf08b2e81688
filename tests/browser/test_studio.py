"""Content as a marketer makes it: asked for, decided on, rewritten, kept, carried on."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.test_looks import PHONE, assert_no_sideways
from tests.browser.visitor import Visitor
from tests.servers import Says, openai_server
from tests.servers.samples import least
from tests.servers.scripted import Server as ModelServer

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

Plain = dict[str, Any]

OFFLINE = {"INTERLUDE_SEARCH": "none"}
SOON = 30_000
BLOG = "Write a blog post about home staging tips"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("studio") / "data", **OFFLINE) as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", **OFFLINE) as started:
        yield started


def pane(visitor: Visitor) -> Locator:
    return visitor.page.locator(".st-key-panels, .st-key-panels-open").get_by_role(
        "tabpanel", name="Document"
    )


def view(visitor: Visitor, name: str) -> Locator:
    """Look at the piece in another way."""
    pane(visitor).get_by_role("radio", name=name).click()
    visitor.settle()
    return pane(visitor)


def article(visitor: Visitor) -> Locator:
    """The text of the piece that the pane shows."""
    return pane(visitor).locator('[class*="st-key-article-"]')


def press(visitor: Visitor, name: str) -> None:
    visitor.card.get_by_role("button", name=re.compile(rf"{name}\b")).first.click()


def brief(visitor: Visitor, text: str, kind: str) -> None:
    """Send a request, say what it is for where that is asked, and take the form as it is filled."""
    visitor.send(text)
    expect(visitor.card).to_contain_text(re.compile("What (would you like|should I)"), timeout=SOON)
    if visitor.card.get_by_text("What would you like to do?").count():
        visitor.card.get_by_test_id("stRadioOption").filter(has_text=kind).first.click()
        press(visitor, "Answer")
    expect(visitor.card).to_contain_text("What should I make?", timeout=SOON)
    visitor.settle()
    press(visitor, "Continue")


def kept(server: Server) -> list[Plain]:
    """The pieces that are there, in the order in which they were approved."""
    rows = server.rows("select * from kept_pieces where deleted is null order by at")
    return [
        {
            **row,
            "content": json.loads(row["content"]),
            "research": json.loads(row["research"] or "null"),
        }
        for row in rows
    ]


# From a request to a piece, and on


def test_a_post_is_outlined_rewritten_brought_back_kept_and_carried_on(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    visitor = new_visitor(own_server).open("/studio")
    # It says all there is to ask.
    visitor.send(BLOG)
    _approve_outline(visitor)
    expect(visitor.card).to_contain_text("Keep this?", timeout=SOON)
    first = article(visitor).text_content() or ""
    assert first

    # The draft and its question outlive the server.
    visitor.expect_outage()
    own_server.kill()
    own_server.start()
    visitor.reload()
    expect(pane(visitor)).to_contain_text("can be approved")
    visitor.card.get_by_role("button", name="Drop what is farthest from the topic").click()
    expect(visitor.card).to_contain_text("Version 2.", timeout=SOON)
    changes = view(visitor, "Changes")
    expect(changes).to_contain_text("From version 1 to 2.")
    expect(changes.locator("del").first).to_be_visible()

    visitor.card.get_by_role("button", name="Back to version 1").click()
    expect(visitor.card).to_contain_text("Version 3.", timeout=SOON)
    view(visitor, "Text")
    expect(article(visitor)).to_have_text(first)
    press(visitor, "Approve")
    expect(pane(visitor).get_by_text(re.compile(r"(?<!be )approved$"))).to_be_visible(timeout=SOON)
    (blog,) = kept(own_server)

    # The same facts in another form, in one of three ways to say them.
    visitor.main.get_by_role("button", name="Write a LinkedIn post").first.click()
    expect(visitor.card).to_contain_text("Which version do you want?", timeout=SOON)
    hook = visitor.card.get_by_test_id("stRadioOption").nth(1)
    words = hook.inner_text().splitlines()[0].removeprefix("Variant 2: ").removesuffix(" …")
    hook.click()
    press(visitor, "Answer")
    expect(visitor.card).to_contain_text("Keep this?", timeout=SOON)
    expect(view(visitor, "Preview")).to_contain_text(words)
    press(visitor, "Approve")
    visitor.expect_done(SOON)
    _, post = kept(own_server)
    assert post["kind"] == "linkedin"
    assert post["content"]["text"].startswith(words)
    assert post["research"] == blog["research"]
    assert set(post["content"]["claims"]) <= {claim["id"] for claim in blog["research"]["claims"]}


def _approve_outline(visitor: Visitor) -> None:
    expect(visitor.card).to_contain_text("Use this outline?", timeout=SOON)
    expect(visitor.card.get_by_text("Edit the outline", exact=True)).to_be_visible()
    sections = visitor.card.get_by_label("Sections", exact=True)
    expect(sections).not_to_have_value("")
    heading, _, _ = sections.input_value().partition(": ")
    expect(pane(visitor).get_by_text(heading, exact=True).first).to_be_visible()
    press(visitor, "Approve")


# The brand, a picture, and the pieces


def test_a_picture_in_the_brands_name_is_kept_downloaded_and_deleted(visitor: Visitor) -> None:
    visitor.open("/studio")
    _name_brand(visitor, "Quay & Kiln Homes")
    brief(visitor, "Create an image of a bright living room for home staging", "An image")
    expect(visitor.card).to_contain_text("Keep this?", timeout=SOON)
    _see_card(pane(visitor), says="Quay & Kiln Homes")
    with visitor.page.expect_download() as waiting:
        visitor.main.get_by_role("button", name="PNG").first.click()
    assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")
    press(visitor, "Approve")
    visitor.expect_done(SOON)
    title = kept(visitor.server)[-1]["title"]

    # What is open stays open, whatever is pressed there.
    visitor.sidebar.get_by_role("link", name="Pieces").click()
    entry = visitor.main.get_by_role("link", name=title)
    entry.click()
    expect(visitor.page).to_have_url(re.compile(r"/pieces\?piece="))
    visitor.button("Copy").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Quay & Kiln Homes")
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    visitor.button("Download").click()
    with visitor.page.expect_download() as waiting:
        visitor.popover.get_by_role("button", name="Markdown").click()
    assert title in Path(waiting.value.path()).read_text()
    visitor.page.keyboard.press("Escape")
    visitor.button("Delete").click()
    expect(visitor.main.get_by_text(f"Deleted “{title}”.")).to_be_visible()
    expect(entry).to_have_count(0)
    assert title not in [piece["title"] for piece in kept(visitor.server)]
    visitor.button("Undo").click()
    expect(entry).to_be_visible()
    visitor.page.go_back()
    expect(visitor.button("Delete")).to_be_visible()
    assert title in [piece["title"] for piece in kept(visitor.server)]


def _name_brand(visitor: Visitor, name: str) -> None:
    visitor.button("Brand").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_role("button", name="Save").click()
    expect(visitor.page.get_by_test_id("stToast")).to_contain_text("The brand is saved.")
    expect(dialog).to_have_count(0)
    visitor.settle()


def _see_card(place: Locator, *, says: str) -> None:
    picture = place.locator("img")
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("alt", re.compile(re.escape(says)))
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    expect(place).to_contain_text("Alt text")


# With a model


HEAD = "# Home staging: three steps that you can take\n\nHome staging shows what a room is for."
REST = """ Here is where to begin.

## Clear the surfaces

Put away what you do not use each day, and let the light fall on the table of the home.

## Conclusion

Clear, paint, open the windows: that is what to remember of home staging. Talk to us first."""
OUTLINE = {
    "title": "Home staging in three steps",
    "sections": [
        {"heading": name, "gist": f"What {name.lower()} brings", "claims": ["C1"]}
        for name in ("Clear the surfaces", "Choose a colour", "Open the windows", "Hide the cables")
    ],
}


@dataclass(frozen=True)
class Held(Says):
    """A reply that says its head, and the rest when it is let go."""

    head: str = ""
    rest: str = ""
    gate: threading.Event | None = None

    def text_pieces(self) -> Iterator[str]:  # type: ignore[override]
        yield self.head
        assert self.gate is not None
        self.gate.wait(60)
        yield self.rest


class Writer:
    """A model that writes the outline and the post, and the least that fits elsewhere."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.server: ModelServer

    def __call__(self, body: Plain) -> Says:
        wanted = body.get("response_format", {}).get("json_schema", {}).get("schema")
        if wanted is None:
            return Held(head=HEAD, rest=REST, gate=self.gate)
        is_outline = {"title", "sections"} <= wanted.get("properties", {}).keys()
        return Says(json.dumps(OUTLINE if is_outline else least(wanted)))


@pytest.fixture
def writer() -> Iterator[Writer]:
    written = Writer()
    with openai_server(written, flavour="vllm") as written.server:
        yield written
        written.gate.set()


def test_a_draft_grows_in_the_pane_while_the_model_writes(
    new_visitor: NewVisitor, writer: Writer, tmp_path: Path
) -> None:
    model = {"VLLM_BASE_URL": writer.server.url, "VLLM_MODEL": "test-model"}
    with Server(tmp_path / "data", **OFFLINE, **model) as server:
        visitor = new_visitor(server).open("/studio")
        # The facts come by rules; then the model writes.
        brief(visitor, "Research home staging", "Research")
        expect(visitor.answers).to_have_count(1, timeout=SOON)
        visitor.choose_model("Own server")
        visitor.main.get_by_role("button", name="Write a blog post").first.click()
        expect(visitor.card).to_contain_text("Use this outline?", timeout=SOON)
        press(visitor, "Approve")
        _grows(visitor)
        # Whoever reloads sees what there is so far.
        visitor.page.reload()
        _grows(visitor)
        writer.gate.set()
        expect(visitor.card).to_contain_text("Keep this?", timeout=SOON)
        expect(pane(visitor)).to_contain_text("Talk to us first.")
        expect(pane(visitor)).to_contain_text("Written by the model")
        # Too short is a remark, and no reason to refuse it.
        expect(visitor.card.get_by_role("button", name="Approve")).to_be_enabled()
        visitor.page.close()


def _grows(visitor: Visitor) -> None:
    """In the pane, beside the conversation."""
    growing = visitor.page.locator('[class*="st-key-growing-"]').last
    expect(growing).to_contain_text("Home staging shows what a room", timeout=SOON)
    expect(growing).not_to_contain_text("Talk to us first.")
    place, side = growing.bounding_box(), visitor.page.locator(".st-key-panels").bounding_box()
    assert place is not None
    assert side is not None
    assert place["x"] >= side["x"]
    assert place["y"] < 900


# On a phone


def test_a_post_is_made_on_a_phone(new_visitor: NewVisitor, server: Server) -> None:
    visitor = new_visitor(server, **PHONE, color_scheme="dark").open("/studio")
    visitor.button("Create an Instagram post about moving house").tap()
    expect(visitor.card).to_contain_text("Keep this?", timeout=SOON)
    assert_no_sideways(visitor)
    visitor.button("Document").tap()
    view(visitor, "Preview")
    expect(pane(visitor).locator("img")).to_be_visible()
    assert_no_sideways(visitor)
    visitor.button("Back to the conversation").tap()
    visitor.card.get_by_role("button", name="Approve").tap()
    visitor.expect_done(SOON)
    expect(visitor.main.get_by_text("Kept:")).to_be_visible()
    assert_no_sideways(visitor)
