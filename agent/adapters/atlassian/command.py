"""Where the tool server for Jira and Confluence comes from: a command, or an address."""

import os
import shlex
import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

from agent.errors import NotConfigured
from agent.settings import Settings

VERSION = "0.23.1"
LOCK = Path(__file__).with_name("requirements.lock")
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
    """Return the command that starts a server. Raises NotConfigured."""
    given = settings.interlude_atlassian_command.strip()
    return _read_command(given) if given else _command_of_uv()


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


def _command_of_uv() -> tuple[str, ...]:
    """Return what has uv install the server, at the versions of our lock, and start it."""
    # An environment is often used without being activated, so that PATH lacks its programs.
    folders = (str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))
    uv = shutil.which("uv", path=os.pathsep.join(folders))
    if not uv:
        raise NotConfigured(
            "Jira and Confluence need a tool server, and uv, which installs it, is missing.",
            hint=(
                f"Install uv (`{sys.executable} -m pip install uv`), or install mcp-atlassian "
                f"{VERSION} yourself and set INTERLUDE_ATLASSIAN_COMMAND to its path, {_AGAIN}"
            ),
        )
    options = ("--quiet", "--python", sys.executable, "--constraints", str(LOCK))
    return (uv, "tool", "run", *options, f"mcp-atlassian@{VERSION}")
