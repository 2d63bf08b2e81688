"""The line to the tool server: started on first use, kept, ended, started again."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import psutil
import pytest

from agent.adapters.atlassian.command import VERSION
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.session import NoAnswer, Session
from agent.adapters.tool_server import SaidNo, ToolServer
from agent.adapters.tracker.jira import JiraTracker
from agent.errors import AgentError, OutcomeUnknown
from agent.ports.work_items import NewIssue
from tests.waiting import wait_until

SMALL = (sys.executable, str(Path(__file__).with_name("small_server.py")))
SLEEPS = (sys.executable, "-c", "import time; time.sleep(60)")
LATE = "import runpy, sys, time; time.sleep(1.5); runpy.run_path(sys.argv[1], {}, '__main__')"
TOOLS = frozenset({"jira_search", "jira_get_issue", "jira_create_issue", "jira_update_issue"})
ASKED = ("jira_search", {"jql": "[1]"})


@pytest.fixture
def session():
    session = Session({"SECRET": "canary"}, tools=TOOLS, seconds=2, command=SMALL)
    with closing(session):
        yield session


@pytest.fixture(autouse=True)
def _others() -> None:
    others.clear()
    others.update(child.pid for child in psutil.Process().children(recursive=True))


others = set()


def servers():
    """Of this test, dead ones that nobody has asked after too."""
    children = psutil.Process().children(recursive=True)
    return [child for child in children if child.pid not in others]


def test_it_starts_with_the_first_call_and_again_when_it_was_killed(session) -> None:
    assert servers() == []
    for _ in range(2):
        assert session.call(*ASKED) == [1]
        (first,) = servers()
    assert "canary" not in " ".join(first.cmdline()) + repr(session)
    assert first.environ()["SECRET"] == "canary"
    first.kill()
    assert session.call(*ASKED) == [1]
    (second,) = servers()
    assert second.pid != first.pid
    session.close()
    session.close()
    assert servers() == []


def test_only_tools_that_are_offered_and_allowed_are_called(session) -> None:
    with pytest.raises(ValueError, match="not_for_us"):
        session.call("not_for_us", {})
    assert servers() == []
    assert session.missing() == ("jira_update_issue",)
    with pytest.raises(ToolFailed) as raised:
        session.call("jira_update_issue", {})
    assert raised.value.problem == "no_tool"
    with pytest.raises(ToolFailed) as raised:
        session.call("jira_search", {"jql": "Sorry"})
    assert raised.value.words == "Sorry"


@pytest.mark.parametrize(
    ("tool", "arguments", "how"),
    [
        ("jira_get_issue", {"issue_key": "600"}, "late"),
        ("jira_create_issue", {"summary": "3"}, "lost"),
    ],
)
def test_a_call_that_is_late_or_kills_its_server_ends(session, tool, arguments, how) -> None:
    session.seconds = 1
    session.call(*ASKED)
    began = time.monotonic()
    with pytest.raises(NoAnswer) as raised:
        session.call(tool, arguments)
    assert raised.value.how == how
    assert time.monotonic() - began < 9
    assert servers() == []
    assert session.call(*ASKED) == [1]


def test_one_call_at_a_time_and_the_rest_wait_or_are_not_sent(session) -> None:
    session.call(*ASKED)
    with ThreadPoolExecutor() as pool:
        asked = [{"issue_key": "0.3"}] * 3
        assert list(pool.map(lambda each: session.call("jira_get_issue", each), asked)) == [[]] * 3
    session.seconds = 0.1
    with session._turn, pytest.raises(NoAnswer) as raised:
        session.call(*ASKED)
    assert raised.value.how == "busy"


def test_the_server_ends_with_the_process_that_started_it() -> None:
    script = (
        f"import psutil\nfrom {__name__} import ASKED, SMALL, TOOLS, Session\n"
        "session = Session({}, tools=TOOLS, seconds=9, command=SMALL)\n"
        "session.call(*ASKED)\n"
        "print(psutil.Process().children()[0].pid)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    pid = subprocess.check_output([sys.executable, "-c", script], env=env, timeout=60)
    wait_until(lambda: not psutil.pid_exists(int(pid)))


def tracker_on(session):
    return JiraTracker(session, url="https://jira.example", project="PROJ")


def test_a_missing_tool_is_named_by_the_connection_test(session) -> None:
    found = tracker_on(session).check()
    assert (found.is_ok, found.missing) == (False, ("jira_update_issue",))
    assert "jira_update_issue" in found.message
    assert VERSION in found.hint


def test_a_server_that_does_not_start_is_said_so() -> None:
    with closing(Session({}, tools=TOOLS, seconds=2, command=(*SMALL, "--die"))) as session:
        tracker = tracker_on(session)
        assert not tracker.check().is_ok
        with pytest.raises(AgentError, match="does not start"):
            tracker.issue("PROJ-1")


def test_a_write_that_nobody_answered_is_unknown(session) -> None:
    issue = NewIssue("PROJ", "Story", "0", "", mark="interlude-0123456789ab")
    with pytest.raises(OutcomeUnknown):
        tracker_on(session).create(issue)


# What every tool server shares


@pytest.mark.parametrize(
    ("limits", "how"), [({"start_seconds": 0.5}, "start"), ({"wait_seconds": 0.1}, "starting")]
)
def test_a_server_that_hangs_at_its_start_is_ended(limits, how) -> None:
    began = time.monotonic()
    server = ToolServer(SLEEPS, {}, tools=frozenset({"any"}), seconds=5, **limits)
    with closing(server), pytest.raises(NoAnswer) as raised:
        server.ask("any", {})
    assert raised.value.how == how
    assert servers() == []
    assert time.monotonic() - began < 9


def test_a_start_that_takes_long_goes_on_after_the_call_in_its_folder(tmp_path) -> None:
    command = (sys.executable, "-c", LATE, SMALL[1])
    limits = {"seconds": 5, "wait_seconds": 0.1}
    server = ToolServer(command, {}, tools=TOOLS, folder=tmp_path, **limits)

    def is_answered():
        with suppress(NoAnswer):
            return bool(server.ask(*ASKED) == "[1]")
        return False

    with closing(server):
        with pytest.raises(NoAnswer) as raised:
            server.ask(*ASKED)
        assert raised.value.how == "starting"
        (child,) = servers()
        wait_until(is_answered)
        assert servers() == [child]
        assert Path(child.cwd()) == tmp_path
        with pytest.raises(SaidNo, match="Missing argument: jql"):
            server.ask("jira_search", {})
