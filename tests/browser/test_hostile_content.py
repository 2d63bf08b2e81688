"""Content may be read. It fetches nothing, runs nothing and imitates nothing of the app.

That no request leaves and no dialog opens is checked for every visitor, see visitor.py.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import hostile
from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor
from tests.servers import Calls, Says, openai_server
from tests.servers.scripted import Plain, Reply

pytestmark = pytest.mark.browser

ALIVE = (
    "img:not([src^='data:']):not([src^='blob:']):not([src^='/']), iframe, object, embed, "
    ".katex, a[href^='javascript:'], a[href^='data:'], [onerror], [onload]"
)
TURNING = "\u202e\u2066\u200b"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("hostile") / "data"
    hostile.fill(data)
    with Server(data) as started:
        yield started


def assert_harmless(visitor: Visitor) -> None:
    """Nothing of the content came alive anywhere on the page."""
    visitor.settle()
    assert visitor.page.evaluate("window.pwned") is None
    assert visitor.page.locator(ALIVE).all_inner_texts() == []
    text = visitor.page.locator("body").inner_text()
    assert not any(character in text for character in TURNING)


def assert_nothing_imitated(part: Locator) -> None:
    """Badges and icons in a message are ours or none."""
    expect(part.locator(".stMarkdownBadge")).to_have_count(0)
    expect(part.locator(".stMarkdownColoredBackground")).to_have_count(0)
    expect(part.locator("img[alt='Streamlit logo']")).to_have_count(0)
    expect(part).to_contain_text(":green-badge[Approved]")


def look_around(visitor: Visitor) -> None:
    for name in ("Thinking", "Next", "State", "Graph"):
        expect(visitor.panel(name)).to_be_visible()
        assert_harmless(visitor)


def test_what_a_user_writes_in_a_message_a_title_and_an_export(visitor: Visitor) -> None:
    visitor.open_tutor().ask(hostile.CORPUS)
    said = visitor.said.first
    expect(said).to_contain_text("<script>window.pwned = 1; alert(1)</script>")
    link = said.get_by_role("link", name="bank").first
    expect(link).to_have_attribute("href", f"https://{hostile.HOST}/login")
    expect(said).to_contain_text(f"bank ({hostile.HOST})")
    assert_nothing_imitated(said)
    assert_harmless(visitor)
    look_around(visitor)

    menu = visitor.thread_menu()
    title = menu.get_by_label("Title", exact=True)
    title.fill(hostile.IMAGE)
    title.press("Enter")
    # An invisible joiner keeps the address from becoming a link.
    named = hostile.IMAGE.partition("//")[0]
    expect(visitor.thread_button(named)).to_be_visible()
    assert_harmless(visitor)
    with visitor.page.expect_download() as download:
        menu.get_by_role("button", name="HTML").click()
    text = download.value.path().read_text(encoding="utf-8")
    visitor.popover.get_by_role("button", name="Delete").click()
    expect(visitor.sidebar).to_contain_text("Deleted “![x](")
    assert_harmless(visitor)

    path = download.value.path().with_suffix(".html")
    path.write_text(text, encoding="utf-8")
    visitor.page.goto(f"file://{path}")
    expect(visitor.page.locator("body")).to_contain_text("<script>")
    assert visitor.page.evaluate("window.pwned") is None
    assert visitor.page.locator(ALIVE).all_inner_texts() == []


def test_a_document_and_quiz_items(visitor: Visitor) -> None:
    answer = visitor.open_tutor().ask("What is a quokka?")
    expect(answer).to_contain_text("A quokka is a small animal")
    assert_harmless(visitor)
    for source in visitor.sources.all():
        source.click()
        expect(visitor.popover).to_contain_text("![x](")
        assert_harmless(visitor)
        visitor.page.keyboard.press("Escape")
        expect(visitor.popover).to_have_count(0)
    look_around(visitor)

    visitor.send(f"Give me a quiz of 2 questions on {hostile.TOPIC}")
    visitor.expect_question(1, 2)
    thread = visitor.thread
    visitor.open("/")
    expect(visitor.main).to_contain_text("Question 1")
    assert_harmless(visitor)
    visitor.open_thread(thread)
    expect(visitor.card).to_contain_text("window.pwned")
    expect(visitor.card.locator(".stMarkdownBadge")).to_have_text("basic")
    assert_harmless(visitor)
    visitor.answer(1)
    visitor.expect_question(2, 2)
    visitor.card.get_by_role("button", name="Finish now").click()
    expect(visitor.card).to_have_count(0)
    visitor.main.get_by_text("Review every question").click()
    expect(visitor.main.get_by_test_id("stExpanderDetails").first).to_contain_text("Explanation")
    assert_harmless(visitor)


def test_a_model(new_visitor: NewVisitor, server: Server) -> None:
    replies: list[Reply] = [
        Says(
            thinking=hostile.CORPUS,
            calls=(Calls("rag_search", {"query": f"quokka {hostile.CORPUS}"}),),
        ),
        Says(text=hostile.CORPUS + " [1]", thinking=hostile.CORPUS, rate=200),
    ]

    def script(_body: Plain) -> Reply:
        return replies.pop(0)

    visitor = new_visitor(server).open_tutor()
    with openai_server(script, flavour="vllm") as model:
        visitor.choose_model("Own server")
        visitor.model_settings()
        visitor.fill_model(name=f"m {hostile.IMAGE}", url=model.url)
        visitor.page.keyboard.press("Escape")
        assert_harmless(visitor)
        answer = visitor.ask("What is a quokka?")
    expect(answer).to_contain_text("<script>window.pwned = 1; alert(1)</script>")
    assert_nothing_imitated(answer)
    assert_harmless(visitor)
    expect(visitor.panel("Thinking")).to_contain_text("<script>")
    look_around(visitor)
    visitor.reload()
    assert_harmless(visitor)


def test_the_policy_is_the_wall_behind_the_cleaning(visitor: Visitor) -> None:
    """Were a picture to slip through, the browser would still not fetch it."""
    visitor.open("/")
    with visitor.page.expect_console_message(
        lambda message: "Content Security Policy" in message.text
    ):
        visitor.page.evaluate(
            "url => { document.body.append(new Image()); document.body.lastChild.src = url }",
            f"{hostile.URL}/wall.png",
        )
    visitor.problems.clear()
