"""Where the tool server comes from, if there is one: a command, or an address."""

import json
import shlex
import sys
from contextlib import closing
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from agent.adapters import atlassian
from agent.adapters.atlassian import open_session
from agent.adapters.atlassian.command import VERSION
from agent.adapters.tracker.jira import open_jira
from agent.errors import NotConfigured
from agent.settings import Settings
from tests.adapters.atlassian.small_server import answer
from tests.servers.http import Handler, served

SMALL = Path(__file__).with_name("small_server.py")
SERVICES = {
    "jira_url": "https://jira.example",
    "jira_project_key": "PROJ",
    "confluence_url": "https://wiki.example",
    "confluence_space_key": "TEAM",
}
LOGIN = {"jira_personal_token": "canary-1", "confluence_personal_token": "canary-2"}


def settings(**more):
    return Settings(**{**SERVICES, **LOGIN, **more})


LOCK = Path(atlassian.__file__).with_name("requirements.lock")


def test_the_lock_holds_exact_versions() -> None:
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if not line.startswith("#")]
    assert {pin.name for pin in pins if not str(pin.specifier).startswith("==")} == set()
    assert f"=={VERSION}" in [str(pin.specifier) for pin in pins if pin.name == "mcp-atlassian"]


@pytest.mark.parametrize("command", ["/nowhere/mcp-atlassian", "nowhere --flag", "'open"])
def test_a_command_that_cannot_be_run_is_said_so(command) -> None:
    with pytest.raises(NotConfigured, match="INTERLUDE_ATLASSIAN_COMMAND"):
        open_jira(settings(interlude_atlassian_command=command))


def test_a_command_runs_without_a_shell(tmp_path) -> None:
    folder = tmp_path / "a folder; false"
    folder.mkdir()
    (folder / "server.py").write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    command = shlex.join([sys.executable, str(folder / "server.py"), "$HOME"])
    with closing(open_session(settings(interlude_atlassian_command=command))) as session:
        assert session.call("jira_search", {"jql": "[1]"}) == [1]


# An address


class _Small(Handler):
    protocol_version = "HTTP/1.1"
    seen: list[str]

    def post(self) -> None:
        body = self.body()
        self.seen.append(f"{self.headers}{body.decode()}")
        request = json.loads(body)
        if "id" not in request:
            self.send(202)
            return
        result = answer(request["method"], request.get("params") or {})
        told = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result})
        self.send(200, told.encode(), Content_Type="application/json")


@pytest.fixture
def seen():
    return []


@pytest.fixture
def address(seen):
    with served(_Small, seen=seen) as url:
        yield f"{url}/mcp"


def test_a_server_at_an_address_is_asked_without_our_logins(address, seen) -> None:
    with closing(open_session(settings(interlude_atlassian_url=address))) as session:
        assert session.call("jira_search", {"jql": "[1]"}) == [1]
        session.close()
        assert session.call("jira_search", {"jql": "[2]"}) == [2]
    assert "canary" not in "".join(seen) + repr(session._environment)


def test_an_address_where_none_answers() -> None:
    given = settings(interlude_atlassian_url="http://127.0.0.1:9/mcp")
    with closing(open_jira(given)) as tracker:
        found = tracker.check()
    assert not found.is_ok
    assert "INTERLUDE_ATLASSIAN_URL" in found.hint


@pytest.mark.parametrize(
    "address", ["tools.example/mcp", "file:///etc/passwd", "https://", "h://[x"]
)
def test_what_is_no_address(address) -> None:
    with pytest.raises(NotConfigured, match="INTERLUDE_ATLASSIAN_URL"):
        open_jira(settings(interlude_atlassian_url=address))
