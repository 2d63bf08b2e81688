"""A data folder that lost something is refused with a sentence, and there is a way on."""

import secrets
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from agent import AgentError, GraphAgent
from agent.__main__ import main
from agent.store import Ledger
from agent.store.backup import problems, repair
from agent.store.leases import Holder
from tests.test_backup import NAMES, RULES, answer_one, begin_quiz, execute, opened

FILES = sorted(NAMES)
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a quiz that waits."""
    folder = tmp_path_factory.mktemp("made") / "data"
    with closing(opened(folder)) as agent:
        begin_quiz(agent.for_user("local"))
    return folder


@pytest.fixture
def data(made: Path, data_folder: Path) -> Path:
    return shutil.copytree(made, data_folder)


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
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
def test_a_lost_file_is_named(data: Path, name: str) -> None:
    (data / name).unlink()
    assert_refused(data, "lacks", name)


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_another_folder_is_named(data: Path, foreign: Path, name: str) -> None:
    shutil.copy(foreign / name, data / name)
    assert_refused(data, name, "another")


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_called_damaged_and_not_foreign(data: Path, name: str) -> None:
    (data / name).write_bytes(secrets.token_bytes(40_000))
    with pytest.raises(AgentError) as refused:
        opened(data)
    assert name in refused.value.message
    assert "another" not in refused.value.message
    assert refused.value.hint


def test_an_older_ledger_is_noticed(data: Path, tmp_path: Path) -> None:
    older = shutil.copy(data / "ledger.db", tmp_path)
    with closing(opened(data)) as agent:
        begin_quiz(agent.for_user("local"))
    shutil.copy(older, data / "ledger.db")
    assert_refused(data, "ledger.db", "lacks")


def test_a_write_ahead_log_that_was_overwritten_is_noticed(data: Path, tmp_path: Path) -> None:
    with closing(Ledger(data)) as ledger:
        ledger.threads.create("local", "tutor", title="Views")
        ledger.turns.append(ledger.threads.all("local")[0].id, "Hi", inputs={}, model="none")
        ledger.anchor()
        killed = shutil.copytree(data, tmp_path / "killed")
    log = killed / "ledger.db-wal"
    log.write_bytes(secrets.token_bytes(log.stat().st_size))
    assert_refused(killed, "ledger.db", "lacks")


def test_a_damaged_page_of_the_ledger_is_noticed(data: Path) -> None:
    execute(data / "ledger.db", "create table filler as select randomblob(100000) as bytes")
    size = (data / "ledger.db").stat().st_size
    with (data / "ledger.db").open("r+b") as file:
        file.seek(size // 4096 // 2 * 4096)
        file.write(b"\xa5" * 4096)
    with pytest.raises(AgentError, match="damaged"):
        opened(data)


def test_a_first_start_that_was_cut_off_has_lost_nothing(data_folder: Path, foreign: Path) -> None:
    data_folder.mkdir()
    shutil.copy(foreign / "ledger.db", data_folder)
    execute(data_folder / "ledger.db", "drop table folder")
    with closing(opened(data_folder)) as agent:
        assert agent.check()


@pytest.mark.parametrize("name", FILES)
def test_ids_that_were_half_given_are_completed(data: Path, name: str) -> None:
    for path in (data / "ledger.db", data / name):
        execute(path, "drop table if exists folder")
    opened(data).close()
    assert problems(data) == []


@pytest.fixture
def below_a_file(tmp_path: Path) -> Path:
    """No folder can be made here, not even by root."""
    (tmp_path / "file").write_text("not a folder")
    return tmp_path / "file" / "data"


@pytest.mark.parametrize("command", ["threads", "verify", "repair"])
def test_a_command_says_that_a_folder_cannot_be_used(
    below_a_file: Path,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("INTERLUDE_DATA", str(below_a_file))
    assert main([command]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_lock_that_cannot_be_made_is_explained(below_a_file: Path) -> None:
    with pytest.raises(AgentError, match="cannot be written"):
        Holder(below_a_file)


@pytest.mark.parametrize("name", FILES)
def test_a_repaired_folder_goes_on(data: Path, foreign: Path, name: str) -> None:
    (data / name).unlink()
    assert repair(data)
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


def test_a_foreign_file_is_put_aside_and_not_lost(data: Path, foreign: Path) -> None:
    taken = shutil.copy(foreign / "library.db", data / "library.db").read_bytes()
    repair(data)
    (aside,) = data.glob("library.db.before-*")
    assert aside.read_bytes() == taken
    opened(data).close()
    assert problems(data) == []


def test_an_end_that_was_lost_is_accepted(data: Path, tmp_path: Path) -> None:
    older = shutil.copy(data / "ledger.db", tmp_path)
    with closing(opened(data)) as agent:
        user = agent.for_user("local")
        (quiz,) = user.threads()
        answer_one(user, quiz.id)
        answer_one(user, quiz.id)
    shutil.copy(older, data / "ledger.db")
    assert problems(data)
    assert repair(data)
    with closing(opened(data)) as agent:
        user = agent.for_user("local")
        answer_one(user, quiz.id)
        assert user.thread(quiz.id).status == "done"
    assert problems(data) == []


def test_a_folder_in_use_is_not_repaired(agent: GraphAgent, data_folder: Path) -> None:
    with pytest.raises(AgentError, match="is running"):
        repair(data_folder)


def test_the_server_says_it_before_it_serves(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
