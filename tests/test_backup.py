"""A backup taken at any moment goes on elsewhere, and damage does not stay unseen."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from agent import AgentError, GraphAgent, ModelChoice, Reply, Settings, UserAgent, open_agent
from agent.__main__ import main
from agent.store.backup import back_up, problems, restore

ROOT = Path(__file__).parent.parent
RULES = ModelChoice()
DATABASES = {"asignatura": "databases"}
NAMES = {"checkpoints.db", "library.db", "ledger.db"}


def opened(folder: Path) -> GraphAgent:
    return open_agent(Settings(interlude_data=folder, interlude_embedder="none"))


def begin_quiz(user: UserAgent) -> str:
    text = "Give me a quiz of 2 questions on normalisation"
    run = user.ask("tutor", None, text, model=RULES, **DATABASES)
    assert run.wait(30)
    return run.thread


def answer_one(user: UserAgent, thread: str) -> None:
    asked = user.pending(thread)[0]
    option = asked.question.options[0].id
    assert user.answer(thread, asked.question.id, Reply(option=option), model=RULES).wait(30)


def execute(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(statement)


@contextmanager
def others_writing(user: UserAgent) -> Iterator[list[str]]:
    """Somebody who asks one question after another meanwhile; gives the threads so far."""
    enough, threads = threading.Event(), []

    def ask() -> None:
        while not enough.is_set():
            run = user.ask("tutor", None, "What is a key?", model=RULES, **DATABASES)
            run.wait(30)
            threads.append(run.thread)

    writer = threading.Thread(target=ask)
    writer.start()
    try:
        yield threads
    finally:
        enough.set()
        writer.join()


def test_uploads_come_back_as_they_were(
    agent: GraphAgent, data_folder: Path, tmp_path: Path
) -> None:
    data = b"The water in the lake is cold."
    upload = agent.ports.intake.put("local", "databases", name="lake.txt", data=data)
    back_up(data_folder, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "elsewhere")
    with closing(opened(tmp_path / "elsewhere")) as again:
        assert again.ports.intake.original("local", upload.id) == data
    (kept,) = (tmp_path / "elsewhere" / "files").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_backup_under_load_goes_on_elsewhere(
    agent: GraphAgent, data_folder: Path, tmp_path: Path
) -> None:
    user = agent.for_user("local")
    quiz = begin_quiz(user)
    answer_one(user, quiz)
    (asked,) = user.pending(quiz)
    with others_writing(user) as threads:
        copied = subprocess.run(
            [sys.executable, "-m", "agent", "backup", str(tmp_path / "backup")],
            env={**os.environ, "INTERLUDE_DATA": str(data_folder)},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        assert threads, "nobody wrote meanwhile"
    assert [line.split()[1] for line in copied.stdout.splitlines()[:3]] == ["MB"] * 3

    assert restore(tmp_path / "backup", tmp_path / "elsewhere") is None
    with closing(opened(tmp_path / "elsewhere")) as restored:
        there = restored.for_user("local")
        assert [found.question for found in there.pending(quiz)] == [asked.question]
        answer_one(there, quiz)
        assert there.pending(quiz) == []
        (attempt,) = there.ports.attempts.all("local")
        assert (attempt.thread, attempt.total) == (quiz, 2)
    assert problems(tmp_path / "elsewhere") == []
    assert [found.question for found in user.pending(quiz)] == [asked.question]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder as a server leaves it: one answer of a quiz given, one asked for."""
    folder = tmp_path_factory.mktemp("sound") / "data"
    with closing(opened(folder)) as agent:
        user = agent.for_user("local")
        answer_one(user, begin_quiz(user))
    return folder


@pytest.fixture
def data(sound: Path, data_folder: Path) -> Path:
    return shutil.copytree(sound, data_folder)


def test_a_folder_as_a_server_leaves_it_is_sound(data: Path) -> None:
    assert problems(data) == []


def test_a_folder_in_use_is_sound(agent: GraphAgent, data_folder: Path) -> None:
    begin_quiz(agent.for_user("local"))
    assert problems(data_folder) == []


@pytest.mark.parametrize(
    ("sabotage", "finding"),
    [
        ("delete from decisions", "is answered, but there is no decision on it"),
        ("update questions set status = 'pending'", "is pending, but there is a decision on it"),
        ("update decisions set digest = 'other'", "was made on another text than is kept"),
        (
            "update questions set payload = replace(payload, 'Skip', 'Give up')",
            "is not the one that was asked",
        ),
        ("update questions set payload = '{'", "is not the one that was asked"),
        ("update runs set status = 'running'", "was cut off"),
        ("update turns set thread = 'nobody'", "a row of turns belongs to no threads"),
    ],
)
def test_a_broken_row_is_found(data: Path, sabotage: str, finding: str) -> None:
    execute(data / "ledger.db", sabotage)
    found = problems(data)
    assert found
    assert any(finding in problem for problem in found), found


def test_a_damaged_file_is_found_and_not_restored(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backup")
    ledger = tmp_path / "backup" / "ledger.db"
    pages = bytearray(ledger.read_bytes())
    pages[4096:] = b"\xa5" * len(pages[4096:])
    ledger.write_bytes(pages)

    with pytest.raises(AgentError, match=r"ledger\.db"):
        restore(tmp_path / "backup", data, force=True)
    assert problems(data) == []
    assert {path.name for path in tmp_path.iterdir()} == {"data", "backup"}
    shutil.copy(ledger, data / "ledger.db")
    assert problems(data)[0].startswith("ledger.db ")


def test_a_backup_is_three_files_that_need_no_others(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backup")
    assert {path.name for path in (tmp_path / "backup").iterdir()} == NAMES
    for path in (tmp_path / "backup").iterdir():
        with closing(sqlite3.connect(path)) as file:
            assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_backup_that_was_cut_off_is_none(data: Path, tmp_path: Path) -> None:
    (data / "ledger.db").write_bytes(b"not a database, but as long as one could be" * 100)
    with pytest.raises(AgentError, match="cannot be copied"):
        back_up(data, tmp_path / "backup")
    with pytest.raises(AgentError, match="There is no data"):
        restore(tmp_path / "backup", tmp_path / "elsewhere")


def test_nothing_is_overwritten(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backup")
    with pytest.raises(AgentError, match="is not empty"):
        back_up(data, tmp_path / "backup")
    with pytest.raises(AgentError, match="is not empty"):
        restore(tmp_path / "backup", data)


def test_force_moves_the_present_data_aside(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backup")
    execute(data / "ledger.db", "delete from decisions")
    aside = restore(tmp_path / "backup", data, force=True)
    assert aside is not None
    assert problems(data) == []
    assert problems(aside) != []


def test_data_in_use_is_not_replaced(agent: GraphAgent, data_folder: Path, tmp_path: Path) -> None:
    back_up(data_folder, tmp_path / "backup")
    with pytest.raises(AgentError, match="is running"):
        restore(tmp_path / "backup", data_folder, force=True)
    assert agent.check()


def test_half_a_backup_is_refused(data: Path, tmp_path: Path) -> None:
    back_up(data, tmp_path / "backup")
    (tmp_path / "backup" / "library.db").unlink()
    with pytest.raises(AgentError, match=r"lacks library\.db"):
        restore(tmp_path / "backup", tmp_path / "elsewhere")


def test_the_commands_say_what_they_did_or_why_not(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("INTERLUDE_DATA", str(data))
    backup = str(tmp_path / "backup")
    assert main(["backup", backup]) == 0
    assert main(["restore", backup]) == 1
    assert main(["restore", backup, "--force"]) == 0
    assert main(["verify"]) == 0
    said = capsys.readouterr()
    assert f"{data} is sound." in said.out
    assert said.err.count("\n") == 1
    execute(data / "ledger.db", "delete from decisions")
    assert main(["verify"]) == 1
    assert "no decision" in capsys.readouterr().out
