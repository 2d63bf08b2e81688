"""What has to hold for the eye: on a phone, in the dark, for those who see little."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.test_threads import assert_room
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
READABLE = 4.5
GROUNDS: dict[Any, str] = {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 21, 20)"}

CONTRAST = """
root => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r, g, b].map((v, i) => v * a + [R, G, B][i] * (1 - a));
  const light = (colour) => colour
    .map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const measure = (element) => {
    const layers = [];
    let opacity = 1;
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      layers.push(rgba(style.backgroundColor));
      opacity *= Number(style.opacity);
    }
    const ground = layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
    const [r, g, b, a] = rgba(getComputedStyle(element).color);
    const ink = over([r, g, b, a * opacity], ground);
    const [dark, bright] = [light(ink), light(ground)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = {};
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    const icon = element.closest('[data-testid="stIconMaterial"], [translate="no"], style, script');
    const off = element.closest(":disabled, [aria-disabled=true]");
    if (!text || icon || off || !element.checkVisibility()) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    found[text.slice(0, 60)] = measure(element);
  }
  return found;
}
"""


def rest(visitor: Visitor) -> None:
    """Wait until colours and the card have faded in."""
    visitor.page.wait_for_function(
        "() => document.getAnimations().every(a => a.playState === 'finished'"
        " || a.effect.getComputedTiming().endTime === Infinity)"
    )


def hard_to_read(visitor: Visitor) -> dict[str, float]:
    """The texts on the page whose contrast is too low."""
    visitor.settle()
    visitor.page.mouse.move(0, 0)
    rest(visitor)
    found: dict[str, float] = visitor.page.locator("body").evaluate(CONTRAST)
    assert len(found) > 10
    return {text: round(ratio, 2) for text, ratio in found.items() if ratio < READABLE}


def assert_readable(visitor: Visitor) -> None:
    """In both schemes, as the browser's change is followed at once."""
    for scheme, ground in GROUNDS.items():
        visitor.page.emulate_media(color_scheme=scheme)
        app = visitor.page.get_by_test_id("stApp")
        expect(app).to_have_css("background-color", ground)
        assert hard_to_read(visitor) == {}, scheme


def test_everything_can_be_read_in_light_and_dark(visitor: Visitor) -> None:
    visitor.open("/")
    assert_readable(visitor)
    visitor.open_tutor().ask("Why would one denormalise a schema?")
    for name in ("Thinking", "Next", "State"):
        visitor.panel(name)
        assert_readable(visitor)
    visitor.start_quiz(1)
    assert_readable(visitor)
    button = visitor.card.get_by_role("button", name="Answer")
    for act in (button.hover, button.focus):
        act()
        rest(visitor)
        ratios: dict[str, float] = button.evaluate(CONTRAST)
        assert "Answer" in ratios
        assert min(ratios.values()) >= READABLE, ratios
    visitor.answer(0)
    expect(visitor.answers).to_have_count(2)
    assert_readable(visitor)


def assert_no_sideways(visitor: Visitor) -> None:
    visitor.settle()
    sideways = visitor.page.evaluate(
        """() => [...document.querySelectorAll("html, body, .stApp, .stMain")]
            .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.className || e.tagName)"""
    )
    assert sideways == []


@pytest.fixture
def phone(new_visitor: NewVisitor, server: Server) -> Visitor:
    return new_visitor(server, **PHONE)


def test_a_quiz_on_a_phone(phone: Visitor) -> None:
    phone.open("/")
    assert_no_sideways(phone)
    phone.main.get_by_role("button", name="What is a foreign key?", exact=True).tap()
    expect(phone.answers).to_have_count(1)
    assert_no_sideways(phone)
    expect(phone.input).to_be_in_viewport(ratio=1)
    # The avatar stands above an answer: beside it, it would take a ninth of every line.
    said = phone.last
    content, whole = said.get_by_test_id("stChatMessageContent").bounding_box(), said.bounding_box()
    assert content
    assert whole
    assert content["width"] > whole["width"] - 16

    _see_details(phone)
    # What is pressed there leads back to the conversation, which they cover.
    phone.button("Details").tap()
    phone.panel("Next").get_by_role("button", name="Quiz me on foreign keys").tap()
    phone.expect_question(1, 3)
    expect(phone.card.get_by_role("button", name="Answer")).to_be_in_viewport(ratio=1)
    assert_no_sideways(phone)
    for number in (1, 2, 3):
        phone.expect_question(number, 3)
        phone.answer(0)
    expect(phone.answers).to_have_count(2)
    assert_no_sideways(phone)
    _open_sidebar(phone)


def _see_details(phone: Visitor) -> None:
    tabs = phone.page.get_by_role("tab", name="Thinking")
    expect(tabs).to_be_hidden()
    phone.button("Details").tap()
    expect(tabs).to_be_visible()
    for name in ("Thinking", "Next", "State", "Graph"):
        expect(phone.panel(name)).to_be_visible()
        assert_no_sideways(phone)
    phone.button("Back to the conversation").tap()
    expect(tabs).to_be_hidden()
    expect(phone.said.first).to_be_visible()
    expect(phone.input).to_be_in_viewport(ratio=1)


def _open_sidebar(phone: Visitor) -> None:
    """It lies over the page: squeezed beside it, the input would grow and stay tall."""
    phone.open_tutor()
    heading = phone.sidebar.get_by_text("Conversations", exact=True)
    expect(heading).not_to_be_in_viewport()
    before = phone.main.bounding_box(), phone.input.bounding_box()
    expand = phone.page.get_by_test_id("stExpandSidebarButton")
    expand.tap()
    expect(heading).to_be_in_viewport()
    assert (phone.main.bounding_box(), phone.input.bounding_box()) == before
    assert_room(phone)
    # What is chosen there is what one wants to see.
    phone.sidebar.get_by_role("link", name="Studio").tap()
    expect(heading).not_to_be_in_viewport()
    phone.settle()
    expand.tap()
    phone.thread_button("What is a foreign key?").first.tap()
    expect(heading).not_to_be_in_viewport()
    expect(phone.said.first).to_be_visible()


def draft(visitor: Visitor) -> None:
    visitor.open("/tickets").send("Create a Jira issue for user authentication")
    show_draft(visitor)


def show_draft(visitor: Visitor) -> None:
    visitor.card.get_by_role("button", name="Show the draft").click()
    expect(visitor.card).to_contain_text("Create this issue")


def test_tickets_can_be_read(new_visitor: NewVisitor, own_server: Server) -> None:
    visitor = new_visitor(own_server)
    draft(visitor)
    visitor.card.get_by_label("Comment").fill("priority high")
    visitor.card.get_by_role("button", name="Reject").click()
    show_draft(visitor)
    expect(visitor.main.get_by_text("An earlier draft")).to_be_visible()
    assert_readable(visitor)
    visitor.card.get_by_role("button", name="Approve").click()
    expect(visitor.answers).to_have_count(1)
    visitor.page.get_by_role("button", name="Write the page of PROJ-1").first.click()
    expect(visitor.card).to_contain_text("Create this page")
    assert_readable(visitor)
    visitor.card.get_by_role("button", name="Approve").click()
    expect(visitor.answers).to_have_count(2)
    for path in ("/issues", "/issues?key=PROJ-1", "/issues?page=1"):
        visitor.open(path)
        assert_readable(visitor)


def _top(phone: Visitor) -> float:
    """Where the card's button is in the window, once it has come to rest."""
    places: list[float] = []
    while len(places) < 60 and (len(places) < 4 or max(places[-4:]) - min(places[-4:]) > 1):
        phone.page.wait_for_timeout(300)
        place = phone.card.get_by_text("Edit the fields").bounding_box()
        assert place
        places.append(place["y"])
    return places[-1]


def test_tickets_on_a_phone(new_visitor: NewVisitor, own_server: Server) -> None:
    phone = new_visitor(own_server, **PHONE)
    draft(phone)
    assert_no_sideways(phone)
    edit = phone.card.get_by_text("Edit the fields")
    _top(phone)
    edit.scroll_into_view_if_needed()
    before = _top(phone)
    edit.tap()
    # What is opened grows downwards, under the finger.
    expect(phone.card.get_by_role("textbox", name="Open questions")).to_be_visible()
    expect(phone.card.get_by_role("button", name="Approve")).to_be_in_viewport()
    assert _top(phone) == pytest.approx(before, abs=2)
    assert_no_sideways(phone)
    phone.card.get_by_role("button", name="Approve").tap()
    expect(phone.answers).to_have_count(1)
    phone.main.get_by_role("button", name="Write the page of PROJ-1").first.tap()
    expect(phone.card).to_contain_text("Create this page")
    assert_no_sideways(phone)
    phone.card.get_by_role("button", name="Approve").tap()
    expect(phone.answers).to_have_count(2)
    # In the same session: a link of ours opens no tab.
    phone.main.get_by_role("link", name="PROJ-1:").first.tap()
    expect(phone.main.get_by_role("button", name="All pages")).to_be_visible()
    for path in ("/issues", "/issues?key=PROJ-1"):
        phone.open(path)
        assert_no_sideways(phone)
