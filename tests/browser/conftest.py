"""A real Chromium, the real app, and a visitor who brings the two together."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright
from playwright.sync_api import Error as BrowserError

from tests.browser.serving import Server
from tests.browser.visitor import Visitor

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",
]
PATIENCE_MS = 20_000
LOG_CHARACTERS = 6_000
DESKTOP = {"width": 1400, "height": 900}

NewVisitor = Callable[..., Visitor]
_scene = pytest.StashKey[tuple[list[Visitor], Path]]()


# Of the package and not of the session: its event loop would be in the way of other tests.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("There is no chromium here: `make browser` or `apt-get install chromium`.")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        launched = _launched(playwright, chromium)
        yield launched
        launched.close()


def _launched(playwright: Playwright, chromium: str) -> Browser:
    """It dies at its start once in a while when the machine is busy."""
    try:
        return playwright.chromium.launch(executable_path=chromium, args=FLAGS)
    except BrowserError:
        return playwright.chromium.launch(executable_path=chromium, args=FLAGS)


class Contexts:
    """A browser session for each kind of visitor: the app's own files are fetched once.

    What tells visitors apart is on the server, where every tab has a session of its own.
    A first tab stays open in each, and with it the process that has compiled these files.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._open: dict[str, BrowserContext] = {}

    def get(self, server: Server, **options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in self._open:
            context = self._browser.new_context(**{"viewport": DESKTOP, **options})
            context.set_default_timeout(PATIENCE_MS)
            context.new_page().goto(f"{server.url}/health")
            self._open[key] = context
        return self._open[key]


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all that leave it alive: each visitor has a conversation of their own there."""
    with Server(tmp_path_factory.mktemp("server") / "data") as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One to be killed."""
    with Server(tmp_path / "data") as started:
        yield started


@pytest.fixture
def new_visitor(
    contexts: Contexts, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[NewVisitor]:
    """Makes visitors, each in a tab of their own, and sees to it that all went well for them."""
    visitors: list[Visitor] = []
    request.node.stash[_scene] = (visitors, tmp_path)

    def come(server: Server, *, color_scheme: str = "light", **options: Any) -> Visitor:
        visitors.append(Visitor(contexts.get(server, **options), server))
        visitors[-1].page.emulate_media(color_scheme=color_scheme)
        return visitors[-1]

    yield come
    problems = [problem for visitor in visitors for problem in visitor.problems]
    scenery = _scenery(request.node) if problems else []
    for visitor in visitors:
        visitor.page.close()
    assert not problems, "\n".join([*problems, *map(": ".join, scenery)])


def _scenery(item: pytest.Item) -> list[tuple[str, str]]:
    """A picture of every tab, and the end of what their servers said."""
    visitors, folder = item.stash.get(_scene, ([], Path()))
    found = []
    for number, visitor in enumerate(visitors, start=1):
        path = folder / f"visitor-{number}.png"
        try:
            visitor.page.screenshot(path=path)
        except BrowserError as error:
            path = Path(f"no screenshot: {error}")
        found.append(("screenshot", str(path)))
    logs = dict.fromkeys(visitor.server.log[-LOG_CHARACTERS:] for visitor in visitors)
    return found + [("server", log) for log in logs]


@pytest.fixture
def visitor(new_visitor: NewVisitor, server: Server) -> Visitor:
    return new_visitor(server)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: pytest.TestReport = yield
    if report.when == "call" and report.failed:
        report.sections += _scenery(item)
    return report
