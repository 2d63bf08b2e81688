"""The settings that point at the servers of this folder, and the tool server between."""

import os
import shlex
from pathlib import Path

import pytest

from agent.adapters.atlassian.rest import Login, RestSession
from agent.adapters.tracker.jira import JiraTracker
from agent.settings import Settings

INSTALLED = Path(__file__).parents[2] / ".venv-atlassian"
REQUIRE = "INTERLUDE_REQUIRE_ATLASSIAN"


def tool_server(program="mcp-atlassian"):
    """Return a program of its environment; without one the test is skipped, or fails."""
    found = INSTALLED / "bin" / program
    if not found.exists():
        give_up = pytest.fail if os.environ.get(REQUIRE) else pytest.skip
        give_up(f"There is no {found}: `make install` makes it.")
    return found


def settings_for(*, jira=None, confluence=None, **more):
    """With a name and a token for Jira, with a personal token for Confluence."""
    given = {"interlude_tool_seconds": 12}
    if not {"interlude_atlassian_command", "interlude_atlassian_url"} & more.keys():
        given["interlude_atlassian_command"] = shlex.quote(str(tool_server()))
    if jira:
        given |= {"jira_url": jira.url, "jira_project_key": jira.project}
        given |= {"jira_username": jira.user, "jira_api_token": _token(jira)}
    if confluence:
        given |= {"confluence_url": confluence.url, "confluence_space_key": confluence.space}
        given |= {"confluence_personal_token": _token(confluence)}
    return Settings(**{**given, **more})


def cloud_tracker(jira):
    """Over version 3, which is spoken at the hosts of the cloud only."""
    login = Login(jira.url, username=jira.user, token=jira.token, is_cloud=True)
    session = RestSession(jira=login, seconds=12)
    return JiraTracker(session, url=jira.url, project=jira.project)


def _token(service):
    return service.token
