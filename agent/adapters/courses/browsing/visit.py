"""One visit to a course site: a browser of its own, which ends with it."""

import contextlib
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from agent.adapters.courses.browsing.browser import command, environment
from agent.adapters.courses.browsing.description import Site, Step
from agent.adapters.courses.browsing.listing import courses_in, says_nothing
from agent.adapters.courses.browsing.snapshot import DEPTH, Node, Page, Unreadable, read
from agent.adapters.failures import COURSES
from agent.adapters.tool_server import NoAnswer, NotOffered, SaidNo, ToolServer
from agent.errors import ProviderError
from agent.ports.courses import Course

# The server offers more, among it what runs code and what reads files.
TOOLS = frozenset(
    {"browser_click", "browser_close", "browser_navigate", "browser_snapshot", "browser_type"}
)
LOOK_SECONDS = 0.3
"""Between two looks at a page that is not ready."""
STEP_SECONDS = 5.0
CLOSE_SECONDS = 3.0


@contextmanager
def visiting(site: Site, *, browser: Path, seconds: float) -> Iterator["Visit"]:
    """Raises ProviderError, as all that is done on the visit; `seconds` limit it whole."""
    # A browser that is just ending may still write there.
    with tempfile.TemporaryDirectory(prefix="visit-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        server = ToolServer(
            command(site, browser=browser, folder=folder, seconds=seconds),
            environment(folder),
            tools=TOOLS,
            seconds=seconds,
            start_seconds=seconds,
            folder=folder,
        )
        visit = Visit(site, server, seconds=seconds)
        try:
            yield visit
        finally:
            visit.close()


class Visit:
    def __init__(self, site: Site, server: ToolServer, *, seconds: float) -> None:
        self._site = site
        self._server = server
        self._until = time.monotonic() + seconds
        self._is_lost = False

    def open(self, words: str = "") -> Page:
        self._ask("browser_navigate", url=self._site.begins_at(words))
        return self._look()

    def find(self, words: str) -> list[Course]:
        """The courses that the site finds, in its order."""
        self.open(words)
        for step in self._site.steps:
            self._take(step, words)
        return self._results()

    def close(self) -> None:
        """Chromium outlives a server that ends before it."""
        with contextlib.suppress(NoAnswer, SaidNo, NotOffered):
            if not self._is_lost:
                self._server.seconds = CLOSE_SECONDS
                self._server.ask("browser_close", {})
        self._server.close()

    def _take(self, step: Step, words: str) -> None:
        target = self._spot(step)
        if target is None:
            return
        if step.do == "click":
            self._ask("browser_click", target=target.ref)
        else:
            self._ask("browser_type", target=target.ref, text=words, submit=True)

    def _spot(self, step: Step) -> Node | None:
        """An optional one is not waited for."""
        until = time.monotonic() + (0 if step.optional else STEP_SECONDS)
        while True:
            nodes = [node for node in self._look().root.all() if node.ref]
            for role in step.role:
                fits = (n for n in nodes if n.role == role and step.name.search(n.name))
                if found := next(fits, None):
                    return found
            if time.monotonic() >= until:
                break
            time.sleep(LOOK_SECONDS)
        if step.optional:
            return None
        raise self._failure("unreadable")

    def _results(self) -> list[Course]:
        """Once they come no more, or the page says that there are none."""
        until = time.monotonic() + self._site.results.seconds
        before: list[Course] = []
        while time.monotonic() < until:
            page = self._look()
            found = courses_in(page, self._site)
            if found and found == before:
                return found
            if not found and says_nothing(page, self._site):
                return []
            before = found
            time.sleep(LOOK_SECONDS)
        raise self._failure("unreadable")

    def _look(self) -> Page:
        answer = self._ask("browser_snapshot", depth=DEPTH)
        try:
            page = read(answer)
        except Unreadable as error:
            raise self._failure("unreadable") from error
        if page.url == "about:blank":  # another browser was started in place of one that ended
            raise self._failure("lost")
        if page.url.startswith("chrome-error:"):
            raise self._failure("unreachable")
        if not self._site.allows(page.url):
            raise self._failure("left")
        return page

    def _ask(self, tool: str, **arguments: Any) -> str:
        self._server.seconds = self._until - time.monotonic()
        if self._server.seconds <= 0:
            raise self._failure("late")
        try:
            return self._server.ask(tool, arguments)
        except SaidNo as error:
            raise self._failure(COURSES.find(text=error.text) or "unreadable") from error
        except NotOffered as error:
            raise self._failure("start") from error
        except NoAnswer as error:
            self._is_lost = True
            how = error.how if error.how in {"late", "start"} else "lost"
            raise self._failure(how) from error

    def _failure(self, problem: str) -> ProviderError:
        return COURSES.failure(problem, about=self._site.name)
