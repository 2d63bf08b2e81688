"""Cleans up after questions that expired undecided; `Asking.is_expired` decides when."""

import logging
import time
from functools import partial

from agent.engine.flow import Flow
from agent.engine.runs import Run, Runs
from agent.engine.workflow import known_workflows
from agent.events import Done
from agent.ports import Ports
from agent.store import Ledger
from agent.store.records import Asked

log = logging.getLogger("interlude.expired")

RETRY_SECONDS = 600.0


class ExpiredQuestions:
    """Finds them every few seconds and lets their workflow discard what it had drafted.

    A lease locks the thread meanwhile. The question stays open: it can be asked again or
    cancelled.
    """

    def __init__(self, *, ledger: Ledger, flow: Flow, ports: Ports) -> None:
        self._ledger = ledger
        self._flow = flow
        self._ports = ports
        workflows = known_workflows().values()
        self._discard = {w.name: w.discard_expired for w in workflows if w.discard_expired}
        self._next_try: dict[str, float] = {}

    def sweep(self, runs: Runs) -> None:
        for asked, run in self._lock_due():
            runs.start(run, partial(self._work, asked))

    def _lock_due(self) -> list[tuple[Asked, Run]]:
        if not self._due():
            return []
        with self._ledger.transaction():
            # Read again inside the transaction: none of these can be decided from here on.
            return [(asked, self._lock(asked)) for asked in self._due()]

    def _due(self) -> list[Asked]:
        now = time.monotonic()
        found = self._ledger.questions.expired(self._discard)
        return [asked for asked in found if self._next_try.get(asked.question.id, now) <= now]

    def _lock(self, asked: Asked) -> Run:
        self._next_try[asked.question.id] = time.monotonic() + RETRY_SECONDS
        run = self._ledger.leases.begin(asked.thread, asked.turn, kind="expiry", model="")
        entries = self._ledger.turns.get(asked.turn).entries
        known = max((entry.n for entry in entries), default=0)
        return Run(run, asked.thread, asked.turn, known_entries=known)

    def _work(self, asked: Asked, run: Run) -> None:
        started = time.perf_counter()
        try:
            self._clean_up(asked, run)
        except Exception as error:  # noqa: BLE001 - a worker's last line: it is tried again later
            log.warning("cleaning up failed: %s", type(error).__name__)
        finally:
            run.publish(Done("waiting", time.perf_counter() - started))

    def _clean_up(self, asked: Asked, run: Run) -> None:
        workflow = asked.question.workflow
        try:
            self._discard[workflow](self._flow.values(workflow, run.thread), self._ports)
            self._ledger.questions.mark_cleaned_up(asked.question.id)
            del self._next_try[asked.question.id]
        finally:
            self._ledger.leases.end(run.id, "waiting")
