"""Background runs: start, attach, stop. The only module that knows how a run is executed."""

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

from agent.events import Done, Event, StepStarted, Token

log = logging.getLogger("interlude.runs")

KEEP_FINISHED_SECONDS = 300.0
LIVELY_BATCHES = 60
LONGEST_GATHER = 0.25
"""A long answer comes in ever fewer batches, since each of them costs about the same."""


class Run:
    """One run as its readers see it: a numbered buffer of events that any number may follow."""

    def __init__(self, run: str, thread: str, turn: str, *, known_entries: int = 0) -> None:
        self.id = run
        self.thread = thread
        self.turn = turn
        self.known_entries = known_entries
        """The number of entries in the ledger before this run; the rest comes as events."""
        self.fence = 0
        """The number that this run's checkpoints are written with."""
        self.finished_at: float | None = None
        self._events: list[Event] = []
        self._watchers: list[Callable[[], None]] = []
        self._changed = threading.Condition()
        self._done = threading.Event()
        self._stop = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    @property
    def done(self) -> bool:
        return self._done.is_set()

    def stop(self) -> None:
        """Ask the run to end at the next token or node."""
        self._stop.set()

    def overrule_stop(self) -> None:
        """Take back the request to stop: the operation cannot be stopped and runs to its end."""
        self._stop.clear()

    def publish(self, event: Event) -> None:
        with self._changed:
            self._events.append(replace(event, number=len(self._events) + 1))
            if isinstance(event, Done):
                self.finished_at = time.monotonic()
                self._done.set()
            self._changed.notify_all()
            for told in self._watchers:
                told()

    def wait(self, seconds: float | None = None) -> bool:
        """True when the run has ended within the time."""
        return self._done.wait(seconds)

    def missed(self, after: int = 0) -> list[Event]:
        """The events that have come after that one, without waiting for more."""
        with self._changed:
            return self._events[after:]

    @contextmanager
    def watched(self, told: Callable[[], None]) -> Iterator[None]:
        """`told` is called with every event, in the thread of the run: it must be quick."""
        with self._changed:
            self._watchers.append(told)
        try:
            yield
        finally:
            with self._changed:
                self._watchers.remove(told)

    def events(self, after: int = 0) -> Iterator[Event]:
        """Yield the missed events, then live ones, up to and with Done."""
        for batch in self._follow(after, gather=0.0):
            yield from batch

    def batches(self, hz: float, *, after: int = 0) -> Iterator[list[Event]]:
        """Yield the events in at most `hz` batches a second; the first and last come at once."""
        return self._follow(after, gather=1.0 / hz)

    def _follow(self, after: int, *, gather: float) -> Iterator[list[Event]]:
        seen, count = after, 0
        while True:
            with self._changed:
                while len(self._events) <= seen:
                    if self.done:
                        return
                    self._changed.wait()
                batch = self._events[seen:]
            seen += len(batch)
            yield batch
            if isinstance(batch[-1], Done):
                return
            if gather and any(isinstance(event, Token | StepStarted) for event in batch):
                # Waiting here and not on the condition: a reader woken per token
                # would cost as much as the model's client does.
                count += 1
                self._done.wait(min(gather * (1 + count / LIVELY_BATCHES), LONGEST_GATHER))


def ended_run(run: str, thread: str, turn: str, *, status: str, seconds: float = 0) -> Run:
    """Rebuild a run that is no longer in memory from the end that the ledger recorded."""
    ended = Run(run, thread, turn)
    outcome = status if status in ("done", "waiting", "stopped") else "failed"
    ended.publish(Done(outcome, seconds))  # type: ignore[arg-type]
    return ended


class Runs:
    """The process's runs. `watch` is called every few seconds, for heartbeats and recovery."""

    def __init__(self, *, workers: int, watch: Callable[[], None], every: float) -> None:
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="run")
        self._live: dict[str, Run] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._watcher = threading.Thread(
            target=self._watch, args=(watch, every), name="runs-watch", daemon=True
        )
        self._watcher.start()

    def start(self, run: Run, work: Callable[[Run], None]) -> Run:
        """Start `work`, which publishes Done; if it does not, the run is reported as failed."""

        def perform() -> None:
            try:
                work(run)
            except Exception:
                log.exception("run %s broke off", run.id)
            finally:
                if not run.done:
                    run.publish(Done("failed", 0.0))

        with self._lock:
            self._live[run.thread] = run
        self._pool.submit(perform)
        return run

    def follow(self, run: "FollowedRun") -> Run:
        """One follower per run, however many pages look at it."""
        with self._lock:
            known = self._live.get(run.thread)
            if known is not None and known.id == run.id:
                return known
            self._live[run.thread] = run
        return run.begin()

    def find(self, thread: str) -> Run | None:
        """The thread's run, also for some minutes after its end."""
        with self._lock:
            return self._live.get(thread)

    def live(self) -> list[str]:
        """The live runs of this process."""
        return [run.id for run in self._own() if not run.done]

    def stop(self, runs: Collection[str]) -> None:
        for run in self._own():
            if run.id in runs:
                run.stop()

    def _own(self) -> list[Run]:
        with self._lock:
            return [run for run in self._live.values() if not isinstance(run, FollowedRun)]

    def is_accepting(self) -> bool:
        return not self._closing.is_set()

    def close(self, *, seconds: float = 5.0) -> None:
        """Stop the live runs at the next token or node, and wait for them."""
        self._closing.set()
        live = self._own()
        for run in live:
            run.stop()
        deadline = time.monotonic() + seconds
        for run in live:
            run.wait(max(0.0, deadline - time.monotonic()))
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._watcher.join(seconds)

    def _watch(self, watch: Callable[[], None], every: float) -> None:
        while not self._closing.wait(every):
            self._drop_finished()
            try:
                watch()
            except Exception as error:  # noqa: BLE001 - whatever it is, the heart beats on
                # A full disk or a locked file now must not end the heartbeat forever.
                log.warning("the watch failed: %s", type(error).__name__)

    def _drop_finished(self) -> None:
        limit = time.monotonic() - KEEP_FINISHED_SECONDS
        with self._lock:
            for thread, run in list(self._live.items()):
                if run.finished_at is not None and run.finished_at < limit:
                    del self._live[thread]


class FollowedRun(Run):
    """A run of another process, followed by its ledger rows until it ends there."""

    def __init__(self, run: str, thread: str, turn: str, *, status: Callable[[], str]) -> None:
        super().__init__(run, thread, turn)
        self._status = status

    def begin(self) -> Run:
        threading.Thread(target=self._poll, name="run-follow", daemon=True).start()
        return self

    def _poll(self) -> None:
        started = time.monotonic()
        while (status := self._status()) == "running":
            time.sleep(0.5)
        outcome = status if status in ("done", "waiting", "stopped") else "failed"
        self.publish(Done(outcome, time.monotonic() - started))  # type: ignore[arg-type]
