"""Rows of the ledger as frozen plain data, one class per table that pages show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent.questions import Question, Reply

Plain = dict[str, Any]


Status = Literal["new", "running", "waiting", "done", "failed", "stopped", "cut_off"]


@dataclass(frozen=True)
class Thread:
    id: str
    owner: str
    workflow: str
    title: str
    status: Status
    pinned: bool
    created: str
    updated: str
    deleted: str | None = None
    is_cancelled: bool = False
    """Whether its last turn ended with a question that the user cancelled."""


@dataclass(frozen=True)
class Entry:
    """One thing of a turn as the conversation shows it, in order of `n`.

    Kinds: text, notice, question, and those of artifacts.
    """

    key: str
    kind: str
    data: Plain
    n: int = 0


@dataclass(frozen=True)
class Turn:
    """A user's message and its answer, up to the user's next message."""

    id: str
    thread: str
    workflow: str
    n: int
    text: str
    inputs: Plain
    model: str
    status: Status
    created: str
    finished: str | None
    error: Plain | None = None
    entries: tuple[Entry, ...] = ()
    rating: int | None = None
    rating_reason: str = ""
    steps: int = 0
    seconds: float = 0.0
    """The sum over its steps."""
    calls: int = 0
    """To models, as the tokens; none were counted in turns of older releases."""
    tokens_in: int = 0
    tokens_out: int = 0
    words_after: float | None = None
    """Seconds from the start of the run that spoke first to its first words."""

    @property
    def answer(self) -> str:
        """Its texts, without replaced ones."""
        return "\n\n".join(
            e.data["text"]
            for e in without_replaced(self.entries)
            if e.kind in ("text", "outcome") and e.data["text"]
        )


def without_replaced(entries: Sequence[Entry]) -> list[Entry]:
    """Leave out texts that a later entry of kind "replaced" lists."""
    replaced = {e.data["text"] for e in entries if e.kind == "replaced"}
    return [e for e in entries if e.kind != "text" or e.data["text"] not in replaced]


@dataclass(frozen=True)
class StepRow:
    turn: str
    task: str
    step: str
    started: str
    milliseconds: float
    outcome: str
    changed: Plain
    thinking: str
    tools: list[Plain]
    usage: Plain


@dataclass(frozen=True)
class Asked:
    """A question with its status and reply."""

    question: Question
    thread: str
    turn: str
    interrupt: str
    status: Literal["pending", "answered", "cancelled", "withdrawn", "lost"]
    reply: Reply | None = None
    who: str = ""
    at: str = ""
    digest: str = ""
    """The digest of the question as stored, maybe by an older release."""
