"""Runs a turn: admit it, start it in a worker, advance its graph, store how it ended."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langgraph.errors import GraphRecursionError

from agent.engine.expired_questions import ExpiredQuestions
from agent.engine.flow import Finished, Flow
from agent.engine.models import Models
from agent.engine.recorder import Recorder, explained
from agent.engine.recovery import Recovery
from agent.engine.runs import Run, Runs
from agent.engine.workflow import Workflow, find_workflow, known_workflows
from agent.errors import (
    AgentError,
    ModelNotConfigured,
    PositionLost,
    ProviderError,
    StepFailed,
    Stopped,
)
from agent.events import Asked, Done, Failed, Plain
from agent.language.catalogs import catalog
from agent.language.conversation import spoken
from agent.ports import Context, Images, Llm, ModelChoice, Ports, Reporter
from agent.questions import Question
from agent.store import Ledger
from agent.store.leases import HEARTBEAT_SECONDS
from agent.store.records import Thread, Turn

log = logging.getLogger("interlude.agent")

OpenLlm = Callable[[ModelChoice, Reporter], Llm]
OpenImages = Callable[[ModelChoice, Reporter], Images]


@dataclass(frozen=True)
class _End:
    """The outcome of a run, before it is stored and its readers see it."""

    outcome: Literal["done", "waiting", "stopped", "failed"]
    error: AgentError | None = None
    asked: Sequence[Question] = ()


class Executor:
    """All workflows over one ledger, one checkpointer and one pool of workers.

    Holds no key and no model: those come with each call and live as long as its run.
    """

    def __init__(
        self,
        *,
        ledger: Ledger,
        flow: Flow,
        ports: Ports,
        models: Models,
        open_llm: OpenLlm,
        open_images: OpenImages,
        workers: int,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self.ledger = ledger
        self.flow = flow
        self.ports = ports
        self.models = models
        self._on_close = on_close
        self.open_llm = open_llm
        self._open_images = open_images
        self._expired = ExpiredQuestions(ledger=ledger, flow=flow, ports=ports)
        self._written = True
        self._admitted: set[str] = set()
        """Runs that have a lease and are about to start."""
        self.recovery = Recovery(ledger=ledger, flow=flow)
        self.recovery.recover()
        self.runs = Runs(workers=workers, watch=self._watch, every=HEARTBEAT_SECONDS)

    def close(self) -> None:
        self.runs.close()
        self._on_close()
        self.ledger.close()

    def check(self) -> Plain:
        """Report the state of the index and embedder. Raises AgentError if it cannot work."""
        self.ledger.touch()
        if not self.runs.is_accepting():
            raise AgentError("The workers are shutting down.", retryable=True)
        status = self.ports.library.status()
        return {"index": f"{status.done} of {status.total}", "embedder": status.embedder or "none"}

    # Runs

    def admit(self, thread: str, turn: str, *, kind: str, model: str) -> str:
        """Hold the thread for a run, in the caller's transaction. Raises ThreadBusy."""
        run = self.ledger.leases.begin(thread, turn, kind=kind, model=model)
        self._admitted.add(run)
        self.ledger.turns.set_status(turn, "running")
        self.ledger.threads.set_status(thread, "running")
        return run

    def launch(
        self,
        run_id: str,
        workflow: Workflow,
        turn: Turn,
        *,
        model: ModelChoice,
        is_new: bool = False,
    ) -> Run:
        """`is_new` says that the graph cannot have seen this turn, so its state is not read."""
        known = max((entry.n for entry in turn.entries), default=0)
        run = Run(run_id, turn.thread, turn.id, known_entries=known)
        self._written = True

        def work(run: Run) -> None:
            self._execute(run, workflow, turn, model=model, is_new=is_new)

        try:
            return self.runs.start(run, work)
        finally:
            self._admitted.discard(run_id)

    def _execute(
        self, run: Run, workflow: Workflow, turn: Turn, *, model: ModelChoice, is_new: bool
    ) -> None:
        started = time.perf_counter()
        recorder = Recorder(run, self.ledger, gettext=catalog(spoken(turn)).gettext)
        try:
            run.fence = self.flow.claim(run.thread, run.id)
            start = self.flow.begin_input if is_new else self.flow.resume_input
            end = self._advance(run, workflow, turn, recorder=recorder, model=model, start=start)
        except Stopped:
            # Only this thread can ask the other system whether its effect happened.
            unknown = self.recovery.unknown_outcome(turn.thread)
            end = _End("failed", unknown) if unknown else _End("stopped")
        except GraphRecursionError as cause:
            error = StepFailed(
                "This took more steps than allowed and was ended.",
                hint="Ask for less at once, or try another model.",
            )
            error.__cause__ = cause
            end = _End("failed", error)
        except Exception as cause:  # noqa: BLE001 - the last line of defence of a worker thread
            end = _End("failed", explained(run, cause))
        try:
            self._settle(run, workflow, turn, end)
        except Exception as cause:  # noqa: BLE001 - as above
            # The lease is not renewed any more; when it has run out, recovery settles this.
            end = _End("failed", explained(run, cause))
        for question in end.asked:
            run.publish(Asked(question))
        if end.error:
            run.publish(Failed(**_failure(end.error, turn)))
        seconds = time.perf_counter() - started
        run.publish(Done(end.outcome, seconds, tuple(recorder.costs)))

    def _advance(
        self,
        run: Run,
        workflow: Workflow,
        turn: Turn,
        *,
        recorder: Recorder,
        model: ModelChoice,
        start: Callable[[Workflow, Turn], Any],
    ) -> "_End":
        graph_input = start(workflow, turn)
        if not isinstance(graph_input, Finished):
            context = self._context(turn, recorder, model)
            recorder.speaker = {"model": context.llm.label, "is_model": context.llm.is_model}
            interrupts = self.flow.drive(workflow, context, graph_input, fence=run.fence)
            if interrupts:
                with self.ledger.transaction():
                    self.ledger.leases.must_hold(run.id)
                    asked = self.flow.record_pause(turn, interrupts)
                return _End("waiting", asked=asked)
        return _End("stopped" if run.stopped else "done")

    def _context(self, turn: Turn, recorder: Recorder, model: ModelChoice) -> Context:
        return Context(
            user=self.ledger.threads.owner(turn.thread),
            thread=turn.thread,
            turn=turn.id,
            ports=self.ports,
            llm=self.open_llm(model, recorder),
            report=recorder,
            images=self._open_images(model, recorder),
        )

    def _settle(self, run: Run, workflow: Workflow, turn: Turn, end: "_End") -> None:
        """Store the end of the run in the ledger, prune checkpoints, release the lease."""
        self.ledger.leases.must_hold(run.id)
        failure = _failure(end.error, turn) if end.error else None
        finished = end.outcome in ("done", "stopped")
        if end.outcome == "stopped":
            self.flow.halt(workflow, turn, fence=run.fence)
        result = self.flow.read_result(workflow, turn) if finished else None
        # While the thread is still ours: the next run's checkpoints are not for us to prune.
        self.flow.prune(turn.thread, finished=finished, fence=run.fence)
        with self.ledger.transaction():
            self.ledger.leases.must_hold(run.id)
            if result:
                self.flow.store_result(turn, result)
            self.ledger.turns.set_status(turn.id, end.outcome, error=failure)
            self.ledger.threads.set_status(turn.thread, end.outcome)
            self.ledger.leases.end(run.id, end.outcome)
        self.ledger.anchor()

    def dismiss(self, thread: Thread) -> None:
        """End the last turn of a thread, which was cut off or failed, without continuing it."""
        turn = self.ledger.turns.last(thread.id)
        if turn is None:
            return
        workflow = find_workflow(thread.workflow)
        # A lease as for a run: the turn must not be continued while it is dismissed.
        run = self.ledger.leases.begin(thread.id, turn.id, kind="stop", model=turn.model)
        fence = self.flow.claim(thread.id, run)
        self.flow.halt(workflow, turn, fence=fence)
        self.flow.settle(workflow, turn)
        self.flow.prune(thread.id, finished=True, fence=fence)
        with self.ledger.transaction():
            self.ledger.leases.must_hold(run)
            self.ledger.turns.set_status(turn.id, "stopped")
            self.ledger.threads.set_status(thread.id, "stopped")
            self.ledger.leases.end(run, "stopped")

    def _watch(self) -> None:
        live = {*self._admitted, *self.runs.live()}
        self.ledger.leases.beat(live)
        self.runs.stop(self.ledger.leases.asked_to_stop())
        self.recovery.recover(live=live)
        self._expired.sweep(self.runs)
        for thread in self.ledger.threads.deleted_with_unknown_outcome():
            self.ledger.threads.restore(thread)
        for thread in self.ledger.threads.due_for_purge():
            # The ledger commits last: a crash before that leaves the thread due.
            with self.ledger.transaction():
                self.ledger.threads.purge(thread)
                self.flow.forget(thread)
            for workflow in known_workflows().values():
                if workflow.forget:
                    workflow.forget(self.ports, thread)
        for workflow in known_workflows().values():
            if workflow.clean_up:
                workflow.clean_up(self.ports)
        self.ledger.names.forget_requests()
        if self._written and not self.runs.live():
            self._written = False
            self.ledger.db.truncate()
            self.flow.truncate()


def _failure(error: AgentError, turn: Turn) -> Plain:
    """Describe an error in the language of the conversation, if it is known."""
    message, hint = error.translate(catalog(spoken(turn)).gettext)
    kind = "other"
    if isinstance(error, PositionLost):
        kind = "lost"
    elif isinstance(error, (ProviderError, StepFailed, ModelNotConfigured)):
        kind = "model"
    return {
        "message": message,
        "hint": hint,
        "retryable": error.retryable,
        "kind": kind,
        "problem": getattr(error, "problem", ""),
    }
