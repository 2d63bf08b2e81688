"""Following a run from the event loop, without a thread for each that waits."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent

from agent import Run
from agent.events import Asked, Done, Event
from agent.questions import to_json
from ui.api.ending import Ending

HEARTBEAT_SECONDS = 15.0
GATHER_SECONDS = 0.05
"""A client woken per token would cost as much as the model does."""
LINE_END = "\n"


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


def event_source(
    run: Run, *, after: int, outcome: Callable[[], Awaitable[Any]], ending: Ending
) -> EventSourceResponse:
    events = stream(run, after=after, outcome=outcome, ending=ending)
    return EventSourceResponse(events, ping=HEARTBEAT_SECONDS, sep=LINE_END)


async def stream(
    run: Run, *, after: int, outcome: Callable[[], Awaitable[Any]], ending: Ending
) -> AsyncIterator[ServerSentEvent]:
    """Yield the missed events, then live ones, up to Done; before it, what `outcome` awaits.

    A shutdown of the server ends it; a client that reconnects to the next server gets the rest.
    """
    with _news(run, ending) as news:
        while True:
            news.clear()
            batch = run.missed(after)
            after += len(batch)
            for event in batch:
                if isinstance(event, Done):
                    yield frame("answer", await outcome())
                yield frame(name_of(type(event)), data_of(event), number=f"{run.id}:{event.number}")
            if ending.has_begun or (isinstance(batch[-1], Done) if batch else run.done):
                return
            await (asyncio.sleep(GATHER_SECONDS) if batch else news.wait())


def seen(run: Run, last_event_id: str, *, after: int) -> int:
    """The event of this run to continue after; an id of an earlier run means from the start."""
    name, _, number = last_event_id.rpartition(":")
    if name == run.id and re.fullmatch("[0-9]{1,15}", number):
        return int(number)
    return 0 if last_event_id else after


def frame(name: str, data: Any, *, number: str | None = None) -> ServerSentEvent:
    """JSON has no line breaks of its own, and ASCII none that a reader could mistake for one."""
    text = json.dumps(data, separators=(",", ":"), default=str)
    return ServerSentEvent(text, event=name, id=number, sep=LINE_END)


def name_of(kind: type[Event]) -> str:
    """StepStarted is step_started."""
    return re.sub("(?<=.)([A-Z])", r"_\1", kind.__name__).lower()


def data_of(event: Event) -> dict[str, Any]:
    if isinstance(event, Asked):
        return {"number": event.number, "question": to_json(event.question)}
    return asdict(event)
