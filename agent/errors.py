"""Errors whose sentences tell the person at the screen what happened and the way out."""

from collections.abc import Callable, Mapping
from typing import Literal, TypedDict, Unpack


class Told(TypedDict, total=False):
    """What an error says beside its message."""

    hint: str
    retryable: bool
    about: str
    detail: str
    values: Mapping[str, object]


class AgentError(Exception):
    """A failure with a sentence for the user.

    `message` says what happened, `hint` what they can do about it, and
    `retryable` whether the same act may succeed when tried again. `about` takes
    the place of "{about}" in a message and a hint that are translated, and `values`
    those of other names. `detail` follows the message as it is.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        retryable: bool = False,
        about: str = "",
        detail: str = "",
        values: Mapping[str, object] | None = None,
    ) -> None:
        self.template, self.hint_template, self.about = message, hint, about
        self.detail, self.values = detail, dict(values or {})
        self.message = self.translate(str)[0]
        super().__init__(self.message)
        self.retryable = retryable

    @property
    def hint(self) -> str:
        return self.translate(str)[1]

    @hint.setter
    def hint(self, hint: str) -> None:
        self.hint_template = hint

    @property
    def sentences(self) -> str:
        """An error with its message and the way out."""
        return f"{self.message} {self.hint}".strip()

    def translate(self, gettext: Callable[[str], str]) -> tuple[str, str]:
        """Message and hint, as far as the catalog has them."""
        message = gettext(self.template)
        hint = gettext(self.hint_template) if self.hint_template else ""
        if self.about or self.values:
            places = {"about": self.about, **self.values}
            message, hint = message.format(**places), hint.format(**places)
        return f"{message} {self.detail}".strip(), hint


class NotFound(AgentError):
    """It does not exist or belongs to another user; the error does not say which."""


class NotConfigured(AgentError):
    """A capability that is not set up in this installation."""


class ModelNotConfigured(NotConfigured):
    """The chosen model lacks a key, a name or an address: another may be ready."""


class InvalidReply(AgentError):
    """The reply does not fit the question; the question stays open."""


class AlreadyAnswered(AgentError):
    """The question was answered already, or it no longer exists."""


class Expired(AgentError):
    """The time to answer is over; the flow has not been notified yet."""


class ThreadBusy(AgentError):
    """One run per thread at a time."""


class TakenOver(ThreadBusy):
    """The run has lost its thread: its process slept, and another one took over."""

    def __init__(self) -> None:
        super().__init__(
            "This conversation was taken over elsewhere.",
            hint="Reload the page to see its status.",
        )


class PositionLost(AgentError):
    """The checkpoint of a turn with decisions is lost: continuing would repeat what was decided."""


class QuestionPending(AgentError):
    """The thread waits for an answer; nothing else may start on it."""


class KeyReused(AgentError):
    """A request carries the key of another one; nothing was begun."""


class NotApproved(AgentError):
    """An effect without an approval of its exact content; nothing was sent."""


class Refused(AgentError):
    """The other system said no: it surely did not happen."""


class OutcomeUnknown(AgentError):
    """It may have happened. The other system has to be asked before anything is sent again."""


class TargetBusy(AgentError):
    """Another thread is working on the target, or left an effect on it unresolved."""


class StepFailed(AgentError):
    """A model step gave no valid result within its repairs, or the steps came to no end."""


class Stopped(AgentError):
    """The user pressed stop; raised between nodes, never shown as a failure."""


ProviderProblem = Literal[
    "key",
    "quota",
    "timeout",
    "refused",
    "cut",
    "too_long",
    "filtered",
    "rejected",
    "no_tools",
    "unavailable",
]


class ProviderError(AgentError):
    """A model provider failed; `problem` says in which of the known ways.

    `wait` is the number of seconds it asked for before the next attempt, 0 when
    it did not say.
    """

    def __init__(
        self,
        message: str,
        *,
        problem: ProviderProblem,
        wait: float = 0,
        **told: Unpack[Told],
    ) -> None:
        super().__init__(message, **told)
        self.problem = problem
        self.wait = wait


CloudProblem = Literal[
    "throttled",
    "denied",
    "expired",
    "credentials",
    "state",
    "rolling_back",
    "name_taken",
    "unavailable",
    "no_stack",
    "no_change",
    "no_change_set",
    "protected",
    "limit",
    "refused",
]


class CloudError(AgentError):
    """The cloud or the sandbox did not carry out a call; `problem` is one of the known reasons.

    `unavailable` leaves open whether the request arrived: ask before it is sent again.
    """

    def __init__(self, message: str, *, problem: CloudProblem, **told: Unpack[Told]) -> None:
        super().__init__(message, **told)
        self.problem = problem
