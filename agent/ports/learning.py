"""The Tutor's stores: guides, items, attempts, reviews."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Plain = dict[str, Any]


class Guides(Protocol):
    """Teaching guides: a subject's facts, as `agent.exchange.teaching_guide` names them.

    Everything may raise AgentError when the place where they are kept cannot be reached.
    """

    def guide(self, subject: str) -> Plain | None: ...
    def names(self) -> dict[str, str]:
        """The title in its guide of each subject that has one."""
        ...

    def put(self, subject: str, guide: Plain) -> None: ...
    def remove(self, subject: str) -> None: ...
    def undo(self, subject: str) -> None:
        """Go back to the guide before the last `put` or `remove`; again: forth.

        Raises NotFound when there was no guide before.
        """
        ...

    def can_undo(self, subject: str) -> bool: ...


@dataclass(frozen=True)
class Item:
    """A quiz item. The key stays on the server until it is answered."""

    id: str
    subject: str
    topic: str
    objective: str
    difficulty: str
    question_text: str
    options: tuple[tuple[str, str], ...]
    """(id, text), four of them as a rule; none when `kind` is "free"."""
    key: str
    """The id of the right option; of a free item a model answer."""
    evidence_document: str
    evidence: str
    """A quotation from the document."""
    explanation: str
    origin: str = "bank"
    """Its origin: "bank", "generated" (by a model) or "rules" (from the documents)."""
    kind: str = "choice"
    """"choice", or "free": answered in the user's own words."""
    terms: tuple[tuple[str, ...], ...] = ()
    """Terms that an answer to a free item must name, each with the words that count for it."""
    language: str = "en"


class Bank(Protocol):
    def items(
        self, subject: str, *, topics: Sequence[str] = (), difficulty: str = ""
    ) -> list[Item]:
        """In the order of their ids; all topics and difficulties when not narrowed."""
        ...

    def topics(self, subject: str) -> list[str]: ...
    def find(self, ids: Sequence[str]) -> list[Item]:
        """The items with these ids, in whichever subject."""
        ...

    def put(self, items: Sequence[Item]) -> None:
        """All or none. The same id replaces."""
        ...

    def remove(self, ids: Sequence[str]) -> None: ...


@dataclass(frozen=True)
class Attempt:
    """A finished quiz. `result` is plain data: per item the answer, the key and the marks."""

    id: str
    owner: str
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

    def get(self, user: str, attempt: str) -> Attempt:
        """Read an attempt without contested answers, as `all` does. Raises NotFound."""
        ...

    def all(self, user: str, subject: str = "") -> list[Attempt]:
        """The newest first."""
        ...

    def everybodys(self, subject: str) -> list[Attempt]:
        """Attempts of all users, for statistics of items."""
        ...


ContestStatus = Literal["open", "undone", "put back", "edited", "retired"]
Verdict = Literal["put back", "edited", "retired"]


@dataclass(frozen=True)
class Contest:
    """A user's report that a question is wrong: void in that quiz, and held back later."""

    quiz: str
    item: Plain
    owner: str
    thread: str
    subject: str
    reason: str
    at: str
    status: ContestStatus = "open"
    decided_by: str = ""
    decided: str = ""

    @property
    def is_void(self) -> bool:
        """True if the answer in that quiz counts no more. A reviewer's verdict changes nothing."""
        return self.status != "undone"


class Contests(Protocol):
    """Questions that users called wrong, and what reviewers said."""

    def contest(self, user: str, *, quiz: str, item: str, reason: str) -> Contest:
        """Void an item of the user's own quiz. Again: a new reason. Raises NotFound, AgentError."""
        ...

    def undo(self, user: str, *, quiz: str, item: str) -> None:
        """Raises AgentError once a reviewer has edited or retired the item."""
        ...

    def of_quiz(self, quiz: str) -> dict[str, Contest]:
        """Contests by item, without undone ones."""
        ...

    def of_thread(self, user: str, thread: str) -> list[Contest]:
        """Without the undone, the oldest first."""
        ...

    def to_review(self, subject: str = "") -> list[Contest]:
        """Open ones and those of retired items, the newest first."""
        ...

    def decide(self, item: str, verdict: Verdict, *, who: str) -> None:
        """For all open contests of the item; a retired one may be put back."""
        ...

    def held(self) -> frozenset[str]:
        """Items that no quiz may draw: contested and not reviewed yet, or retired."""
        ...


@dataclass(frozen=True)
class Answered:
    """One answer, as evidence for a mastery."""

    item: str
    question: str
    right: bool
    quiz: str
    at: str


@dataclass(frozen=True)
class Mastery:
    """A user's mastery of a topic, from 0 to 1, and the answers behind it."""

    subject: str
    topic: str
    mastery: float
    is_weak: bool
    answers: int
    evidence: tuple[Answered, ...]
    """The last answers, oldest first."""
    updated: str


class Progress(Protocol):
    """A user's knowledge and weak spots, for every workflow to read."""

    def mastery(self, user: str, subject: str = "") -> list[Mastery]:
        """The weakest first; topics that were never answered are not there."""
        ...


@dataclass(frozen=True)
class Due:
    """A question that the user missed and will be asked again. Times are ISO 8601 in UTC."""

    item: Plain
    subject: str
    due: str
    last: str
    repetitions: int
    lapses: int
    """The number of wrong answers."""


class Reviews(Protocol):
    """Spaced review of missed questions, each user's own."""

    def answered(
        self,
        user: str,
        item: Plain,
        *,
        subject: str,
        quiz: str,
        right: bool,
        confidence: int | None = None,
    ) -> None:
        """A missed item becomes a card; an answer to a card sets when it comes again.

        Idempotent by user, item and quiz. `confidence` is 1 for a guess, up to 3.
        """
        ...

    def due(self, user: str, subject: str = "") -> list[Due]:
        """Due by the end of today, the longest overdue first, without contested ones."""
        ...

    def scheduled(self, user: str, subject: str = "") -> list[Due]:
        """All cards, the next one first, without contested ones."""
        ...


class Sealed(Protocol):
    """Keeps what a user must not see yet out of state, checkpoints and exports."""

    def put(self, thread: str, key: str, data: Plain) -> None: ...
    def get(self, thread: str, key: str) -> Plain: ...


@dataclass(frozen=True)
class Sample:
    """Comes with the app: documents, and for a course a teaching guide and quiz items."""

    id: str
    """Also its subject."""
    title: str
    languages: tuple[str, ...]
    """The languages of its documents, the commonest first."""
    documents: int
    items: int
    is_loaded: bool
    starters: tuple[str, ...] = ()
    """Messages to begin with."""

    @property
    def is_course(self) -> bool:
        return self.items > 0


class Samples(Protocol):
    """What users have added to a sample's subject or written into its guide is never touched."""

    def all(self) -> list[Sample]: ...
    def guide(self, sample: str) -> Plain:
        """As it comes with the app. Raises NotFound, also for a sample without one."""
        ...

    def remove(self, sample: str) -> None:
        """Remove a sample until it is restored. Raises NotFound."""
        ...

    def restore(self, sample: str) -> None:
        """All of it, also what was removed piece by piece. Raises NotFound."""
        ...


@dataclass(frozen=True)
class TutorRules:
    """The operator's settings of the Tutor."""

    judges: bool = False
    """After an answer, the model judges once which cited sentences their passages do not say."""
