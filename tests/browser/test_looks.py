"""How it looks: on a phone, in the dark, and readable in both themes."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
READABLE = 4.5

COLOURS = """element => {
    const style = getComputedStyle(element);
    const text = element.querySelector("p") ?? element;
    return [getComputedStyle(text).color, style.backgroundColor];
}"""


def luminance(colour: str) -> float:
    """As WCAG 2 defines it, of `rgb(r, g, b)`."""
    parts = [int(value) / 255 for value in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(element: Locator) -> float:
    light, dark = sorted(map(luminance, element.evaluate(COLOURS)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_that_decides_is_readable(
    new_visitor: NewVisitor, server: Server, scheme: str
) -> None:
    visitor = new_visitor(server, color_scheme=scheme).open_tutor()
    visitor.start_quiz(2)
    assert contrast(visitor.card.get_by_role("button", name="Answer")) >= READABLE


def test_a_quiz_fits_a_phone(new_visitor: NewVisitor, server: Server) -> None:
    """Nothing has to be scrolled sideways, and the panels come when they are called."""
    visitor = new_visitor(server, viewport=PHONE).open_tutor()
    visitor.start_quiz(2)
    visitor.answer(0)
    visitor.expect_question(2, of=2)
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not visitor.page.evaluate(wide)
    box = visitor.card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    visitor.page.get_by_role("button", name="Details").click()
    expect(visitor.page.get_by_role("tab", name="Graph")).to_be_visible()
    visitor.page.get_by_role("button", name="Back to the conversation").click()
    expect(visitor.page.get_by_role("tab", name="Graph")).to_be_hidden()
    visitor.answer(0)
    expect(visitor.answers).to_have_count(1)


def test_the_page_is_dressed_before_its_first_script_has_run(server: Server) -> None:
    """The stylesheet is linked from the page and served."""
    _, _, page = server.get("/tutor", Accept="text/html")
    assert '<link rel="stylesheet" href="/interlude.css">' in page
    status, headers, style = server.get("/interlude.css")
    assert (status, headers["content-type"].split(";")[0]) == (200, "text/css")
    assert ".st-key-composer" in style
