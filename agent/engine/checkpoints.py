"""LangGraph's checkpoints in SQLite, fenced by run and ordered by a sequence of our own.

A process that slept may wake up after another one has taken its thread. A process
that takes a thread writes the number of its run here first, and only the latest
number can write. The wall clock, by which LangGraph names checkpoints, decides
nothing: it may have been adjusted since.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from agent.errors import TakenOver
from agent.store.database import connect, explain_failures

# Names that begin like this are not copied into the metadata of a checkpoint.
FENCE = "__fence"

_TABLES = """
    create table if not exists fences (
        thread_id text primary key,
        fence integer not null,
        seq integer not null
    ) without rowid;
    create index if not exists checkpoints_by_seq on checkpoints (thread_id, checkpoint_ns, seq);
"""


class Checkpoints(SqliteSaver):
    """Revives plain values and messages, no other classes."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self._path = path

    def setup(self) -> None:
        if self.is_setup:
            return
        super().setup()
        self.is_setup = False
        with self.conn:
            # Two processes may open an old file at the same moment.
            self.conn.execute("begin immediate")
            columns = [row[1] for row in self.conn.execute("pragma table_info(checkpoints)")]
            if "seq" not in columns:
                self.conn.execute("alter table checkpoints add column seq integer")
                self.conn.execute(
                    "update checkpoints as mine set seq = (select count(*) from checkpoints"
                    " where thread_id = mine.thread_id and checkpoint_id <= mine.checkpoint_id)"
                )
            for statement in _TABLES.split(";"):
                self.conn.execute(statement)
            if "seq" not in columns:
                self.conn.execute(
                    "insert into fences select thread_id, 0, max(seq) from checkpoints"
                    " group by thread_id"
                )
        self.is_setup = True

    def claim(self, thread: str, fence: int) -> None:
        """Shut out every run with a lower number. Raises TakenOver after a higher one."""
        with self._writing(thread) as cursor:
            if _fence(cursor, thread) > fence:
                raise TakenOver
            cursor.execute(
                "insert into fences values (?, ?, 0)"
                " on conflict (thread_id) do update set fence = excluded.fence",
                (thread, fence),
            )

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        if get_checkpoint_id(config):
            return super().get_tuple(config)
        place = {
            "thread_id": str(config["configurable"]["thread_id"]),
            "checkpoint_ns": config["configurable"].get("checkpoint_ns", ""),
        }
        # The one that was the latest may be pruned before it is read.
        while latest := self._latest(**place):
            found = super().get_tuple({"configurable": {**place, "checkpoint_id": latest}})
            if found:
                return found
        return None

    def _latest(self, *, thread_id: str, checkpoint_ns: str) -> str | None:
        with self.cursor(transaction=False) as cursor:
            row = cursor.execute(
                "select checkpoint_id from checkpoints where thread_id = ? and checkpoint_ns = ?"
                " order by seq desc limit 1",
                (thread_id, checkpoint_ns),
            ).fetchone()
            return row[0] if row else None

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,  # noqa: ARG002 - of the saver's interface
    ) -> RunnableConfig:
        place = config["configurable"]
        type_, value = self.serde.dumps_typed(checkpoint)
        described = json.dumps(get_checkpoint_metadata(config, metadata), ensure_ascii=False)
        thread = str(place["thread_id"])
        with self._writing(thread, config) as cursor:
            cursor.execute(
                "insert into fences values (?, 0, 1)"
                " on conflict (thread_id) do update set seq = seq + 1",
                (thread,),
            )
            cursor.execute(
                "insert or replace into checkpoints (thread_id, checkpoint_ns, checkpoint_id,"
                " parent_checkpoint_id, type, checkpoint, metadata, seq)"
                " values (?, ?, ?, ?, ?, ?, ?, (select seq from fences where thread_id = ?))",
                (
                    thread,
                    place["checkpoint_ns"],
                    checkpoint["id"],
                    place.get("checkpoint_id"),
                    type_,
                    value,
                    described.encode("utf-8", "ignore"),
                    thread,
                ),
            )
        return {
            "configurable": {
                "thread_id": place["thread_id"],
                "checkpoint_ns": place["checkpoint_ns"],
                "checkpoint_id": checkpoint["id"],
            }
        }

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        place = config["configurable"]
        is_special = all(channel in WRITES_IDX_MAP for channel, _ in writes)
        rows = [
            (
                str(place["thread_id"]),
                str(place["checkpoint_ns"]),
                str(place["checkpoint_id"]),
                task_id,
                task_path,
                WRITES_IDX_MAP.get(channel, n),
                channel,
                *self.serde.dumps_typed(value),
            )
            for n, (channel, value) in enumerate(writes)
        ]
        with self._writing(str(place["thread_id"]), config) as cursor:
            cursor.executemany(
                f"insert or {'replace' if is_special else 'ignore'} into writes (thread_id,"  # noqa: S608 - one of two literals
                " checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )

    def drop_old(self, config: RunnableConfig, *, finished: bool) -> None:
        """Drop what no run will resume from.

        Of a finished turn the latest checkpoint stays, alone; of one that waits
        the latest of every namespace with its pending writes.
        """
        thread = str(config["configurable"]["thread_id"])
        # A subgraph's checkpoints serve only to resume inside it.
        inner = "checkpoint_ns <> '' or" if finished else ""
        with self._writing(thread, config) as cursor:
            cursor.execute(
                f"""
                delete from checkpoints as old where thread_id = ? and ({inner} exists (
                    select 1 from checkpoints as newer
                    where newer.thread_id = old.thread_id
                      and newer.checkpoint_ns = old.checkpoint_ns
                      and newer.seq > old.seq))
                """,  # noqa: S608 - one of two literals
                (thread,),
            )
            cursor.execute(
                """
                delete from writes where thread_id = ? and not exists (
                    select 1 from checkpoints as kept
                    where kept.thread_id = writes.thread_id
                      and kept.checkpoint_ns = writes.checkpoint_ns
                      and kept.checkpoint_id = writes.checkpoint_id)
                """,
                (thread,),
            )

    def truncate(self) -> None:
        """Give the write-ahead log's space back, unless a process is reading it."""
        with self.cursor(transaction=False) as cursor:
            cursor.execute("pragma wal_checkpoint(truncate)").fetchall()

    @contextmanager
    def _writing(
        self, thread: str, config: RunnableConfig | None = None
    ) -> Iterator[sqlite3.Cursor]:
        """A transaction; with a config only for the run that holds the thread."""
        with explain_failures(self._path), self.lock:
            self.setup()
            with self.conn:
                cursor = self.conn.execute("begin immediate")
                if config and _fence(cursor, thread) != config["configurable"].get(FENCE, 0):
                    raise TakenOver
                yield cursor


def open_checkpoints(path: Path) -> Checkpoints:
    with explain_failures(path):
        connection = connect(path, synchronous="NORMAL")
        saver = Checkpoints(connection, path)
        try:
            saver.setup()
        except sqlite3.Error:
            connection.close()
            raise
    return saver


def _fence(cursor: sqlite3.Cursor, thread: str) -> int:
    row = cursor.execute("select fence from fences where thread_id = ?", (thread,)).fetchone()
    return int(row[0]) if row else 0
