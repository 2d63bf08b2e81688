"""The working folders of threads, and deployed changes as commits."""

import subprocess

import pytest

from agent.adapters.workspace import FolderWorkspace, GitHistory
from agent.errors import AgentError, NotFound


@pytest.fixture
def workspace(tmp_path):
    return FolderWorkspace(tmp_path / "work")


def test_what_was_written_is_read_again_until_it_is_forgotten(workspace) -> None:
    workspace.write("t1", "req/a/template.yaml", "one")
    workspace.write("t1", "req/a/template.yaml", "two")
    workspace.write("_t2", "req/b.yaml", "other")
    assert workspace.read("t1", "req/a/template.yaml") == "two"
    assert workspace.files("t1") == ["req/a/template.yaml"]
    with pytest.raises(NotFound):
        workspace.read("t1", "req/b.yaml")
    workspace.forget("t1")
    assert (workspace.files("t1"), workspace.files("_t2")) == ([], ["req/b.yaml"])


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd", "a//b", "./x", "a/."])
def test_no_path_leads_elsewhere(workspace, path) -> None:
    with pytest.raises(AgentError, match="leads out"):
        workspace.write("t1", path, "x")
    assert workspace.files("t1") == []


def test_no_link_is_followed(workspace, tmp_path) -> None:
    outside, file = tmp_path / "outside", tmp_path / "outside.yaml"
    outside.mkdir()
    file.write_text("mine")
    workspace.write("t1", "a.yaml", "one")
    thread = tmp_path / "work" / "t1"
    (thread / "req").symlink_to(outside)
    (thread / "b.yaml").symlink_to(file)
    with pytest.raises(AgentError, match="leads out"):
        workspace.write("t1", "req/x.yaml", "x")
    with pytest.raises(AgentError, match="leads out"):
        workspace.read("t1", "b.yaml")
    assert workspace.files("t1") == ["a.yaml"]
    workspace.write("t1", "b.yaml", "two")
    assert (file.read_text(), workspace.read("t1", "b.yaml")) == ("mine", "two")
    assert list(outside.iterdir()) == []


def test_files_are_the_owner_s_only_and_what_is_half_written_is_no_file(
    workspace, tmp_path
) -> None:
    workspace.write("t1", "a.yaml", "one")
    assert (tmp_path / "work" / "t1" / "a.yaml").stat().st_mode & 0o077 == 0
    (tmp_path / "work" / "t1" / ".b.yaml.new").write_text("ha")
    assert workspace.files("t1") == ["a.yaml"]
    workspace.write("t1", "b.yaml", "two")
    assert workspace.read("t1", "b.yaml") == "two"


def test_what_cannot_be_written_is_told_in_a_sentence(workspace) -> None:
    workspace.write("t1", "req/a.yaml", "one")
    with pytest.raises(AgentError, match="cannot be written") as refused:
        workspace.write("t1", "req", "x")
    assert refused.value.hint


def _git(folder, *words):
    done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=True)  # noqa: S607
    return done.stdout.decode().strip()


@pytest.fixture
def folder(tmp_path):
    _git(tmp_path, "init", "--quiet")
    hook = tmp_path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    return tmp_path


def test_each_change_is_one_commit_and_no_hook_runs(folder) -> None:
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
def test_no_name_leads_elsewhere(folder, stack) -> None:
    with pytest.raises(AgentError):
        GitHistory(folder).keep(stack, {"template.yaml": "x"}, message="x")


def test_what_is_no_repository_is_said(tmp_path) -> None:
    with pytest.raises(AgentError):
        GitHistory(tmp_path / "none").keep("dev-a", {"template.yaml": "x"}, message="x")
