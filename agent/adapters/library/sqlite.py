"""The library in one SQLite file: words and vectors, their ranks fused."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from agent.adapters.library.documents import Documents
from agent.adapters.library.fusion import fused, shares_of
from agent.adapters.library.indexer import Indexer, note, set_note
from agent.adapters.library.likeness import alike, strengths
from agent.adapters.library.matching import Scope, by_words
from agent.adapters.library.spelling import correct
from agent.adapters.library.vectors import Matrix, Vectors
from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.language.text import ASKING_WORDS, keywords, stem, stems, well_formed
from agent.ports import Document, Embedder, Found, IndexStatus, Likeness, Passage, Subject
from agent.store.database import Database

CANDIDATES = 50
LONGEST_QUERY = 2_000

WORDS_ONLY = N_("The documents were searched by words only.")
RENEWING = N_(
    "The documents are being prepared for another embedding model; "
    "until that is done they are searched by words only."
)


@dataclass(frozen=True)
class _Near:
    """Passages near a query in meaning. `matrix` is None when words alone are searched."""

    ranking: tuple[int, ...] = ()
    matrix: Matrix | None = None
    similarities: np.ndarray | None = None
    notice: str = ""

    def told(self, passage: Passage, chunk: int) -> Passage:
        """The passage with its similarity."""
        if self.matrix is None or self.similarities is None:
            return passage
        similarity = self.matrix.of(self.similarities, chunk)
        is_near = similarity is not None and similarity > self.matrix.floor
        return replace(passage, similarity=similarity and round(similarity, 3), near=is_near)


class SqliteLibrary:
    """The Library port. Without an embedder, words alone are searched; `reason` says why.

    New documents are found by their words at once, by meaning a little later.
    """

    def __init__(
        self, database: Database, embedder: Embedder | None = None, *, reason: str = ""
    ) -> None:
        self._db = database
        self._documents = Documents(database)
        self._embedder = embedder
        self._reason = reason
        self._started = False
        self._indexer = Indexer(database, embedder) if embedder else None
        self._vectors = Vectors(database, embedder.model) if embedder else None

    def start(self) -> None:
        """Warm the embedder and index what waits and what comes, in the background.

        Documents added before wait till then, so that filling a library is not slowed down.
        """
        self._started = True
        if self._indexer is not None:
            self._indexer.wake()

    def settle(self, *, seconds: float = 60) -> bool:
        """Wait for the background. True when it has nothing left to do or is stuck for now."""
        return self._indexer is None or self._indexer.settle(seconds)

    def close(self) -> None:
        """Stop the background; the database stays open."""
        if self._indexer is not None:
            self._indexer.close()

    # The port

    def subjects(self, owner: str = "") -> list[Subject]:
        return self._documents.subjects(owner)

    def add_subject(self, owner: str, title: str, *, language: str) -> Subject:
        return self._documents.add_subject(owner, title, language=language)

    def documents(self, subject: str, *, owner: str = "") -> list[Document]:
        return self._documents.of(subject, owner)

    def document(self, document: str, *, owner: str = "") -> Document:
        return self._documents.one(document, owner)

    def add(self, document: Document) -> int:
        count = self._documents.add(document)
        if self._indexer is not None and self._started:
            self._indexer.wake()
        return count

    def remove(self, document: str) -> None:
        self._documents.remove(document)

    def passage(self, passage: str, *, owner: str = "") -> Passage:
        return self._documents.passage(passage, owner)

    def passages(self, document: str, *, owner: str = "") -> list[Passage]:
        return self._documents.passages(document, owner)

    def search(
        self,
        query: str,
        *,
        subject: str,
        owner: str = "",
        kinds: Sequence[str] = (),
        language: str | None = None,
        top_k: int = 5,
    ) -> Found:
        query = well_formed(query)[:LONGEST_QUERY].strip()
        if not query or top_k < 1:
            return Found(())
        count = max(CANDIDATES, 2 * top_k)
        scope = Scope(subject, owner, tuple(kinds), language)
        near = self._near(query, scope=scope, count=count)
        scores = self._scores(query, by_words(self._db, query, scope=scope, count=count), near)
        # Twice as many as asked for, since some may be gone by now.
        found = self._documents.numbered(list(scores)[: 2 * top_k])
        best = [n for n in scores if n in found][:top_k]
        passages = (worded(near.told(found[n], n), query, score=scores[n]) for n in best)
        return Found(tuple(passages), notice=near.notice)

    def _scores(self, query: str, matching: list[int], near: _Near) -> dict[int, float]:
        """Scores by words and meaning; without vectors, by the order that words give."""
        if near.matrix is None or near.similarities is None:
            return {n: 1 / place for place, n in enumerate(matching, start=1)}
        numbers = list(dict.fromkeys([*near.ranking, *matching]))
        similar = {n: near.matrix.of(near.similarities, n) for n in numbers}
        return fused(
            {n: value for n, value in similar.items() if value is not None},
            shares_of(self._db, query, self._documents.numbered(numbers)),
            spread=near.matrix.spread,
        )

    def correct(self, query: str, *, subject: str, owner: str = "") -> str:
        return correct(self._db, query, subject=subject, owner=owner)

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> list[Likeness]:
        if self._embedder is None or self._indexer is None or self._indexer.unrelated is None:
            return []
        try:
            return alike(pairs, self._embedder, unrelated=self._indexer.unrelated)
        except AgentError:
            return []

    def strengths(self, question: str, texts: Sequence[str]) -> list[float]:
        if self._embedder is None or self._indexer is None or self._indexer.unrelated is None:
            return []
        try:
            return strengths(question, texts, self._embedder, unrelated=self._indexer.unrelated)
        except AgentError:
            return []

    def status(self) -> IndexStatus:
        total = int(self._db.all("SELECT count(*) FROM chunk")[0][0])
        if self._embedder is None or self._indexer is None:
            return IndexStatus("", 0, 0, total, notice=self._words_only())
        model = self._embedder.model
        done = int(self._db.all("SELECT count(*) FROM vector WHERE model = ?", model)[0][0])
        notice = self._progress(self._indexer, done=done, total=total)
        return IndexStatus(model, self._embedder.dimensions, done, total, notice=notice)

    # Marks that others leave here

    def noted(self, key: str) -> str:
        """The value stored under a key, or an empty one."""
        return note(self._db, f"noted:{key}")

    def note(self, key: str, value: str) -> None:
        set_note(self._db, f"noted:{key}", value)

    def _near(self, query: str, *, scope: Scope, count: int) -> _Near:
        if self._embedder is None or self._indexer is None or self._vectors is None:
            return _Near(notice=self._words_only())
        if self._indexer.unrelated is None:
            return _Near(notice=self._excuse(self._indexer))
        matrix = self._vectors.matrix(scope.subject, unrelated=self._indexer.unrelated)
        if not matrix.usable:
            return _Near(notice=self._excuse(self._indexer))
        try:
            embedded = self._embedder.embed([query])[0]
        except AgentError as error:
            return _Near(notice=f"{error.message} {WORDS_ONLY}")
        similarities = matrix.rows @ embedded
        ranking = matrix.nearest(similarities, scope=scope, count=count)
        return _Near(tuple(ranking), matrix, similarities)

    def _words_only(self) -> str:
        return f"{self._reason} {WORDS_ONLY}".strip()

    @staticmethod
    def _excuse(indexer: Indexer) -> str:
        """Nothing while the first index is on its way: it will come by itself."""
        if indexer.problem:
            return f"{indexer.problem} {WORDS_ONLY}"
        return RENEWING if indexer.renewing else ""

    def _progress(self, indexer: Indexer, *, done: int, total: int) -> str:
        if indexer.problem:
            return f"{indexer.problem} {WORDS_ONLY}"
        if done == total:
            return ""
        if indexer.renewing:
            return f"{RENEWING} {done} of {total} passages are ready."
        return f"{done} of {total} passages are ready for search by meaning; words work already."


def worded(passage: Passage, query: str, *, score: float) -> Passage:
    """The passage with the words that speak for it."""
    asked = keywords(query)
    there = stems(f"{passage.title}\n{passage.heading}\n{passage.text}")
    terms = tuple(word for word in asked if stem(word) in there)
    missing = [word for word in asked if word not in terms and word not in ASKING_WORDS]
    coverage = len(terms) / (len(terms) + len(missing)) if terms else 0.0
    return replace(passage, score=round(score, 4), terms=terms, coverage=coverage)
