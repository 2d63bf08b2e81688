"""A visit to a course site of our own in the real browser, through the real tool server."""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from agent.adapters.courses.site import BrowsedSite
from agent.errors import AgentError, ProviderError
from tests.adapters.courses.descriptions import told, told_by_address
from tests.servers.course_site import course_site
from tests.waiting import wait_until

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[3]
SECONDS = 60
# Nothing comes then: what is tested is that the wait ends.
SHORT = {**told("http://a").results.model_dump(exclude={"seconds"}), "seconds": 1.5}


@pytest.fixture(autouse=True)
def folder(monkeypatch):
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
def shop():
    with course_site() as served:
        yield served


def running(folder):
    """The processes of a visit, dead ones aside."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            about = f"{process.cmdline()} {process.environ()}"
            if str(folder) in about and process.pid != os.getpid():
                found.append(process)
    return found


def visited(url, *, seconds=SECONDS):
    return BrowsedSite(told_by_address(url), seconds=seconds)


def failure(site):
    with pytest.raises(ProviderError) as raised:
        site.search("python")
    assert raised.value.hint
    return raised.value


def test_it_clicks_the_banner_away_types_and_reads_what_comes(shop, folder) -> None:
    site = BrowsedSite(told(shop.url), seconds=SECONDS)
    assert site.search(" … ") == []
    assert shop.paths == [], "without a word nothing is asked"
    assert site.name
    assert site.check().is_ok
    courses = site.search("  Python\n", count=2)
    assert shop.queries == ["Python"]
    assert [(course.title, course.url, course.hours, course.source) for course in courses] == [
        ("Python 核心技术与实战", f"{shop.url}/course/101", 12, "site"),
        ("零基础学 Python", f"{shop.url}/course/102", 20.5, "site"),
    ]
    assert site.search("alchemy") == []
    wait_until(lambda: not running(folder))
    assert list(folder.iterdir()) == []


def test_orders_in_an_entry_and_calls_elsewhere_do_nothing(shop) -> None:
    with course_site() as other:
        shop.how, shop.elsewhere = "stray", f"{other.url}/secret"
        courses = visited(shop.url).search("hostile")
        assert [course.url for course in courses] == [f"{shop.url}/course/666"]
        assert other.paths == []
    assert set(shop.paths) <= {"/search", "/api/courses", "/favicon.ico"}


def test_a_site_that_is_away_and_a_redirect_into_the_network_are_refused(shop) -> None:
    assert failure(visited("http://127.0.0.1:9")).problem == "refused"
    with course_site() as other:
        inside = other.url.replace("127.0.0.1", "localhost")
        shop.how, shop.elsewhere = "leaves", f"{inside}/secret"
        assert failure(visited(shop.url)).problem == "refused"
        assert other.paths == []


def test_a_dialog_is_not_answered(shop) -> None:
    shop.how = "speaks"
    error = failure(visited(shop.url))
    assert "asks something" in error.message
    assert "Pay now" not in f"{error.message} {error.hint}"


def test_results_that_never_come(shop) -> None:
    shop.how = "changed"
    error = failure(BrowsedSite(told_by_address(shop.url, results=SHORT), seconds=SECONDS))
    assert (error.problem, error.retryable) == ("cut", False)
    assert "INTERLUDE_COURSE_SITE" in error.hint


@pytest.mark.slow
@pytest.mark.parametrize("how", ["hang", "spins"])
def test_a_site_that_hangs_takes_its_time_and_no_more(shop, how) -> None:
    shop.how = how
    assert failure(visited(shop.url, seconds=5)).problem == "timeout"


def test_a_browser_that_does_not_start_is_said_so_and_only_one_visit_is_made_at_a_time(
    shop,
) -> None:
    site = BrowsedSite(told(shop.url), seconds=SECONDS, browser="true")
    assert "does not start" in failure(site).message
    busy = BrowsedSite(told(shop.url), seconds=0.1)
    with busy._turn:
        assert failure(busy).retryable
    assert shop.paths == []


@pytest.mark.parametrize("named", ["node", "chromium"])
def test_what_is_killed_in_the_middle_leaves_nothing(shop, folder, named) -> None:
    shop.how = "stalls"
    with ThreadPoolExecutor() as pool:
        search = pool.submit(visited(shop.url).search, "python")
        wait_until(lambda: "/api/courses" in shop.paths, seconds=SECONDS)
        for process in running(folder):
            with suppress(psutil.Error):
                if process.name().startswith(named):
                    process.kill()
        with pytest.raises(AgentError, match="ended"):
            search.result(SECONDS)


def test_the_browser_ends_with_the_process_that_started_it(shop, folder) -> None:
    shop.how = "stalls"
    script = f"from {__name__} import visited; visited({shop.url!r}).search('python')"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", script], env=env)
    wait_until(lambda: "/api/courses" in shop.paths, seconds=SECONDS)
    assert running(folder)
    process.kill()
    process.wait()
