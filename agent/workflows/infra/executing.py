"""Doing what was approved: once, followed to its end, then proven check by check."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from langgraph.runtime import Runtime

from agent.conversation import gettext_of, task_of
from agent.errors import CloudError, NotApproved, OutcomeUnknown, Refused
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, Effect, OperationProgress, StackEvent
from agent.questions import to_json
from agent.workflows.infra.coding import plan_of
from agent.workflows.infra.contracts import (
    DeploymentAction,
    DeploymentOutput,
)
from agent.workflows.infra.deploying import (
    CHANGED,
    EXPIRED,
    beside,
    current_content,
    recovery_question,
    void,
)
from agent.workflows.infra.proving import results_of, summary_of
from agent.workflows.infra.state import PipelineState, Plain, environment_of

# The engine answered: it surely did not begin.
_REFUSALS = "throttled denied expired credentials state rolling_back no_stack no_change_set"
SURELY_NOT = frozenset([*_REFUSALS.split(), "protected", "limit", "refused"])
PASSING = frozenset({"throttled", "unavailable"})
FIRST_WAIT, LONGEST_WAIT = 0.05, 3.0
SETTLING_SECONDS = 30.0
"""How long an engine may go on showing what was before."""
_STACK = "AWS::CloudFormation::Stack"
RUNNING = N_("The deployment is still running.")
UNSTOPPABLE = N_("You pressed stop, but this cannot be stopped: {reason}")
PATIENCE = 20
"""How often in a row the engine may not answer while it is followed."""


@dataclass
class Following:
    """One operation as it goes, shown as a table that is drawn anew with each change."""

    context: Context
    environment: Any
    held: Plain
    minutes: float
    card: str = "deployment"
    """The key of what it shows."""
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic

    def to_the_end(self) -> Plain:
        """Until the engine says that it is over. Raises OutcomeUnknown when it takes too long."""
        began, wait, missed, goes_back = self.clock(), FIRST_WAIT, 0, False
        while True:
            try:
                progress = self._progress()
                waited = self.clock() - began
                is_over = progress.is_final and not self._still_running(progress, waited)
                missed = 0
            except CloudError as error:
                missed += 1
                if error.problem not in PASSING or missed > PATIENCE:
                    raise self._unknown(error.message) from error
            else:
                self._show(progress)
                if is_over:
                    return _result(progress, self.held, seconds=self.clock() - began)
            if self.context.report.stopped and not goes_back:
                goes_back = self._cancel()
            if self.clock() - began > self.minutes * 60:
                raise self._unknown(RUNNING)
            self.sleep(wait)
            wait = min(wait * 1.5, LONGEST_WAIT)

    def _unknown(self, why: str) -> OutcomeUnknown:
        hint = N_("Press Try again: I check how far it got first and send nothing twice.")
        return OutcomeUnknown(why, hint=hint, retryable=True)

    def _progress(self) -> OperationProgress:
        cloud, since = self.context.ports.cloud, self.held["since"]
        return cloud.progress(self.environment, self.held["stack_id"], after=since)

    def _still_running(self, progress: OperationProgress, waited: float) -> bool:
        """A stack may still show its last state for a moment after a change has begun."""
        if self.held["mode"] == "change set":
            told = self.context.ports.cloud.execution(self.environment, self.held["arn"])
            return told.status in ("waiting", "running")
        wanted = "DELETE" if self.held["mode"] == "delete" else "ROLLBACK"
        if wanted in progress.status and progress.status.endswith("_COMPLETE"):
            return False
        own = [event for event in progress.events if event.type == _STACK]
        has_ended = any(event.status == progress.status for event in own)
        return not has_ended and waited < SETTLING_SECONDS

    def _cancel(self) -> bool:
        """Whether the engine goes back. What cannot be stopped is told to its end."""
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
        data = {
            "stack": self.held["stack"],
            "status": progress.status,
            "reason": progress.reason,
            "is_final": progress.is_final,
            "actions": [action.model_dump() for action in actions_of(progress, self.held)],
            "validation": [],
        }
        if data != getattr(self, "_last", None):
            self._last = data
            self.context.report.emit(Artifact("infra_deployment", self.card, data))


def actions_of(progress: OperationProgress, held: Plain) -> list[DeploymentAction]:
    """Of each approved action how far it is, by the events since it was approved."""
    now = {resource.logical_id: resource for resource in progress.resources}
    latest: dict[str, Any] = {event.logical_id: event for event in progress.events}
    found = []
    for action in held["actions"]:
        name = action["resource"]
        unheard = "not done" if progress.is_final else "waiting"
        status = latest[name].status if name in latest else unheard
        if progress.status == "DELETE_COMPLETE":
            status = _at_the_end(action)
        found.append(
            DeploymentAction(
                action_type=action["state"],
                resource_name=name,
                resource_type=action["type"],
                status=status,
                duration_seconds=_seconds([e for e in progress.events if e.logical_id == name]),
                output=(now[name].physical_id if name in now else "") or "",
            )
        )
    return found


def _at_the_end(action: Plain) -> str:
    """Of a stack that is deleted."""
    return "DELETE_SKIPPED" if action["policy"] == "Retain" else "DELETE_COMPLETE"


def _seconds(events: list[StackEvent]) -> float | None:
    """From the first event of a resource to the one that ended its work; None before that."""
    if len(events) < 2 or events[-1].status.endswith("_IN_PROGRESS"):
        return None
    first, last = (datetime.fromisoformat(event.time) for event in (events[0], events[-1]))
    return round((last - first).total_seconds(), 2)


def _result(progress: OperationProgress, held: Plain, *, seconds: float) -> Plain:
    is_gone = progress.status == "DELETE_COMPLETE"
    succeeded = progress.succeeded and (held["mode"] != "delete" or is_gone)
    if held["mode"] == "roll back":
        succeeded = progress.status.endswith("ROLLBACK_COMPLETE")
    return {
        "reference": held["arn"] or held["stack_id"],
        "stack_id": held["stack_id"],
        "status": progress.status,
        "reason": progress.reason,
        "succeeded": succeeded,
        "seconds": round(seconds, 2),
        "actions": [action.model_dump() for action in actions_of(progress, held)],
    }


def deploy_validate(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Execute what was approved, and nothing else; then ask the engine whether it is as planned."""
    context = runtime.context
    held = state["change_set"] or {}
    minutes = context.ports.change_rules.deploy_minutes
    following = Following(
        context,
        environment_of(state),
        held,
        minutes,
        card=beside("deployment", state),
    )
    approval = state.get("approval") or ""
    fence = held["arn"] or held["stack_id"]
    effects = context.ports.effects
    # Held before it is looked at: nobody else changes it between the look and the act.
    effects.hold(held["target"], thread=context.thread, fence=fence)
    if _has_not_begun(following, approval) and current_content(state, context) != held["content"]:
        effects.release(held["target"], fence=fence)
        return void(CHANGED, context)
    try:
        result = effects.perform(
            Effect("cloud.execute", held["target"], held["content"].encode(), approval),
            thread=context.thread,
            act=lambda: _executed(following),
            find=lambda: _found(following),
        )
    except NotApproved:
        # Answered in time, but not carried out in time.
        effects.release(held["target"], fence=fence)
        return void(EXPIRED, context)
    effects.release(held["target"], fence=fence)
    output = _validated(state, context, result)
    update: Plain = {
        "deployment_output": output.model_dump(mode="json"),
        "current_agent": "end",
        "stale": None,
    }
    if output.status == "success" and state.get("failure"):
        # What was left over is gone: now it is written and made anew.
        update |= {"recovery": None, "change_set": None}
    if output.status != "success" and not state.get("recovery"):
        can_repair = context.llm.is_model and output.should_retry_iac
        question = recovery_question(state, output, task=task_of(runtime), can_repair=can_repair)
        update |= {"drafted": to_json(question) if question else None, "error": output.summary}
    return update


def _has_not_begun(following: Following, approval: str) -> bool:
    """Whether the engine still waits for it: of what has begun, the base has changed by itself."""
    held, context = following.held, following.context
    if held["mode"] == "change set":
        told = context.ports.cloud.execution(following.environment, held["arn"])
        return told.status == "waiting"
    rows = context.ports.effects.of_thread(context.thread)
    match {row.approval: row.status for row in rows}.get(approval):
        case "done":
            return False
        case "intended":
            return _how_far(following) == "not begun"
        case _:
            return True


def _executed(following: Following) -> Plain:
    held, cloud = following.held, following.context.ports.cloud
    try:
        match held["mode"]:
            case "change set":
                told = cloud.execute(following.environment, held["arn"])
                if told.status == "gone":
                    raise Refused(
                        "The change set is gone.", hint="Ask again: it is made from scratch."
                    )
            case "delete":
                cloud.destroy(following.environment, held["stack_id"])
            case _:
                cloud.roll_back(following.environment, held["stack_id"])
    except CloudError as error:
        # A rollback that goes on may be the one that was asked for, with its answer lost.
        is_ours = held["mode"] == "roll back" and error.problem == "rolling_back"
        if error.problem in SURELY_NOT and not is_ours:
            raise Refused(error.message, hint=error.hint, retryable=error.retryable) from error
        raise
    return following.to_the_end()


def _how_far(following: Following) -> Literal["not begun", "begun", "forgotten"]:
    """What the engine says of it, by its id."""
    held, cloud = following.held, following.context.ports.cloud
    try:
        if held["mode"] == "change set":
            told = cloud.execution(following.environment, held["arn"])
            has_begun = told.status in ("running", "succeeded", "failed")
        else:
            status = cloud.stack(following.environment, held["stack_id"]).status
            wanted = "DELETE" if held["mode"] == "delete" else "ROLLBACK"
            has_begun = wanted in status and not status.endswith("_FAILED")
    except CloudError as error:
        if error.problem == "no_stack":
            return "forgotten"
        raise OutcomeUnknown(error.message, hint=error.hint, retryable=True) from error
    return "begun" if has_begun else "not begun"


def _found(following: Following) -> Plain | None:
    """What became of it; None when it surely has not begun."""
    match _how_far(following):
        case "not begun":
            return None
        case "begun":
            return following.to_the_end()
        case "forgotten":
            return _gone(following.held)


def _gone(held: Plain) -> Plain:
    """The engine has forgotten the stack: it was deleted long ago."""
    return {
        "reference": held["stack_id"],
        "stack_id": held["stack_id"],
        "status": "DELETE_COMPLETE",
        "reason": "",
        "succeeded": True,
        "seconds": 0.0,
        "actions": [
            {
                "action_type": action["state"],
                "resource_name": action["resource"],
                "status": _at_the_end(action),
            }
            for action in held["actions"]
        ],
    }


# Proof


def _validated(state: PipelineState, context: Context, result: Plain) -> DeploymentOutput:
    plan, held = plan_of(state), state["change_set"] or {}
    checks = results_of(state, context, plan, result)
    failed = [check for check in checks if check.outcome == "failed"]
    status: Literal["success", "failed", "rolled_back"] = "success"
    if not result["succeeded"]:
        status = "rolled_back" if "ROLLBACK_COMPLETE" in result["status"] else "failed"
    elif state.get("recovery") in ("rollback", "resume"):
        status = "rolled_back"
    elif failed:
        status = "failed"
    is_gone = result["status"] == "DELETE_COMPLETE"
    outputs = (
        {}
        if is_gone
        else context.ports.cloud.stack(environment_of(state), result["stack_id"]).outputs
    )
    output = DeploymentOutput(
        status=status,
        stack=held["stack"],
        stack_status=result["status"],
        deployment_actions=[
            DeploymentAction.model_validate(action) for action in result["actions"]
        ],
        validation_results=checks,
        all_validations_passed=all(check.passed for check in checks) and result["succeeded"],
        outputs=outputs,
        rollback_info=plan.rollback_note,
        actual_cost_impact=(state.get("review_output") or {}).get("cost_estimate"),
        duration=result["seconds"],
        should_retry_iac=status != "success" and plan.kind != "delete",
    )
    output.summary = summary_of(output, result, plan, gettext_of(state))
    output.retry_guidance = "" if status == "success" else output.summary
    data = {
        "stack": output.stack,
        "status": output.stack_status,
        "reason": result["reason"],
        "is_final": True,
        "actions": result["actions"],
        "validation": [check.model_dump() for check in checks],
        "outputs": outputs,
        "seconds": output.duration,
    }
    context.report.emit(Artifact("infra_deployment", beside("deployment", state), data))
    return output


def after_deploy_validate(
    state: PipelineState,
) -> Literal["prepare_deploy", "end_success", "recovery_approval", "end_failure", "iac"]:
    if state.get("stale"):
        return "prepare_deploy"
    is_good = (state.get("deployment_output") or {}).get("status") == "success"
    if is_good and state.get("failure"):
        return "iac"
    if is_good and not state.get("recovery"):
        return "end_success"
    if state.get("drafted"):
        return "recovery_approval"
    return "end_failure"
