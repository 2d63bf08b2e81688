"""Deployed changes as commits."""

import subprocess
from pathlib import Path

import pytest

from agent.adapters.workspace import GitHistory
from agent.errors import AgentError


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=True)  # noqa: S607
    return done.stdout.decode().strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    _git(tmp_path, "init", "--quiet")
    hook = tmp_path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    return tmp_path


def test_each_change_is_one_commit_and_no_hook_runs(folder: Path) -> None:
    (folder / "other.txt").write_text("not ours")
    history = GitHistory(folder)
    first = history.keep("dev-a", {"template.yaml": "one"}, message="-one")
    assert history.keep("dev-a", {"template.yaml": "one"}, message="again") == first
    history.keep("dev-a", {"template.yaml": "two"}, message="two")
    assert _git(folder, "log", "--format=%s") == "two\n-one"
    assert _git(folder, "show", f"{first}:dev-a/template.yaml") == "one"
    history.keep("dev-a", {}, message="gone")
    assert _git(folder, "ls-files") == ""
    assert history.keep("dev-b", {}, message="never there") == ""


@pytest.mark.parametrize("stack", ["../up", ".git", "a/b"])
def test_no_name_leads_elsewhere(folder: Path, stack: str) -> None:
    with pytest.raises(AgentError):
        GitHistory(folder).keep(stack, {"template.yaml": "x"}, message="x")


def test_what_is_no_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(AgentError):
        GitHistory(tmp_path / "none").keep("dev-a", {"template.yaml": "x"}, message="x")
