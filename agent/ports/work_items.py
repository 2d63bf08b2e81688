"""Trackers, wikis and bots: where issues and pages live, and who else can be asked.

Reading raises NotFound or an AgentError with a way out. Writing raises Refused
when it surely did not happen, and OutcomeUnknown when it may have happened.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agent.language.catalogs import N_

Plain = dict[str, Any]


@dataclass(frozen=True)
class Connection:
    """What a test of a connection found. `missing` names what the other side does not offer."""

    is_ok: bool
    message: str
    hint: str = ""
    missing: tuple[str, ...] = ()


# Issues

ME = "me"
"""The user of the tracker, where a name is asked for."""


@dataclass(frozen=True)
class IssueField:
    """What a tracker takes when an issue is created, beside project and type."""

    id: str
    name: str
    kind: Literal["text", "longtext", "number", "date", "choice", "choices"] = "text"
    required: bool = False
    allowed: tuple[str, ...] = ()
    """The values of a choice, by name."""
    has_default: bool = False


@dataclass(frozen=True)
class NewIssue:
    """Exactly what is sent. `description` is Markdown."""

    project: str
    issue_type: str
    summary: str
    description: str
    mark: str
    """Travels with the issue, so that it can be found again and is never made twice."""
    priority: str = ""
    labels: tuple[str, ...] = ()
    assignee: str = ""
    """The id of a person."""
    due: str = ""
    """A day, as 2027-01-31."""
    fields: Plain = field(default_factory=dict)
    """Further fields by their ids, as `create_fields` names them; a choice by its name."""


@dataclass(frozen=True)
class IssueQuery:
    """Which issues are meant: those that fit all that is given here; open ones, if nothing is."""

    words: str = ""
    """Any of them."""
    labels: tuple[str, ...] = ()
    """Any of them."""
    assignee: str | None = None
    """A name, or `ME`; "" for unassigned issues."""
    status: str = ""
    priority: str = ""
    issue_type: str = ""
    due_from: str = ""
    due_until: str = ""
    """Days, as 2027-01-31, both included."""
    closed: bool = False
    """Whether closed issues are meant too."""


@dataclass(frozen=True)
class Person:
    """A possible assignee of an issue; `id` identifies them in the tracker."""

    id: str
    name: str


@dataclass(frozen=True)
class Issue:
    key: str
    id: str
    link: str
    project: str
    issue_type: str
    summary: str
    description: str
    """Markdown."""
    status: str
    is_open: bool
    version: str
    """Another after each write."""
    priority: str = ""
    labels: tuple[str, ...] = ()
    created: str = ""
    updated: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """Pages that it points to: title and address."""
    is_lossless: bool = True
    """Whether Markdown holds all of the description, so that it may be written back."""
    comments: tuple[str, ...] = ()
    """Markdown, the oldest first; only `Tracker.issue` is sure to read them."""
    commented: tuple[tuple[str, str], ...] = ()
    """Who wrote each comment, empty where unknown, and when."""
    assignee: Person | None = None
    due: str = ""
    """A day, as 2027-01-31."""
    relations: tuple[tuple[str, str], ...] = ()
    """How it is linked to other issues, as "blocks", and their keys."""


class Tracker(Protocol):
    @property
    def name(self) -> str:
        """Such as "Jira at example.atlassian.net"."""
        ...

    @property
    def is_embedded(self) -> bool: ...
    @property
    def project(self) -> str:
        """The key of the project that issues are made in."""
        ...

    @property
    def search_lags(self) -> bool:
        """Whether what was just made may not be found yet."""
        ...

    def check(self) -> Connection: ...
    def issue_types(self) -> list[str]: ...
    def create_fields(self, issue_type: str) -> list[IssueField]: ...
    def create(self, issue: NewIssue) -> Issue: ...
    def marked(self, mark: str) -> Issue | None:
        """The issue that bears the mark. None says that none was found."""
        ...

    def issue(self, key: str) -> Issue: ...
    def statuses_of(self, key: str) -> tuple[str, ...]:
        """What `update` can set its status to, or the steps there; empty where it cannot."""
        ...

    def open_issues(self, *, count: int = 100) -> list[Issue]:
        """Of the project, the newest first."""
        ...

    def search(self, text: str, *, count: int = 20, closed: bool = False) -> list[Issue]:
        """Issues of the project that share words with the text, best first.

        Open ones only, unless `closed`: then from the newest of all of them.
        """
        ...

    def find(self, query: IssueQuery, *, count: int = 100) -> list[Issue]:
        """Issues of the project that the query means, the newest first."""
        ...

    def update(self, key: str, changes: Mapping[str, Any], *, version: str) -> Issue:
        """Set `summary`, `description`, `priority`, `labels`, `due` and `status`.

        `assignee` is a person's id, or "" for no assignee. Refused if the issue has
        changed since `version`, and for a description that is not lossless.
        """
        ...

    def check_change(self, issue: Issue, changes: Mapping[str, Any]) -> None:
        """Raise Refused for what `update` would not write, such as a lost mention."""
        ...

    def comment(self, key: str, text: str, *, mark: str) -> None:
        """Say something below the issue, in Markdown; the mark tells it from all others."""
        ...

    def is_commented(self, key: str, mark: str) -> bool:
        """Whether a comment bears the mark. Raises OutcomeUnknown when that cannot be seen."""
        ...

    def people(self, name: str) -> list[Person]:
        """Those who can be given an issue and are called so; `ME` is the user, where known."""
        ...

    def relations(self) -> tuple[str, ...]:
        """How issues can be linked, as "blocks"; empty where they cannot."""
        ...

    def relate(self, key: str, relation: str, other: str) -> None:
        """Link the issue to another; `Issue.relations` tells whether it is."""
        ...

    def link_page(self, key: str, *, title: str, url: str) -> None:
        """Point from the issue to a page; the same address again changes its title at most."""
        ...


class KeptTracker(Tracker, Protocol):
    """One that is part of the app, and keeps each version of its issues."""

    @property
    def statuses(self) -> tuple[str, ...]:
        """From the first to the one that closes an issue."""
        ...

    def issues(self, *, count: int = 500) -> list[Issue]:
        """Of the project, open or not, the newest first."""
        ...

    def history(self, key: str) -> list[Issue]:
        """The issue as it was at each version, the oldest first."""
        ...

    def move(self, key: str, status: str) -> Issue:
        """Set the status; to the one that it has changes nothing."""
        ...


# Pages


@dataclass(frozen=True)
class NewPage:
    """Exactly what is sent. `body` is Confluence's storage format."""

    space: str
    title: str
    body: str


@dataclass(frozen=True)
class Page:
    id: str
    title: str
    space: str
    link: str
    version: int
    text: str
    """Markdown."""
    updated: str = ""
    is_lossless: bool = True
    """Whether Markdown holds all of the body, so that the page may be overwritten."""


class Wiki(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def is_embedded(self) -> bool: ...
    @property
    def space(self) -> str:
        """The key of the space that pages are made in."""
        ...

    @property
    def checks_version(self) -> bool:
        """Whether an update over a newer version is refused by the wiki itself."""
        ...

    def check(self) -> Connection: ...
    def page(self, page: str) -> Page:
        """By its id."""
        ...

    def titled(self, title: str) -> Page | None:
        """The page of the space that bears exactly this title."""
        ...

    def search(self, text: str, *, count: int = 10) -> list[Page]: ...
    def create(self, page: NewPage) -> Page:
        """Refused when the title is taken."""
        ...

    def update(self, page: str, content: NewPage, *, version: int) -> Page:
        """Replace the version that was previewed.

        Refused when there is a newer one, or when this one is not lossless.
        """
        ...

    def check_update(self, page: Page, content: NewPage) -> None:
        """Raise Refused where `update` would lose something that is on the page."""
        ...


class KeptWiki(Wiki, Protocol):
    """One that is part of the app, and keeps each version of its pages."""

    def pages(self, *, count: int = 500) -> list[Page]:
        """Of the space, the newest first."""
        ...

    def history(self, page: str) -> list[Page]:
        """The page as it was at each version, the oldest first."""
        ...


# Bots


@dataclass(frozen=True)
class BotAnswer:
    text: str
    conversation: str = ""
    tokens: int | None = None
    stopped: bool = False


class Bot(Protocol):
    @property
    def name(self) -> str: ...
    def check(self) -> Connection: ...
    def ask(
        self,
        text: str,
        *,
        user: str,
        on_text: Callable[[str], None],
        is_stopped: Callable[[], bool],
    ) -> BotAnswer:
        """The whole answer; `on_text` gets it piece by piece. Raises ProviderError."""
        ...


# Scores


Criterion = Literal[
    "description_completeness",
    "acceptance_criteria",
    "dependencies",
    "business_value",
    "technical_feasibility",
    "user_story",
    "estimation_readiness",
    "priority_clarity",
]
CRITERIA: dict[Criterion, str] = {
    "description_completeness": N_("Description completeness"),
    "acceptance_criteria": N_("Acceptance criteria"),
    "dependencies": N_("Dependencies"),
    "business_value": N_("Business value"),
    "technical_feasibility": N_("Technical feasibility"),
    "user_story": N_("User story form"),
    "estimation_readiness": N_("Estimation readiness"),
    "priority_clarity": N_("Priority clarity"),
}
"""What the maturity of an issue is judged by, and what people call it."""


@dataclass(frozen=True)
class Scored:
    """How mature an issue was at one time. Scores from 0 to 100, by criterion."""

    id: str
    """The same id again replaces: a repeated step does not score twice."""
    issue: str
    at: str
    overall: float
    scores: dict[str, float]
    judged: str = ""
    """The whole judgement, as JSON: what has not changed is not judged again."""


class Scores(Protocol):
    def put(self, user: str, scored: Scored) -> None: ...
    def history(self, user: str, issue: str) -> list[Scored]:
        """The oldest first."""
        ...

    def latest(self, user: str) -> dict[str, Scored]:
        """The newest of each issue."""
        ...


@dataclass(frozen=True)
class TicketRules:
    """What the operator has set for tickets."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """Of the maturity criteria; those not named count 1."""
    confidence: float = 0.6
    """Below it the intent is asked for."""
    approval_minutes: float = 60
    search_minutes: float = 10
    """How long what may have been made is looked for."""
