"""The working folders of threads."""

from pathlib import Path

import pytest

from agent.adapters.workspace import FolderWorkspace
from agent.errors import AgentError, NotFound


@pytest.fixture
def workspace(tmp_path: Path) -> FolderWorkspace:
    return FolderWorkspace(tmp_path / "work")


def test_what_was_written_is_read_again_until_it_is_forgotten(workspace: FolderWorkspace) -> None:
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
def test_no_path_leads_elsewhere(workspace: FolderWorkspace, path: str) -> None:
    with pytest.raises(AgentError, match="leads out"):
        workspace.write("t1", path, "x")
    assert workspace.files("t1") == []


def test_no_link_is_followed(workspace: FolderWorkspace, tmp_path: Path) -> None:
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
    workspace: FolderWorkspace, tmp_path: Path
) -> None:
    workspace.write("t1", "a.yaml", "one")
    assert (tmp_path / "work" / "t1" / "a.yaml").stat().st_mode & 0o077 == 0
    (tmp_path / "work" / "t1" / ".b.yaml.new").write_text("ha")
    assert workspace.files("t1") == ["a.yaml"]
    workspace.write("t1", "b.yaml", "two")
    assert workspace.read("t1", "b.yaml") == "two"


def test_what_cannot_be_written_is_told_in_a_sentence(workspace: FolderWorkspace) -> None:
    workspace.write("t1", "req/a.yaml", "one")
    with pytest.raises(AgentError, match="cannot be written") as refused:
        workspace.write("t1", "req", "x")
    assert refused.value.hint
