"""The database files: transactions, schemas, damage, and the checkpoints of LangGraph."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from pydantic import BaseModel

from agent.engine.checkpoints import FENCE, Checkpoints, open_checkpoints
from agent.errors import AgentError, TakenOver
from agent.store.database import Database

ONE = (
    """
    CREATE TABLE one (n INTEGER PRIMARY KEY, name TEXT UNIQUE);
    -- a semicolon; in a comment, and a trigger with semicolons inside
    CREATE TABLE seen (name TEXT);
    CREATE TRIGGER noticed AFTER INSERT ON one BEGIN
        INSERT INTO seen VALUES (new.name);
    END;
    """,
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "data.db"


@pytest.fixture
def db(path):
    with closing(Database(path, ONE)) as opened:
        yield opened


def names(db: Database) -> list[str]:
    return [row["name"] for row in db.all("SELECT name FROM one ORDER BY n")]


def elsewhere(path: Path, sql: str) -> list[Any]:
    """What another process sees."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


class TestTransactions:
    def test_an_inner_one_joins_the_outer(self, db, path):
        with db.transaction():
            db.run("INSERT INTO one (name) VALUES ('outer')")
            with db.transaction():
                db.run("INSERT INTO one (name) VALUES ('inner')")
            assert elsewhere(path, "SELECT * FROM one") == []
        assert names(db) == ["outer", "inner"]

    def test_an_error_undoes_everything(self, db):
        def fail() -> None:
            with db.transaction() as tx:
                tx.run("INSERT INTO one (name) VALUES ('a')")
                with db.transaction():
                    db.run("INSERT INTO one (name) VALUES ('inner')")
                raise ValueError("stop")

        with pytest.raises(ValueError, match="stop"):
            fail()
        assert names(db) == []
        assert db.all("SELECT * FROM seen") == []

    def test_a_swallowed_inner_error_does_not_keep_half(self, db):
        def half() -> None:
            with db.transaction():
                db.run("INSERT INTO one (name) VALUES ('half')")
                raise ValueError("swallowed")

        with pytest.raises(RuntimeError, match="none of it is kept"), db.transaction():
            with pytest.raises(ValueError, match="swallowed"):
                half()
        assert names(db) == []

    def test_threads_do_not_mix(self, db):
        def work(worker: int) -> None:
            for i in range(25):
                with db.transaction():
                    counted = db.all("SELECT count(*) FROM one")[0][0]
                    db.run("INSERT INTO one VALUES (?, ?)", counted, f"{worker}-{i}")

        with ThreadPoolExecutor(8) as workers:
            list(workers.map(work, range(8)))
        assert [row["n"] for row in db.all("SELECT n FROM one ORDER BY n")] == list(range(200))


class TestSchema:
    def test_scripts_run_once_and_in_order(self, path):
        Database(path, ONE).close()
        longer = (*ONE, "ALTER TABLE one ADD COLUMN more TEXT DEFAULT 'new';")
        with closing(Database(path, ONE)) as db:
            db.run("INSERT INTO one (name) VALUES ('a')")
        for _ in range(2):
            with closing(Database(path, longer)) as db:
                assert [row["more"] for row in db.all("SELECT more FROM one")] == ["new"]

    def test_a_script_is_applied_wholly_or_not_at_all(self, path):
        Database(path, ONE).close()
        broken = (*ONE, "CREATE TABLE two (n); CREATE TABLE one (n);")
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            Database(path, broken)
        assert elsewhere(path, "SELECT name FROM sqlite_master WHERE name = 'two'") == []
        Database(path, ONE).close()

    def test_a_newer_file_is_left_alone(self, path):
        Database(path, (*ONE, "CREATE TABLE two (n);")).close()
        with pytest.raises(AgentError, match="newer version") as caught:
            Database(path, ONE)
        assert "Update" in caught.value.hint

    def test_two_may_open_a_new_file_at_once(self, path):
        with ThreadPoolExecutor(6) as crowd:
            for db in crowd.map(lambda _: Database(path, ONE), range(6)):
                db.close()


class TestFile:
    def test_journal_and_durability(self, path):
        for synchronous, number in (("FULL", 2), ("NORMAL", 1)):
            with closing(Database(path, ONE, synchronous=synchronous)) as db:  # type: ignore[arg-type]
                assert db.all("PRAGMA journal_mode")[0][0] == "wal"
                assert db.all("PRAGMA synchronous")[0][0] == number
                assert db.all("PRAGMA busy_timeout")[0][0] == 30_000

    @pytest.mark.parametrize("opens", [lambda path: Database(path, ONE), open_checkpoints])
    def test_what_cannot_be_opened_is_a_sentence(self, tmp_path, opens):
        (tmp_path / "file").write_text("Dear diary, " * 1000)
        with pytest.raises(AgentError, match="cannot be used") as caught:
            opens(tmp_path / "file" / "x.db")
        assert "INTERLUDE_DATA" in caught.value.hint
        with pytest.raises(AgentError, match="cannot be opened"):
            opens(tmp_path)
        with pytest.raises(AgentError, match="is not a database") as caught:
            opens(tmp_path / "file")
        assert "backup" in caught.value.hint

    def test_a_file_that_another_process_holds(self, db, path):
        db.run("PRAGMA busy_timeout = 1")
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(AgentError, match="another process") as caught, db.transaction():
                raise AssertionError("it should not have begun")
            assert caught.value.retryable
        with db.transaction():
            db.run("INSERT INTO one (name) VALUES ('now')")


@pytest.fixture
def saver(tmp_path):
    opened = open_checkpoints(tmp_path / "checkpoints.db")
    yield opened
    opened.conn.close()


def place(thread: str, **more: Any) -> Any:
    return {"configurable": {"thread_id": thread, **more}}


def counted(saver: Checkpoints) -> tuple[int, int]:
    """Checkpoints and writes."""
    tables = ("select count(*) from checkpoints", "select count(*) from writes")
    checkpoints, writes = (saver.conn.execute(each).fetchone()[0] for each in tables)
    return checkpoints, writes


def written(saver: Checkpoints, name: str, *, fence: int = 0, thread: str = "t") -> str:
    """Put a checkpoint of this id; returns the one that is the latest then."""
    config = place(thread, checkpoint_ns="", **{FENCE: fence})
    saver.put(config, {**empty_checkpoint(), "id": name}, {}, {})
    return latest(saver, thread)


def latest(saver: Checkpoints, thread: str = "t") -> str:
    found = saver.get_tuple(place(thread))
    assert found is not None
    return str(found.config["configurable"]["checkpoint_id"])


class Foreign(BaseModel):
    name: str


class Kept(TypedDict, total=False):
    messages: list[Any]
    foreign: Any


def test_messages_come_back_and_other_classes_do_not(saver):
    messages = [
        HumanMessage("hi", id="1"),
        AIMessage(
            [{"type": "text", "text": "hm", "signature": "s"}],
            tool_calls=[{"name": "look", "args": {"q": "x"}, "id": "c"}],
            id="2",
        ),
        ToolMessage("found", tool_call_id="c", id="3"),
    ]
    flow = StateGraph(Kept)
    flow.add_node("put", lambda _: {"messages": messages, "foreign": Foreign(name="x")})
    flow.add_edge(START, "put")
    compiled = flow.compile(checkpointer=saver)
    compiled.invoke({}, place("t"))
    values = compiled.get_state(place("t")).values
    assert values["messages"] == messages
    assert not isinstance(values["foreign"], Foreign)


def test_only_the_latest_claim_of_a_thread_writes(saver, tmp_path):
    saver.claim("t", 1)
    written(saver, "b", fence=1)
    with closing(open_checkpoints(tmp_path / "checkpoints.db").conn) as elsewhere:
        other = Checkpoints(elsewhere, tmp_path)
        other.claim("t", 77)
        written(other, "a", fence=77)
    before = counted(saver)
    late = place("t", checkpoint_ns="", checkpoint_id="b", **{FENCE: 1})
    for write in (
        lambda: saver.put(late, {**empty_checkpoint(), "id": "c"}, {}, {}),
        lambda: saver.put_writes(late, [("topic", "late")], "task"),
        lambda: saver.drop_old(late, finished=True),
        lambda: saver.claim("t", 1),
    ):
        with pytest.raises(TakenOver):
            write()
    assert counted(saver) == before
    assert written(saver, "d", fence=77) == "d"
    assert written(saver, "a", thread="other") == "a"
    stored = saver.conn.execute("select metadata from checkpoints").fetchall()
    assert not any(b"fence" in metadata for (metadata,) in stored)


def test_the_latest_is_what_was_written_last(saver):
    assert written(saver, "z of tomorrow") == "z of tomorrow"
    assert written(saver, "a of today") == "a of today"
    saver.drop_old(place("t"), finished=True)
    assert written(saver, "b of today") == "b of today"
    assert counted(saver) == (2, 0)


def test_a_file_of_before_keeps_its_order(tmp_path):
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as old:
        for name in ("b", "a", "c"):
            config = place("t", checkpoint_ns="")
            SqliteSaver(old).put(config, {**empty_checkpoint(), "id": name}, {}, {})
    with ThreadPoolExecutor(2) as crowd:
        for opened in crowd.map(open_checkpoints, [path, path]):
            opened.conn.close()
    with closing(open_checkpoints(path).conn) as connection:
        saver = Checkpoints(connection, path)
        assert latest(saver) == "c"
        assert written(saver, "a again") == "a again"
