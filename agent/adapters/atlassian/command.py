"""Finds the tool server for Jira and Confluence: a command, or an address."""

import shlex
import shutil
from urllib.parse import urlsplit

from agent.errors import NotConfigured
from agent.settings import Settings

VERSION = "0.23.1"
_AGAIN = "then start the app again."


def find_address(settings: Settings) -> str:
    """Return the address of a running server, or nothing. Raises NotConfigured."""
    address = settings.interlude_atlassian_url.strip()
    if address and not _is_web(address):
        raise NotConfigured(
            "INTERLUDE_ATLASSIAN_URL is not the address of a tool server.",
            hint=f"Write it like https://tools.example/mcp, {_AGAIN}",
        )
    return address


def find_command(settings: Settings) -> tuple[str, ...]:
    """Return the command that starts a server, or nothing. Raises NotConfigured."""
    given = settings.interlude_atlassian_command.strip()
    return _read_command(given) if given else ()


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _read_command(text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(text))
    except ValueError:
        command = ()
    if not command or not shutil.which(command[0]):
        raise NotConfigured(
            "INTERLUDE_ATLASSIAN_COMMAND names no program that is installed here.",
            hint=f"Write the full path of mcp-atlassian, with quotes around spaces, {_AGAIN}",
        )
    return command
