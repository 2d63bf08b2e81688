"""A person at a browser: what they do, and what must never happen to them meanwhile."""

import re
from typing import Self
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.browser.serving import Server

# Streamlit's client looks for its server under the page's own path first.
KNOWN_404 = re.compile(r"/[a-z]+/_stcore/(health|host-config)$")
UNREACHABLE = (
    "net::ERR_",
    "Failed to load",
    "Failed to fetch",
    "WebSocket",
    "NetworkError",
    "No response received",
    "server is not responding",
    "disconnected from server",
)


class Visitor:
    """One tab. Everything a page must not do is collected in `problems`."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", self._error)
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)
        self._outage = False

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error" or KNOWN_404.search(message.location.get("url", "")):
            return
        if self._outage and any(word in message.text for word in UNREACHABLE):
            return
        self.problems.append(f"console: {message.text}")

    def _error(self, error: object) -> None:
        if not (self._outage and any(word in str(error) for word in UNREACHABLE)):
            self.problems.append(f"error: {error}")

    def _dialog(self, dialog: "object") -> None:
        self.problems.append("a dialog opened")
        dialog.dismiss()  # type: ignore[attr-defined]

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        is_local = parts.scheme in ("data", "blob", "about", "file")
        if not is_local and parts.netloc != urlsplit(self.server.url).netloc:
            self.problems.append(f"a request went to {request.url}")

    def expect_outage(self) -> None:
        """From here on the page may complain that its server is gone."""
        self._outage = True

    # Going places

    def open(self, path: str = "/") -> Self:
        self.page.goto(self.server.url + path)
        self.settle()
        # A font that comes late moves what is about to be tapped.
        self.page.evaluate("() => document.fonts.ready.then(() => true)")
        return self

    def open_tutor(self) -> Self:
        self.open("/tutor")
        expect(self.input).to_be_enabled()
        return self

    def open_thread(self, thread: str) -> Self:
        return self.open(f"/tutor?thread={thread}")

    def reload(self) -> None:
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the page's script rests."""
        self.page.locator(
            '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
            '[data-test-script-state="notRunning"]'
        ).wait_for()

    @property
    def thread(self) -> str:
        return parse_qs(urlsplit(self.page.evaluate("location.href")).query).get("thread", [""])[0]

    # What stands there

    @property
    def main(self) -> Locator:
        return self.page.get_by_test_id("stMain")

    @property
    def sidebar(self) -> Locator:
        return self.page.get_by_test_id("stSidebar")

    @property
    def input(self) -> Locator:
        return self.page.get_by_test_id("stChatInputTextArea")

    @property
    def card(self) -> Locator:
        return self.page.locator('[class*="st-key-card-"]')

    @property
    def answers(self) -> Locator:
        """The finished turns: each has its actions."""
        return self.page.locator('[class*="st-key-actions-"]')

    @property
    def said(self) -> Locator:
        return self.page.get_by_test_id("stChatMessage")

    @property
    def last(self) -> Locator:
        return self.said.last

    @property
    def sources(self) -> Locator:
        return self.page.locator('[class*="st-key-source-"]').last.get_by_role("button")

    @property
    def alert(self) -> Locator:
        return self.main.get_by_test_id("stAlert")

    @property
    def popover(self) -> Locator:
        return self.page.get_by_test_id("stPopoverBody").locator("visible=true")

    def button(self, name: str) -> Locator:
        return self.main.get_by_role("button", name=name)

    def panel(self, name: str) -> Locator:
        """Open one of the panels."""
        panels = self.page.locator(".st-key-panels, .st-key-panels-open")
        panels.get_by_role("tab", name=name).click()
        self.settle()
        return panels.get_by_role("tabpanel", name=name)

    # Talking

    def send(self, text: str) -> None:
        expect(self.input).to_be_enabled()
        self.input.fill(text)
        self.input.press("Enter")

    def ask(self, text: str) -> Locator:
        """Send a message and wait for the whole answer."""
        before = self.answers.count()
        self.send(text)
        expect(self.answers).to_have_count(before + 1)
        self.settle()
        return self.last

    def expect_done(self, timeout: float | None = None) -> None:
        """The last card is answered, and what that has set off has come to its end."""
        expect(self.card).to_have_count(0, timeout=timeout)
        self.settle()

    def start_quiz(self, number: int = 3, on: str = "normalisation") -> None:
        self.send(f"Give me a quiz of {number} questions on {on}")
        self.expect_question(1, number)

    # Answering

    def expect_question(self, number: int, of: int = 3) -> None:
        expect(self.card.get_by_text(f"Question {number} of {of}", exact=True)).to_be_visible()
        self.settle()

    @property
    def options(self) -> Locator:
        """Of the question whose card this is: an earlier one may still be about to go."""
        card = re.search(r"st-key-card-(\S+)", self.card.get_attribute("class") or "")
        assert card is not None
        return self.page.locator(f".st-key-choice-{card[1]}").get_by_test_id("stRadioOption")

    def pick(self, option: int) -> None:
        self.options.nth(option).click()
        expect(self.options.nth(option).get_by_role("radio")).to_be_checked()

    def answer(self, option: int) -> None:
        self.pick(option)
        self.card.get_by_role("button", name="Answer").click()

    # Looking after threads

    def thread_button(self, title: str) -> Locator:
        return self.sidebar.locator(".st-key-sidebar-threads").get_by_role("button", name=title)

    def thread_menu(self) -> Locator:
        self.settle()
        self.sidebar.get_by_role("button", name="Conversation options").first.click()
        return self.popover

    def turn_menu(self, act: str) -> None:
        self.last.get_by_role("button", name="Copy, edit, regenerate or fork").click()
        self.page.get_by_role("menuitem", name=act).click()

    # Choosing a model

    def choose_model(self, provider: str) -> None:
        self.model_settings().get_by_role("combobox", name="Provider").click()
        self.page.get_by_role("option", name=provider).click()
        self.settle()
        self.page.keyboard.press("Escape")
        expect(self.popover).to_have_count(0)

    def model_settings(self) -> Locator:
        self.sidebar.get_by_role(
            "button", name=re.compile("Model settings|Ajustes del modelo")
        ).click()
        return self.popover

    def fill_model(self, *, name: str, url: str, key: str = "") -> None:
        """Fill the open form, field by field: the model's name is asked for last."""
        form = self.popover
        for label, value in (("Base URL", url), ("API key", key), ("Model name", name)):
            if value:
                field = form.get_by_label(label, exact=True)
                field.fill(value)
                field.press("Tab")
                self.settle()
