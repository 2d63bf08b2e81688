"""The settings that point at the servers of this folder."""

from typing import Any

from agent.settings import Settings
from tests.servers.confluence_server import Confluence
from tests.servers.jira_server import Jira
from tests.servers.rest import Rest


def settings_for(
    *, jira: Jira | None = None, confluence: Confluence | None = None, **more: Any
) -> Settings:
    """With a name and a token for Jira, with a personal token for Confluence."""
    given: dict[str, Any] = {"interlude_tool_seconds": 12, **more}
    if jira:
        given |= {"jira_url": jira.url, "jira_project_key": jira.project}
        given |= {"jira_username": jira.user, "jira_api_token": _token(jira)}
    if confluence:
        given |= {"confluence_url": confluence.url, "confluence_space_key": confluence.space}
        given |= {"confluence_personal_token": _token(confluence)}
    return Settings(**{**given, **more})


def _token(service: Rest) -> str:
    return service.token
