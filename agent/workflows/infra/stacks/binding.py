"""What an approval binds: the exact bytes of a change, made the same way when it is executed."""

import hashlib
import json
from typing import Any

from agent.ports import ChangeSet, CloudIdentity, Removal

Plain = dict[str, Any]


def target_of(identity: CloudIdentity) -> Plain:
    return {
        "account": identity.account,
        "region": identity.region,
        "endpoint": identity.endpoint,
        "profile": identity.profile,
    }


def change_content(change: ChangeSet, identity: CloudIdentity, tools: dict[str, str]) -> str:
    """Template and parameters as the engine returns them, not as they were sent."""
    return _canonical(
        {
            "kind": "change set",
            "arn": change.arn,
            "stack": change.stack_id,
            "template": change.template,
            "parameters": change.parameters,
            "tags": change.tags,
            "capabilities": list(change.capabilities),
            "target": target_of(identity),
            "tools": tools,
            "base": change.base,
        }
    )


def removal_content(removal: Removal, identity: CloudIdentity) -> str:
    return _canonical(
        {
            "kind": "delete",
            "stack": removal.stack_id,
            "deleted": [r.logical_id for r in removal.deleted],
            "retained": [r.logical_id for r in removal.retained],
            "target": target_of(identity),
            "base": removal.base,
        }
    )


def resume_content(stack_id: str, status: str, identity: CloudIdentity) -> str:
    return _canonical(
        {
            "kind": "roll back",
            "stack": stack_id,
            "status": status,
            "target": target_of(identity),
        }
    )


def digest_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def _canonical(value: Plain) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
