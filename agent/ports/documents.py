"""Documents, their search, and uploads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

Plain = dict[str, Any]

ISSUES_AND_PAGES = "tickets"
"""The subject of what is remembered of issues and pages. No course: `Library.subjects` omits it."""


@dataclass(frozen=True)
class Document:
    """A text to search. `text` is Markdown; `pages` holds the page each heading starts on."""

    id: str
    title: str
    subject: str
    text: str
    kind: str = "document"
    topic: str = ""
    author: str = ""
    date: str = ""
    source: str = ""
    language: str = "en"
    licence: str = ""
    owner: str = ""
    """Empty: everybody's."""
    pages: tuple[int, ...] = ()
    """In the order of the headings; empty for a text without pages."""


@dataclass(frozen=True)
class Passage:
    """A piece of a document as it was found. `score` is of words and meaning, higher is better."""

    id: str
    document: str
    title: str
    heading: str
    text: str
    subject: str
    kind: str = "document"
    topic: str = ""
    language: str = "en"
    source: str = ""
    page: int | None = None
    score: float = 0.0
    similarity: float | None = None
    """Cosine to the query, None without an embedder. Its scale is the embedder's: see `near`."""
    terms: tuple[str, ...] = ()
    """Words of the query that the passage holds."""
    coverage: float = 0.0
    """Share of the query's content words that stand in the passage; words of mere asking
    count only when found."""
    near: bool = False
    """More similar to the query than questions about something else are, by the embedder in use."""


@dataclass(frozen=True)
class Found:
    """`notice` is a sentence for the user when the search was less than it should be."""

    passages: tuple[Passage, ...]
    notice: str = ""


@dataclass(frozen=True)
class Likeness:
    """The likeness of two texts in meaning. The scale of `similarity` is the embedder's."""

    similarity: float
    near: bool
    """Nearer to saying the same than to having nothing in common, by the embedder in use."""
    strength: float = 1.0
    """On one scale for all embedders: 0 as texts that have nothing in common, 1 the same."""


@dataclass(frozen=True)
class IndexStatus:
    """`embedder` is empty when words alone are searched."""

    embedder: str
    dimensions: int
    done: int
    total: int
    notice: str = ""


@dataclass(frozen=True)
class Subject:
    id: str
    title: str
    language: str = "en"
    documents: int = 0


class Embedder(Protocol):
    """Rows are unit vectors of float32."""

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> np.ndarray: ...


class Library(Protocol):
    """`owner` names who looks: they find everybody's documents and their own."""

    def subjects(self, owner: str = "") -> list[Subject]:
        """Subjects with documents, and those this owner has made; not ISSUES_AND_PAGES."""
        ...

    def add_subject(self, owner: str, title: str, *, language: str) -> Subject:
        """Add an empty subject for the owner. Raises AgentError if it exists already."""
        ...

    def documents(self, subject: str, *, owner: str = "") -> list[Document]: ...
    def document(self, document: str, *, owner: str = "") -> Document:
        """Raises NotFound."""
        ...

    def add(self, document: Document) -> int:
        """Store and index; the same id replaces. Returns the number of passages."""
        ...

    def remove(self, document: str) -> None: ...
    def passage(self, passage: str, *, owner: str = "") -> Passage:
        """Raises NotFound."""
        ...

    def passages(self, document: str, *, owner: str = "") -> list[Passage]:
        """All of a document, in its order; none of one that is not there."""
        ...

    def search(
        self,
        query: str,
        *,
        subject: str,
        owner: str = "",
        kinds: Sequence[str] = (),
        language: str | None = None,
        top_k: int = 5,
    ) -> Found: ...

    def correct(self, query: str, *, subject: str, owner: str = "") -> str:
        """The query with its misspelled words as the passages spell them."""
        ...

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> list[Likeness]:
        """For each sentence and passage, how near the passage comes to saying the sentence.

        Empty when meaning cannot be compared for now.
        """
        ...

    def strengths(self, question: str, texts: Sequence[str]) -> list[float]:
        """The nearness of each text to a question in meaning: 0 as an unrelated one, 1 the same.

        Empty when meaning cannot be compared for now.
        """
        ...

    def status(self) -> IndexStatus: ...


# Uploads

UploadStatus = Literal["waiting", "reading", "ready", "failed"]


@dataclass(frozen=True)
class Upload:
    """A user's file on its way into the library, or there; `id` is its document's as well."""

    id: str
    subject: str
    name: str
    """The file's."""
    size: int
    created: str
    status: UploadStatus
    metadata: Plain
    """`EDITABLE`, as entered by the user or else as found in the file."""
    done: int = 0
    total: int = 0
    """Pages; 0 while unknown."""
    pages: int = 0
    passages: int = 0
    notes: tuple[str, ...] = ()
    """Sentences for what was not read, and for what looked strange."""
    message: str = ""
    """The reason why it failed, or why a new version was not taken."""
    hint: str = ""
    is_final: bool = False
    """Read again, it would fail again."""
    removed: str = ""
    """When; it can be restored for some time."""


EDITABLE = ("title", "kind", "date", "topic", "author", "source", "language", "licence")


class Intake(Protocol):
    """Takes users' files at once and reads them one after another, in the background."""

    @property
    def suffixes(self) -> tuple[str, ...]: ...

    @property
    def most_bytes(self) -> int: ...

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
        """Keep the file and read it soon. A replaced one stays until its successor is read.

        Raises AgentError for a file that is too large, empty or there already.
        """
        ...

    def uploads(self, owner: str, subject: str = "", *, removed: bool = False) -> list[Upload]:
        """The newest first; those that were removed and can be restored when asked for."""
        ...

    def upload(self, owner: str, upload: str) -> Upload:
        """Raises NotFound."""
        ...

    def edit(self, owner: str, upload: str, metadata: Plain) -> None: ...
    def retry(self, owner: str, upload: str) -> None: ...
    def remove(self, owner: str, upload: str) -> None: ...
    def restore(self, owner: str, upload: str) -> None: ...
    def original(self, owner: str, upload: str) -> bytes:
        """The file as it was put. Raises NotFound."""
        ...
