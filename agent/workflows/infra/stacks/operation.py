"""One operation of the engine: begun once, followed to its end, and found again after a crash."""

import time
from dataclasses import dataclass, field
from typing import Any

from agent.errors import CloudError, OutcomeUnknown, Refused
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, OperationProgress
from agent.workflows.infra.stacks.changes import current_content
from agent.workflows.infra.state import Plain

# The engine answered: it surely did not begin.
_REFUSALS = "throttled denied expired credentials state rolling_back no_stack no_change_set"
SURELY_NOT = frozenset([*_REFUSALS.split(), "protected", "limit", "refused"])
PASSING = frozenset({"throttled", "unavailable"})
FIRST_WAIT, LONGEST_WAIT = 0.05, 3.0
SETTLING_SECONDS = 30.0
"""How long an engine may go on showing what was before."""
PATIENCE = 20
"""How often in a row the engine may not answer while it is followed."""
UNSTOPPABLE = N_("You pressed stop, but this cannot be stopped: {reason}")
CHANGED = N_("The stack has changed since you approved.")
_STACK = "AWS::CloudFormation::Stack"


class HasChanged(Refused):
    """It is not what was approved any more."""


@dataclass
class Operation:
    """What was approved, as `prepare_deploy` holds it; shown as a table while it goes on."""

    context: Context
    environment: Any
    held: Plain
    card: str = "deployment"
    """The key of what it shows."""
    _shown: Plain = field(default_factory=dict, init=False)

    def execute(self) -> Plain:
        """Have it done. Raises Refused where the engine surely did not begin."""
        held, begins = self.held, False
        try:
            if current_content(held, self.context, self.environment) != held["content"]:
                raise HasChanged(CHANGED)
            begins = True
            self._begin()
        except CloudError as error:
            # A rollback that goes on may be the one that was asked for, with its answer lost.
            is_ours = held["mode"] == "roll back" and error.problem == "rolling_back"
            if not begins or (error.problem in SURELY_NOT and not is_ours):
                raise Refused(error.message, hint=error.hint, retryable=error.retryable) from error
            raise
        return self._follow()

    def find(self) -> Plain | None:
        """What became of it, by its id; None when it surely has not begun."""
        held, cloud = self.held, self.context.ports.cloud
        try:
            if held["mode"] == "change set":
                told = cloud.execution(self.environment, held["arn"])
                has_begun = told.status in ("running", "succeeded", "failed")
            else:
                status = cloud.stack(self.environment, held["stack_id"]).status
                has_begun = self._wanted in status and not status.endswith("_FAILED")
        except CloudError as error:
            if error.problem != "no_stack":
                raise OutcomeUnknown(error.message, hint=error.hint, retryable=True) from error
            # The stack was deleted so long ago that the engine does not know it any more.
            name, status = held["stack_id"], "DELETE_COMPLETE"
            gone = OperationProgress(name, status, "", is_final=True, succeeded=True)
            return self._result(gone, seconds=0)
        return self._follow() if has_begun else None

    @property
    def _wanted(self) -> str:
        """What the stack's status says of a deletion or a way back."""
        return "DELETE" if self.held["mode"] == "delete" else "ROLLBACK"

    def _begin(self) -> None:
        held, cloud = self.held, self.context.ports.cloud
        match held["mode"]:
            case "change set":
                if cloud.execute(self.environment, held["arn"]).status == "gone":
                    raise Refused(
                        "The change set is gone.", hint="Ask again: it is made from scratch."
                    )
            case "delete":
                cloud.destroy(self.environment, held["stack_id"])
            case _:
                cloud.roll_back(self.environment, held["stack_id"])

    def _follow(self) -> Plain:
        """Until the engine says that it is over. Raises OutcomeUnknown when it takes too long."""
        began, wait, missed, goes_back = time.monotonic(), FIRST_WAIT, 0, False
        cloud, stack, since = self.context.ports.cloud, self.held["stack_id"], self.held["since"]
        minutes = self.context.ports.change_rules.deploy_minutes
        while (waited := time.monotonic() - began) <= minutes * 60:
            try:
                progress, missed = cloud.progress(self.environment, stack, after=since), 0
                is_over = progress.is_final and not self._still_running(progress, waited)
            except CloudError as error:
                missed += 1
                if error.problem not in PASSING or missed > PATIENCE:
                    raise _unknown(error.message) from error
            else:
                self._show(progress)
                if is_over:
                    return self._result(progress, seconds=time.monotonic() - began)
            if self.context.report.stopped and not goes_back:
                goes_back = self._cancel()
            time.sleep(wait)
            wait = min(wait * 1.5, LONGEST_WAIT)
        raise _unknown(N_("The deployment is still running."))

    def _still_running(self, progress: OperationProgress, waited: float) -> bool:
        """A stack may still show its last state for a moment after a change has begun."""
        if self.held["mode"] == "change set":
            told = self.context.ports.cloud.execution(self.environment, self.held["arn"])
            return told.status in ("waiting", "running")
        if self._wanted in progress.status and progress.status.endswith("_COMPLETE"):
            return False
        own = [event for event in progress.events if event.type == _STACK]
        has_ended = any(event.status == progress.status for event in own)
        return not has_ended and waited < SETTLING_SECONDS

    def _cancel(self) -> bool:
        """Whether the engine rolls back; what cannot be stopped is followed to its end."""
        report = self.context.report
        try:
            self.context.ports.cloud.cancel(self.environment, self.held["stack_id"])
        except CloudError as error:
            report.overrule_stop()
            report.emit(Notice(UNSTOPPABLE, "warning", {"reason": error}))
            return False
        text = N_("You pressed stop: the engine was asked to go back to what was there before.")
        report.emit(Notice(text, "warning"))
        return True

    def _show(self, progress: OperationProgress) -> None:
        """Draw the progress again if it has changed."""
        data = {
            "stack": self.held["stack"],
            "status": progress.status,
            "reason": progress.reason,
            "is_final": progress.is_final,
            "actions": actions_of(progress, self.held),
            "validation": [],
        }
        if data != self._shown:
            self._shown = data
            self.context.report.emit(Artifact("infra_deployment", self.card, data))

    def _result(self, progress: OperationProgress, *, seconds: float) -> Plain:
        mode, status = self.held["mode"], progress.status
        succeeded = progress.succeeded and (mode != "delete" or status == "DELETE_COMPLETE")
        if mode == "roll back":
            succeeded = status.endswith("ROLLBACK_COMPLETE")
        return {
            "reference": self.held["arn"] or self.held["stack_id"],
            "stack_id": self.held["stack_id"],
            "status": status,
            "reason": progress.reason,
            "succeeded": succeeded,
            "seconds": round(seconds, 2),
            "actions": actions_of(progress, self.held),
        }


def _unknown(why: str) -> OutcomeUnknown:
    hint = N_("Press Try again: I check how far it got first and send nothing twice.")
    return OutcomeUnknown(why, hint=hint, retryable=True)


def actions_of(progress: OperationProgress, held: Plain) -> list[Plain]:
    """Of each approved action how far it is, by the events since it was approved."""
    now = {resource.logical_id: resource.physical_id for resource in progress.resources}
    latest = {event.logical_id: event.status for event in progress.events}
    unheard = "not done" if progress.is_final else "waiting"
    found = []
    for action in held["actions"]:
        name = action["resource"]
        status = latest.get(name, unheard)
        is_out = progress.is_final and action["state"] in ("removed", "kept") and name not in now
        if is_out or progress.status == "DELETE_COMPLETE":
            status = "DELETE_SKIPPED" if action["policy"] == "Retain" else "DELETE_COMPLETE"
        own = {"resource_name": name, "resource_type": action["type"], "status": status}
        found.append({"action_type": action["state"], **own, "output": now.get(name) or ""})
    return found
