"""The boundaries: what workflows need of the world, and nothing of how it is done."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from pydantic import SecretStr

from agent.errors import ProviderError
from agent.events import Event
from agent.steps import Chat, I, O, Step, Usage

Plain = dict[str, Any]


# Models


@dataclass(frozen=True)
class ModelChoice:
    """Which model a run uses. Lives in a session's memory and is never stored."""

    provider: str = "embedded"
    model: str = ""
    key: SecretStr | None = None
    base_url: str = ""
    temperature: float | None = None
    """None leaves each step at its own default."""


class Recording(Protocol):
    """A step under way; what it changed is filled in at its end."""

    changed: Plain


class Reporter(Protocol):
    """Where a run's events go. `stopped` turns true when the user presses stop."""

    def emit(self, event: Event) -> None: ...
    def used(self, usage: Usage) -> None: ...
    def step(self, name: str, task: str) -> AbstractContextManager[Recording]: ...
    @property
    def stopped(self) -> bool: ...


class Llm(Protocol):
    """A model for one run, or the rules that answer in its place."""

    @property
    def label(self) -> str: ...

    @property
    def is_model(self) -> bool: ...

    def run(self, step: Step[I, O], value: I) -> O:
        """A checked answer. Raises StepFailed, ProviderError or Stopped."""
        ...

    def reply(self, chat: Chat) -> AIMessage:
        """The next message, streamed to the reporter as Token and Thinking.

        When the user stops, the message holds what had arrived, without tool
        calls, and `response_metadata["stopped"]` is True.
        """
        ...


@dataclass(frozen=True)
class Timeouts:
    """Seconds."""

    model: float = 60
    library: float = 15


@dataclass(frozen=True)
class Provider:
    """A vendor: one file in adapters/llm. `connect` imports its SDK and builds a client."""

    name: str
    label: str
    connect: Callable[[ModelChoice, Timeouts], BaseChatModel]
    explain: Callable[[Exception], ProviderError | None]
    """The vendor's error in our words; None for an error that is not the vendor's."""
    models: tuple[str, ...] = ()
    """Suggestions for the sidebar; the first is the default. Any other name may be typed."""
    needs_key: bool = True
    needs_url: bool = False
    prices: dict[str, tuple[float, float]] = field(default_factory=dict)
    """USD per million tokens in and out."""
    structured: Callable[[str, Plain], Plain] | None = None
    """Call options that hold the answer to a JSON schema, given its name and the schema."""


# Documents


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
    """A piece of a document as it was found. `score` is the fused rank score, higher is better."""

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
    """Words of the query that stand in the passage."""
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
    def subjects(self) -> list[Subject]: ...
    def documents(self, subject: str) -> list[Document]: ...
    def add(self, document: Document) -> int:
        """Store and index; the same id replaces. Returns the number of passages."""
        ...

    def remove(self, document: str) -> None: ...
    def passage(self, passage: str) -> Passage:
        """Raises NotFound."""
        ...

    def search(
        self,
        query: str,
        *,
        subject: str,
        kinds: Sequence[str] = (),
        language: str | None = None,
        top_k: int = 5,
    ) -> Found: ...

    def status(self) -> IndexStatus: ...


# The tutor's subjects


class Guides(Protocol):
    """Teaching guides: a subject's facts, as named fields."""

    def guide(self, subject: str) -> Plain | None: ...
    def put(self, subject: str, guide: Plain) -> None: ...


@dataclass(frozen=True)
class Item:
    """A multiple-choice item. The key stays on the server until it is answered."""

    id: str
    subject: str
    topic: str
    objective: str
    difficulty: str
    question_text: str
    options: tuple[tuple[str, str], ...]
    """(id, text), four of them."""
    key: str
    evidence_document: str
    evidence: str
    """A quotation that stands in the document."""
    explanation: str
    origin: str = "bank"


class Bank(Protocol):
    def items(
        self, subject: str, *, topics: Sequence[str] = (), difficulty: str = ""
    ) -> list[Item]:
        """In the order of their ids; all topics and difficulties when not narrowed."""
        ...

    def topics(self, subject: str) -> list[str]: ...
    def put(self, items: Sequence[Item]) -> None: ...


@dataclass(frozen=True)
class Attempt:
    """A finished quiz. `result` is plain data: per item the answer, the key and the marks."""

    id: str
    user: str
    thread: str
    subject: str
    topic: str
    created: str
    score: int
    total: int
    result: Plain


class Attempts(Protocol):
    def put(self, attempt: Attempt) -> None:
        """Idempotent by id."""
        ...

    def get(self, user: str, attempt: str) -> Attempt: ...
    def all(self, user: str, subject: str = "") -> list[Attempt]: ...


class Sealed(Protocol):
    """What a user must not see yet, kept out of state, checkpoints and exports."""

    def put(self, thread: str, key: str, data: Plain) -> None: ...
    def get(self, thread: str, key: str) -> Plain: ...


@dataclass(frozen=True)
class Ports:
    """Everything of the outside world a node can reach."""

    library: Library
    guides: Guides
    bank: Bank
    attempts: Attempts
    sealed: Sealed


@dataclass(frozen=True)
class Context:
    """What travels with a run as LangGraph run context, and is passed again on every resume."""

    user: str
    thread: str
    turn: str
    ports: Ports
    llm: Llm
    report: Reporter
