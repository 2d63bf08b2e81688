"""Following a run from the event loop, without a thread for each that waits."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from agent import Run
from agent.events import Asked, Done, Event
from agent.questions import to_json

HEARTBEAT_SECONDS = 15.0
GATHER_SECONDS = 0.05
"""A client woken per token would cost as much as the model does."""


class Ending:
    """Tells that the server is about to end: it waits for all who follow a run."""

    def __init__(self) -> None:
        self.has_begun = False
        self._wakes: set[Callable[[], None]] = set()

    def begin(self) -> None:
        """May be called from a signal handler."""
        self.has_begun = True
        for wake in tuple(self._wakes):
            wake()

    @contextmanager
    def watched(self, wake: Callable[[], None]) -> Iterator[None]:
        self._wakes.add(wake)
        try:
            yield
        finally:
            self._wakes.discard(wake)


@contextmanager
def _news(run: Run, ending: Ending) -> Iterator[asyncio.Event]:
    """Yield an event that is set when the run has something new or the server is shutting down."""
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def told() -> None:
        if not news.is_set():
            with suppress(RuntimeError):  # the loop has closed; the run goes on without it
                loop.call_soon_threadsafe(news.set)

    with run.watched(told), ending.watched(told):
        yield news


async def ended(run: Run, *, within: float, ending: Ending) -> bool:
    """Tell whether the run ends within these seconds, and before the server does."""
    with _news(run, ending) as news, suppress(TimeoutError):
        async with asyncio.timeout(within):
            while not run.done and not ending.has_begun:
                await news.wait()
                news.clear()
    return run.done


async def batches(run: Run, *, after: int, ending: Ending) -> AsyncIterator[list[Event]]:
    """Yield the missed events, then live ones, up to Done; an empty batch after a quiet while.

    A shutdown of the server ends it; a client that reconnects to the next server gets the rest.
    """
    with _news(run, ending) as news:
        while True:
            news.clear()
            batch = run.missed(after)
            if batch:
                after += len(batch)
                yield batch
                if isinstance(batch[-1], Done) or ending.has_begun:
                    return
                await asyncio.sleep(GATHER_SECONDS)
            elif run.done or ending.has_begun:
                return
            else:
                try:
                    await asyncio.wait_for(news.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield []


async def stream(
    run: Run, *, after: int, outcome: Callable[[], Awaitable[Any]], ending: Ending
) -> AsyncIterator[str]:
    """Server-sent events; `outcome` awaits what came of it all, told before the last event."""
    async for batch in batches(run, after=after, ending=ending):
        if not batch:
            yield ": still at work\n\n"
        for event in batch:
            if isinstance(event, Done):
                yield frame("answer", await outcome())
            yield frame(name_of(type(event)), data_of(event), number=f"{run.id}:{event.number}")


def seen(run: Run, last_event_id: str, *, after: int) -> int:
    """The event of this run to continue after; an id of an earlier run means from the start."""
    name, _, number = last_event_id.rpartition(":")
    if name == run.id and re.fullmatch("[0-9]{1,15}", number):
        return int(number)
    return 0 if last_event_id else after


def frame(name: str, data: Any, *, number: str = "") -> str:
    """JSON has no line breaks of its own, and ASCII none that a reader could mistake for one."""
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {name}\ndata: {json.dumps(data, separators=(',', ':'), default=str)}\n\n"


def name_of(kind: type[Event]) -> str:
    """StepStarted is step_started."""
    return re.sub("(?<=.)([A-Z])", r"_\1", kind.__name__).lower()


def data_of(event: Event) -> dict[str, Any]:
    if isinstance(event, Asked):
        return {"number": event.number, "question": to_json(event.question)}
    return asdict(event)
