"""A visit to a course site of our own in the real browser, through the real tool server."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from agent.adapters.courses.browsing.description import Site
from agent.adapters.courses.site import BrowsedSite
from agent.errors import AgentError, ProviderError
from tests.adapters.courses.descriptions import told, told_by_address
from tests.servers.course_site import Shop, course_site
from tests.waiting import wait_until

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[3]
SECONDS = 60
# Nothing comes then: what is tested is that the wait ends.
SHORT = {**told("http://a").results.model_dump(exclude={"seconds"}), "seconds": 1.5}


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """In which all that a visit makes is, and by which its processes are known."""
    if shutil.which("chromium") is None:
        pytest.skip("There is no chromium here: `make browser` or `apt-get install chromium`.")
    # A path that is short: browsers put sockets there.
    with tempfile.TemporaryDirectory(prefix="c-", ignore_cleanup_errors=True) as name:
        monkeypatch.setenv("TMPDIR", name)
        monkeypatch.setattr(tempfile, "tempdir", None)
        yield Path(name)
        wait_until(lambda: not running(Path(name)))


@pytest.fixture
def shop() -> Iterator[Shop]:
    with course_site() as served:
        yield served


def running(folder: Path) -> list[str]:
    """The names of processes that a visit has left, dead ones aside."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            told = f"{process.cmdline()} {process.environ()}"
            if str(folder) in told and process.pid != os.getpid():
                found.append(process.name())
    return found


def visited(site: Site, *, seconds: float = SECONDS) -> BrowsedSite:
    return BrowsedSite(site, seconds=seconds)


def failure(site: BrowsedSite) -> ProviderError:
    with pytest.raises(ProviderError) as raised:
        site.search("python")
    assert raised.value.hint
    return raised.value


def test_it_clicks_the_banner_away_types_and_reads_what_comes(shop: Shop, folder: Path) -> None:
    courses = visited(told(shop.url)).search("  Python\n", count=3)
    assert shop.queries == ["Python"]
    assert [(course.title, course.url) for course in courses] == [
        ("Python 核心技术与实战", f"{shop.url}/course/101"),
        ("零基础学 Python", f"{shop.url}/course/102"),
        ("Python 自动化办公实战", f"{shop.url}/course/103"),
    ]
    assert [course.hours for course in courses] == [12, 20.5, None]
    assert all(course.source == "site" for course in courses)
    wait_until(lambda: not running(folder))
    assert list(folder.iterdir()) == []


def test_orders_in_an_entry_do_nothing(shop: Shop) -> None:
    with course_site() as other:
        courses = visited(told_by_address(shop.url)).search("hostile")
        assert [course.url for course in courses] == [f"{shop.url}/course/666"]
        assert other.paths == []
    assert set(shop.paths) <= {"/search", "/api/courses", "/favicon.ico"}


def test_without_a_word_nothing_is_asked(shop: Shop) -> None:
    assert visited(told(shop.url)).search(" … ") == []
    assert shop.paths == []


def test_a_redirect_into_the_network_reaches_nobody(shop: Shop) -> None:
    with course_site() as other:
        inside = other.url.replace("127.0.0.1", "localhost")
        shop.how, shop.elsewhere = "leaves", f"{inside}/secret"
        assert failure(visited(told_by_address(shop.url))).problem == "refused"
        assert other.paths == []


def test_a_page_that_calls_elsewhere_is_read_and_the_call_is_not_made(shop: Shop) -> None:
    with course_site() as other:
        shop.how, shop.elsewhere = "stray", f"{other.url}/secret"
        assert len(visited(told_by_address(shop.url)).search("rust")) == 1
        assert other.paths == []


def test_a_dialog_is_not_answered(shop: Shop) -> None:
    shop.how = "speaks"
    error = failure(visited(told_by_address(shop.url)))
    assert "asks something" in error.message
    assert "Pay now" not in f"{error.message} {error.hint}"


def test_results_that_never_come(shop: Shop) -> None:
    shop.how = "changed"
    error = failure(visited(told_by_address(shop.url, results=SHORT)))
    assert (error.problem, error.retryable) == ("cut", False)
    assert "INTERLUDE_COURSE_SITE" in error.hint


@pytest.mark.slow
@pytest.mark.parametrize("how", ["hang", "spins"])
def test_a_site_that_hangs_takes_its_time_and_no_more(shop: Shop, folder: Path, how: str) -> None:
    shop.how = how  # type: ignore[assignment]
    site = visited(told_by_address(shop.url), seconds=5)
    assert failure(site).problem == "timeout"
    wait_until(lambda: not running(folder))


def test_a_browser_that_does_not_start_is_said_so(shop: Shop) -> None:
    site = BrowsedSite(told(shop.url), seconds=SECONDS, browser="true")
    assert "does not start" in failure(site).message


def test_only_one_visit_at_a_time(shop: Shop) -> None:
    site = visited(told(shop.url), seconds=0.1)
    with site._turn:
        assert failure(site).retryable
    assert shop.paths == []


def kill(folder: Path, *, named: str) -> None:
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.name().startswith(named) and str(folder) in str(process.cmdline()):
                process.kill()


@pytest.mark.parametrize("named", ["node", "chromium"])
def test_what_is_killed_in_the_middle_leaves_nothing(shop: Shop, folder: Path, named: str) -> None:
    shop.how = "stalls"
    raised: list[AgentError] = []

    def search() -> None:
        try:
            visited(told_by_address(shop.url)).search("python")
        except AgentError as error:
            raised.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    wait_until(lambda: "/api/courses" in shop.paths, seconds=SECONDS)
    kill(folder, named=named)
    thread.join(SECONDS)
    assert ["ended" in error.message for error in raised] == [True]
    wait_until(lambda: not running(folder))


def test_the_browser_ends_with_the_process_that_started_it(shop: Shop, folder: Path) -> None:
    shop.how = "stalls"
    script = (
        "from tests.adapters.courses.descriptions import told_by_address\n"
        "from agent.adapters.courses.site import BrowsedSite\n"
        f"BrowsedSite(told_by_address({shop.url!r}), seconds=60).search('python')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    wait_until(lambda: "/api/courses" in shop.paths, seconds=SECONDS)
    assert running(folder)
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until(lambda: not running(folder))
