"""What every tool server shares; tests/adapters/atlassian/ tries the line to one of them whole."""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from agent.adapters.tool_server import NoAnswer, NotOffered, SaidNo, ToolServer
from tests.adapters.atlassian.small_server import TAKES

SMALL = (sys.executable, str(Path(__file__).parent / "atlassian" / "small_server.py"))
SLEEPS = (sys.executable, "-c", "import time; time.sleep(60)")


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


@pytest.fixture
def server() -> Iterator[ToolServer]:
    tools = frozenset(TAKES) | {"no_such"}
    with closing(ToolServer(SMALL, {}, tools=tools, seconds=5)) as server:
        yield server


def test_it_answers_with_the_words_of_the_tool(server: ToolServer) -> None:
    assert server.ask("jira_search", {"jql": "plain, no JSON"}) == "plain, no JSON"


def test_a_tool_that_fails_says_why(server: ToolServer) -> None:
    with pytest.raises(SaidNo, match="Missing argument: jql"):
        server.ask("jira_search", {})


def test_a_tool_that_is_not_there(server: ToolServer) -> None:
    with pytest.raises(NotOffered):
        server.ask("no_such", {})


def test_a_server_that_hangs_at_its_start_is_ended() -> None:
    before = children()
    server = ToolServer(SLEEPS, {}, tools=frozenset({"any"}), seconds=5, start_seconds=0.5)
    with closing(server), pytest.raises(NoAnswer) as raised:
        server.ask("any", {})
    assert raised.value.how == "start"
    assert children() <= before


def test_it_works_in_the_folder_that_it_is_given(tmp_path: Path) -> None:
    with closing(
        ToolServer(SMALL, {}, tools=frozenset(TAKES), seconds=5, folder=tmp_path)
    ) as server:
        before = children()
        server.ask("jira_search", {"jql": "a"})
        (child,) = children() - before
        assert Path(psutil.Process(child).cwd()) == tmp_path
