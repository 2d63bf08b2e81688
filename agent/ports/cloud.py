"""The cloud."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Plain = dict[str, Any]


Environment = Literal["dev", "tst", "prd"]


@dataclass(frozen=True)
class CloudIdentity:
    """The account that an environment really leads to, by the engine itself."""

    environment: Environment
    profile: str
    account: str
    principal: str
    region: str
    endpoint: str
    prefix: str
    """The prefix of the names of this environment's stacks."""
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
    """The stack as it is before a change. One that is only in review does not exist yet."""

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
    """The fate of a resource that is replaced or removed: Delete, Retain, Snapshot, ..."""
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
    """The digest of the stack before the change, read together with it."""


ExecutionStatus = Literal["waiting", "running", "succeeded", "failed", "gone"]


@dataclass(frozen=True)
class Execution:
    """The outcome of a change set, by the engine: `gone` means that it never will run."""

    arn: str
    stack_id: str
    status: ExecutionStatus
    stack_status: str = ""
    reason: str = ""


@dataclass(frozen=True)
class OperationProgress:
    """The progress of an operation. `events` are those after the one asked for, oldest first."""

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
    """The effects of deleting a stack."""

    stack: str
    stack_id: str
    is_protected: bool
    changes: tuple[ResourceChange, ...]
    """Its resources with their policy: Delete, or Retain, which keeps them or a snapshot."""
    base: str


@dataclass(frozen=True)
class Drift:
    """A resource that differs from its template; a difference is (path, expected, actual).

    Of one that is NOT_CHECKED the differences are the properties that could not be compared.
    """

    logical_id: str
    physical_id: str
    type: str
    status: str
    """MODIFIED or DELETED, or NOT_CHECKED where the engine cannot tell."""
    differences: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class TemplateSummary:
    """The engine's description of a template that it accepts."""

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


CheckOutcome = Literal[
    "passed", "failed", "set, not tried", "not modelled by the sandbox", "unknown"
]
"""Of what the sandbox does not model it may tell the value that was set, or another one."""


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
        """Stacks whose names have the environment's prefix, without outputs and parameters."""
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

    def sweep(
        self, environment: Environment, stack: str, *, named: str, keep: str, before: str
    ) -> None:
        """Delete waiting change sets of the stack whose names begin so and that are older.

        `keep` stays whatever its age, and so does the stack.
        """
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
    def sentence(self, check: Check, language: str = "en") -> str:
        """The sentence that it checks. Raises AgentError for an unknown kind or wrong arguments."""
        ...

    def verify(
        self, environment: Environment, stack: str, checks: Sequence[Check]
    ) -> list[CheckResult]: ...
