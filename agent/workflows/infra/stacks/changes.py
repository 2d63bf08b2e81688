"""What an approval binds: the exact bytes of a change; what it does, and in which order."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

from agent.ports import ChangeSet, CloudIdentity, Context, Removal, ResourceChange, Stack
from agent.workflows.infra.stacks.templates import NOTHING, Written
from agent.workflows.infra.state import Plain

_STATES = {"Add": "added", "Modify": "changed", "Remove": "removed"}


@dataclass(frozen=True)
class Prepared:
    """What is about to be done, as the engine holds it."""

    mode: Literal["change set", "delete", "roll back"]
    stack: str
    stack_id: str
    content: str
    arn: str = ""
    changes: tuple[ResourceChange, ...] = ()
    before: Written = NOTHING
    after: Written = NOTHING


def content_of(
    change: ChangeSet | Removal | Stack, context: Context, identity: CloudIdentity
) -> str:
    """The bytes; of a change set, template and parameters as the engine returns them."""
    own: Plain
    match change:
        case ChangeSet():
            own = {
                "kind": "change set",
                "arn": change.arn,
                "stack": change.stack_id,
                "template": change.template,
                "parameters": change.parameters,
                "tags": change.tags,
                "capabilities": list(change.capabilities),
                "tools": context.ports.reviewer.versions(),
                "base": change.base,
            }
        case Removal():
            own = {
                "kind": "delete",
                "stack": change.stack_id,
                "deleted": [r.logical_id for r in change.changes if r.policy == "Delete"],
                "retained": [r.logical_id for r in change.changes if r.policy == "Retain"],
                "base": change.base,
            }
        case Stack():
            own = {"kind": "roll back", "stack": change.id, "status": change.status}
    shown = ("account", "region", "endpoint", "profile")
    whole = {**own, "target": {name: getattr(identity, name) for name in shown}}
    return json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def current_content(held: Plain, context: Context, environment: Any) -> str:
    """The bytes as they would be executed now, recomputed from the engine."""
    cloud = context.ports.cloud
    change: ChangeSet | Removal | Stack
    match held["mode"]:
        case "change set":
            change = cloud.change_set(environment, held["arn"])
        case "delete":
            change = cloud.removal(environment, held["stack_id"])
        case _:
            change = cloud.stack(environment, held["stack_id"])
    return content_of(change, context, cloud.identity(environment))


def digest_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


# What it does


def state_of(change: ResourceChange) -> str:
    if change.action == "Modify" and change.replacement == "True":
        return "replaced"
    if change.action == "Remove" and change.policy == "Retain":
        return "kept"
    if change.details and all(d.cause and d.evaluation == "Dynamic" for d in change.details):
        # Nothing of its own differs: it refers to what may get another value.
        return "touched"
    return _STATES.get(change.action, "changed")
