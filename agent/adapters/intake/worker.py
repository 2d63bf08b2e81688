"""The one background thread that reads uploads, one after another."""

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from agent.adapters.intake.rows import MOST_TRIES, Row, Rows
from agent.adapters.reading.result import Reading, Tell
from agent.errors import AgentError
from agent.ports import Document, Library

Read = Callable[[Path, str, Tell], Reading]

IDLE_SECONDS = 600.0
BEAT_SECONDS = 0.3

log = logging.getLogger(__name__)


class _Unwanted(Exception):
    """The upload was removed or replaced while it was read, or the app is closing."""


class Worker:
    """`read` turns a file into a Reading; `tidy` is called whenever there is time."""

    def __init__(
        self,
        rows: Rows,
        library: Library,
        *,
        read: Read,
        path: Callable[[str], Path],
        tidy: Callable[[], None],
    ) -> None:
        self._rows = rows
        self._library = library
        self._read = read
        self._path = path
        self._tidy = tidy
        self._closing = threading.Event()
        self._nudged = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._work, name="intake", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        self._nudged.set()

    def close(self) -> None:
        self._closing.set()
        self._nudged.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while not self._closing.is_set():
            self._nudged.clear()
            try:
                self._round()
                # A reader in another process may have died; its lease then runs out.
                pause = self._rows.lease_seconds if self._rows.is_any_read() else IDLE_SECONDS
            except AgentError as error:
                log.warning("uploads wait: %s", error.message)
                pause = self._rows.lease_seconds
            except Exception:
                # The last line of defence: nothing would start this thread again.
                log.exception("uploads wait")
                pause = self._rows.lease_seconds
            self._nudged.wait(pause)

    def _round(self) -> None:
        self._tidy()
        while not self._closing.is_set() and (row := self._rows.claim()):
            self._one(row)
            self._tidy()

    def _one(self, row: Row) -> None:
        if row.tries >= MOST_TRIES:
            self._rows.fail(
                row,
                "The app was stopped twice while it read this file.",
                "Try again; if that happens once more, the file is too much for this machine.",
            )
            return
        try:
            self._take_in(row, self._read(self._path(row.digest), row.upload.name, self._tell(row)))
        except _Unwanted:
            self._rows.let_go(row)
        except AgentError as error:
            self._rows.fail(row, error.message, error.hint, is_final=not error.retryable)
        except Exception:
            # One bad file does not stop the others.
            log.exception("an upload could not be read")
            self._rows.fail(row, "The file could not be read.", "Save it again and upload that.")

    def _tell(self, row: Row) -> Tell:
        last = 0.0

        def tell(done: int, total: int) -> None:
            nonlocal last
            if self._closing.is_set():
                raise _Unwanted
            if time.monotonic() - last < BEAT_SECONDS:
                return
            last = time.monotonic()
            if not self._rows.beat(row, done, total):
                raise _Unwanted

        return tell

    def _take_in(self, row: Row, reading: Reading) -> None:
        found = {
            "title": reading.title,
            "author": reading.author,
            "date": reading.date,
            "language": reading.language,
        }
        if not self._rows.beat(row, reading.page_count, reading.page_count):
            raise _Unwanted
        told = {**row.upload.metadata, **{k: v for k, v in found.items() if v}}
        document = document_of(row, text=reading.text, pages=reading.pages, metadata=told)
        passages = self._library.add(document)
        is_wanted = self._rows.finish(
            row,
            found=found,
            notes=reading.notes,
            pages=reading.page_count,
            passages=passages,
        )
        if not is_wanted:
            self._library.remove(row.id)
            return
        # What the user has entered, perhaps only just now, counts more than what was found.
        metadata = self._rows.get(row.owner, row.id).upload.metadata
        if metadata != told:
            self._library.add(
                document_of(row, text=reading.text, pages=reading.pages, metadata=metadata)
            )


def document_of(
    row: Row, *, text: str, pages: tuple[int, ...], metadata: dict[str, str]
) -> Document:
    return Document(
        id=row.id,
        subject=row.upload.subject,
        text=text,
        owner=row.owner,
        pages=pages,
        **{**metadata, "language": metadata["language"] or "en"},
    )
