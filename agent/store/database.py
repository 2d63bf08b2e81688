"""SQLite files, each behind one locked connection."""

import re
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from agent.errors import AgentError
from agent.store.rows import Row, read_row, to_column

BUSY_SECONDS = 30

T = TypeVar("T")
Synchronous = Literal["FULL", "NORMAL"]
Seal = Callable[[int], None]
"""Records a new version of a row in the audit chain, in the same transaction."""


def unsealed(_id: int) -> None:
    """Record nothing: outside of a ledger there is no audit chain."""


_RETRY = "Try again in a moment."
_MESSAGES: dict[int, tuple[str, str, bool]] = {
    sqlite3.SQLITE_READONLY: ("cannot be written to", "Check the permissions of the file.", False),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "Check that its folder can be written.", False),
    sqlite3.SQLITE_PERM: ("cannot be opened", "Check the permissions of the file.", False),
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", "Free some space.", True),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", "Check the disk.", True),
    sqlite3.SQLITE_BUSY: ("is held by another process", _RETRY, True),
    sqlite3.SQLITE_LOCKED: ("is held by another process", _RETRY, True),
    sqlite3.SQLITE_CORRUPT: ("is damaged", "Restore it from a backup.", False),
    sqlite3.SQLITE_NOTADB: ("is not a database", "Restore it from a backup or move it.", False),
}


@contextmanager
def explain_failures(path: Path) -> Iterator[None]:
    """Turn an error of the disk or of SQLite into an AgentError with a sentence."""
    try:
        yield
    except OSError as error:
        raise AgentError(
            f"The data folder {path.parent} cannot be used.",
            hint="Set INTERLUDE_DATA to a folder that can be written.",
        ) from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        known = None if code is None else _MESSAGES.get(code & 0xFF)
        if known is None:
            raise
        what, hint, retryable = known
        raise AgentError(f"The file {path} {what}.", hint=hint, retryable=retryable) from error


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to WAL, with retries: it fails at once if another process opens the same new file."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def connect(path: Path, *, synchronous: Synchronous) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        _write_ahead(connection)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        # What a user deletes is gone from the file, not only from its index.
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def marks(values: Collection[Any]) -> str:
    """A question mark for each; for none a null, to which nothing is equal."""
    return ", ".join("?" * len(values)) or "null"


def _statements(script: str) -> Iterator[str]:
    pending = ""
    for part in re.findall(r"[^;]*;?", script):
        pending += part
        # False for a semicolon in a string, a comment or a trigger.
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        yield pending


class Database:
    """One SQLite file on one connection that threads share by turns.

    `schema` is a list of SQL scripts; a file that has seen the first n gets
    the rest. Scripts already released never change.
    """

    def __init__(
        self, path: Path, schema: Sequence[str], *, synchronous: Synchronous = "NORMAL"
    ) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._depth = 0
        self._broken = False
        self._keys: dict[str, tuple[str, ...]] = {}
        with explain_failures(path):
            self._connection = connect(path, synchronous=synchronous)
        try:
            self._prepare(schema)
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self, schema: Sequence[str]) -> None:
        self._connection.isolation_level = None
        self._connection.row_factory = Row
        self.run("PRAGMA foreign_keys = ON")
        with self.transaction():
            # Read inside the transaction: two processes may start at the same moment.
            version = int(self.all("PRAGMA user_version")[0][0])
            if version > len(schema):
                raise AgentError(
                    f"The file {self.path} was written by a newer version of Interlude.",
                    hint="Update Interlude, or set INTERLUDE_DATA to another folder.",
                )
            for script in schema[version:]:
                for statement in _statements(script):
                    self.run(statement)
            if version < len(schema):
                self.run(f"PRAGMA user_version = {len(schema)}")

    @contextmanager
    def transaction(self) -> Iterator[Self]:
        """All or nothing. Inside another transaction it becomes part of that one."""
        with self._lock:
            if self._depth:
                with self._joined():
                    yield self
                return
            with self._outermost():
                yield self

    @contextmanager
    def _joined(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        except BaseException:
            self._broken = True
            raise
        finally:
            self._depth -= 1

    @contextmanager
    def _outermost(self) -> Iterator[None]:
        self.run("BEGIN IMMEDIATE")
        self._depth, self._broken = 1, False
        try:
            yield
            self._commit()
        except BaseException:
            # Some errors, a full disk among them, have rolled back already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        finally:
            self._depth = 0

    def _commit(self) -> None:
        if self._broken:
            raise RuntimeError("a part of this transaction failed, so none of it is kept")
        self.run("COMMIT")

    def one(self, sql: str, *params: Any) -> Row | None:
        """The first row."""
        with self._execute(sql, params) as cursor:
            row: Row | None = cursor.fetchone()
            return row

    def all(self, sql: str, *params: Any) -> list[Row]:
        with self._execute(sql, params) as cursor:
            return cursor.fetchall()

    def run(self, sql: str, *params: Any) -> int:
        """The number of rows changed."""
        with self._execute(sql, params) as cursor:
            return cursor.rowcount

    def read(self, cls: Callable[..., T], sql: str, *params: Any) -> list[T]:
        """The rows as dataclasses."""
        return [read_row(cls, row) for row in self.all(sql, *params)]

    def insert(self, table: str, /, **values: Any) -> None:
        self._insert(table, values)

    def insert_once(self, table: str, /, **values: Any) -> None:
        """Insert a row unless there is one with its key."""
        self._insert(table, values, "on conflict do nothing")

    def put(self, table: str, /, **values: Any) -> None:
        """Insert a row, or change these columns of the row that has its primary key."""
        key = self._key(table)
        changes = ", ".join(f"{name} = excluded.{name}" for name in values if name not in key)
        action = f"update set {changes}" if changes else "nothing"
        self._insert(table, values, f"on conflict ({', '.join(key)}) do {action}")

    def put_words(self, table: str, number: int, /, **texts: str) -> None:
        """Index texts under a number, replacing what it had before."""
        with self.transaction():
            self.run(f"delete from {table} where rowid = ?", number)
            self._insert(table, {"rowid": number, **texts})

    def _insert(self, table: str, values: Mapping[str, Any], end: str = "") -> None:
        columns = map(to_column, values.values())
        self.run(
            f"insert into {table} ({', '.join(values)}) values ({marks(values)}) {end}", *columns
        )

    def _key(self, table: str) -> tuple[str, ...]:
        """The columns of the primary key."""
        if table not in self._keys:
            rows = self.all("select name from pragma_table_info(?) where pk > 0", table)
            self._keys[table] = tuple(row["name"] for row in rows)
        return self._keys[table]

    @contextmanager
    def _execute(self, sql: str, params: Sequence[Any]) -> Iterator[sqlite3.Cursor]:
        with (
            self._lock,
            explain_failures(self.path),
            closing(self._connection.execute(sql, params)) as cursor,
        ):
            yield cursor

    def truncate(self) -> None:
        """Release the space of the write-ahead log, unless a reader still uses it."""
        self.all("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        with self._lock:
            self._connection.close()
