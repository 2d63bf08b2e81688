"""The audit chain: who decided and what was done; each entry's hash covers the one before it.

It holds digests and names of things, never texts, so it outlives a purge.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from agent.events import Plain
from agent.store.database import Database
from agent.store.threads import now

BEGINNING = "0" * 64


class AuditChain:
    def __init__(self, db: Database) -> None:
        self._db = db

    def append(self, what: str, *, who: str, thread: str, data: Plain) -> None:
        """Add an entry, in the transaction of the change that it records."""
        with self._db.transaction():
            last = self._db.one("select hash from audit order by n desc limit 1")
            previous = last["hash"] if last else BEGINNING
            entry = [now(), who, what, thread, _canonical(data)]
            self._db.run(
                "insert into audit (at, who, what, thread, data, hash) values (?, ?, ?, ?, ?, ?)",
                *entry,
                _sealed(previous, entry),
            )

    def begin(self, rows: str) -> None:
        """Record once how many rows are older than the chain.

        A later row without an entry then counts as tampering.
        """
        with self._db.transaction():
            if self._db.one("select 1 from audit where what = 'sealing'") is None:
                counted = self._db.one(f"select {rows}")
                self.append("sealing", who="interlude", thread="", data=dict(counted or {}))

    def end(self) -> tuple[int, str]:
        """The number and the hash of the last entry."""
        last = self._db.one("select n, hash from audit order by n desc limit 1")
        return (last["n"], last["hash"]) if last else (0, BEGINNING)

    def entries(self, *, thread: str = "", containing: str = "") -> list[Plain]:
        """Approvals and effects, newest first; `containing` searches what and data."""
        rows = self._db.all(
            "select * from audit where (what like 'approval %' or what like 'effect %')"
            " and (? = '' or thread = ?)"
            " and (? = '' or instr(lower(what || ' ' || data), lower(?)) > 0) order by n desc",
            thread,
            thread,
            containing,
            containing,
        )
        return [{**dict(row), "data": json.loads(row["data"])} for row in rows]


def broken_links(ledger: sqlite3.Connection) -> Iterator[str]:
    """Yield a sentence for the first entry that was changed or is missing."""
    previous, expected = BEGINNING, 1
    rows = ledger.execute("select n, at, who, what, thread, data, hash from audit order by n")
    for n, *entry, sealed in rows:
        if n != expected:
            yield f"Audit entry {expected} is missing."
            return
        if _sealed(previous, entry) != sealed:
            yield f"Audit entry {n} was changed after it was written."
            return
        previous, expected = sealed, n + 1
    # Where the last ones are gone, the rest still fits together: the counter tells.
    counter = ledger.execute("select seq from sqlite_sequence where name = 'audit'").fetchone()
    if counter and counter[0] >= expected:
        yield f"Audit entry {expected} is missing."


def fingerprint(content: Any) -> str:
    """The digest of JSON values."""
    return hashlib.sha256(_canonical(content).encode()).hexdigest()


def effect_key(*parts: str) -> str:
    """The digest of an effect's kind, target, content digest and approval."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _sealed(previous: str, entry: list[Any]) -> str:
    return hashlib.sha256(f"{previous}\n{_canonical(entry)}".encode()).hexdigest()


def _canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
