"""A data folder that lost something is refused with a sentence, and there is a way on."""

import secrets
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from agent import AgentError
from agent.__main__ import main
from agent.store import Ledger
from agent.store.backup import problems, repair
from agent.store.leases import Holder
from tests.test_backup import NAMES, RULES, answer_one, begin_quiz, execute, opened

FILES = sorted(NAMES)
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a quiz that waits."""
    folder = tmp_path_factory.mktemp("made") / "data"
    with closing(opened(folder)) as agent:
        begin_quiz(agent.for_user("local"))
    return folder


@pytest.fixture
def data(made, data_folder):
    return shutil.copytree(made, data_folder)


@pytest.fixture
def foreign(tmp_path):
    folder = tmp_path / "foreign"
    opened(folder).close()
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix == ".db"}


def assert_refused(folder: Path, *words: str) -> None:
    before = names(folder)
    with pytest.raises(AgentError) as refused:
        opened(folder)
    assert all(word in refused.value.message for word in words)
    assert "repair" in refused.value.hint
    assert names(folder) == before


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_lost_foreign_or_damaged_is_named(data, foreign, name):
    kept = (data / name).read_bytes()
    (data / name).unlink()
    assert_refused(data, "lacks", name)
    shutil.copy(foreign / name, data / name)
    assert_refused(data, name, "another")
    (data / name).write_bytes(secrets.token_bytes(len(kept)))
    with pytest.raises(AgentError) as refused:
        opened(data)
    assert name in refused.value.message
    assert "another" not in refused.value.message
    assert refused.value.hint


def test_a_write_ahead_log_that_was_overwritten_is_noticed(data, tmp_path):
    with closing(Ledger(data)) as ledger:
        ledger.threads.create("local", "tutor", title="Views")
        ledger.turns.append(ledger.threads.all("local")[0].id, "Hi", inputs={}, model="none")
        ledger.anchor()
        killed = shutil.copytree(data, tmp_path / "killed")
    log = killed / "ledger.db-wal"
    log.write_bytes(secrets.token_bytes(log.stat().st_size))
    assert_refused(killed, "ledger.db", "lacks")


def test_a_damaged_page_of_the_ledger_is_noticed(data):
    execute(data / "ledger.db", "create table filler as select randomblob(100000) as bytes")
    size = (data / "ledger.db").stat().st_size
    with (data / "ledger.db").open("r+b") as file:
        file.seek(size // 4096 // 2 * 4096)
        file.write(b"\xa5" * 4096)
    with pytest.raises(AgentError, match="damaged"):
        opened(data)


def test_a_first_start_that_was_cut_off_has_lost_nothing(data_folder, foreign):
    data_folder.mkdir()
    shutil.copy(foreign / "ledger.db", data_folder)
    execute(data_folder / "ledger.db", "drop table folder")
    with closing(opened(data_folder)) as agent:
        assert agent.check()


@pytest.mark.parametrize("name", FILES)
def test_ids_that_were_half_given_are_completed(data, name):
    for path in (data / "ledger.db", data / name):
        execute(path, "drop table if exists folder")
    opened(data).close()
    assert problems(data) == []


@pytest.mark.parametrize("command", ["threads", "verify", "repair"])
def test_a_command_says_that_a_folder_cannot_be_used(tmp_path, command, monkeypatch, capsys):
    (tmp_path / "file").write_text("not a folder")
    below = tmp_path / "file" / "data"  # which not even root can make
    monkeypatch.setenv("INTERLUDE_DATA", str(below))
    assert main([command]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(AgentError, match="cannot be written"):
        Holder(below)


@pytest.mark.parametrize("is_lost", [True, False])
@pytest.mark.parametrize("name", FILES)
def test_a_repaired_folder_goes_on(data, foreign, name, is_lost):
    (data / name).unlink()
    if not is_lost:
        shutil.copy(foreign / name, data / name)
    assert repair(data)
    aside = [path.read_bytes() for path in data.glob(f"{name}.before-*")]
    assert aside == ([] if is_lost else [(foreign / name).read_bytes()])
    with closing(opened(data)) as agent:
        user = agent.for_user("local")
        kept = user.threads()
        assert bool(kept) == (name != "ledger.db")
        assert bool(user.pending()) == (name == "library.db")
        for thread in kept:
            if thread.status != "waiting":
                run = user.ask("tutor", thread.id, "Thanks!", model=RULES, asignatura="databases")
                assert run.wait(30)
                assert user.thread(thread.id).status == "done"
    assert problems(data) == []
    assert repair(data) == []


def test_an_end_that_was_lost_is_accepted(data, tmp_path):
    older = shutil.copy(data / "ledger.db", tmp_path)
    with closing(opened(data)) as agent:
        user = agent.for_user("local")
        (quiz,) = user.threads()
        answer_one(user, quiz.id)
        answer_one(user, quiz.id)
    shutil.copy(older, data / "ledger.db")
    assert_refused(data, "ledger.db", "lacks")
    assert problems(data)
    assert repair(data)
    with closing(opened(data)) as agent:
        user = agent.for_user("local")
        answer_one(user, quiz.id)
        assert user.thread(quiz.id).status == "done"
        with pytest.raises(AgentError, match="is running"):
            repair(data)
    assert problems(data) == []


def test_the_server_says_it_before_it_serves(data, monkeypatch):
    (data / "checkpoints.db").unlink()
    monkeypatch.setenv("INTERLUDE_DATA", str(data))
    ended = subprocess.run(
        [sys.executable, "-c", "import app"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode != 0
    assert "checkpoints.db" in ended.stderr
    assert "Traceback" not in ended.stderr
