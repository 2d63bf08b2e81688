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


def test_uploads_come_back_as_they_were(agent, data_folder, tmp_path):
    data = b"The water in the lake is cold."
    upload = agent.ports.intake.put("local", "databases", name="lake.txt", data=data)
    back_up(data_folder, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / "elsewhere")
    with closing(opened(tmp_path / "elsewhere")) as again:
        assert again.ports.intake.original("local", upload.id) == data
    (kept,) = (tmp_path / "elsewhere" / "files").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_backup_under_load_goes_on_elsewhere(agent, data_folder, tmp_path):
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
def sound(tmp_path_factory):
    """A data folder as a server leaves it: one answer of a quiz given, one asked for."""
    folder = tmp_path_factory.mktemp("sound") / "data"
    with closing(opened(folder)) as agent:
        user = agent.for_user("local")
        answer_one(user, begin_quiz(user))
    return folder


@pytest.fixture
def data(sound, data_folder):
    return shutil.copytree(sound, data_folder)


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
def test_a_broken_row_is_found(data, sabotage, finding):
    execute(data / "ledger.db", sabotage)
    found = problems(data)
    assert found
    assert any(finding in problem for problem in found), found


def test_a_damaged_file_is_found_and_not_restored(data, tmp_path):
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


def test_a_backup_that_was_cut_off_is_none(data, tmp_path):
    (data / "ledger.db").write_bytes(b"not a database, but as long as one could be" * 100)
    with pytest.raises(AgentError, match="cannot be copied"):
        back_up(data, tmp_path / "backup")
    with pytest.raises(AgentError, match="There is no data"):
        restore(tmp_path / "backup", tmp_path / "elsewhere")


def test_a_backup_needs_no_other_file_and_overwrites_nothing(data, tmp_path):
    backup = tmp_path / "backup"
    back_up(data, backup)
    assert {path.name for path in backup.iterdir()} == NAMES
    for path in backup.iterdir():
        with closing(sqlite3.connect(path)) as file:
            assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    with pytest.raises(AgentError, match="is not empty"):
        back_up(data, backup)
    with pytest.raises(AgentError, match="is not empty"):
        restore(backup, data)
    (backup / "library.db").unlink()
    with pytest.raises(AgentError, match=r"lacks library\.db"):
        restore(backup, tmp_path / "elsewhere")


def test_data_in_use_is_not_replaced(agent, data_folder, tmp_path):
    begin_quiz(agent.for_user("local"))
    assert problems(data_folder) == []
    back_up(data_folder, tmp_path / "backup")
    with pytest.raises(AgentError, match="is running"):
        restore(tmp_path / "backup", data_folder, force=True)
    assert agent.check()


def test_the_commands_say_what_they_did_or_why_not(data, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("INTERLUDE_DATA", str(data))
    backup = str(tmp_path / "backup")
    assert main(["backup", backup]) == 0
    assert main(["verify"]) == 0
    assert f"{data} is sound." in capsys.readouterr().out
    execute(data / "ledger.db", "delete from decisions")
    assert main(["verify"]) == 1
    assert "no decision" in capsys.readouterr().out
    assert main(["restore", backup]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["restore", backup, "--force"]) == 0
    assert problems(data) == []
    (aside,) = (path for path in tmp_path.iterdir() if path not in (data, tmp_path / "backup"))
    assert problems(aside) != []
