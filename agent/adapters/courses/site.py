"""The CourseSite port: a site that is visited in a browser for the user."""

import threading

from agent.adapters.courses.browsing.browser import need_browser
from agent.adapters.courses.browsing.description import Site, load
from agent.adapters.failures import COURSES
from agent.adapters.search.results import asked
from agent.errors import AgentError, NotConfigured
from agent.ports.courses import Course, CourseSite
from agent.ports.work_items import Connection
from agent.settings import Settings


def open_site(settings: Settings) -> CourseSite | None:
    """Open the site of INTERLUDE_COURSE_SITE; None without the setting."""
    if not settings.interlude_course_site:
        return None
    try:
        site = load(settings.interlude_course_site)
    except NotConfigured as error:
        return NoSite(error)
    return BrowsedSite(
        site,
        seconds=settings.interlude_course_site_seconds,
        browser=settings.interlude_course_browser,
    )


class BrowsedSite:
    def __init__(self, site: Site, *, seconds: float, browser: str = "") -> None:
        """`browser` is a path or a name; empty means whichever is there."""
        self._site = site
        self._seconds = seconds
        self._browser = browser
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        return self._site.name

    @property
    def is_set_up(self) -> bool:
        try:
            need_browser(self._browser)
        except NotConfigured:
            return False
        return True

    def check(self) -> Connection:
        """Test the site by opening its first page. Never raises."""
        try:
            self._visit("")
        except AgentError as error:
            return Connection(is_ok=False, message=error.message, hint=error.hint)
        return Connection(is_ok=True, message=f"{self.name} answers.", hint=self._site.notice)

    def search(self, query: str, *, count: int = 5) -> list[Course]:
        try:
            words = asked(query)
        except AgentError:  # not a word in it
            return []
        return self._visit(words)[:count]

    def _visit(self, words: str) -> list[Course]:
        """One at a time: a browser is heavy, and a site's patience is not ours to try."""
        browser = need_browser(self._browser)
        # What speaks to the tool server is slow to import.
        from agent.adapters.courses.browsing.visit import visiting  # noqa: PLC0415

        if not self._turn.acquire(timeout=self._seconds):
            raise COURSES.failure("busy", about=self.name)
        try:
            with visiting(self._site, browser=browser, seconds=self._seconds) as visit:
                if not words:
                    visit.open()
                    return []
                return visit.find(words)
        finally:
            self._turn.release()


class NoSite:
    """The CourseSite port where what was set cannot be used."""

    name = "The course site"
    is_set_up = False

    def __init__(self, problem: NotConfigured) -> None:
        self._problem = problem

    def check(self) -> Connection:
        return Connection(is_ok=False, message=self._problem.message, hint=self._problem.hint)

    def search(self, query: str, *, count: int = 5) -> list[Course]:  # noqa: ARG002 - the port has them
        raise NotConfigured(self._problem.message, hint=self._problem.hint)
