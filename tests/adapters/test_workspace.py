"""The working folders of threads."""

from pathlib import Path

import pytest

from agent.adapters.workspace import FolderWorkspace
from agent.errors import AgentError, NotFound
from agent.ports import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return FolderWorkspace(tmp_path / "work")


def test_what_was_written_is_read_again(workspace: Workspace) -> None:
    workspace.write("t1", "req/a/template.yaml", "one")
    workspace.write("t1", "req/a/template.yaml", "two")
    workspace.write("t2", "req/b.yaml", "other")
    assert workspace.read("t1", "req/a/template.yaml") == "two"
    assert workspace.files("t1") == ["req/a/template.yaml"]
    with pytest.raises(NotFound):
        workspace.read("t1", "req/b.yaml")


@pytest.mark.parametrize("thread", ["-t1", "_t1", "0-_"])
def test_any_id_of_a_thread_will_do(workspace: Workspace, thread: str) -> None:
    workspace.write(thread, "a.yaml", "one")
    assert workspace.files(thread) == ["a.yaml"]


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd", "a//b", "./x", "a/."])
def test_no_path_leads_elsewhere(workspace: Workspace, path: str) -> None:
    with pytest.raises(AgentError, match="leads out"):
        workspace.write("t1", path, "x")
    assert workspace.files("t1") == []


def test_a_forgotten_thread_has_no_files(workspace: Workspace) -> None:
    workspace.write("t1", "a.yaml", "one")
    workspace.write("t2", "a.yaml", "two")
    workspace.forget("t1")
    assert (workspace.files("t1"), workspace.files("t2")) == ([], ["a.yaml"])


def test_a_link_to_a_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    workspace = FolderWorkspace(tmp_path / "work")
    workspace.write("t1", "a.yaml", "one")
    (tmp_path / "work" / "t1" / "req").symlink_to(outside)
    with pytest.raises(AgentError, match="leads out"):
        workspace.write("t1", "req/x.yaml", "x")
    assert list(outside.iterdir()) == []


def test_a_link_to_a_file_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("mine")
    workspace = FolderWorkspace(tmp_path / "work")
    workspace.write("t1", "a.yaml", "one")
    (tmp_path / "work" / "t1" / "b.yaml").symlink_to(outside)
    workspace.write("t1", "b.yaml", "two")
    assert outside.read_text() == "mine"
    assert workspace.read("t1", "b.yaml") == "two"


def test_a_link_is_not_read(tmp_path: Path) -> None:
    workspace = FolderWorkspace(tmp_path / "work")
    workspace.write("t1", "a.yaml", "one")
    (tmp_path / "work" / "t1" / "b.yaml").symlink_to("/etc/hostname")
    with pytest.raises(AgentError, match="leads out"):
        workspace.read("t1", "b.yaml")
    assert workspace.files("t1") == ["a.yaml"]


def test_files_are_the_owner_s_only(tmp_path: Path) -> None:
    FolderWorkspace(tmp_path / "work").write("t1", "a.yaml", "one")
    assert (tmp_path / "work" / "t1" / "a.yaml").stat().st_mode & 0o077 == 0


def test_what_a_killed_process_left_half_written_is_no_file(tmp_path: Path) -> None:
    workspace = FolderWorkspace(tmp_path / "work")
    workspace.write("t1", "a.yaml", "one")
    (tmp_path / "work" / "t1" / ".b.yaml.new").write_text("ha")
    assert workspace.files("t1") == ["a.yaml"]
    workspace.write("t1", "b.yaml", "two")
    assert workspace.read("t1", "b.yaml") == "two"


def test_what_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    workspace = FolderWorkspace(tmp_path / "work")
    workspace.write("t1", "req/a.yaml", "one")
    with pytest.raises(AgentError, match="cannot be written") as refused:
        workspace.write("t1", "req", "x")
    assert refused.value.hint
