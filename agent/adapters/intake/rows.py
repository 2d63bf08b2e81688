"""The rows of the uploads, and who reads which."""

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from agent.errors import NotFound
from agent.ports import EDITABLE, Plain, Upload
from agent.store.database import Database
from agent.store.rows import Row as Columns
from agent.store.rows import read_row

LEASE_SECONDS = 20
MOST_TRIES = 2
UNDO = timedelta(hours=24)


@dataclass(frozen=True)
class Row:
    """An upload with the fields that only the intake needs."""

    owner: str
    digest: str
    tries: int
    upload: Upload

    @property
    def id(self) -> str:
        return self.upload.id


class Rows:
    def __init__(self, database: Database, *, lease_seconds: float) -> None:
        self._db = database
        self.lease_seconds = lease_seconds

    # Looking

    def of(self, owner: str, subject: str, *, removed: bool) -> list[Upload]:
        rows = self._db.all(
            """
            SELECT * FROM upload
            WHERE owner = ? AND (? = '' OR subject = ?) AND (removed <> '') = ?
            ORDER BY created DESC, id DESC
            """,
            owner,
            subject,
            subject,
            removed,
        )
        return [_row(row).upload for row in rows]

    def get(self, owner: str, upload: str) -> Row:
        row = self._db.one("SELECT * FROM upload WHERE id = ? AND owner = ?", upload, owner)
        if row is None:
            raise NotFound("This document does not exist here.", hint="Reload the page.")
        return _row(row)

    def same(self, owner: str, subject: str, digest: str, *, but: str = "") -> Upload | None:
        """The upload that holds the same bytes."""
        row = self._db.one(
            """
            SELECT * FROM upload
            WHERE owner = ? AND subject = ? AND digest = ? AND removed = '' AND id <> ?
            """,
            owner,
            subject,
            digest,
            but,
        )
        return None if row is None else _row(row).upload

    def digests(self) -> set[str]:
        """Digests of all files that are still needed."""
        rows = self._db.all("SELECT digest, previous FROM upload")
        kept = (json.loads(row["previous"])["digest"] for row in rows if row["previous"])
        return {row["digest"] for row in rows} | set(kept)

    # Changing

    def add(
        self, owner: str, subject: str, *, name: str, digest: str, size: int, given: Plain
    ) -> str:
        id_ = f"u/{secrets.token_hex(12)}"
        self._db.insert(
            "upload",
            id=id_,
            owner=owner,
            subject=subject,
            name=name,
            digest=digest,
            size=size,
            created=now(),
            queued=now(),
            status="waiting",
            given=given,
        )
        return id_

    def replace(self, row: Row, *, name: str, digest: str, size: int) -> None:
        """A new version that waits; the old one is kept until the new one is read."""
        self._db.run(
            """
            UPDATE upload SET name = ?, digest = ?, size = ?, status = 'waiting', queued = ?,
                tries = 0, message = '', hint = '', done = 0, total = 0,
                previous = CASE WHEN previous <> '' OR status <> 'ready' THEN previous
                    ELSE json_object('digest', digest, 'name', name, 'size', size) END
            WHERE id = ?
            """,
            name,
            digest,
            size,
            now(),
            row.id,
        )

    def give(self, row: Row, metadata: Plain) -> None:
        """Metadata that the user entered; what is as found stays as found."""
        changed = {
            key: str(metadata[key]).strip()
            for key in EDITABLE
            if key in metadata and str(metadata[key]).strip() != row.upload.metadata[key]
        }
        self._db.run(
            "UPDATE upload SET given = json_patch(given, ?) WHERE id = ?",
            json.dumps(changed),
            row.id,
        )

    def queue(self, upload: str) -> None:
        self._db.run(
            """
            UPDATE upload SET status = 'waiting', queued = ?, tries = 0, message = '', hint = ''
            WHERE id = ?
            """,
            now(),
            upload,
        )

    def mark_removed(self, upload: str, at: str) -> None:
        self._db.run("UPDATE upload SET removed = ? WHERE id = ?", at, upload)

    def forget_removed(self) -> None:
        """Delete removed uploads whose time to be restored has passed."""
        long_ago = (datetime.now(UTC) - UNDO).isoformat()
        self._db.run("DELETE FROM upload WHERE removed <> '' AND removed < ?", long_ago)

    # Reading

    def claim(self) -> Row | None:
        """The next upload to read, held for this process as long as it beats."""
        with self._db.transaction():
            row = self._db.one(
                """
                SELECT * FROM upload
                WHERE removed = '' AND
                    (status = 'waiting' OR (status = 'reading' AND beat < ?))
                ORDER BY queued LIMIT 1
                """,
                time.time() - self.lease_seconds,
            )
            if row is None:
                return None
            self._db.run(
                """
                UPDATE upload SET status = 'reading', beat = ?, tries = tries + 1,
                    done = 0, total = 0 WHERE id = ?
                """,
                time.time(),
                row["id"],
            )
        return _row(row)

    def is_any_read(self) -> bool:
        row = self._db.one("SELECT 1 FROM upload WHERE status = 'reading' AND removed = ''")
        return row is not None

    def beat(self, row: Row, done: int, total: int) -> bool:
        """False when it is not wanted any more."""
        return self._settle(row, "beat = ?, done = ?, total = ?", time.time(), done, total)

    def let_go(self, row: Row) -> None:
        """Put the row back: another process reads it, or this one after a restart."""
        self._settle(row, "status = 'waiting', tries = tries - 1")

    def fail(self, row: Row, message: str, hint: str, *, is_final: bool = False) -> None:
        """Mark an upload as failed; when a new version fails, the previous one stays."""
        with self._db.transaction():
            held = self._db.one("SELECT previous FROM upload WHERE id = ?", row.id)
            if held is None or not held["previous"]:
                change = "status = 'failed', message = ?, hint = ?, is_final = ?"
                self._settle(row, change, message, hint, int(is_final))
                return
            before = json.loads(held["previous"])
            self._settle(
                row,
                "status = 'ready', previous = '', digest = ?, name = ?, size = ?,"
                " message = ?, hint = ?",
                before["digest"],
                before["name"],
                before["size"],
                f"The new version, {row.upload.name}, was not taken: {message}",
                hint,
            )

    def finish(
        self, row: Row, *, found: Plain, notes: Sequence[str], pages: int, passages: int
    ) -> bool:
        """False when it was removed or replaced meanwhile."""
        return self._settle(
            row,
            "status = 'ready', previous = '', found = ?, notes = ?, pages = ?, passages = ?,"
            " message = '', hint = ''",
            json.dumps(found),
            json.dumps(list(notes)),
            pages,
            passages,
        )

    def _settle(self, row: Row, change: str, *values: Any) -> bool:
        changed = self._db.run(
            f"UPDATE upload SET {change}"  # noqa: S608 - literals of this module
            " WHERE id = ? AND digest = ? AND status = 'reading' AND removed = ''",
            *values,
            row.id,
            row.digest,
        )
        return changed == 1


def now() -> str:
    return datetime.now(UTC).isoformat()


def _row(row: Columns) -> Row:
    usual = {"title": row["name"].rpartition(".")[0] or row["name"], "kind": "document"}
    found = {key: value for key, value in json.loads(row["found"]).items() if value}
    metadata = {**dict.fromkeys(EDITABLE, ""), **usual, **found, **json.loads(row["given"])}
    metadata["title"] = metadata["title"] or usual["title"]
    upload = read_row(Upload, row, metadata=metadata)
    return Row(row["owner"], row["digest"], row["tries"], upload)
