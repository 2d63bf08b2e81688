"""Computes the vectors of passages in the background, without delaying a search."""

import logging
import threading

import numpy as np

from agent.adapters.library import vectors
from agent.adapters.library.relevance import UNRELATED
from agent.errors import AgentError
from agent.ports import Embedder
from agent.store.database import Database
from agent.store.rows import Row

BATCH = 16
FIRST_PAUSE = 5.0
LONGEST_PAUSE = 300.0

log = logging.getLogger(__name__)


class Indexer:
    """One background thread while there is work, none otherwise."""

    def __init__(self, database: Database, embedder: Embedder) -> None:
        self._db = database
        self._embedder = embedder
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wanted = False
        self._closing = threading.Event()
        self._nudged = threading.Event()
        self._quiet = threading.Event()
        self._quiet.set()
        self._pause = FIRST_PAUSE
        self.unrelated: np.ndarray | None = None
        """The vectors of `UNRELATED`; with them a query may be embedded at once."""
        self.problem = ""
        """The reason why passages have no vectors yet."""

    def wake(self) -> None:
        """See to the passages without vectors, and to the embedder being warm."""
        with self._lock:
            if self._closing.is_set():
                return
            self._wanted = True
            self._nudged.set()
            self._quiet.clear()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="indexer", daemon=True)
                self._thread.start()

    def settle(self, seconds: float) -> bool:
        """Wait till nothing is left to do, or nothing can be done for now."""
        return self._quiet.wait(seconds)

    def close(self) -> None:
        self._closing.set()
        self._nudged.set()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()

    @property
    def renewing(self) -> bool:
        """Another embedder's vectors are being replaced."""
        return note(self._db, "renewing") != ""

    def _work(self) -> None:
        try:
            while self._has_work():
                self._round()
        finally:
            # Also after an unforeseen error, so that the next wake starts afresh.
            with self._lock:
                if self._thread is threading.current_thread():
                    self._thread = None
                    self._quiet.set()

    def _has_work(self) -> bool:
        with self._lock:
            more = self._wanted and not self._closing.is_set()
            self._wanted = False
            if not more:
                self._thread = None
                self._quiet.set()
            return more

    def _round(self) -> None:
        try:
            self._warm()
            self._fill()
        except AgentError as error:
            log.warning("indexing stopped: %s", error.message)
            self.problem = error.message
            if error.retryable:
                self._rest()
        else:
            self.problem = ""
            self._pause = FIRST_PAUSE

    def _rest(self) -> None:
        """Until it is worth another try, or there is something new to do."""
        with self._lock:
            self._nudged.clear()
            idle = not self._wanted and not self._closing.is_set()
            if idle:
                self._quiet.set()
        if idle:
            self._nudged.wait(self._pause)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        with self._lock:
            self._wanted = True
            self._quiet.clear()

    def _warm(self) -> None:
        if self.unrelated is None:
            unrelated = self._embedder.embed(UNRELATED)
            self._adopt(f"{self._embedder.model}/{unrelated.shape[1]}")
            self.unrelated = unrelated

    def _adopt(self, index: str) -> None:
        """Make the file this embedder's; vectors of another one go."""
        before = note(self._db, "index")
        if before == index:
            return
        with self._db.transaction():
            self._db.run("DELETE FROM vector")
            set_note(self._db, "index", index)
            set_note(self._db, "renewing", before)
            self._db.run("UPDATE revision SET n = n + 1")

    def _fill(self) -> None:
        after = 0
        while not self._closing.is_set():
            rows = self._pending(after)
            if not rows:
                set_note(self._db, "renewing", "")
                return
            texts = [f"{row['title']}. {row['heading']}\n{row['text']}" for row in rows]
            chunks = [int(row["n"]) for row in rows]
            found = self._embedder.embed(texts)
            vectors.store(self._db, self._embedder.model, chunks=chunks, rows=found)
            after = chunks[-1]

    def _pending(self, after: int) -> list[Row]:
        return self._db.all(
            """
            SELECT n, title, heading, chunk.text AS text
            FROM chunk JOIN document ON document.id = chunk.document
            WHERE n > ? AND NOT EXISTS (
                SELECT 1 FROM vector WHERE vector.chunk = n AND vector.model = ?)
            ORDER BY n LIMIT ?
            """,
            after,
            self._embedder.model,
            BATCH,
        )


def note(database: Database, key: str) -> str:
    row = database.one("SELECT value FROM note WHERE key = ?", key)
    return "" if row is None else str(row["value"])


def set_note(database: Database, key: str, value: str) -> None:
    database.put("note", key=key, value=value)
