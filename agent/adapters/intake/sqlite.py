"""The intake over the library's file and a folder of originals."""

import re
from pathlib import Path
from typing import Protocol

from agent.adapters.intake.files import Files
from agent.adapters.intake.rows import LEASE_SECONDS, Row, Rows, now
from agent.adapters.intake.worker import Read, Worker, document_of
from agent.adapters.reading.child import read_in_child
from agent.adapters.reading.result import Limits, Reading, Tell
from agent.adapters.reading.sniffing import SUFFIXES
from agent.errors import AgentError
from agent.language.hidden import strip_hidden
from agent.language.text import well_formed
from agent.ports import Library, Plain, Upload
from agent.store.database import Database

LONGEST_NAME = 200
MEGABYTE = 2**20


class Reader(Protocol):
    def __call__(self, path: Path, name: str, *, limits: Limits, tell: Tell) -> Reading: ...


class SqliteIntake:
    """The Intake port. One file after another is read, in the background."""

    suffixes = tuple(SUFFIXES)

    def __init__(
        self,
        database: Database,
        library: Library,
        folder: Path,
        *,
        limits: Limits,
        read: Reader = read_in_child,
        lease_seconds: float = LEASE_SECONDS,
    ) -> None:
        self._db = database
        self._library = library
        self._rows = Rows(database, lease_seconds=lease_seconds)
        self._files = Files(folder)
        self._limits = limits
        self._worker = Worker(
            self._rows,
            library,
            read=_limited(read, limits),
            path=self._files.path,
            tidy=self._tidy,
        )

    def start(self) -> None:
        """Read what waits and what comes."""
        self._worker.start()

    def close(self) -> None:
        """Stop reading; what was being read is read after the next start."""
        self._worker.close()

    # The port

    @property
    def most_bytes(self) -> int:
        return self._limits.file_bytes

    def put(
        self,
        owner: str,
        subject: str,
        *,
        name: str,
        data: bytes,
        metadata: Plain | None = None,
        replaces: str = "",
    ) -> Upload:
        name = _file_name(name)
        self._refuse(name, data)
        before = self._rows.get(owner, replaces) if replaces else None
        subject = before.upload.subject if before else subject
        digest = self._files.keep(data)
        with self._db.transaction():
            if same := self._rows.same(owner, subject, digest):
                raise AgentError(
                    f"{name} is already there as “{same.metadata['title']}” ({same.name}).",
                    hint="It was not added again.",
                )
            if before:
                self._rows.replace(before, name=name, digest=digest, size=len(data))
            id_ = replaces or self._rows.add(
                owner, subject, name=name, digest=digest, size=len(data), given=_entered(metadata)
            )
        self._worker.wake()
        return self.upload(owner, id_)

    def uploads(self, owner: str, subject: str = "", *, removed: bool = False) -> list[Upload]:
        return self._rows.of(owner, subject, removed=removed)

    def upload(self, owner: str, upload: str) -> Upload:
        return self._rows.get(owner, upload).upload

    def edit(self, owner: str, upload: str, metadata: Plain) -> None:
        self._rows.give(self._rows.get(owner, upload), metadata)
        after = self._rows.get(owner, upload)
        if after.upload.status == "ready" and not after.upload.removed:
            document = self._library.document(upload, owner=owner)
            changed = document_of(
                after, text=document.text, pages=document.pages, metadata=after.upload.metadata
            )
            if changed != document:
                self._library.add(changed)

    def retry(self, owner: str, upload: str) -> None:
        self._queue(self._rows.get(owner, upload))

    def remove(self, owner: str, upload: str) -> None:
        row = self._rows.get(owner, upload)
        with self._db.transaction():
            self._rows.mark_removed(row.id, now())
            self._library.remove(row.id)

    def restore(self, owner: str, upload: str) -> None:
        row = self._rows.get(owner, upload)
        with self._db.transaction():
            if self._rows.same(owner, row.upload.subject, row.digest, but=row.id):
                raise AgentError(f"{row.upload.name} has been uploaded again meanwhile.")
            self._rows.mark_removed(row.id, "")
        self._queue(row)

    def original(self, owner: str, upload: str) -> bytes:
        return self._files.read(self._rows.get(owner, upload).digest)

    # Small parts

    def _queue(self, row: Row) -> None:
        self._rows.queue(row.id)
        self._worker.wake()

    def _refuse(self, name: str, data: bytes) -> None:
        if not data:
            raise AgentError(f"{name} is empty.", hint="Choose another file.")
        if len(data) > self.most_bytes:
            raise AgentError(
                f"{name} has {len(data) // MEGABYTE:,} MB;"
                f" at most {self.most_bytes // MEGABYTE:,} MB are taken.",
                hint="Split it, or make its pictures smaller.",
            )

    def _tidy(self) -> None:
        """Delete for good what was removed long enough ago, and files that nothing needs."""
        self._rows.forget_removed()
        self._files.sweep(self._rows.digests())


def _limited(read: Reader, limits: Limits) -> Read:
    def limited(path: Path, name: str, tell: Tell) -> Reading:
        return read(path, name, limits=limits, tell=tell)

    return limited


def _file_name(name: str) -> str:
    """The last part of what a browser calls the file."""
    last = re.split(r"[/\\]", re.sub(r"[\t\r\n]", "", strip_hidden(well_formed(name))))[-1].strip()
    return last[-LONGEST_NAME:] or "document"


def _entered(metadata: Plain | None) -> Plain:
    return {key: str(value).strip() for key, value in (metadata or {}).items() if value}
