"""What a dead process left: found, reconciled with the ledger, and left to the user to continue."""

from collections.abc import Collection
from typing import Literal

from agent.engine.flow import Flow, at_end
from agent.engine.workflow import known_workflows
from agent.errors import OutcomeUnknown
from agent.store import Ledger
from agent.store.records import Turn


class Recovery:
    """Compares what the graph knows with what the ledger says. Never starts a model call."""

    def __init__(self, *, ledger: Ledger, flow: Flow) -> None:
        self.ledger = ledger
        self.flow = flow

    def recover(self, *, live: Collection[str] = ()) -> None:
        """Find what a dead process left, but for the runs that are live in this one.

        Never starts a model call: the user continues it.
        """
        for cut_off in self.ledger.leases.cut_off(live=live):
            with self.ledger.transaction():
                if self.ledger.leases.take(cut_off.run):
                    # First, so that a process that wakes up now moves nothing any more.
                    self.flow.claim(cut_off.thread, cut_off.run)
                    self._reconcile(self.ledger.turns.get(cut_off.turn))

    def _reconcile(self, turn: Turn) -> None:
        status = self._standing(turn)
        self.ledger.turns.set_status(turn.id, status)
        self.ledger.threads.set_status(turn.thread, status)

    def _standing(self, turn: Turn) -> Literal["done", "waiting", "cut_off"]:
        """Where the graph stands, once the ledger has caught up with it."""
        workflow = known_workflows().get(turn.workflow)
        if workflow is None:
            return "cut_off"
        snapshot = self.flow.snapshot(workflow.name, turn.thread)
        if snapshot.values.get("turn") != turn.id:
            return "cut_off"
        if at_end(snapshot):
            self.flow.settle(workflow, turn)
            return "done"
        if snapshot.interrupts and not self.flow.stored_replies(snapshot.interrupts):
            self.flow.record_pause(turn, snapshot.interrupts)
            return "waiting"
        return "cut_off"

    def doubt(self, thread: str) -> OutcomeUnknown | None:
        """Why a thread must be gone on with: something it began has an unknown outcome."""
        for row in self.ledger.effects.in_doubt(thread):
            return OutcomeUnknown(
                f"What happened to {row.target} is not known yet.",
                hint="Open this conversation and press Try again or Continue:"
                " it asks what happened.",
            )
        return None
