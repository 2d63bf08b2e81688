"""Effects on other systems."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Plain = dict[str, Any]


@dataclass(frozen=True)
class Effect:
    """An effect to perform: `content` are the exact bytes that the approval's digest names."""

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
    """If it is intended while no run works on it, the outcome is unknown."""
    at: str
    result: Plain = field(default_factory=dict)
    finished: str = ""


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
    def hold(self, target: str, *, thread: str, fence: str) -> None:
        """Lock a target until `release`, or until the run ends. Raises TargetBusy."""
        ...

    def release(self, target: str, *, fence: str) -> None: ...
