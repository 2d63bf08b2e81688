"""Records what a run does while it does it: to its readers at once, to the ledger per step.

A step's row and its text are written inside the node, before LangGraph
commits the node's writes. A step that is repeated after a crash has the same
task id, so it replaces its own rows instead of doubling them.
"""

import json
import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage
from langgraph.errors import GraphBubbleUp

from agent.engine.runs import Run
from agent.errors import AgentError, Stopped
from agent.events import (
    Artifact,
    Event,
    Notice,
    Plain,
    StepCost,
    StepFinished,
    StepStarted,
    Thinking,
    Token,
    ToolCalled,
)
from agent.language.hidden import strip_hidden
from agent.steps import Usage
from agent.store import Ledger
from agent.store.records import StepRow
from agent.store.threads import now

log = logging.getLogger("interlude.steps")

LONGEST_VALUE = 2048


@dataclass
class _Current:
    task: str
    text: list[str] = field(default_factory=list)
    by: str = ""
    thinking: list[str] = field(default_factory=list)
    tools: list[Plain] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    changed: Plain = field(default_factory=dict)
    entries: dict[str, tuple[str, Plain] | None] = field(default_factory=dict)
    """Kind and data by entry key, in display order; None stands for the streamed text."""
    outcome: str = "done"
    words_after: float | None = None

    @property
    def text_key(self) -> str:
        return f"text:{self.task}"


_current: ContextVar[_Current | None] = ContextVar("current_step", default=None)


class Recorder:
    """The Reporter of one run."""

    def __init__(self, run: Run, ledger: Ledger, *, gettext: Callable[[str], str] = str) -> None:
        self._run = run
        self._ledger = ledger
        self._gettext = gettext
        self.speaker: Plain = {}
        """The author of the answer, as each text shows it."""
        self._lock = threading.Lock()
        self._began = time.perf_counter()
        self.costs: list[StepCost] = []

    @property
    def stopped(self) -> bool:
        return self._run.stopped

    def overrule_stop(self) -> None:
        self._run.overrule_stop()

    def emit(self, event: Event) -> None:
        current = _current.get()
        match event:
            case Token():
                if current and current.words_after is None:
                    current.words_after = round(time.perf_counter() - self._began, 4)
                if current and not event.to:
                    current.text.append(event.text)
                    current.by = event.by
            case Thinking():
                if current:
                    current.thinking.append(event.text)
            case ToolCalled():
                if current:
                    current.tools.append(_plain(asdict(event)))
            case Artifact():
                self._note(current, event.key, kind=event.kind, data=event.data)
            case Notice():
                event = event.translate(self._gettext)
                key = f"notice:{current.task if current else ''}:{event.text[:80]}"
                data = {"text": event.text, "level": event.level}
                self._note(current, key, kind="notice", data=data)
            case _:
                pass
        self._run.publish(event)

    def used(self, usage: Usage) -> None:
        if current := _current.get():
            current.usage.append(usage)

    @contextmanager
    def step(self, name: str, task: str) -> Iterator[_Current]:
        """Everything emitted inside belongs to this step. Raises Stopped when the user stopped."""
        if self.stopped:
            raise Stopped("Stopped.")
        self._ledger.leases.must_hold(self._run.id)
        current = _Current(task)
        token = _current.set(current)
        started, clock = now(), time.perf_counter()
        self._run.publish(StepStarted(name))
        try:
            yield current
        except GraphBubbleUp:
            current.outcome = "waits"
            raise
        except AgentError as error:
            current.outcome = type(error).__name__
            raise
        except Exception as error:
            current.outcome = "error"
            # LangGraph writes what a node raises into the checkpoints: never a foreign text.
            raise explained(self._run, error) from error
        finally:
            _current.reset(token)
            self._finish(current, name, started=started, seconds=time.perf_counter() - clock)

    def _finish(self, current: _Current, name: str, *, started: str, seconds: float) -> None:
        cost = _cost_of(current, name, seconds)
        with self._lock:
            self.costs.append(cost)
        row = StepRow(
            turn=self._run.turn,
            task=current.task,
            step=name,
            started=started,
            milliseconds=round(seconds * 1000, 2),
            outcome=current.outcome,
            changed=current.changed,
            thinking="".join(current.thinking),
            tools=current.tools,
            usage=asdict(cost),
        )
        with self._ledger.transaction():
            self._ledger.turns.put_step(row, run=self._run.id)
            self._ledger.turns.set_model(self._run.turn, str(self.speaker.get("model", "")))
            self._keep(current)
        self._run.publish(StepFinished(name, row.milliseconds, row.changed))
        log.info(
            json.dumps(
                {
                    "run": self._run.id,
                    "thread": self._run.thread,
                    "node": name,
                    "ms": round(row.milliseconds, 1),
                    "outcome": current.outcome,
                }
            )
        )

    def _note(self, current: _Current | None, key: str, *, kind: str, data: Plain) -> None:
        """Keep until the step's end, so that a step costs one commit. Text keeps its place."""
        if current is None:
            self._put(key, kind=kind, data=data)
            return
        if current.text:
            current.entries.setdefault(current.text_key, None)
        current.entries[key] = (kind, data)

    def _keep(self, current: _Current) -> None:
        text = strip_hidden("".join(current.text)).strip()
        if text:
            current.entries.setdefault(current.text_key, None)
        for key, entry in current.entries.items():
            if entry:
                self._put(key, kind=entry[0], data=entry[1])
            elif text:
                data = {"text": text, **self.speaker}
                if current.by:
                    data |= {"model": current.by, "is_model": True}
                if current.outcome != "done" or self.stopped:
                    data["partial"] = True
                self._put(key, kind="text", data=data)

    def _put(self, key: str, *, kind: str, data: Plain) -> None:
        self._ledger.turns.put_entry(self._run.turn, key, kind=kind, data=data, run=self._run.id)


def _cost_of(current: _Current, name: str, seconds: float) -> StepCost:
    prices = [usage.usd for usage in current.usage]
    return StepCost(
        name,
        round(seconds, 4),
        sum(usage.tokens_in for usage in current.usage),
        sum(usage.tokens_out for usage in current.usage),
        None if any(price is None for price in prices) else sum(p or 0 for p in prices),
        calls=sum(usage.calls for usage in current.usage),
        words_after=current.words_after,
    )


def explained(run: Run, cause: Exception) -> AgentError:
    """The cause, or a sentence in the place of one that is not ours."""
    if isinstance(cause, AgentError):
        return cause
    # The text of a foreign exception may hold a key or a document: only its place is logged.
    frames = traceback.extract_tb(cause.__traceback__)[-6:]
    places = " < ".join(f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in reversed(frames))
    log.error("run %s failed: %s at %s", run.id, type(cause).__name__, places)
    return AgentError(
        "Something went wrong inside Interlude.",
        hint=f"Nothing you wrote is lost. Try again; the log names run {run.id[:8]}.",
        retryable=True,
    )


def shown_values(update: Any) -> Plain:
    """A node's update as plain data for people, every value cut at 2 KB."""
    if not isinstance(update, dict):
        return {}
    return {key: cut(value) for key, value in update.items()}


def cut(value: Any) -> Any:
    plain = _plain(value)
    text = json.dumps(plain, ensure_ascii=False, default=str)
    return plain if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…"


def _plain(value: Any) -> Any:
    match value:
        case BaseMessage():
            # The conversation holds the text already; a second copy would double the file.
            calls = [call["name"] for call in getattr(value, "tool_calls", [])]
            plain = {"type": value.type, "characters": len(value.text)}
            return {**plain, "calls": calls} if calls else plain
        case dict():
            return {str(key): _plain(entry) for key, entry in value.items() if key != "number"}
        case list() | tuple():
            return [_plain(entry) for entry in value]
        case str() | int() | float() | bool() | None:
            return value
        case _:
            return str(value)
