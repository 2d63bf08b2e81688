"""From the settings to the session that Jira and Confluence share."""

import os
import threading
from weakref import WeakValueDictionary

from pydantic import SecretStr

from agent.adapters.atlassian.session import Session
from agent.errors import NotConfigured
from agent.settings import Settings

JIRA_TOOLS = frozenset(
    {
        "jira_create_issue",
        "jira_create_remote_issue_link",
        "jira_get_create_fields",
        "jira_get_field_options",
        "jira_get_issue",
        "jira_get_project_issue_types",
        "jira_search",
        "jira_update_issue",
    }
)
CONFLUENCE_TOOLS = frozenset(
    {
        "confluence_create_page",
        "confluence_get_page",
        "confluence_search",
        "confluence_update_page",
    }
)

# What a way out through a proxy needs.
_HANDED_ON = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
_REQUESTS_PER_CALL = 3

_sessions: WeakValueDictionary[tuple[object, ...], Session] = WeakValueDictionary()
_opening = threading.Lock()


def open_session(settings: Settings) -> Session:
    """The same for the same settings, so that one process serves Jira and Confluence."""
    environment, tools = _environment(settings), frozenset[str]()
    if "JIRA_URL" in environment:
        tools |= JIRA_TOOLS
    if "CONFLUENCE_URL" in environment:
        tools |= CONFLUENCE_TOOLS
    environment["ENABLED_TOOLS"] = ",".join(sorted(tools))
    seconds = settings.interlude_tool_seconds
    with _opening:
        key = (seconds, *sorted(environment.items()))
        session = _sessions.get(key)
        if session is None:
            session = _sessions[key] = Session(environment, tools=tools, seconds=seconds)
        return session


def need(setting: str, value: str, *, service: str) -> str:
    if not value.strip():
        raise NotConfigured(
            f"{service} is not set up: {setting} is missing.",
            hint=f"Set {setting} in the environment or in .env, then start the app again.",
        )
    return value.strip()


def need_login(service: str, *, username: str, token: SecretStr, personal: SecretStr) -> None:
    """A personal token, or a name and a token."""
    if personal.get_secret_value():
        return
    prefix = service.upper()
    need(f"{prefix}_API_TOKEN", token.get_secret_value(), service=service)
    need(f"{prefix}_USERNAME", username, service=service)


def _environment(settings: Settings) -> dict[str, str]:
    # A tool makes up to three requests, each of which may take this long.
    patience = str(max(1, int(settings.interlude_tool_seconds / _REQUESTS_PER_CALL)))
    found = {name: os.environ[name] for name in _HANDED_ON if os.environ.get(name)}
    found |= {
        "TZ": "UTC",
        "TOOLSETS": "all",
        "FASTMCP_CHECK_FOR_UPDATES": "off",
        "FASTMCP_SHOW_SERVER_BANNER": "false",
        "FASTMCP_ENV_FILE": os.devnull,
        # Its translation loses signs ("5 < 6", "A + B", snake_case): ours does not.
        "DISABLE_JIRA_MARKUP_TRANSLATION": "true",
        "JIRA_TIMEOUT": patience,
        "CONFLUENCE_TIMEOUT": patience,
    }
    return found | _jira(settings) | _confluence(settings)


def _jira(settings: Settings) -> dict[str, str]:
    if not settings.jira_url or not settings.jira_project_key:
        return {}
    return _login(
        "JIRA",
        url=settings.jira_url,
        username=settings.jira_username,
        token=settings.jira_api_token,
        personal=settings.jira_personal_token,
    )


def _confluence(settings: Settings) -> dict[str, str]:
    if not settings.confluence_url or not settings.confluence_space_key:
        return {}
    return _login(
        "CONFLUENCE",
        url=settings.confluence_url,
        username=settings.confluence_username,
        token=settings.confluence_api_token,
        personal=settings.confluence_personal_token,
    )


def _login(
    prefix: str, *, url: str, username: str, token: SecretStr, personal: SecretStr
) -> dict[str, str]:
    found = {f"{prefix}_URL": url.strip().rstrip("/")}
    if personal.get_secret_value():
        return {**found, f"{prefix}_PERSONAL_TOKEN": personal.get_secret_value()}
    if not token.get_secret_value() or not username:
        return {}
    secret = token.get_secret_value()
    return {**found, f"{prefix}_USERNAME": username, f"{prefix}_API_TOKEN": secret}
