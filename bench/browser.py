"""A visitor in a real Chromium, with a clock inside the page."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.model_server import first_word, last_word

CHROMIUM = "/usr/bin/chromium"
TIMEOUT = 60_000

# Times are of the page's own clock: from the Enter key to the mutation of the
# DOM that brings the word.
CLOCK = """
window.clock = {began: 0, seen: {}, words: []};
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter") { window.clock.began = event.timeStamp; window.clock.seen = {}; }
}, true);
window.watch = (words) => { window.clock.words = words; };
new MutationObserver(() => {
  const clock = window.clock;
  const left = clock.words.filter((word) => !(word in clock.seen));
  if (!left.length) return;
  const main = document.querySelector("[data-testid=stMain]");
  const text = main ? main.textContent : "";
  for (const word of left) {
    if (text.includes(word)) clock.seen[word] = performance.now() - clock.began;
  }
}).observe(document, {subtree: true, childList: true, characterData: true});
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """One tab on the Tutor's page, with the vLLM model chosen."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.page: Page = browser.new_page()
        self.page.set_default_timeout(TIMEOUT)
        self.page.add_init_script(CLOCK)
        self._url = url
        self.reload()

    def reload(self) -> None:
        self.page.goto(f"{self._url}/tutor")
        self._input.wait_for()
        self._choose_model()

    @property
    def _input(self) -> Any:
        return self.page.get_by_test_id("stChatInputTextArea")

    def _choose_model(self) -> None:
        sidebar = self.page.get_by_test_id("stSidebar")
        if not sidebar.get_by_text("Ready to use bench").count():
            sidebar.get_by_role("combobox").first.click()
            self.page.get_by_role("option", name="vLLM").click()
        sidebar.get_by_text("Ready to use bench").wait_for()
        self.settle()

    def new_thread(self) -> None:
        self.page.get_by_test_id("stSidebar").get_by_role("button", name="New").click()
        self.page.get_by_role("button", name="What is a foreign key?").wait_for()
        self.settle()

    def settle(self) -> None:
        """Nothing runs any more, and the page is still."""
        self.page.wait_for_selector(
            "[data-testid=stApp][data-test-script-state=notRunning]", state="attached"
        )
        self.page.wait_for_timeout(300)

    def ask(self, text: str, *, mark: str) -> tuple[float, float]:
        """Seconds from the Enter key to the answer's first and to its last word."""
        first, last = first_word(mark), last_word(mark)
        self._input.fill(text)
        self.page.wait_for_timeout(200)
        self.page.evaluate("(words) => window.watch(words)", [first, last])
        self._input.press("Enter")
        self.page.wait_for_function("(word) => word in window.clock.seen", arg=last)
        seen = self.page.evaluate("() => window.clock.seen")
        return seen[first] / 1000, seen[last] / 1000
