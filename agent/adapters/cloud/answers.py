"""Turns CloudFormation's answers into plain data."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from agent.ports import (
    Base,
    ChangeSet,
    Drift,
    PropertyChange,
    ResourceChange,
    Stack,
    StackEvent,
    StackResource,
)

Answer = Mapping[str, Any]
_UPDATES = "UPDATE_IN_PROGRESS"


def stack_of(answer: Answer) -> Stack:
    return Stack(
        name=answer["StackName"],
        id=answer["StackId"],
        status=answer["StackStatus"],
        reason=answer.get("StackStatusReason", ""),
        description=answer.get("Description", ""),
        created=moment(answer.get("CreationTime")),
        updated=moment(answer.get("LastUpdatedTime")),
        parameters=parameters_of(answer),
        outputs={o["OutputKey"]: o.get("OutputValue", "") for o in answer.get("Outputs", [])},
        tags=tags_of(answer),
        is_protected=bool(answer.get("EnableTerminationProtection")),
        change_set=answer.get("ChangeSetId", ""),
    )


def resource_of(answer: Answer) -> StackResource:
    return StackResource(
        logical_id=answer["LogicalResourceId"],
        physical_id=answer.get("PhysicalResourceId", ""),
        type=answer["ResourceType"],
        status=answer["ResourceStatus"],
        reason=answer.get("ResourceStatusReason", ""),
        updated=moment(answer.get("LastUpdatedTimestamp") or answer.get("Timestamp")),
    )


def event_of(answer: Answer) -> StackEvent:
    return StackEvent(
        id=answer["EventId"],
        time=moment(answer.get("Timestamp")),
        logical_id=answer.get("LogicalResourceId", ""),
        physical_id=answer.get("PhysicalResourceId", ""),
        type=answer.get("ResourceType", ""),
        status=answer.get("ResourceStatus", ""),
        reason=answer.get("ResourceStatusReason", ""),
    )


def base_of(stack: Stack, *, template: str, resources: Sequence[StackResource]) -> Base:
    held = {
        "stack": stack.name,
        "id": stack.id,
        "status": stack.status,
        "updated": stack.updated,
        "template": template,
        "parameters": stack.parameters,
        "tags": stack.tags,
        "resources": sorted((r.logical_id, r.physical_id, r.type) for r in resources),
    }
    return Base(
        stack=stack.name,
        exists=True,
        digest=digest(held),
        stack_id=stack.id,
        status=stack.status,
        template=template,
        parameters=stack.parameters,
        tags=stack.tags,
    )


def no_base(name: str) -> Base:
    return Base(stack=name, exists=False, digest=digest({"stack": name, "exists": False}))


def change_set_of(
    answer: Answer, changes: Sequence[Answer], *, template: str, base: Base
) -> ChangeSet:
    return ChangeSet(
        arn=answer["ChangeSetId"],
        name=answer["ChangeSetName"],
        stack=answer["StackName"],
        stack_id=answer["StackId"],
        kind="update" if base.exists else "create",
        status=answer["Status"],
        execution=answer.get("ExecutionStatus", ""),
        reason=answer.get("StatusReason", ""),
        created=moment(answer.get("CreationTime")),
        template=template,
        parameters=parameters_of(answer),
        tags=tags_of(answer),
        capabilities=tuple(answer.get("Capabilities", [])),
        changes=tuple(_change_of(change["ResourceChange"]) for change in changes),
        base=base.digest,
    )


def _change_of(answer: Answer) -> ResourceChange:
    return ResourceChange(
        action=answer["Action"],
        logical_id=answer["LogicalResourceId"],
        type=answer["ResourceType"],
        physical_id=answer.get("PhysicalResourceId", ""),
        replacement=answer.get("Replacement", "") if answer["Action"] == "Modify" else "",
        policy=answer.get("PolicyAction", ""),
        details=tuple(_detail_of(detail) for detail in answer.get("Details", [])),
    )


def _detail_of(answer: Answer) -> PropertyChange:
    target = answer.get("Target", {})
    return PropertyChange(
        attribute=target.get("Attribute", ""),
        name=target.get("Name", ""),
        recreation=target.get("RequiresRecreation", "Never"),
        evaluation=answer.get("Evaluation", "Static"),
        cause=answer.get("CausingEntity", ""),
    )


def drift_of(answer: Answer, template: Mapping[str, Any]) -> Drift | None:
    """None for a resource of which every property was compared, and is as the template has it."""
    name, status = answer["LogicalResourceId"], answer["StackResourceDriftStatus"]
    differences = [
        (d["PropertyPath"], d.get("ExpectedValue", ""), d.get("ActualValue", ""))
        for d in answer.get("PropertyDifferences", [])
    ]
    if status == "IN_SYNC":
        written = template.get(name, {}).get("Properties") or {}
        compared = json.loads(answer.get("ExpectedProperties") or "{}")
        differences = [(f"/{each}", "", "") for each in written if each not in compared]
        if not differences:
            return None
        status = "NOT_CHECKED"
    return Drift(
        logical_id=name,
        physical_id=answer.get("PhysicalResourceId", ""),
        type=answer["ResourceType"],
        status=status,
        differences=tuple(differences),
    )


def failures_of(rows: Sequence[Answer], *, stack: Stack) -> str:
    """The reasons why the last operation failed, without failures that follow from another.

    The stack's own event counts where no resource tells a reason.
    """
    if not rows:
        return ""
    last = max(rows, key=lambda row: moment(row.get("Timestamp"))).get("OperationId")
    found = {
        f"{row.get('LogicalResourceId', '')}: {reason}": row.get("LogicalResourceId") == stack.name
        for row in rows
        if row.get("OperationId") == last
        and (row.get("ValidationStatus") == "FAILED" or "FAILED" in row.get("ResourceStatus", ""))
        and (reason := _reason_of(row))
        and "cancelled" not in reason
    }
    of_resources = [told for told, is_stack in found.items() if not is_stack]
    return " ".join(of_resources or found)


def _reason_of(row: Answer) -> str:
    """The reason of a failed row, or else its status."""
    told = row.get("ValidationStatusReason") or row.get("ResourceStatusReason")
    return str(told or row.get("ResourceStatus", ""))


def failed_in(events: Sequence[StackEvent], *, stack: Stack) -> str:
    """The reasons by the stack's events, where no operation gives them."""
    own, found = "", list[str]()
    for event in reversed(events):
        is_stack = event.logical_id == stack.name
        if "FAILED" in event.status and is_stack:
            own = own or event.reason
        elif "FAILED" in event.status and "cancelled" not in event.reason:
            found.insert(0, f"{event.logical_id}: {event.reason or event.status}")
        if is_stack and event.status in ("CREATE_IN_PROGRESS", _UPDATES):
            break
    return " ".join(dict.fromkeys(found)) or own


def parameters_of(answer: Answer) -> dict[str, str]:
    """The stack's parameters; the engine sends asterisks for secret ones."""
    given = answer.get("Parameters", [])
    return {p["ParameterKey"]: p.get("ParameterValue", "") for p in given}


def tags_of(answer: Answer) -> dict[str, str]:
    return {tag["Key"]: tag["Value"] for tag in answer.get("Tags", [])}


def moment(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value or "")


def digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
