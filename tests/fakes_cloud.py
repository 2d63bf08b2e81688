"""A cloud and a reviewer in memory, which keep the promises of `agent/ports.py` and count."""

import hashlib
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from agent.adapters.cloud.checks import sentence_of
from agent.adapters.cloud.failures import cloud_error
from agent.adapters.cloud.questions import Questions
from agent.checks import cfn
from agent.ports import (
    Base,
    ChangeSet,
    Check,
    CheckOutcome,
    CheckResult,
    CloudIdentity,
    Drift,
    Environment,
    Execution,
    OperationProgress,
    Removal,
    ResourceChange,
    Review,
    Stack,
    StackEvent,
    StackResource,
    TemplateSummary,
)
from tests.fakes_tickets import Scripted

MOMENT = "2026-01-01T00:00:00+00:00"
_OVER = {"DELETE_COMPLETE", "REVIEW_IN_PROGRESS"}
_LEFT_OVER = {"ROLLBACK_COMPLETE", "CREATE_FAILED", "ROLLBACK_FAILED", "DELETE_FAILED"}


@dataclass
class Held:
    """A stack of the fake."""

    stack: Stack
    template: str = ""
    resources: dict[str, StackResource] = field(default_factory=dict)
    events: list[StackEvent] = field(default_factory=list)
    before: "Held | None" = None
    """As it was when the last operation began."""


class FakeCloud(Scripted):
    """Operations end at once, unless `holding`: then with `finish`.

    `executions` are the change sets that were begun, in order: what was done twice stands there
    twice. `failing` names stacks whose next operation is rolled back, and why. `raising` is
    raised once by the method of that name; `called` is told every call, before it does anything.
    `lagging` says how often the last state is still told of an operation that has begun; the next
    rollback of a stack that is `stuck` fails.
    """

    def __init__(self, *, is_sandbox: bool = True, prefixes: dict[str, str] | None = None) -> None:
        super().__init__()
        self.executions: list[str] = []
        self.destroyed: list[str] = []
        self.failing: dict[str, str] = {}
        self.holding = False
        self.lagging = 0
        self.stuck: set[str] = set()
        self.outcomes: dict[str, tuple[CheckOutcome, str]] = {}
        self.drifted: list[Drift] = []
        self._is_sandbox = is_sandbox
        self._prefixes = {"dev": "dev-", "tst": "tst-", "prd": "prd-", **(prefixes or {})}
        self._stacks: dict[str, Held] = {}
        self._change_sets: dict[str, ChangeSet] = {}
        self._numbers = itertools.count(1)

    def identity(self, environment: Environment) -> CloudIdentity:
        self._call("identity")
        return CloudIdentity(
            environment=environment,
            profile="sandbox" if self._is_sandbox else f"our-{environment}",
            account="000000000000" if self._is_sandbox else "123456789012",
            principal="arn:aws:iam::000000000000:root",
            region="us-east-1",
            endpoint="http://127.0.0.1:4566" if self._is_sandbox else "https://cloud.example",
            prefix=self._prefixes[environment],
            is_sandbox=self._is_sandbox,
        )

    def validate(self, environment: Environment, template: str) -> TemplateSummary:
        self._call("validate")
        parsed = cfn.parse(template)
        types = tuple(dict.fromkeys(str(b.get("Type")) for b in parsed.resources.values()))
        needs = ("CAPABILITY_NAMED_IAM",) if any("::IAM::" in t for t in types) else ()
        description = str(parsed.data.get("Description", ""))
        return TemplateSummary(description, tuple(parsed.parameters), needs, types)

    def stacks(self, environment: Environment) -> list[Stack]:
        self._call("stacks")
        prefix = self._prefixes[environment]
        found = [held.stack for held in self._stacks.values()]
        mine = [s for s in found if s.name.startswith(prefix) and s.status not in _OVER]
        return sorted(mine, key=lambda stack: stack.name)

    def stack(self, environment: Environment, stack: str) -> Stack:
        self._call("stack")
        return self._held(environment, stack).stack

    def base(self, environment: Environment, stack: str) -> Base:
        self._call("base")
        held = self._find(environment, stack)
        if held is None or held.stack.status in _OVER:
            name = held.stack.name if held else stack
            return Base(stack=name, exists=False, digest=_digest([name, "absent"]))
        told = held.stack
        parts = [told.id, told.status, told.updated, held.template, told.parameters, told.tags]
        return Base(
            stack=told.name,
            exists=True,
            digest=_digest([*parts, sorted(held.resources)]),
            stack_id=told.id,
            status=told.status,
            template=held.template,
            parameters=told.parameters,
            tags=told.tags,
        )

    def resources(self, environment: Environment, stack: str) -> list[StackResource]:
        self._call("resources")
        return list(self._held(environment, stack).resources.values())

    def events(
        self, environment: Environment, stack: str, *, after: str = "", limit: int = 100
    ) -> list[StackEvent]:
        self._call("events")
        return _after(self._held(environment, stack).events, after)[-limit:]

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
        self._call("prepare")
        self._mine(environment, stack)
        parsed = cfn.parse(template)
        for there in [c for c in self._change_sets.values() if (c.stack, c.name) == (stack, name)]:
            same = (there.template, there.tags) == (template, tags)
            if same and {key: there.parameters.get(key) for key in parameters} == parameters:
                return self.change_set(environment, there.arn)
            self.discard(environment, there.arn)
        base = self.base(environment, stack)
        if base.status in _LEFT_OVER or base.status.endswith("_IN_PROGRESS"):
            rolling = "ROLLBACK" in base.status and base.status.endswith("_IN_PROGRESS")
            raise cloud_error("rolling_back" if rolling else "state", f"It is in {base.status}.")
        held = self._find(environment, stack) if base.exists else None
        whole = {**_defaults(parsed), **parameters}
        changes = _changes(held, parsed, whole)
        if not changes and not _changes_outputs(held, parsed):
            raise cloud_error("no_change")
        if held is None:
            held = self._review(stack)
        number = next(self._numbers)
        prepared = ChangeSet(
            arn=f"arn:aws:cloudformation:us-east-1:000000000000:changeSet/{name}/{number}",
            name=name,
            stack=stack,
            stack_id=held.stack.id,
            kind="update" if base.exists else "create",
            status="CREATE_COMPLETE",
            execution="AVAILABLE",
            reason="",
            created=datetime.now(UTC).isoformat(),
            template=template,
            parameters=whole,
            tags=tags,
            capabilities=self.validate(environment, template).capabilities,
            changes=changes,
            base=base.digest,
        )
        self._change_sets[prepared.arn] = prepared
        self._after("prepare")
        return prepared

    def change_set(self, environment: Environment, arn: str) -> ChangeSet:
        self._call("change_set")
        if arn not in self._change_sets:
            raise cloud_error("no_change_set")
        found = self._change_sets[arn]
        return replace(found, base=self.base(environment, found.stack_id).digest)

    def discard(self, environment: Environment, arn: str) -> None:
        self._call("discard")
        found = self._change_sets.get(arn)
        if found is None:
            return
        if found.execution.startswith("EXECUTE"):
            raise cloud_error("state", message="That change has been made already.")
        del self._change_sets[arn]
        held = self._stacks[found.stack_id]
        others = any(other.stack_id == found.stack_id for other in self._change_sets.values())
        if held.stack.status == "REVIEW_IN_PROGRESS" and not others:
            del self._stacks[found.stack_id]

    def execute(self, environment: Environment, arn: str) -> Execution:
        self._call("execute")
        known = self.execution(environment, arn)
        if known.status != "waiting":
            return known
        self.executions.append(arn)
        found = self._change_sets[arn]
        for other in list(self._change_sets.values()):
            if other.stack_id == found.stack_id and other.arn != arn:
                del self._change_sets[other.arn]
        verb = "CREATE" if found.kind == "create" else "UPDATE"
        self._change_sets[arn] = replace(found, execution="EXECUTE_IN_PROGRESS")
        self._move(self._stacks[found.stack_id], f"{verb}_IN_PROGRESS")
        if not self.holding:
            self.finish()
        self._after("execute")
        return self.execution(environment, arn)

    def finish(self) -> None:
        """End every operation that is going on."""
        for change in list(self._change_sets.values()):
            if change.execution == "EXECUTE_IN_PROGRESS":
                self._end_change(change)
        for held in self._stacks.values():
            if held.stack.status == "DELETE_IN_PROGRESS":
                self._delete(held)

    def execution(self, environment: Environment, arn: str) -> Execution:
        self._call("execution")
        found = self._change_sets.get(arn)
        if found is None:
            return Execution(arn, "", "gone")
        status: Any = {
            "AVAILABLE": "waiting",
            "EXECUTE_IN_PROGRESS": "running",
            "EXECUTE_COMPLETE": "succeeded",
            "EXECUTE_FAILED": "failed",
        }[found.execution]
        stack = self._stacks[found.stack_id].stack
        return Execution(arn, found.stack_id, status, stack.status, stack.reason)

    def progress(
        self, environment: Environment, stack: str, *, after: str = ""
    ) -> OperationProgress:
        self._call("progress")
        held = self._as_told(self._held(environment, stack))
        status = held.stack.status
        is_final = status.endswith(("_COMPLETE", "_FAILED"))
        return OperationProgress(
            stack_id=held.stack.id,
            status=status,
            reason=held.stack.reason,
            is_final=is_final,
            succeeded=is_final and "ROLLBACK" not in status and "FAILED" not in status,
            events=tuple(_after(held.events, after)),
            resources=tuple(held.resources.values()),
        )

    def _as_told(self, held: Held) -> Held:
        """The stack, or for a while what it was before."""
        if held.before is None or not self.lagging:
            return held
        self.lagging -= 1
        return held.before

    def cancel(self, environment: Environment, stack: str) -> None:
        self._call("cancel")
        held = self._held(environment, stack)
        if held.stack.status != "UPDATE_IN_PROGRESS":
            raise cloud_error("state", f"It is in {held.stack.status}.")
        self.failing[held.stack.name] = "User initiated"
        self.finish()

    def sweep(
        self, environment: Environment, stack: str, *, named: str, keep: str, before: str
    ) -> None:
        self._call("sweep")
        for found in list(self._change_sets.values()):
            is_ours = found.stack == stack and found.name.startswith(named)
            waits = found.execution == "AVAILABLE" and found.arn != keep
            if is_ours and waits and found.created < before:
                del self._change_sets[found.arn]

    def roll_back(self, environment: Environment, stack: str) -> None:
        self._call("roll_back")
        held = self._held(environment, stack)
        held.before = replace(held, events=list(held.events))
        match held.stack.status:
            case "UPDATE_FAILED" | "UPDATE_ROLLBACK_FAILED":
                self._move(held, "UPDATE_ROLLBACK_COMPLETE")
            case "CREATE_FAILED" | "ROLLBACK_FAILED":
                self._move(held, "ROLLBACK_COMPLETE")
            case status:
                raise cloud_error("state", f"It is in {status}.")

    def removal(self, environment: Environment, stack: str) -> Removal:
        self._call("removal")
        held = self._held(environment, stack)
        kept = cfn.parse(held.template).retained if held.template else set()
        policies = {name: "Retain" if name in kept else "Delete" for name in held.resources}
        return Removal(
            stack=held.stack.name,
            stack_id=held.stack.id,
            is_protected=held.stack.is_protected,
            changes=tuple(
                ResourceChange("Remove", name, r.type, r.physical_id, policy=policies[name])
                for name, r in held.resources.items()
            ),
            base=self.base(environment, stack).digest,
        )

    def destroy(self, environment: Environment, stack_id: str) -> None:
        self._call("destroy")
        if not stack_id.startswith("arn:"):
            raise cloud_error("refused", message="A stack is deleted by its id, not by its name.")
        held = self._find(environment, stack_id)
        if held is None or held.stack.status.startswith("DELETE"):
            return
        if held.stack.is_protected:
            raise cloud_error("protected")
        self.destroyed.append(stack_id)
        held.before = replace(held, events=list(held.events))
        self._move(held, "DELETE_IN_PROGRESS")
        if not self.holding:
            self.finish()
        self._after("destroy")

    def protect(self, stack: str) -> None:
        """What somebody does outside."""
        (held,) = [h for h in self._stacks.values() if h.stack.name == stack]
        held.stack = replace(held.stack, is_protected=True)

    def tamper(self, stack: str, template: str) -> None:
        """Somebody else changes the stack."""
        (held,) = [h for h in self._stacks.values() if h.stack.name == stack]
        held.template = template
        held.stack = replace(held.stack, updated=f"{MOMENT}+{next(self._numbers)}")

    def drift(self, environment: Environment, stack: str) -> list[Drift]:
        self._call("drift")
        self._held(environment, stack)
        return list(self.drifted)

    check_kinds = Questions.check_kinds
    sentence = Questions.sentence

    def verify(
        self, environment: Environment, stack: str, checks: Sequence[Check]
    ) -> list[CheckResult]:
        """`outcomes` says by kind what is found; what it does not name passes."""
        self._call("verify")
        self._held(environment, stack)
        told = [(c, sentence_of(c), *self.outcomes.get(c.kind, ("passed", ""))) for c in checks]
        return [
            CheckResult(check, sentence, outcome, sentence, actual or sentence, ("fake:get",))
            for check, sentence, outcome, actual in told
        ]

    def _mine(self, environment: Environment, stack: str) -> None:
        name = stack.rpartition(":stack/")[2].partition("/")[0]
        if not name.startswith(self._prefixes[environment]):
            raise cloud_error("refused", message="The name belongs to another environment.")

    def _find(self, environment: Environment, stack: str) -> Held | None:
        self._mine(environment, stack)
        if stack in self._stacks:
            return self._stacks[stack]
        named = [h for h in self._stacks.values() if h.stack.name == stack]
        return next((h for h in named if h.stack.status != "DELETE_COMPLETE"), None)

    def _held(self, environment: Environment, stack: str) -> Held:
        held = self._find(environment, stack)
        if held is None:
            raise cloud_error("no_stack")
        return held

    def _review(self, name: str) -> Held:
        there = [h for h in self._stacks.values() if h.stack.name == name]
        reviewed = [h for h in there if h.stack.status == "REVIEW_IN_PROGRESS"]
        if reviewed:
            return reviewed[0]
        stack_id = (
            f"arn:aws:cloudformation:us-east-1:000000000000:stack/{name}/{next(self._numbers)}"
        )
        held = Held(Stack(name=name, id=stack_id, status="", created=MOMENT))
        self._stacks[stack_id] = held
        self._move(held, "REVIEW_IN_PROGRESS")
        return held

    def _move(self, held: Held, status: str, reason: str = "") -> None:
        held.stack = replace(held.stack, status=status, reason=reason)
        self._tell(held, held.stack.name, "AWS::CloudFormation::Stack", status, reason)

    def _tell(self, held: Held, logical_id: str, kind: str, status: str, reason: str = "") -> None:
        event = f"event-{next(self._numbers)}"
        held.events.append(StackEvent(event, MOMENT, logical_id, "", kind, status, reason))

    def _end_change(self, change: ChangeSet) -> None:
        held = self._stacks[change.stack_id]
        is_new = change.kind == "create"
        reason = self.failing.pop(change.stack, "")
        if reason:
            self._change_sets[change.arn] = replace(change, execution="EXECUTE_FAILED")
            if change.stack in self.stuck:
                self.stuck.remove(change.stack)
                self._move(held, "UPDATE_ROLLBACK_FAILED", reason)
                return
            self._move(held, "ROLLBACK_COMPLETE" if is_new else "UPDATE_ROLLBACK_COMPLETE", reason)
            return
        parsed = cfn.parse(change.template)
        held.template = change.template
        held.resources = {
            name: StackResource(
                name, f"{change.stack}-{name}", str(body.get("Type")), "CREATE_COMPLETE"
            )
            for name, body in parsed.resources.items()
        }
        for resource in held.resources.values():
            self._tell(held, resource.logical_id, resource.type, "CREATE_COMPLETE")
        held.stack = replace(
            held.stack,
            parameters=change.parameters,
            tags=change.tags,
            updated=f"{MOMENT}+{next(self._numbers)}",
            change_set=change.arn,
        )
        self._change_sets[change.arn] = replace(change, execution="EXECUTE_COMPLETE")
        self._move(held, "CREATE_COMPLETE" if is_new else "UPDATE_COMPLETE")

    def _delete(self, held: Held) -> None:
        held.resources = {}
        self._move(held, "DELETE_COMPLETE")


def _after(events: list[StackEvent], after: str) -> list[StackEvent]:
    ids = [event.id for event in events]
    return events[ids.index(after) + 1 if after in ids else 0 :]


def _defaults(parsed: cfn.Template) -> dict[str, str]:
    declared = parsed.parameters.items()
    return {name: str(body["Default"]) for name, body in declared if "Default" in body}


def _changes(
    held: Held | None, parsed: cfn.Template, parameters: dict[str, str]
) -> tuple[ResourceChange, ...]:
    before = cfn.parse(held.template) if held and held.template else None
    old = before.resources if before else {}
    old_parameters = held.stack.parameters if held else {}
    found = []
    for name, body in parsed.resources.items():
        kind = str(body.get("Type"))
        if name not in old:
            found.append(ResourceChange("Add", name, kind))
        elif before and cfn.resolved(old[name], before, old_parameters) != cfn.resolved(
            body, parsed, parameters
        ):
            found.append(ResourceChange("Modify", name, kind, name, "False"))
    gone = [(name, body) for name, body in old.items() if name not in parsed.resources]
    found += [ResourceChange("Remove", name, str(body.get("Type")), name) for name, body in gone]
    return tuple(found)


def _changes_outputs(held: Held | None, parsed: cfn.Template) -> bool:
    before = cfn.parse(held.template).data.get("Outputs") if held and held.template else None
    return bool(before != parsed.data.get("Outputs"))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()


class FakeReviewer:
    """Gives the reviews it was made with, one after another, and the last one again."""

    def __init__(self, *reviews: Review) -> None:
        self._reviews = list(reviews)
        self.read: list[str] = []

    def start(self) -> None:
        """There is nothing to load."""

    def review(
        self,
        template: str,
        *,
        file: str,
        environment: Environment,
        parameters: dict[str, str],
        tags: dict[str, str],
    ) -> Review:
        self.read.append(template)
        if not self._reviews:
            return Review(environment, (), (), ())
        review = self._reviews.pop(0) if len(self._reviews) > 1 else self._reviews[0]
        return replace(review, environment=environment)

    def versions(self) -> dict[str, str]:
        return {"cfn-lint": "1", "cfripper": "1", "policy pack": "1"}
