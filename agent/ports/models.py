"""Models, and where a run reports to."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from pydantic import SecretStr

from agent.errors import ProviderError
from agent.events import Event
from agent.steps import Chat, I, O, Step, Usage

Plain = dict[str, Any]


@dataclass(frozen=True)
class ModelChoice:
    """The model of a run. Lives in a session's memory and is never stored."""

    provider: str = "embedded"
    model: str = ""
    key: SecretStr | None = None
    base_url: str = ""
    temperature: float | None = None
    """None leaves each step at its own default."""
    fallback: "ModelChoice | None" = None
    """Goes on where this one fails."""


class Recording(Protocol):
    """A step under way; what it changed is filled in at its end."""

    changed: Plain


class Reporter(Protocol):
    """Receives a run's events. `stopped` turns true when the user presses stop."""

    def emit(self, event: Event) -> None: ...
    def used(self, usage: Usage) -> None: ...
    def step(self, name: str, task: str) -> AbstractContextManager[Recording]: ...
    @property
    def stopped(self) -> bool: ...
    def overrule_stop(self) -> None:
        """For what cannot be stopped: `stopped` is false again, until it is pressed once more."""
        ...


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
        calls, and `response_metadata["stopped"]` is True. What `chat.watch`
        raises is raised here.
        """
        ...


@dataclass(frozen=True)
class Timeouts:
    """Limits of calls, in seconds where nothing else is said."""

    model: float = 60
    """Seconds to the first piece of an answer, and between two pieces."""
    call: float = 600
    """The whole answer."""
    characters: int = 100_000
    """The longest answer, with its calls."""
    library: float = 15


@dataclass(frozen=True)
class Known:
    """A server's description of a model."""

    window: int = 0
    """Tokens; 0 where it does not say."""
    tools: bool | None = None
    """None where it does not say."""
    server: str = ""
    """The name of the server software."""


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
    learn: Callable[[ModelChoice], Known] | None = None
    """Asks the server about the model. Never fails."""
    structured: Callable[[str, Plain], Plain] | None = None
    """Call options that hold the answer to a JSON schema, given its name and the schema."""
    reads_schema: bool = False
    """The model sees the schema in these options, so the prompt does not repeat it."""
