"""From the settings to the session that Jira and Confluence share."""

import os
import re
import threading
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from pydantic import SecretStr

from agent.adapters.atlassian.command import find_address, find_command
from agent.adapters.atlassian.rest import Login, RestSession
from agent.adapters.atlassian.session import Session, Tools
from agent.errors import NotConfigured
from agent.settings import Settings

JIRA_TOOLS = frozenset(
    {
        "jira_add_comment",
        "jira_create_issue",
        "jira_create_issue_link",
        "jira_create_remote_issue_link",
        "jira_get_create_fields",
        "jira_get_field_options",
        "jira_get_issue",
        "jira_get_link_types",
        "jira_get_project_issue_types",
        "jira_get_transitions",
        "jira_search",
        "jira_search_assignable_users",
        "jira_transition_issue",
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


_CLOUD = re.compile(
    r"(?:^api|\.)(?:atlassian\.(?:net|com)|jira(?:-dev)?\.com|atlassian-us-gov(?:-mod)?\.net)$"
)


def is_cloud(url: str) -> bool:
    """Tell by the name of the host whether it is Atlassian's Cloud, as the tools do."""
    return bool(_CLOUD.search(urlsplit(url).hostname or url))


def open_session(settings: Settings) -> Tools:
    """The tool server that is set up, else the services' own interfaces.

    The same for the same settings, so that one process serves Jira and Confluence.
    """
    address, command = find_address(settings), find_command(settings)
    if not address and not command:
        return _open_rest(settings)
    environment, tools = _environment(settings), frozenset[str]()
    if "JIRA_URL" in environment:
        tools |= JIRA_TOOLS
    if "CONFLUENCE_URL" in environment:
        tools |= CONFLUENCE_TOOLS
    environment["ENABLED_TOOLS"] = ",".join(sorted(tools))
    seconds = settings.interlude_tool_seconds
    with _opening:
        key = (seconds, address, command, *sorted(environment.items()))
        session = _sessions.get(key)
        if session is None:
            session = _sessions[key] = Session(
                environment, tools=tools, seconds=seconds, command=command, address=address
            )
        return session


def _open_rest(settings: Settings) -> RestSession:
    logins = {prefix: _rest_login(settings, prefix) for prefix in ("JIRA", "CONFLUENCE")}
    seconds = settings.interlude_tool_seconds
    return RestSession(jira=logins["JIRA"], confluence=logins["CONFLUENCE"], seconds=seconds)


def _rest_login(settings: Settings, prefix: str) -> Login | None:
    url = _value_of(settings, f"{prefix}_URL").strip().rstrip("/")
    if not url:
        return None
    personal = _value_of(settings, f"{prefix}_PERSONAL_TOKEN")
    names = _value_of(settings, f"{prefix}_USERNAME"), _value_of(settings, f"{prefix}_API_TOKEN")
    return Login(url, *names, personal=personal, is_cloud=is_cloud(url))


def need(setting: str, value: str, *, service: str) -> str:
    if not value.strip():
        raise NotConfigured(
            f"{service} is not set up: {setting} is missing.",
            hint=f"Set {setting} in the environment or in .env, then start the app again.",
        )
    return value.strip()


def need_login(service: str, settings: Settings) -> None:
    """A personal token, or a name and a token; a server at an address has its own."""
    prefix = service.upper()
    if settings.interlude_atlassian_url.strip() or _value_of(settings, f"{prefix}_PERSONAL_TOKEN"):
        return
    for name in (f"{prefix}_API_TOKEN", f"{prefix}_USERNAME"):
        need(name, _value_of(settings, name), service=service)


def _value_of(settings: Settings, name: str) -> str:
    value = getattr(settings, name.lower())
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


def _environment(settings: Settings) -> dict[str, str]:
    # A tool makes up to three requests, each of which may take this long.
    patience = str(max(1, int(settings.interlude_tool_seconds / _REQUESTS_PER_CALL)))
    found = {name: value for name, value in os.environ.items() if value and name in _HANDED_ON}
    found |= {
        "TZ": "UTC",
        "TOOLSETS": "all",
        "FASTMCP_CHECK_FOR_UPDATES": "off",
        "FASTMCP_SHOW_SERVER_BANNER": "false",
        "FASTMCP_ENV_FILE": os.devnull,
        # A `.env` in a folder above the package would override what is given here.
        "PYTHON_DOTENV_DISABLED": "true",
        # Its translation loses signs ("5 < 6", "A + B", snake_case): ours does not.
        "DISABLE_JIRA_MARKUP_TRANSLATION": "true",
        "JIRA_TIMEOUT": patience,
        "CONFLUENCE_TIMEOUT": patience,
    }
    jira = _login(settings, "JIRA", place=settings.jira_project_key)
    return found | jira | _login(settings, "CONFLUENCE", place=settings.confluence_space_key)


def _login(settings: Settings, prefix: str, *, place: str) -> dict[str, str]:
    """Return nothing where it is not set up, and no login for a server at an address."""
    url = _value_of(settings, f"{prefix}_URL").strip().rstrip("/")
    if not url or not place:
        return {}
    if settings.interlude_atlassian_url.strip():
        return {f"{prefix}_URL": url}
    personal = {f"{prefix}_PERSONAL_TOKEN": _value_of(settings, f"{prefix}_PERSONAL_TOKEN")}
    names = (f"{prefix}_USERNAME", f"{prefix}_API_TOKEN")
    login = personal if all(personal.values()) else {n: _value_of(settings, n) for n in names}
    return {f"{prefix}_URL": url, **login} if all(login.values()) else {}
