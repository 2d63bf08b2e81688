"""Reads from AWS CloudFormation and from what it has deployed; changes nothing."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from agent.adapters.cloud import answers
from agent.adapters.cloud.checks import catalogue, run_check, sentence_of
from agent.adapters.cloud.failures import cloud_error, explained
from agent.adapters.cloud.profiles import Profiles
from agent.adapters.failures import CLOUD
from agent.checks import cfn
from agent.errors import CloudError
from agent.language.catalogs import N_
from agent.ports import (
    Base,
    Check,
    CheckKind,
    CheckResult,
    CloudIdentity,
    Drift,
    Environment,
    Stack,
    StackEvent,
    StackResource,
    TemplateSummary,
)

DRIFT_SECONDS = 120.0
TICK = 0.5
NOT_THERE = {"REVIEW_IN_PROGRESS", "DELETE_COMPLETE"}


class Questions:
    """Reads each environment's stacks, and only those."""

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
        return sorted((s for s in mine if s.status not in NOT_THERE), key=lambda s: s.name)

    def stack(self, environment: Environment, stack: str) -> Stack:
        self._mine(environment, stack)
        with self._engine(environment) as engine:
            rows = engine.describe_stacks(StackName=stack)["Stacks"]
        if not rows:
            raise cloud_error("no_stack")
        return answers.stack_of(rows[0])

    def base(self, environment: Environment, stack: str) -> Base:
        found = self._find_stack(environment, stack)
        if found is None or found.status in NOT_THERE:
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

    # Acceptance

    def check_kinds(self) -> tuple[CheckKind, ...]:
        return catalogue()

    def sentence(self, check: Check, language: str = "en") -> str:
        return sentence_of(check, language)

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
            raise CLOUD.failure(
                "refused",
                says=N_("Stacks of {about} have names that begin with {prefix}."),
                about=environment,
                prefix=prefix,
            )

    def _find_stack(self, environment: Environment, stack: str) -> Stack | None:
        try:
            return self.stack(environment, stack)
        except CloudError as error:
            if error.problem == "no_stack":
                return None
            raise

    def _why(self, environment: Environment, stack: Stack) -> str:
        """Failures of the last operation; fewer where the account hides them."""
        try:
            with self._engine(environment) as engine:
                rows = engine.describe_events(StackName=stack.id)["OperationEvents"]
        except CloudError:
            return stack.reason
        if told := answers.failures_of(rows, stack=stack) or stack.reason:
            return told
        return answers.failed_in(self.events(environment, stack.id), stack=stack)

    def _until_detected(self, engine: Any, detection: str) -> None:
        ends = self._clock() + DRIFT_SECONDS
        while self._clock() < ends:
            told = engine.describe_stack_drift_detection_status(StackDriftDetectionId=detection)
            if told["DetectionStatus"] != "DETECTION_IN_PROGRESS":
                return
            self._sleep(TICK)
        raise cloud_error("unavailable", message=N_("Looking for drift takes too long."))

    def _drifts(self, engine: Any, stack: str) -> list[Any]:
        told = engine.describe_stack_resource_drifts(StackName=stack)
        rows = list(told["StackResourceDrifts"])
        while token := told.get("NextToken"):
            told = engine.describe_stack_resource_drifts(StackName=stack, NextToken=token)
            rows += told["StackResourceDrifts"]
        return rows


def _name_of(stack: str) -> str:
    return stack.rpartition(":stack/")[2].partition("/")[0] if stack.startswith("arn:") else stack
