"""Deployed changes as commits of a local git repository: a folder per stack."""

import subprocess
from pathlib import Path

from agent.adapters.workspace.folder import FolderWorkspace
from agent.errors import AgentError

SECONDS = 30
_AS_US = (
    "-c",
    "user.name=Interlude",
    "-c",
    "user.email=interlude@localhost",
    # What the repository would run by itself is not ours to start.
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "commit.gpgSign=false",
)


class GitHistory:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, stack: str, files: dict[str, str], *, message: str) -> str:
        workspace = FolderWorkspace(self._folder)
        if not files and not workspace.files(stack):
            return ""
        if not files:
            workspace.forget(stack)
        for name, text in files.items():
            workspace.write(stack, name, text)
        self._git("add", "--all", "--", stack)
        if self._git("status", "--porcelain", "--", stack):
            self._git("commit", "--quiet", "-m", message, "--", stack)
        return self._git("rev-parse", "HEAD")

    def _git(self, *words: str) -> str:
        try:
            done = subprocess.run(  # noqa: S603 - a list of arguments, no shell
                ["git", "-C", str(self._folder), *_AS_US, *words],  # noqa: S607 - git of the path
                capture_output=True,
                check=True,
                text=True,
                timeout=SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise AgentError(
                "The change could not be committed to the local git repository.",
                hint="Check that INTERLUDE_CHANGE_REPOSITORY is a git repository you may write to.",
                retryable=True,
            ) from error
        return done.stdout.strip()
