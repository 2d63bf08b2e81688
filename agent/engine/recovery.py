"""Finds the runs of a dead process and brings the ledger up to date with their graphs.

Called at start and with every heartbeat; `agent.store.leases.Holder` tells that a process
is dead. The user goes on with `UserAgent.resume`, which needs `Flow.resume_input`.
"""

from collections.abc import Collection
from typing import Literal

from agent.engine.flow import Flow, at_end
from agent.engine.workflow import known_workflows
from agent.errors import OutcomeUnknown
from agent.store import Ledger
from agent.store.records import Turn


class Recovery:
    """Marks each such turn as done, waiting or cut off. Never starts a model call."""

    def __init__(self, *, ledger: Ledger, flow: Flow) -> None:
        self.ledger = ledger
        self.flow = flow

    def recover(self, *, live: Collection[str] = ()) -> None:
        """Find what a dead process left; `live` are the runs of this one."""
        for cut_off in self.ledger.leases.cut_off(live=live):
            with self.ledger.transaction():
                if self.ledger.leases.take(cut_off.run):
                    # First, so that a process that wakes up now moves nothing any more.
                    self.flow.claim(cut_off.thread, cut_off.run)
                    self._reconcile(self.ledger.turns.get(cut_off.turn))

    def _reconcile(self, turn: Turn) -> None:
        status = self._catch_up(turn)
        self.ledger.turns.set_status(turn.id, status)
        self.ledger.threads.set_status(turn.thread, status)

    def _catch_up(self, turn: Turn) -> Literal["done", "waiting", "cut_off"]:
        """Store what the graph did that the ledger does not know; return the turn's status."""
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

    def unknown_outcome(self, thread: str) -> OutcomeUnknown | None:
        """Return the error for a thread with an effect of unknown outcome, None without one."""
        for row in self.ledger.effects.of_unknown_outcome(thread):
            return OutcomeUnknown(
                f"What happened to {row.target} is not known yet.",
                hint="Open this conversation and press Try again or Continue:"
                " it asks what happened.",
            )
        return None
