"""The Cloud port on AWS CloudFormation. Which account it drives is the profile's affair."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from secrets import token_hex
from typing import Any

from agent.adapters.cloud import answers
from agent.adapters.cloud.checks import catalogue, run_check, sentence_of
from agent.adapters.cloud.failures import cloud_error, explained
from agent.adapters.cloud.profiles import Profiles
from agent.adapters.cloud.sandbox import recreation
from agent.checks import cfn
from agent.errors import CloudError
from agent.ports import (
    Base,
    ChangeSet,
    Check,
    CheckKind,
    CheckResult,
    CloudIdentity,
    Drift,
    Environment,
    Execution,
    ExecutionStatus,
    OperationProgress,
    Removal,
    ResourceChange,
    Stack,
    StackEvent,
    StackResource,
    TemplateSummary,
)

PREPARE_SECONDS = 120.0
DRIFT_SECONDS = 120.0
_TICK = 0.5
_IAM = "AWS::IAM::"
_GOOD = {"CREATE_COMPLETE", "UPDATE_COMPLETE", "DELETE_COMPLETE", "IMPORT_COMPLETE"}
_EXECUTIONS: dict[str, ExecutionStatus] = {
    "AVAILABLE": "waiting",
    "EXECUTE_IN_PROGRESS": "running",
    "EXECUTE_COMPLETE": "succeeded",
    "EXECUTE_FAILED": "failed",
}
_NOT_THERE = {"REVIEW_IN_PROGRESS", "DELETE_COMPLETE"}


class CloudFormation:
    """Sends nothing twice: a repeated request returns the outcome of the first."""

    def __init__(
        self,
        profiles: Profiles,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._profiles = profiles
        self._sleep = sleep
        self._clock = clock

    def identity(self, environment: Environment) -> CloudIdentity:
        with self._told(environment):
            return self._profiles.identity(environment)

    def close(self) -> None:
        self._profiles.close()

    # Questions

    def validate(self, environment: Environment, template: str) -> TemplateSummary:
        cfn.parse(template)
        with self._engine(environment) as engine:
            engine.validate_template(TemplateBody=template)
            told = engine.get_template_summary(TemplateBody=template)
        return TemplateSummary(
            description=told.get("Description", ""),
            parameters=tuple(p["ParameterKey"] for p in told.get("Parameters", [])),
            capabilities=tuple(told.get("Capabilities", [])),
            types=tuple(told.get("ResourceTypes", [])),
        )

    def stacks(self, environment: Environment) -> list[Stack]:
        prefix = self._profiles.prefix(environment)
        with self._engine(environment) as engine:
            pages = list(engine.get_paginator("describe_stacks").paginate())
        found = [answers.stack_of(row) for page in pages for row in page["Stacks"]]
        mine = [stack for stack in found if stack.name.startswith(prefix)]
        return sorted((s for s in mine if s.status not in _NOT_THERE), key=lambda s: s.name)

    def stack(self, environment: Environment, stack: str) -> Stack:
        self._mine(environment, stack)
        with self._engine(environment) as engine:
            rows = engine.describe_stacks(StackName=stack)["Stacks"]
        if not rows:
            raise cloud_error("no_stack")
        return answers.stack_of(rows[0])

    def base(self, environment: Environment, stack: str) -> Base:
        found = self._found(environment, stack)
        if found is None or found.status in _NOT_THERE:
            return answers.no_base(found.name if found else stack)
        with self._engine(environment) as engine:
            template = engine.get_template(StackName=found.id, TemplateStage="Original")
        resources = self.resources(environment, found.id)
        return answers.base_of(found, template=template["TemplateBody"], resources=resources)

    def resources(self, environment: Environment, stack: str) -> list[StackResource]:
        self._mine(environment, stack)
        with self._engine(environment) as engine:
            pages = list(engine.get_paginator("list_stack_resources").paginate(StackName=stack))
        rows = [row for page in pages for row in page["StackResourceSummaries"]]
        return [answers.resource_of(row) for row in rows]

    def events(
        self, environment: Environment, stack: str, *, after: str = "", limit: int = 100
    ) -> list[StackEvent]:
        self._mine(environment, stack)
        found: list[StackEvent] = []
        with self._engine(environment) as engine:
            for page in engine.get_paginator("describe_stack_events").paginate(StackName=stack):
                for row in page["StackEvents"]:
                    if row["EventId"] == after or len(found) >= limit:
                        return found[::-1]
                    found.append(answers.event_of(row))
        return found[::-1]

    def drift(self, environment: Environment, stack: str) -> list[Drift]:
        self._mine(environment, stack)
        with self._engine(environment) as engine:
            detection = engine.detect_stack_drift(StackName=stack)["StackDriftDetectionId"]
            self._until_detected(engine, detection)
            rows = self._drifts(engine, stack)
        text = self.base(environment, stack).template
        template = cfn.parse(text).resources if text else {}
        checked = [answers.drift_of(row, template) for row in rows]
        known = {row["LogicalResourceId"] for row in rows}
        return [
            *(drift for drift in checked if drift is not None),
            *(
                Drift(name, "", str(body.get("Type")), "NOT_CHECKED")
                for name, body in template.items()
                if name not in known
            ),
        ]

    # Changes

    def prepare(
        self,
        environment: Environment,
        stack: str,
        *,
        template: str,
        parameters: dict[str, str],
        tags: dict[str, str],
        name: str,
    ) -> ChangeSet:
        self._mine(environment, stack)
        types = {str(body.get("Type")) for body in cfn.parse(template).resources.values()}
        there = self._there(environment, stack, name)
        if there is not None:
            if _is_same(there, template=template, parameters=parameters, tags=tags):
                return there
            self.discard(environment, there.arn)
        base = self.base(environment, stack)
        self._refuse_unfit(base)
        request = {
            "StackName": stack,
            "ChangeSetName": name,
            "ChangeSetType": "UPDATE" if base.exists else "CREATE",
            "TemplateBody": template,
            "Parameters": [
                {"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()
            ],
            "Tags": [{"Key": key, "Value": value} for key, value in tags.items()],
            "Capabilities": ["CAPABILITY_NAMED_IAM"] if _has_iam(types) else [],
        }
        with self._engine(environment) as engine:
            arn = engine.create_change_set(**request)["Id"]
        return self._until_prepared(environment, arn)

    def change_set(self, environment: Environment, arn: str) -> ChangeSet:
        with self._engine(environment) as engine:
            pages = [engine.describe_change_set(ChangeSetName=arn)]
            while token := pages[-1].get("NextToken"):
                pages.append(engine.describe_change_set(ChangeSetName=arn, NextToken=token))
        answer = pages[0]
        self._mine(environment, answer["StackName"])
        changes = [change for page in pages for change in page.get("Changes", [])]
        with self._engine(environment) as engine:
            template = engine.get_template(
                StackName=answer["StackId"],
                ChangeSetName=answer["ChangeSetId"],
                TemplateStage="Original",
            )["TemplateBody"]
        base = self.base(environment, answer["StackId"])
        found = answers.change_set_of(answer, changes, template=template, base=base)
        if not self._profiles.is_sandbox(environment):
            return found
        return replace(found, changes=tuple(recreation.judged(c) for c in found.changes))

    def discard(self, environment: Environment, arn: str) -> None:
        try:
            with self._engine(environment) as engine:
                told = engine.describe_change_set(ChangeSetName=arn)
        except CloudError as error:
            if error.problem in {"no_change_set", "no_stack"}:
                return
            raise
        self._mine(environment, told["StackName"])
        if _EXECUTIONS.get(told.get("ExecutionStatus", "")) in {"running", "succeeded", "failed"}:
            raise cloud_error("state", message="That change has been made already.")
        with self._engine(environment) as engine:
            engine.delete_change_set(ChangeSetName=arn)
        self._forget_review(environment, told["StackId"])

    def sweep(
        self, environment: Environment, stack: str, *, named: str, keep: str, before: str
    ) -> None:
        self._mine(environment, stack)
        with self._engine(environment) as engine:
            pages = list(engine.get_paginator("list_change_sets").paginate(StackName=stack))
            for row in (row for page in pages for row in page.get("Summaries", [])):
                waits = _EXECUTIONS.get(row.get("ExecutionStatus", ""), "waiting") == "waiting"
                is_old = answers.moment(row.get("CreationTime")) < before
                is_other = row["ChangeSetId"] != keep and row["ChangeSetName"].startswith(named)
                if is_other and waits and is_old:
                    engine.delete_change_set(ChangeSetName=row["ChangeSetId"])

    def execute(self, environment: Environment, arn: str) -> Execution:
        known = self.execution(environment, arn)
        if known.status != "waiting":
            return known
        try:
            with self._engine(environment) as engine:
                engine.execute_change_set(ChangeSetName=arn, ClientRequestToken=_token(arn))
        except CloudError as error:
            # Another caller may have executed it a moment before: the engine knows.
            if error.problem not in {"state", "no_change_set"}:
                raise
            known = self.execution(environment, arn)
            if known.status == "waiting":
                raise
            return known
        return self.execution(environment, arn)

    def execution(self, environment: Environment, arn: str) -> Execution:
        try:
            with self._engine(environment) as engine:
                told = engine.describe_change_set(ChangeSetName=arn)
        except CloudError as error:
            if error.problem not in {"no_change_set", "no_stack"}:
                raise
            return self._remembered(environment, arn)
        self._mine(environment, told["StackName"])
        stack = self._found(environment, told["StackId"])
        status = _EXECUTIONS.get(told.get("ExecutionStatus", ""), "gone")
        why = self._why(environment, stack) if stack and status == "failed" else ""
        return Execution(
            arn=arn,
            stack_id=told["StackId"],
            status=status,
            stack_status=stack.status if stack else "",
            reason=why or told.get("StatusReason", ""),
        )

    def progress(
        self, environment: Environment, stack: str, *, after: str = ""
    ) -> OperationProgress:
        found = self.stack(environment, stack)
        is_final = found.status.endswith(("_COMPLETE", "_FAILED"))
        failed = is_final and found.status not in _GOOD
        return OperationProgress(
            stack_id=found.id,
            status=found.status,
            reason=self._why(environment, found) if failed else found.reason,
            is_final=is_final,
            succeeded=is_final and not failed,
            events=tuple(self.events(environment, found.id, after=after)),
            resources=tuple(self.resources(environment, found.id)),
        )

    def cancel(self, environment: Environment, stack: str) -> None:
        found = self.stack(environment, stack)
        if found.status != "UPDATE_IN_PROGRESS":
            raise cloud_error(
                "state",
                f"It is in {found.status}.",
                message="Only an update that is going on can be stopped.",
            )
        with self._engine(environment) as engine:
            engine.cancel_update_stack(StackName=found.id)

    def roll_back(self, environment: Environment, stack: str) -> None:
        found = self.stack(environment, stack)
        # By it the engine knows a repetition when its answer was lost on the way.
        once = {"StackName": found.id, "ClientRequestToken": f"interlude-{token_hex(16)}"}
        with self._engine(environment) as engine:
            match found.status:
                case "UPDATE_ROLLBACK_FAILED":
                    engine.continue_update_rollback(**once)
                case "CREATE_FAILED" | "UPDATE_FAILED" | "ROLLBACK_FAILED":
                    engine.rollback_stack(**once)
                case _:
                    raise cloud_error(
                        "state",
                        f"It is in {found.status}.",
                        message="The engine has nothing to roll back.",
                    )

    def removal(self, environment: Environment, stack: str) -> Removal:
        found, base = self.stack(environment, stack), self.base(environment, stack)
        kept = cfn.parse(base.template).retained if base.exists else set()
        changes = tuple(
            ResourceChange(
                "Remove",
                each.logical_id,
                each.type,
                each.physical_id,
                policy="Retain" if each.logical_id in kept else "Delete",
            )
            for each in self.resources(environment, found.id)
            if each.status != "DELETE_COMPLETE"
        )
        return Removal(found.name, found.id, found.is_protected, changes, base.digest)

    def destroy(self, environment: Environment, stack_id: str) -> None:
        if not stack_id.startswith("arn:"):
            raise cloud_error("refused", message="A stack is deleted by its id, not by its name.")
        found = self._found(environment, stack_id)
        if found is None or found.status in {"DELETE_COMPLETE", "DELETE_IN_PROGRESS"}:
            return
        if found.is_protected:
            raise cloud_error("protected")
        with self._engine(environment) as engine:
            engine.delete_stack(StackName=found.id)

    # Acceptance

    def check_kinds(self) -> tuple[CheckKind, ...]:
        return catalogue()

    def sentence(self, check: Check) -> str:
        return sentence_of(check)

    def verify(
        self, environment: Environment, stack: str, checks: Sequence[Check]
    ) -> list[CheckResult]:
        found = self.stack(environment, stack)
        resources = {r.logical_id: r for r in self.resources(environment, found.id)}
        is_sandbox = self._profiles.is_sandbox(environment)

        def client(service: str) -> Any:
            return self._profiles.client(environment, service)

        return [
            run_check(check, stack=found, resources=resources, client=client, is_sandbox=is_sandbox)
            for check in checks
        ]

    # Within

    @contextmanager
    def _told(self, environment: Environment) -> Iterator[None]:
        try:
            with explained():
                yield
        except CloudError as error:
            if error.problem in {"expired", "credentials"}:
                self._profiles.forget(environment)
            raise

    @contextmanager
    def _engine(self, environment: Environment) -> Iterator[Any]:
        with self._told(environment):
            yield self._profiles.client(environment, "cloudformation")

    def _mine(self, environment: Environment, stack: str) -> None:
        prefix = self._profiles.prefix(environment)
        if not _name_of(stack).startswith(prefix):
            raise cloud_error(
                "refused", message=f"Stacks of {environment} have names that begin with {prefix}."
            )

    def _found(self, environment: Environment, stack: str) -> Stack | None:
        try:
            return self.stack(environment, stack)
        except CloudError as error:
            if error.problem == "no_stack":
                return None
            raise

    def _why(self, environment: Environment, stack: Stack) -> str:
        """What failed in the last operation; an account that does not tell gives less."""
        try:
            with self._engine(environment) as engine:
                rows = engine.describe_events(StackName=stack.id)["OperationEvents"]
        except CloudError:
            return stack.reason
        if told := answers.failures_of(rows, stack=stack) or stack.reason:
            return told
        return answers.failed_in(self.events(environment, stack.id), stack=stack)

    def _there(self, environment: Environment, stack: str, name: str) -> ChangeSet | None:
        """A change set of that name, from an attempt that was cut off."""
        try:
            with self._engine(environment) as engine:
                told = engine.describe_change_set(StackName=stack, ChangeSetName=name)
        except CloudError as error:
            if error.problem in {"no_change_set", "no_stack"}:
                return None
            raise
        return self._until_prepared(environment, told["ChangeSetId"])

    def _refuse_unfit(self, base: Base) -> None:
        match base.status:
            case "ROLLBACK_COMPLETE" | "ROLLBACK_FAILED" | "CREATE_FAILED" | "DELETE_FAILED":
                raise CloudError(
                    f"The stack is left over from a failure: {base.status}.",
                    problem="state",
                    hint="Delete it first; then it can be created again.",
                )
            case status if "ROLLBACK" in status and status.endswith("_IN_PROGRESS"):
                raise cloud_error("rolling_back")
            case status if status.endswith("_IN_PROGRESS"):
                raise cloud_error("state", f"It is in {status}.")
            case _:
                return

    def _until_prepared(self, environment: Environment, arn: str) -> ChangeSet:
        ends = self._clock() + PREPARE_SECONDS
        while True:
            prepared = self.change_set(environment, arn)
            if prepared.status == "CREATE_COMPLETE":
                return prepared
            if prepared.status == "FAILED":
                self.discard(environment, arn)
                empty = "didn't contain changes" in prepared.reason
                none = empty or "No updates are to be performed" in prepared.reason
                raise cloud_error(
                    "no_change" if none else "refused", "" if none else prepared.reason
                )
            if self._clock() > ends:
                raise cloud_error("unavailable", message="The change set takes too long.")
            self._sleep(_TICK)

    def _forget_review(self, environment: Environment, stack_id: str) -> None:
        stack = self._found(environment, stack_id)
        if stack is None or stack.status != "REVIEW_IN_PROGRESS":
            return
        with self._engine(environment) as engine:
            waiting = engine.list_change_sets(StackName=stack_id).get("Summaries", [])
            if not waiting:
                engine.delete_stack(StackName=stack_id)

    def _remembered(self, environment: Environment, arn: str) -> Execution:
        """The change set is gone. A stack may still say that it was made by it."""
        for stack in self.stacks(environment):
            if stack.change_set == arn:
                done: ExecutionStatus = "succeeded" if stack.status in _GOOD else "failed"
                running = stack.status.endswith("_IN_PROGRESS")
                return Execution(
                    arn, stack.id, "running" if running else done, stack.status, stack.reason
                )
        return Execution(arn, "", "gone")

    def _until_detected(self, engine: Any, detection: str) -> None:
        ends = self._clock() + DRIFT_SECONDS
        while self._clock() < ends:
            told = engine.describe_stack_drift_detection_status(StackDriftDetectionId=detection)
            if told["DetectionStatus"] != "DETECTION_IN_PROGRESS":
                return
            self._sleep(_TICK)
        raise cloud_error("unavailable", message="Looking for drift takes too long.")

    def _drifts(self, engine: Any, stack: str) -> list[Any]:
        told = engine.describe_stack_resource_drifts(StackName=stack)
        rows = list(told["StackResourceDrifts"])
        while token := told.get("NextToken"):
            told = engine.describe_stack_resource_drifts(StackName=stack, NextToken=token)
            rows += told["StackResourceDrifts"]
        return rows


def _name_of(stack: str) -> str:
    return stack.rpartition(":stack/")[2].partition("/")[0] if stack.startswith("arn:") else stack


def _has_iam(types: set[str]) -> bool:
    return any(kind.startswith(_IAM) for kind in types)


def _token(arn: str) -> str:
    """The same for the same change set, so that the engine knows a repetition."""
    return f"interlude-{hashlib.sha256(arn.encode()).hexdigest()[:40]}"


def _is_same(
    there: ChangeSet, *, template: str, parameters: dict[str, str], tags: dict[str, str]
) -> bool:
    given = {key: there.parameters.get(key) for key in parameters}
    is_open = there.execution == "AVAILABLE"
    return is_open and there.template == template and given == parameters and there.tags == tags
