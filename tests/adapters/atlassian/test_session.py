"""The line to the tool server: started on first use, kept, ended, started again."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from agent.adapters.atlassian.command import VERSION
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.session import NoAnswer, Session
from agent.adapters.tracker.jira import JiraTracker
from agent.errors import AgentError, OutcomeUnknown
from agent.ports.work_items import NewIssue
from tests.waiting import wait_until

SMALL = (sys.executable, str(Path(__file__).with_name("small_server.py")))
TOOLS = frozenset({"jira_search", "jira_get_issue", "jira_create_issue", "jira_update_issue"})


def servers() -> list[psutil.Process]:
    """Of this process, dead ones that nobody has asked after too."""
    children = psutil.Process().children(recursive=True)
    return [child for child in children if child.pid not in _others]


_others: set[int] = set()


@pytest.fixture
def session() -> Iterator[Session]:
    _others.update(child.pid for child in psutil.Process().children(recursive=True))
    session = Session({"SECRET": "canary"}, tools=TOOLS, seconds=2, command=SMALL)
    with closing(session):
        yield session


def test_it_starts_with_the_first_call_and_again_when_it_was_killed(session: Session) -> None:
    assert servers() == []
    for _ in range(2):
        assert session.call("jira_search", {"jql": "[1]"}) == [1]
        (first,) = servers()
    first.kill()
    assert session.call("jira_search", {"jql": "[2]"}) == [2]
    (second,) = servers()
    assert second.pid != first.pid
    session.close()
    session.close()
    assert servers() == []


def test_only_tools_that_are_offered_and_allowed_are_called(session: Session) -> None:
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


def test_a_late_call_ends_with_its_process(session: Session) -> None:
    session.seconds = 1
    session.call("jira_search", {"jql": "[1]"})
    began = time.monotonic()
    with pytest.raises(NoAnswer) as raised:
        session.call("jira_get_issue", {"issue_key": "600"})
    assert raised.value.how == "late"
    assert time.monotonic() - began < 9
    assert servers() == []
    assert session.call("jira_search", {"jql": "[3]"}) == [3]


def test_dying_in_the_middle_of_a_call(session: Session) -> None:
    began = time.monotonic()
    with pytest.raises(NoAnswer) as raised:
        session.call("jira_create_issue", {"summary": "3"})
    assert raised.value.how == "lost"
    assert time.monotonic() - began < 9
    assert session.call("jira_search", {"jql": "[4]"}) == [4]


def test_one_call_at_a_time_and_the_rest_wait(session: Session) -> None:
    session.call("jira_search", {"jql": "[1]"})
    with ThreadPoolExecutor() as pool:
        asked = [{"issue_key": "0.3"}] * 3
        assert list(pool.map(lambda each: session.call("jira_get_issue", each), asked)) == [[]] * 3


def test_a_call_that_cannot_wait_any_longer_was_not_sent(session: Session) -> None:
    session.seconds = 0.1
    with session._turn, pytest.raises(NoAnswer) as raised:
        session.call("jira_search", {"jql": "[1]"})
    assert raised.value.how == "busy"
    assert servers() == []


def test_the_secret_is_in_the_environment_only(session: Session) -> None:
    session.call("jira_search", {"jql": "[1]"})
    (server,) = servers()
    assert "canary" not in " ".join(server.cmdline())
    assert server.environ()["SECRET"] == "canary"
    assert "canary" not in repr(session)


def test_the_server_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    script = (
        "import psutil\n"
        "from agent.adapters.atlassian.session import Session\n"
        f"tools, command = frozenset({{'jira_search'}}), {SMALL!r}\n"
        "session = Session({}, tools=tools, seconds=9, command=command)\n"
        "session.call('jira_search', {'jql': '[1]'})\n"
        "print(psutil.Process().children()[0].pid)\n"
    )
    here = Path(__file__).parents[3]
    command, env = [sys.executable, "-c", script], {**os.environ, "PYTHONPATH": str(here)}
    pid = subprocess.check_output(command, env=env, timeout=60)
    wait_until(lambda: not psutil.pid_exists(int(pid)))


def tracker_on(session: Session) -> JiraTracker:
    return JiraTracker(session, url="https://jira.example", project="PROJ")


def test_a_missing_tool_is_named_by_the_connection_test(session: Session) -> None:
    found = tracker_on(session).check()
    assert (found.is_ok, found.missing) == (False, ("jira_update_issue",))
    assert "jira_update_issue" in found.message
    assert VERSION in found.hint


def test_a_server_that_does_not_start_is_said_so() -> None:
    with closing(Session({}, tools=TOOLS, seconds=2, command=(*SMALL, "--die"))) as session:
        tracker = tracker_on(session)
        assert not tracker.check().is_ok
        assert "does not start" in tracker.check().message
        with pytest.raises(AgentError, match="does not start"):
            tracker.issue("PROJ-1")


def test_a_write_that_nobody_answered_is_unknown(session: Session) -> None:
    issue = NewIssue("PROJ", "Story", "0", "", mark="interlude-0123456789ab")
    with pytest.raises(OutcomeUnknown):
        tracker_on(session).create(issue)
