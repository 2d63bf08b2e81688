"""Waiting for a model: retries before its first token, and a stop that need not wait."""

import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from contextvars import copy_context
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

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
    """How long, and until when, to wait for the first piece of a stream."""

    stopped: Callable[[], bool]
    seconds: float
    too_late: Callable[[], ProviderError]
    patience: Patience = Patience()

    def opened(self, start: Callable[[], Stream[T]]) -> Stream[T]:
        """A stream whose first piece has arrived; ProviderError after the retries, or Stopped.

        Nothing is tried again once a piece was there: the user has seen it.
        """
        for delay in self.patience.delays:
            try:
                return self._begun(start())
            except ProviderError as error:
                pause = max(delay, error.wait)
                if error.problem not in _AGAIN or not error.retryable:
                    raise
                if pause > self.patience.longest:
                    raise
            self._sleep(pause)
        return self._begun(start())

    def _begun(self, stream: Stream[T]) -> Stream[T]:
        if self.stopped():
            raise Stopped("Stopped.")
        # The first piece is fetched beside this thread, which so can heed a stop at once.
        first = _beside(lambda: next(stream))
        deadline = time.monotonic() + self.seconds
        while not wait([first], timeout=_POLL_SECONDS).done:
            if self.stopped() or time.monotonic() > deadline:
                first.add_done_callback(lambda _: stream.close())
                raise Stopped("Stopped.") if self.stopped() else self.too_late()
        return _whole(first.result(), stream)

    def _sleep(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            if self.stopped():
                raise Stopped("Stopped.")
            time.sleep(min(left, _POLL_SECONDS))


def _whole(first: T, rest: Stream[T]) -> Stream[T]:
    try:
        yield first
        yield from rest
    finally:
        rest.close()


def _beside(work: Callable[[], T]) -> Future[T]:
    """`work` in a thread that does not keep the process alive."""
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the outcome
            outcome.set_exception(error)

    Thread(target=copy_context().run, args=(run,), daemon=True).start()
    return outcome
