"""Events that a run publishes to its observers: frozen plain data, numbered per run."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from agent.errors import AgentError
from agent.questions import Question

Plain = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Numbered:
    number: int = 0


@dataclass(frozen=True)
class Token(Numbered):
    """A piece of the answer, in order. `by` names who says it when it is not the run's model.

    With `to` it is a piece of that document instead, and no part of the answer.
    """

    text: str
    by: str = ""
    to: str = ""


@dataclass(frozen=True)
class Thinking(Numbered):
    """A piece of reasoning; never part of the answer."""

    text: str


@dataclass(frozen=True)
class StepStarted(Numbered):
    step: str


@dataclass(frozen=True)
class StepFinished(Numbered):
    """`changed` holds the state keys the step wrote, each value cut at 2 KB."""

    step: str
    milliseconds: float
    changed: Plain = field(default_factory=dict)


@dataclass(frozen=True)
class ToolCalled(Numbered):
    tool: str
    arguments: Plain
    milliseconds: float
    outcome: str


@dataclass(frozen=True)
class Notice(Numbered):
    """Something the user should know about this answer, e.g. a service that was missing.

    What is translated is `text`, and those of `values` that are errors or lists of phrases.
    They take the places that the text names.
    """

    text: str
    level: Literal["info", "warning"] = "info"
    values: Plain = field(default_factory=dict)

    def translate(self, gettext: Callable[[str], str]) -> "Notice":
        text = gettext(self.text) if self.text else ""
        if self.values:
            text = text.format(**{k: _in_words(v, gettext) for k, v in self.values.items()})
        return replace(self, text=text, values={})


def _in_words(value: Any, gettext: Callable[[str], str]) -> str:
    if isinstance(value, AgentError):
        return value.translate(gettext)[0]
    return ", ".join(map(gettext, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class Artifact(Numbered):
    """A finished thing to look at. The same `key` within a turn replaces the earlier one."""

    kind: str
    key: str
    data: Plain


@dataclass(frozen=True)
class Asked(Numbered):
    """The run has paused for the user."""

    question: Question


@dataclass(frozen=True)
class Failed(Numbered):
    message: str
    hint: str = ""
    retryable: bool = False
    kind: Literal["model", "lost", "other"] = "other"
    """True if another model may succeed where this one failed."""
    problem: str = ""
    """The kind of a model provider's error."""


@dataclass(frozen=True)
class StepCost:
    """Tokens, seconds and model calls of one step; `usd` is None where the price is not known.

    `words_after` are the seconds from the run's start to the step's first words for the user.
    """

    step: str
    seconds: float
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float | None = None
    calls: int = 0
    words_after: float | None = None


@dataclass(frozen=True)
class Done(Numbered):
    """The last event of every run, whatever its outcome."""

    outcome: Literal["done", "waiting", "stopped", "failed"]
    seconds: float
    costs: tuple[StepCost, ...] = ()


Event = (
    Token
    | Thinking
    | StepStarted
    | StepFinished
    | ToolCalled
    | Notice
    | Artifact
    | Asked
    | Failed
    | Done
)
