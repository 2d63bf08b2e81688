"""What the tool server is given: no more than it needs, and nothing of a `.env` on its way."""

import os
import shlex
import subprocess
import sys

from agent.adapters.atlassian import open_session
from agent.adapters.atlassian.setup import CONFLUENCE_TOOLS, JIRA_TOOLS, is_cloud
from agent.settings import Settings
from tests.servers.atlassian import tool_server

JIRA = {"jira_url": "https://jira.example/", "jira_project_key": "PROJ"}
CONFLUENCE = {"confluence_url": "https://wiki.example", "confluence_space_key": "TEAM"}
LOGIN = {"jira_username": "me", "jira_api_token": "t1", "confluence_personal_token": "t2"}
LOGIN |= {"interlude_atlassian_command": shlex.quote(sys.executable)}


def test_what_the_server_is_given(monkeypatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not for Jira")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    given = open_session(Settings(**JIRA, **CONFLUENCE, **LOGIN))._environment
    assert given["JIRA_URL"] == "https://jira.example"
    assert (given["JIRA_USERNAME"], given["JIRA_API_TOKEN"]) == ("me", "t1")
    assert given["CONFLUENCE_PERSONAL_TOKEN"] == "t2"
    assert given["HTTPS_PROXY"] == "http://proxy.example:3128"
    assert set(given["ENABLED_TOOLS"].split(",")) == JIRA_TOOLS | CONFLUENCE_TOOLS
    assert "AWS_SECRET_ACCESS_KEY" not in given


HOSTS = (
    "example.atlassian.net",
    "example.jira.com",
    "example.jira-dev.com",
    "api.atlassian.com",
    "example.atlassian-us-gov.net",
    "example.atlassian-us-gov-mod.net",
    "jira.example.com",
    "atlassian.net.example",
    "notatlassian.net",
    "127.0.0.1",
)
TELL_CLOUD = (
    "from mcp_atlassian.utils.urls import is_atlassian_cloud_url as is_cloud; "
    f"print(*[is_cloud('https://' + host) for host in {HOSTS!r}])"
)


def test_a_dotenv_on_the_way_changes_nothing(tmp_path) -> None:
    """The package would let a `.env` in a folder above it override what it is given.

    In the same run it tells which hosts it takes for the cloud: as we do.
    """
    python = tool_server("python")
    (installed,) = python.parents[1].glob("lib/*/site-packages/mcp_atlassian")
    (tmp_path / ".env").write_text("JIRA_URL=http://other.example\n", encoding="utf-8")
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "mcp_atlassian").symlink_to(installed)
    quick = (
        "import mcp_atlassian as m, os\n"
        "m.asyncio.run = lambda work: (work.close(), print(os.environ['JIRA_URL']))\n"
        "m.main([])"
    )
    # From a file: only without one is the working directory looked at.
    (tmp_path / "run.py").write_text(f"{TELL_CLOUD}\n{quick}", encoding="utf-8")
    given = open_session(Settings(**JIRA, **LOGIN))._environment
    done = subprocess.run(
        [python, tmp_path / "run.py"],
        env={**given, "PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path / "packages")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    told, url = done.stdout.splitlines()
    assert url == "https://jira.example", done.stderr
    assert told.split() == [str(is_cloud(f"https://{host}")) for host in HOSTS]
