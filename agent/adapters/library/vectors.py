"""A subject's vectors in memory, as long as the file says they are current."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.adapters.library.matching import Scope
from agent.adapters.library.relevance import floor_of, spread_of
from agent.store.database import Database, marks


@dataclass(frozen=True)
class Matrix:
    """One row per passage that has a vector; `total` counts those without as well.

    `floor` is the similarity above which a passage is near, `spread` how far
    similarities lie apart.
    """

    total: int
    floor: float
    spread: float
    chunks: np.ndarray
    owners: np.ndarray
    kinds: np.ndarray
    languages: np.ndarray
    rows: np.ndarray

    @property
    def usable(self) -> bool:
        """Most passages have a vector: fewer would push the others down the ranking."""
        return len(self.chunks) * 2 > self.total

    def nearest(self, similarities: np.ndarray, *, scope: Scope, count: int) -> list[int]:
        """Passage numbers, the most similar first."""
        allowed = np.isin(self.owners, ("", scope.owner))
        if scope.kinds:
            allowed &= np.isin(self.kinds, scope.kinds)
        if scope.language is not None:
            allowed &= self.languages == scope.language
        candidates = np.flatnonzero(allowed)
        values = similarities[candidates]
        if len(candidates) > count:
            best = np.argpartition(-values, count)[:count]
            candidates, values = candidates[best], values[best]
        order = np.lexsort((self.chunks[candidates], -values))
        return [int(n) for n in self.chunks[candidates[order]]]

    def of(self, similarities: np.ndarray, chunk: int) -> float | None:
        """One passage's similarity."""
        at = int(np.searchsorted(self.chunks, chunk))
        if at == len(self.chunks) or self.chunks[at] != chunk:
            return None
        return float(np.clip(similarities[at], -1.0, 1.0))


class Vectors:
    def __init__(self, database: Database, model: str) -> None:
        self._db = database
        self._model = model
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[int, Matrix]] = {}

    def matrix(self, subject: str, *, unrelated: np.ndarray) -> Matrix:
        with self._lock:
            revision = self._revision(subject)
            kept = self._kept.get(subject)
            if kept is None or kept[0] != revision:
                kept = self._kept[subject] = (revision, self._load(subject, unrelated))
            return kept[1]

    def _revision(self, subject: str) -> int:
        row = self._db.one("SELECT n FROM revision WHERE subject = ?", subject)
        return 0 if row is None else int(row["n"])

    def _load(self, subject: str, unrelated: np.ndarray) -> Matrix:
        counted = self._db.all("SELECT count(*) FROM chunk WHERE subject = ?", subject)
        found = self._db.all(
            """
            SELECT n, owner, kind, language, data FROM chunk JOIN vector ON vector.chunk = n
            WHERE subject = ? AND model = ? ORDER BY n
            """,
            subject,
            self._model,
        )
        data = np.frombuffer(b"".join(row["data"] for row in found), dtype=np.float32)
        rows = data.reshape(-1, unrelated.shape[1])
        return Matrix(
            total=int(counted[0][0]),
            floor=floor_of(rows, unrelated) if found else 1.0,
            spread=spread_of(rows, unrelated),
            chunks=np.array([row["n"] for row in found], dtype=np.int64),
            owners=np.array([row["owner"] for row in found], dtype=str),
            kinds=np.array([row["kind"] for row in found], dtype=str),
            languages=np.array([row["language"] for row in found], dtype=str),
            rows=rows,
        )


def store(database: Database, model: str, *, chunks: Sequence[int], rows: np.ndarray) -> None:
    """Keep the vectors of the passages that are still there."""
    with database.transaction():
        for chunk, row in zip(chunks, np.asarray(rows, dtype=np.float32), strict=True):
            if database.one("SELECT 1 FROM chunk WHERE n = ?", chunk):
                database.put("vector", chunk=chunk, model=model, data=row.tobytes())
        changed = database.all(
            f"SELECT DISTINCT subject FROM chunk WHERE n IN ({marks(chunks)})",  # noqa: S608
            *chunks,
        )
        for row in changed:
            revise(database, row["subject"])


def revise(database: Database, subject: str) -> None:
    """Say that a subject's passages or vectors have changed."""
    database.run(
        "INSERT INTO revision VALUES (?, 1) ON CONFLICT (subject) DO UPDATE SET n = revision.n + 1",
        subject,
    )
