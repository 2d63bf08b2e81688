"""Review and files of a change of infrastructure, and the operator's rules for it."""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from agent.ports.cloud import Environment

Plain = dict[str, Any]


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
    """Values to set in the resource, by dotted path; empty where no rule knows them exactly."""


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
    """The findings of all reviewers, the worst first."""
    blocks: tuple[str, ...]
    """Sentences that say why this must not be deployed; empty when it may be."""


class Reviewer(Protocol):
    """Reads a template, runs nothing of it and changes nothing. Never raises for its content."""

    def start(self) -> None:
        """Load in the background, once, what the first review would wait for."""
        ...

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
        """The version of each reviewer; empty for one that is not installed."""
        ...


@dataclass(frozen=True)
class ChangeRules:
    """The operator's settings for changes: who is asked, for how long, and how often to try."""

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


class History(Protocol):
    """Keeps deployed changes as commits, outside of this app."""

    def keep(self, stack: str, files: dict[str, str], *, message: str) -> str:
        """The commit that holds these files of the stack; without files it lets them go.

        Again with the same files: the same one. Raises AgentError.
        """
        ...
