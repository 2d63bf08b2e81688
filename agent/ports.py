"""The boundaries: what workflows need of the world, and nothing of how it is done."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

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
class Likeness:
    """How alike two texts are in meaning. The scale of `similarity` is the embedder's."""

    similarity: float
    near: bool
    """Nearer to saying the same than to having nothing in common, by the embedder in use."""


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
        """Those with documents, and those this owner has made."""
        ...

    def add_subject(self, owner: str, title: str, *, language: str) -> Subject:
        """A subject of one's own, empty. Raises AgentError when it is there already."""
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

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> list[Likeness]:
        """For each sentence and passage, how near the passage comes to saying the sentence.

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
    """What was not read, and what was found strange, a sentence each."""
    message: str = ""
    """Why it failed, or why a new version was not taken."""
    hint: str = ""
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


# The tutor's subjects


class Guides(Protocol):
    """Teaching guides: a subject's facts, as `agent.teaching_guide` names them.

    Everything may raise AgentError when the place where they are kept cannot be reached.
    """

    def guide(self, subject: str) -> Plain | None: ...
    def names(self) -> dict[str, str]:
        """What each subject that has a guide is called in it."""
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
    """A quotation that stands in the document."""
    explanation: str
    origin: str = "bank"
    """Who made it: "bank", "generated" (by a model) or "rules" (from the documents)."""
    kind: str = "choice"
    """"choice", or "free": answered in the user's own words."""
    terms: tuple[tuple[str, ...], ...] = ()
    """Of a free item: what an answer must name, each with the words that count for it."""
    language: str = "en"


class Bank(Protocol):
    def items(
        self, subject: str, *, topics: Sequence[str] = (), difficulty: str = ""
    ) -> list[Item]:
        """In the order of their ids; all topics and difficulties when not narrowed."""
        ...

    def topics(self, subject: str) -> list[str]: ...
    def find(self, ids: Sequence[str]) -> list[Item]:
        """Those of these ids that are there, in whichever subject."""
        ...

    def put(self, items: Sequence[Item]) -> None:
        """All or none. The same id replaces."""
        ...

    def remove(self, ids: Sequence[str]) -> None: ...


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

    def get(self, user: str, attempt: str) -> Attempt:
        """Without what was contested, as `all` and `everybodys`. Raises NotFound."""
        ...

    def all(self, user: str, subject: str = "") -> list[Attempt]:
        """The newest first."""
        ...

    def everybodys(self, subject: str) -> list[Attempt]:
        """For statistics of items."""
        ...


ContestStatus = Literal["open", "undone", "put back", "edited", "retired"]
Verdict = Literal["put back", "edited", "retired"]


@dataclass(frozen=True)
class Contest:
    """Somebody says that a question is wrong: it is void in that quiz, and held back."""

    quiz: str
    item: Plain
    user: str
    thread: str
    subject: str
    reason: str
    at: str
    status: ContestStatus = "open"
    decided_by: str = ""
    decided: str = ""

    @property
    def is_void(self) -> bool:
        """Whether the answer in that quiz counts no more. A reviewer's verdict changes nothing."""
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
        """By item, without the undone."""
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
    """How well a user knows a topic, from 0 to 1, and the answers that tell."""

    subject: str
    topic: str
    mastery: float
    is_weak: bool
    answers: int
    evidence: tuple[Answered, ...]
    """The last answers, oldest first."""
    updated: str


class Progress(Protocol):
    """What a user knows and where they are weak, for every workflow to read."""

    def mastery(self, user: str, subject: str = "") -> list[Mastery]:
        """The weakest first; topics that were never answered are not there."""
        ...


@dataclass(frozen=True)
class Due:
    """A question that somebody missed and shall be asked again. Times are ISO 8601 in UTC."""

    item: Plain
    subject: str
    due: str
    last: str
    repetitions: int
    lapses: int
    """How often it was not right."""


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
    """What a user must not see yet, kept out of state, checkpoints and exports."""

    def put(self, thread: str, key: str, data: Plain) -> None: ...
    def get(self, thread: str, key: str) -> Plain: ...


@dataclass(frozen=True)
class Sample:
    """A course that comes with the app: documents, a teaching guide and quiz items."""

    id: str
    """Also its subject."""
    title: str
    language: str
    documents: int
    items: int
    is_loaded: bool
    starters: tuple[str, ...] = ()
    """Messages to begin with."""


class Samples(Protocol):
    """What users have added to a sample's subject or written into its guide is never touched."""

    def all(self) -> list[Sample]: ...
    def guide(self, sample: str) -> Plain:
        """As it comes with the app. Raises NotFound."""
        ...

    def remove(self, sample: str) -> None:
        """For good, until it is restored. Raises NotFound."""
        ...

    def restore(self, sample: str) -> None:
        """All of it, also what was removed piece by piece. Raises NotFound."""
        ...


# Effects on other systems


@dataclass(frozen=True)
class Effect:
    """What is to be done: `content` are the exact bytes that the approval's digest names."""

    kind: str
    """Such as "tracker.create_issue"."""
    target: str
    content: bytes
    approval: str
    """The id of the question that was answered with "approve"."""


@dataclass(frozen=True)
class EffectRow:
    key: str
    kind: str
    target: str
    digest: str
    approval: str
    thread: str
    run: str
    status: Literal["intended", "done", "failed"]
    """Intended with nobody at work on it: the outcome is unknown."""
    result: Plain
    at: str
    finished: str


class Effects(Protocol):
    """Each effect happens at most once, whatever is killed when."""

    def perform(
        self,
        effect: Effect,
        *,
        thread: str,
        act: Callable[[], Plain],
        find: Callable[[], Plain | None],
    ) -> Plain:
        """The result of `act`, now or from when it was done.

        `act` raises Refused when the other system said no; any other AgentError
        leaves the outcome unknown. Then the next call asks `find`: what became
        of it, or None when it surely did not happen, or OutcomeUnknown.
        `result["reference"]` is the other system's name of what was made.
        Raises NotApproved, Refused, OutcomeUnknown.
        """
        ...

    def unsettled(self, target: str = "") -> list[EffectRow]: ...
    def of_thread(self, thread: str) -> list[EffectRow]: ...
    def settle(self, key: str, result: Plain | None) -> None: ...
    def hold(self, target: str, *, thread: str, fence: str) -> None:
        """Be the one at work on a target until `release`, or until the run ends. TargetBusy."""
        ...

    def release(self, target: str, *, fence: str) -> None: ...


# The cloud

Environment = Literal["dev", "tst", "prd"]


@dataclass(frozen=True)
class CloudIdentity:
    """Where an environment really leads, as the engine itself says."""

    environment: Environment
    profile: str
    account: str
    principal: str
    region: str
    endpoint: str
    prefix: str
    """What the names of this environment's stacks begin with."""
    is_sandbox: bool
    """The endpoint is on this machine, and it is the one that Interlude started."""


@dataclass(frozen=True)
class Stack:
    name: str
    id: str
    status: str
    reason: str = ""
    description: str = ""
    created: str = ""
    updated: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    is_protected: bool = False
    """Against deletion."""
    change_set: str = ""
    """The ARN of the change set that made it what it is, where the engine tells."""


@dataclass(frozen=True)
class StackResource:
    logical_id: str
    physical_id: str
    type: str
    status: str
    reason: str = ""
    updated: str = ""


@dataclass(frozen=True)
class StackEvent:
    id: str
    time: str
    logical_id: str
    physical_id: str
    type: str
    status: str
    reason: str = ""


@dataclass(frozen=True)
class Base:
    """What stands before a change. A stack that is only in review does not exist yet."""

    stack: str
    exists: bool
    digest: str
    """Over everything below and the stack's resources."""
    stack_id: str = ""
    status: str = ""
    template: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PropertyChange:
    attribute: str
    """Properties, Metadata, Tags, ..."""
    name: str
    recreation: str
    """Never, Conditionally or Always."""
    evaluation: str = "Static"
    cause: str = ""


@dataclass(frozen=True)
class ResourceChange:
    action: str
    """Add, Modify, Remove, Import or Dynamic."""
    logical_id: str
    type: str
    physical_id: str = ""
    replacement: str = ""
    """True, False or Conditional; empty when the action replaces nothing."""
    policy: str = ""
    """What becomes of the resource that goes: Delete, Retain, Snapshot, ..."""
    details: tuple[PropertyChange, ...] = ()


@dataclass(frozen=True)
class ChangeSet:
    """A change as the engine holds it: template and parameters are its own, not what was sent."""

    arn: str
    name: str
    stack: str
    stack_id: str
    kind: Literal["create", "update"]
    status: str
    execution: str
    reason: str
    created: str
    template: str
    parameters: dict[str, str]
    tags: dict[str, str]
    capabilities: tuple[str, ...]
    changes: tuple[ResourceChange, ...]
    base: str
    """The digest of what stands before the change, read when this was."""


ExecutionStatus = Literal["waiting", "running", "succeeded", "failed", "gone"]


@dataclass(frozen=True)
class Execution:
    """What became of a change set, as the engine tells: `gone` means that it never will run."""

    arn: str
    stack_id: str
    status: ExecutionStatus
    stack_status: str = ""
    reason: str = ""


@dataclass(frozen=True)
class OperationProgress:
    """How far an operation is. `events` are those after the one asked for, the oldest first."""

    stack_id: str
    status: str
    reason: str
    is_final: bool
    succeeded: bool
    """Final, and what was asked for: neither failed nor rolled back."""
    events: tuple[StackEvent, ...] = ()
    resources: tuple[StackResource, ...] = ()


@dataclass(frozen=True)
class Removal:
    """What deleting a stack would do."""

    stack: str
    stack_id: str
    is_protected: bool
    deleted: tuple[StackResource, ...]
    retained: tuple[StackResource, ...]
    """DeletionPolicy keeps them, or a snapshot of them."""
    base: str


@dataclass(frozen=True)
class Drift:
    """A resource that differs from its template; a difference is (path, expected, actual)."""

    logical_id: str
    physical_id: str
    type: str
    status: str
    """MODIFIED or DELETED, or NOT_CHECKED where the engine cannot tell."""
    differences: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class TemplateSummary:
    """What the engine says of a template that it accepts."""

    description: str
    parameters: tuple[str, ...]
    capabilities: tuple[str, ...]
    types: tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """An acceptance criterion: one kind of read-only assertion with its arguments."""

    kind: str
    arguments: Plain = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True)
class CheckKind:
    id: str
    about: str
    types: tuple[str, ...]
    """Resource types it can be asked of; empty for one about the stack as a whole."""
    arguments: Plain
    """A JSON schema."""
    proves: tuple[tuple[str, str], ...]
    """(resource type, property) pairs that are as they should be when it passes."""


CheckOutcome = Literal["passed", "failed", "not modelled by the sandbox", "unknown"]


@dataclass(frozen=True)
class CheckResult:
    """`unknown`: the engine could not be asked; `evidence` names the calls that were made."""

    check: Check
    sentence: str
    outcome: CheckOutcome
    expected: str
    actual: str
    evidence: tuple[str, ...] = ()


class Cloud(Protocol):
    """An engine that changes stacks by change sets. Everything may raise CloudError.

    `stack` is a name or an id; an id never means a later stack of the same name. The same code
    serves the sandbox and an account: an environment is a profile, and nothing else.
    """

    def identity(self, environment: Environment) -> CloudIdentity: ...
    def validate(self, environment: Environment, template: str) -> TemplateSummary: ...

    def stacks(self, environment: Environment) -> list[Stack]:
        """Those whose names have the environment's prefix, without outputs and parameters."""
        ...

    def stack(self, environment: Environment, stack: str) -> Stack: ...
    def base(self, environment: Environment, stack: str) -> Base: ...
    def resources(self, environment: Environment, stack: str) -> list[StackResource]: ...
    def events(
        self, environment: Environment, stack: str, *, after: str = "", limit: int = 100
    ) -> list[StackEvent]:
        """The last ones after the event with that id, the oldest first."""
        ...

    def prepare(
        self,
        environment: Environment,
        stack: str,
        *,
        template: str,
        parameters: dict[str, str],
        tags: dict[str, str],
        name: str,
    ) -> ChangeSet:
        """A change set that waits, and nothing else changed.

        Again with the same name and content: the same one. With other content the old one is
        deleted first. Raises `no_change` when there is nothing to do, and leaves nothing behind.
        """
        ...

    def change_set(self, environment: Environment, arn: str) -> ChangeSet: ...
    def discard(self, environment: Environment, arn: str) -> None:
        """Delete it, and a stack that was only in review for it. Idempotent."""
        ...

    def execute(self, environment: Environment, arn: str) -> Execution:
        """Begin, unless the engine says that it has begun, ended or gone already."""
        ...

    def execution(self, environment: Environment, arn: str) -> Execution: ...
    def progress(
        self, environment: Environment, stack: str, *, after: str = ""
    ) -> OperationProgress: ...
    def cancel(self, environment: Environment, stack: str) -> None:
        """Stop an update, which is then rolled back. Raises `state` where the engine cannot."""
        ...

    def roll_back(self, environment: Environment, stack: str) -> None:
        """Back to the last good state, or on with a rollback that failed."""
        ...

    def removal(self, environment: Environment, stack: str) -> Removal: ...
    def destroy(self, environment: Environment, stack_id: str) -> None:
        """Begin to delete. Idempotent; a protected stack raises `protected`."""
        ...

    def drift(self, environment: Environment, stack: str) -> list[Drift]:
        """Resources that are not as the template has them."""
        ...

    def check_kinds(self) -> tuple[CheckKind, ...]: ...
    def sentence(self, check: Check) -> str:
        """What it asserts. Raises AgentError for an unknown kind or arguments that do not fit."""
        ...

    def verify(
        self, environment: Environment, stack: str, checks: Sequence[Check]
    ) -> list[CheckResult]: ...


# Review of templates

Severity = Literal["error", "warning", "info"]
ReviewerStatus = Literal["ran", "not run", "unknown"]


@dataclass(frozen=True)
class Finding:
    """`id` is the same for the same finding in the next round, wherever its line has moved."""

    id: str
    severity: Severity
    source: str
    rule_id: str
    file: str
    line: int
    message: str
    remediation: str = ""
    resource: str = ""
    """Its logical id, where it is about one."""
    fix: Plain = field(default_factory=dict)
    """What to set in the resource, by dotted path; empty where no rule knows it exactly."""


@dataclass(frozen=True)
class ReviewerReport:
    """`unknown`: it began and said nothing of use; that is not the same as clean."""

    reviewer: str
    status: ReviewerStatus
    reason: str = ""
    version: str = ""
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Review:
    environment: Environment
    reports: tuple[ReviewerReport, ...]
    findings: tuple[Finding, ...]
    """Of all reviewers, the worst first."""
    blocks: tuple[str, ...]
    """Why this must not be deployed, a sentence each; empty when it may."""


class Reviewer(Protocol):
    """Reads a template, runs nothing of it and changes nothing. Never raises for its content."""

    def review(
        self,
        template: str,
        *,
        file: str,
        environment: Environment,
        parameters: dict[str, str],
        tags: dict[str, str],
    ) -> Review:
        """`tags` are the stack's, which its resources inherit."""
        ...

    def versions(self) -> dict[str, str]:
        """Of each reviewer; empty for one that is not installed."""
        ...


# Changes of infrastructure


@dataclass(frozen=True)
class ChangeRules:
    """What the operator has set for changes: who is asked, for how long, and how often to try."""

    autonomy: Literal["always", "by risk"] = "by risk"
    """When a plan needs an approval; production and every deployment always do."""
    approval_minutes: float = 30
    monthly_limit: float = 100
    """USD a month more, beyond which a plan needs an approval."""
    max_retries: int = 3
    deploy_minutes: float = 60


class Workspace(Protocol):
    """A folder per thread for the files of its requests. No name leads out of it."""

    def write(self, thread: str, path: str, text: str) -> None:
        """Raises AgentError for a path that leads elsewhere."""
        ...

    def read(self, thread: str, path: str) -> str:
        """Raises NotFound."""
        ...

    def files(self, thread: str) -> list[str]: ...
    def forget(self, thread: str) -> None: ...


@dataclass(frozen=True)
class Ports:
    """Everything of the outside world a node can reach."""

    library: Library
    guides: Guides
    bank: Bank
    attempts: Attempts
    sealed: Sealed
    contests: Contests
    progress: Progress
    reviews: Reviews
    intake: Intake
    samples: Samples
    effects: Effects
    cloud: Cloud
    reviewer: Reviewer
    workspace: Workspace
    change_rules: ChangeRules


@dataclass(frozen=True)
class Context:
    """What travels with a run as LangGraph run context, and is passed again on every resume."""

    user: str
    thread: str
    turn: str
    ports: Ports
    llm: Llm
    report: Reporter
