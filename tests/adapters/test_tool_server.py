"""What every tool server shares; tests/adapters/atlassian/ tries the line to one of them whole."""

import contextlib
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from agent.adapters.tool_server import NoAnswer, SaidNo, ToolServer
from tests.adapters.atlassian.small_server import TAKES
from tests.waiting import wait_until

SMALL = (sys.executable, str(Path(__file__).parent / "atlassian" / "small_server.py"))
SLEEPS = (sys.executable, "-c", "import time; time.sleep(60)")


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


@pytest.fixture
def server() -> Iterator[ToolServer]:
    tools = frozenset(TAKES) | {"no_such"}
    with closing(ToolServer(SMALL, {}, tools=tools, seconds=5)) as server:
        yield server


def test_a_tool_that_fails_says_why(server: ToolServer) -> None:
    with pytest.raises(SaidNo, match="Missing argument: jql"):
        server.ask("jira_search", {})


@pytest.mark.parametrize(
    ("limits", "how"), [({"start_seconds": 0.5}, "start"), ({"wait_seconds": 0.1}, "starting")]
)
def test_a_server_that_hangs_at_its_start_is_ended(limits: dict[str, float], how: str) -> None:
    before, began = children(), time.monotonic()
    server = ToolServer(SLEEPS, {}, tools=frozenset({"any"}), seconds=5, **limits)
    with closing(server), pytest.raises(NoAnswer) as raised:
        server.ask("any", {})
    assert raised.value.how == how
    assert children() <= before
    assert time.monotonic() - began < 9


def test_a_start_that_takes_long_goes_on_after_the_call() -> None:
    late = "import runpy, sys, time; time.sleep(1.5); runpy.run_path(sys.argv[1], {}, '__main__')"
    command = (sys.executable, "-c", late, SMALL[1])
    tools = frozenset(TAKES)
    with closing(ToolServer(command, {}, tools=tools, seconds=5, wait_seconds=0.1)) as server:
        before = children()
        with pytest.raises(NoAnswer) as raised:
            server.ask("jira_search", {"jql": "a"})
        assert raised.value.how == "starting"
        (child,) = children() - before
        wait_until(lambda: _answers(server))
        assert children() - before == {child}


def _answers(server: ToolServer) -> bool:
    with contextlib.suppress(NoAnswer):
        return server.ask("jira_search", {"jql": "a"}) == "a"
    return False


def test_it_works_in_the_folder_that_it_is_given(tmp_path: Path) -> None:
    tools = frozenset(TAKES)
    with closing(ToolServer(SMALL, {}, tools=tools, seconds=5, folder=tmp_path)) as server:
        before = children()
        server.ask("jira_search", {"jql": "a"})
        (child,) = children() - before
        assert Path(psutil.Process(child).cwd()) == tmp_path
