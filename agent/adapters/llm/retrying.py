"""Waiting for a model: retries before its first token, limits, and a stop that need not wait."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from contextvars import copy_context
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

from agent.errors import ProviderError, ProviderProblem, Stopped

T = TypeVar("T")
Stream = Generator[T, None, None]

_POLL_SECONDS = 0.05
_AGAIN: frozenset[ProviderProblem] = frozenset(("quota", "unavailable", "refused"))


@dataclass(frozen=True)
class Patience:
    """Seconds before each retry. A vendor that asks for more than `longest` is not waited for."""

    delays: tuple[float, ...] = (0.5, 2.0)
    longest: float = 10.0


@dataclass(frozen=True)
class Waiting:
    """Time limits for the next piece of a stream."""

    stopped: Callable[[], bool]
    seconds: float
    too_late: Callable[[], ProviderError]
    patience: Patience = Patience()
    whole: float = float("inf")
    """Seconds from its first try after which a stream just ends, wherever it is."""

    def opened(self, start: Callable[[], Stream[T]]) -> Stream[T]:
        """A stream whose first piece has arrived; ProviderError after the retries, or Stopped.

        Nothing is tried again once a piece was there: the user has seen it.
        """
        end = time.monotonic() + self.whole
        for delay in self.patience.delays:
            try:
                return self._start(start(), end)
            except ProviderError as error:
                pause = max(delay, error.wait)
                if error.problem not in _AGAIN or not error.retryable:
                    raise
                if pause > self.patience.longest:
                    raise
            self._sleep(pause)
        return self._start(start(), end)

    def _start(self, stream: Stream[T], end: float) -> Stream[T]:
        if self.stopped():
            raise Stopped("Stopped.")
        pump = Pump(stream)
        pieces = self._pieces(pump, end)
        try:
            first = list(islice(pieces, 1))
        except BaseException:
            pump.close()
            raise
        return _rest(first, pieces, pump)

    def _pieces(self, pump: "Pump[T]", end: float) -> Iterator[T]:
        is_first = True
        while True:
            late = time.monotonic() + self.seconds
            while (piece := pump.get(_POLL_SECONDS)) is None:
                if self.stopped():
                    raise Stopped("Stopped.")
                if time.monotonic() > end and not is_first:
                    return
                if time.monotonic() > min(late, end):
                    raise self.too_late()
            if isinstance(piece, _End):
                if piece.error:
                    raise piece.error
                return
            yield piece[0]
            is_first = False
            if time.monotonic() > end:
                return

    def _sleep(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if self.stopped():
                raise Stopped("Stopped.")
            time.sleep(min(left, _POLL_SECONDS))


def _rest(first: Sequence[T], pieces: Iterator[T], pump: "Pump[T]") -> Stream[T]:
    with closing(pump):
        yield from first
        yield from pieces


@dataclass(frozen=True)
class _End:
    error: BaseException | None = None


class Pump(Generic[T]):
    """Fetches a stream in a thread of its own, so that the reader can check for Stop meanwhile."""

    def __init__(self, stream: Stream[T]) -> None:
        self._stream = stream
        self._pieces: SimpleQueue[tuple[T] | _End] = SimpleQueue()
        self._closed = Event()
        # It does not keep the process alive.
        Thread(target=copy_context().run, args=(self._run,), daemon=True).start()

    def get(self, seconds: float) -> tuple[T] | _End | None:
        """None when nothing has come by then."""
        with suppress(Empty):
            return self._pieces.get(timeout=seconds)
        return None

    def close(self) -> None:
        """The stream is closed as soon as it gives something once more."""
        self._closed.set()

    def _run(self) -> None:
        try:
            with closing(self._stream):
                for piece in self._stream:
                    self._pieces.put((piece,))
                    if self._closed.is_set():
                        break
        except BaseException as error:  # noqa: BLE001 - handed to the caller that waits
            self._pieces.put(_End(error))
        else:
            self._pieces.put(_End())
