"""LangGraph's checkpoints: which are kept, who may write them, and which is the latest."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from pydantic import BaseModel

from agent.engine.checkpoints import FENCE, Checkpoints, open_checkpoints
from agent.errors import TakenOver


class Parent(TypedDict, total=False):
    topic: str
    answers: list[str]
    turns: int


class Child(TypedDict, total=False):
    topic: str
    answers: list[str]


def asking(number: int) -> Any:
    def node(state: Child) -> Child:
        answer = interrupt({"ask": f"{state['topic']} {number}"})
        return {"answers": [*state.get("answers", []), answer]}

    return node


def graph(saver: Checkpoints) -> Any:
    child = StateGraph(Child)
    child.add_node("first", asking(1))
    child.add_node("second", asking(2))
    child.add_edge(START, "first")
    child.add_edge("first", "second")
    child.add_edge("second", END)
    parent = StateGraph(Parent)
    parent.add_node("begin", lambda state: {"turns": state.get("turns", 0) + 1, "answers": []})
    parent.add_node("quiz", child.compile())
    parent.add_node("close", lambda state: {"topic": f"done {state['topic']}"})
    parent.add_edge(START, "begin")
    parent.add_edge("begin", "quiz")
    parent.add_edge("quiz", "close")
    parent.add_edge("close", END)
    return parent.compile(checkpointer=saver)


def counted(saver: Checkpoints, thread: str) -> tuple[int, int]:
    """Checkpoints and writes of a thread."""
    with saver.cursor(transaction=False) as cursor:
        return tuple(  # type: ignore[return-value]
            cursor.execute(
                f"SELECT count(*) FROM {table} WHERE thread_id = ?",  # noqa: S608
                (thread,),
            ).fetchone()[0]
            for table in ("checkpoints", "writes")
        )


@pytest.fixture
def saver(tmp_path: Path) -> Iterator[Checkpoints]:
    opened = open_checkpoints(tmp_path / "checkpoints.db")
    yield opened
    opened.conn.close()


def place(thread: str, **more: Any) -> Any:
    return {"configurable": {"thread_id": thread, **more}}


CONFIG = place("t")


def pending(flow: Any) -> dict[str, str]:
    """The questions of a paused thread by interrupt id."""
    state = flow.get_state(CONFIG)
    return {i.id: i.value["ask"] for task in state.tasks for i in task.interrupts}


class TestPrune:
    def test_a_paused_subgraph_stays_resumable(self, tmp_path: Path) -> None:
        """Pruned and reopened at every pause, for three turns."""
        path = tmp_path / "checkpoints.db"
        saver = open_checkpoints(path)
        for turn in range(1, 4):
            graph(saver).invoke({"topic": f"t{turn}"}, CONFIG, durability="sync")
            for question in (1, 2):
                saver.drop_old(place("t"), finished=False)
                saver.conn.close()
                saver = open_checkpoints(path)
                ((interrupt_id, asked),) = pending(graph(saver)).items()
                assert asked == f"t{turn} {question}"
                answer = Command(resume={interrupt_id: f"{turn}.{question}"})
                graph(saver).invoke(answer, CONFIG, durability="sync")
            state = graph(saver).get_state(CONFIG)
            assert state.next == ()
            saver.drop_old(place("t"), finished=True)
            assert counted(saver, "t") == (1, 0)
            assert graph(saver).get_state(CONFIG).values == {
                "topic": f"done t{turn}",
                "answers": [f"{turn}.1", f"{turn}.2"],
                "turns": turn,
            }
        saver.conn.close()

    def test_a_waiting_thread_keeps_the_newest_of_each_namespace(self, saver: Checkpoints) -> None:
        flow = graph(saver)
        flow.invoke({"topic": "t"}, CONFIG, durability="sync")
        before, _ = counted(saver, "t")
        saver.drop_old(place("t"), finished=False)
        after, writes = counted(saver, "t")
        assert after == 2 < before
        assert writes > 0
        saver.drop_old(place("t"), finished=False)
        assert counted(saver, "t") == (after, writes)

    def test_only_that_thread(self, saver: Checkpoints) -> None:
        flow = graph(saver)
        for config in (CONFIG, place("other")):
            flow.invoke({"topic": "t"}, config, durability="sync")
        untouched = counted(saver, "other")
        saver.drop_old(place("t"), finished=True)
        saver.delete_thread("t")
        assert counted(saver, "t") == (0, 0)
        assert counted(saver, "other") == untouched

    def test_a_thread_nobody_knows(self, saver: Checkpoints) -> None:
        saver.drop_old(place("nobody"), finished=True)
        saver.drop_old(place("nobody"), finished=False)
        saver.delete_thread("nobody")


class Foreign(BaseModel):
    name: str


class Kept(TypedDict, total=False):
    messages: list[Any]
    foreign: Any


class TestSerializer:
    def test_messages_come_back_and_other_classes_do_not(self, saver: Checkpoints) -> None:
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
        compiled.invoke({}, CONFIG)
        values = compiled.get_state(CONFIG).values
        assert values["messages"] == messages
        assert not isinstance(values["foreign"], Foreign)


class TestCheckpointFile:
    def test_journal_durability_and_truncation(self, saver: Checkpoints, tmp_path: Path) -> None:
        assert saver.conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert saver.conn.execute("PRAGMA synchronous").fetchone()[0] == 1
        graph(saver).invoke({"topic": "t"}, CONFIG)
        saver.truncate()
        assert (tmp_path / "checkpoints.db-wal").stat().st_size == 0


# Fences


def written(saver: Checkpoints, name: str, *, fence: int = 0, thread: str = "t") -> str:
    """Put a checkpoint of this id; returns the one that is the latest then."""
    config = place(thread, checkpoint_ns="", **{FENCE: fence})
    saver.put(config, {**empty_checkpoint(), "id": name}, {}, {})
    found = saver.get_tuple(place(thread))
    assert found is not None
    return str(found.config["configurable"]["checkpoint_id"])


class TestFence:
    def test_only_the_latest_claim_writes(self, saver: Checkpoints, tmp_path: Path) -> None:
        """Whoever slept meanwhile changes nothing: no checkpoint, no write, no pruning."""
        saver.claim("t", 1)
        written(saver, "b", fence=1)
        with closing(open_checkpoints(tmp_path / "checkpoints.db").conn) as elsewhere:
            other = Checkpoints(elsewhere, tmp_path)
            other.claim("t", 2)
            written(other, "a", fence=2)
        before = counted(saver, "t")
        late = place("t", checkpoint_ns="", checkpoint_id="b", **{FENCE: 1})
        for write in (
            lambda: saver.put(late, {**empty_checkpoint(), "id": "c"}, {}, {}),
            lambda: saver.put_writes(late, [("topic", "late")], "task"),
            lambda: saver.drop_old(late, finished=True),
            lambda: saver.claim("t", 1),
        ):
            with pytest.raises(TakenOver):
                write()
        assert counted(saver, "t") == before
        assert written(saver, "d", fence=2) == "d"

    def test_a_run_of_a_graph_that_lost_its_thread_ends(self, saver: Checkpoints) -> None:
        """At its next checkpoint; the one who has the thread goes on where it was."""
        config = place("t", **{FENCE: 1})
        saver.claim("t", 1)
        flow = graph(saver)
        flow.invoke({"topic": "t"}, config, durability="sync")
        saver.claim("t", 2)
        (waiting,) = pending(flow)
        with pytest.raises(TakenOver):
            flow.invoke(Command(resume={waiting: "late"}), config, durability="sync")
        assert list(pending(flow)) == [waiting]
        taken = place("t", **{FENCE: 2})
        flow.invoke(Command(resume={waiting: "1"}), taken, durability="sync")
        assert [*pending(flow).values()] == ["t 2"]

    def test_threads_do_not_fence_each_other(self, saver: Checkpoints) -> None:
        saver.claim("t", 5)
        assert written(saver, "a", thread="other") == "a"

    def test_the_number_is_not_copied_into_a_checkpoint(self, saver: Checkpoints) -> None:
        saver.claim("t", 77)
        written(saver, "a", fence=77)
        (metadata,) = saver.conn.execute("select metadata from checkpoints").fetchone()
        assert b"fence" not in metadata


class TestOrder:
    def test_the_latest_is_what_was_written_last(self, saver: Checkpoints) -> None:
        """Whatever the clock said that named it."""
        assert written(saver, "z of tomorrow") == "z of tomorrow"
        assert written(saver, "a of today") == "a of today"
        saver.drop_old(place("t"), finished=True)
        assert written(saver, "b of today") == "b of today"
        assert counted(saver, "t") == (2, 0)

    def test_a_file_of_before_keeps_its_order(self, tmp_path: Path) -> None:
        path = tmp_path / "old.db"
        with closing(sqlite3.connect(path)) as old:
            saver = SqliteSaver(old)
            for name in ("b", "a", "c"):
                saver.put(place("t", checkpoint_ns=""), {**empty_checkpoint(), "id": name}, {}, {})

        def open_and_close() -> None:
            open_checkpoints(path).conn.close()

        crowd = [threading.Thread(target=open_and_close) for _ in range(2)]
        for each in crowd:
            each.start()
        for each in crowd:
            each.join()
        with closing(open_checkpoints(path).conn) as connection:
            saver = Checkpoints(connection, path)
            found = saver.get_tuple(place("t"))
            assert found is not None
            assert found.config["configurable"]["checkpoint_id"] == "c"
            assert written(saver, "a again") == "a again"
