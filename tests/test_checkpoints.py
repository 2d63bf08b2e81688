"""LangGraph's checkpoints: what they revive, who may write them, and which is the latest."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, TypedDict

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from pydantic import BaseModel

from agent.engine.checkpoints import FENCE, Checkpoints, open_checkpoints
from agent.errors import TakenOver


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
