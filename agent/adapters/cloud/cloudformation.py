"""The Cloud port on AWS CloudFormation. Which account it drives is the profile's affair."""

import hashlib
from dataclasses import replace
from secrets import token_hex

from agent.adapters.cloud import answers
from agent.adapters.cloud.failures import cloud_error
from agent.adapters.cloud.questions import TICK, Questions
from agent.adapters.cloud.sandbox import recreation
from agent.adapters.failures import CLOUD
from agent.checks import cfn
from agent.errors import CloudError
from agent.language.catalogs import N_
from agent.ports import (
    Base,
    ChangeSet,
    Environment,
    Execution,
    ExecutionStatus,
    OperationProgress,
    Removal,
    ResourceChange,
)

PREPARE_SECONDS = 120.0
_IAM = "AWS::IAM::"
_GOOD = {"CREATE_COMPLETE", "UPDATE_COMPLETE", "DELETE_COMPLETE", "IMPORT_COMPLETE"}
_EXECUTIONS: dict[str, ExecutionStatus] = {
    "AVAILABLE": "waiting",
    "EXECUTE_IN_PROGRESS": "running",
    "EXECUTE_COMPLETE": "succeeded",
    "EXECUTE_FAILED": "failed",
}


class CloudFormation(Questions):
    """Sends nothing twice: a repeated request returns the outcome of the first."""

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
            raise cloud_error("state", message=N_("That change has been made already."))
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
        stack = self._find_stack(environment, told["StackId"])
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
                message=N_("Only an update that is running can be stopped."),
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
                        message=N_("The engine has nothing to roll back."),
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
            raise cloud_error(
                "refused", message=N_("A stack is deleted by its id, not by its name.")
            )
        found = self._find_stack(environment, stack_id)
        if found is None or found.status in {"DELETE_COMPLETE", "DELETE_IN_PROGRESS"}:
            return
        if found.is_protected:
            raise cloud_error("protected")
        with self._engine(environment) as engine:
            engine.delete_stack(StackName=found.id)

    # Within

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
                if CLOUD.find(text=prepared.reason) == "no_change":
                    raise cloud_error("no_change")
                raise cloud_error("refused", prepared.reason)
            if self._clock() > ends:
                raise cloud_error("unavailable", message=N_("The change set takes too long."))
            self._sleep(TICK)

    def _forget_review(self, environment: Environment, stack_id: str) -> None:
        stack = self._find_stack(environment, stack_id)
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


def _has_iam(types: set[str]) -> bool:
    return any(kind.startswith(_IAM) for kind in types)


def _token(arn: str) -> str:
    """A token that repeats for the same change set, so that the engine knows a repetition."""
    return f"interlude-{hashlib.sha256(arn.encode()).hexdigest()[:40]}"


def _is_same(
    there: ChangeSet, *, template: str, parameters: dict[str, str], tags: dict[str, str]
) -> bool:
    given = {key: there.parameters.get(key) for key in parameters}
    is_open = there.execution == "AVAILABLE"
    return is_open and there.template == template and given == parameters and there.tags == tags
