"""The card of a deployment, by our code, from what the engine says."""

from dataclasses import dataclass
from typing import Literal

from langgraph.runtime import Runtime

from agent import review_words
from agent.conversation import task_of
from agent.ports import CloudIdentity, Context, ResourceChange
from agent.questions import TECHNICAL, Approval, expiry
from agent.workflows.infra import binding, costing, drawing, requirements, templates
from agent.workflows.infra.coding import notes_in
from agent.workflows.infra.said import ONLY_THE_STACK
from agent.workflows.infra.state import PipelineState, Plain


@dataclass(frozen=True)
class Prepared:
    """What is about to be done, as the engine holds it."""

    mode: Literal["change set", "delete", "roll back"]
    stack: str
    stack_id: str
    arn: str
    content: str
    changes: tuple[ResourceChange, ...]
    before: templates.Written
    after: templates.Written


def shown(state: PipelineState, prepared: Prepared, identity: CloudIdentity) -> Plain:
    """Everything the approver sees, from the engine's own answer."""
    review = state.get("review_output") or {}
    before, after = prepared.before, prepared.after
    steps = drawing.ordered(prepared.changes, before.text, after.text)
    cost = costing.change(
        {"template": before.text, "parameters": before.parameters},
        {"template": after.text, "parameters": after.parameters},
        region=identity.region,
    )
    is_way_back = bool(state.get("recovery"))
    findings = [] if is_way_back else notes_in(review.get("findings", []))
    return {
        "mode": prepared.mode,
        "stack": prepared.stack,
        "arn": prepared.arn or prepared.stack_id,
        "environment": identity.environment,
        "account": identity.account,
        "region": identity.region,
        "endpoint": identity.endpoint,
        "is_sandbox": identity.is_sandbox,
        "dry_run": bool(state.get("dry_run")),
        "digest": binding.digest_of(prepared.content),
        "counts": counts(prepared.changes),
        "actions": [_action(change) for change in steps],
        "diff": templates.differences(before, after),
        "cost": cost.plain(),
        "findings": findings,
        "met": [] if is_way_back else requirements.met_in(state),
        "diagram": drawing.before_and_after(before.text, after.text, prepared.changes),
    }


def counts(changes: tuple[ResourceChange, ...]) -> dict[str, int]:
    found = {"added": 0, "changed": 0, "replaced": 0, "removed": 0, "kept": 0}
    for change in changes:
        found[drawing.state_of(change)] += 1
    return found


def _action(change: ResourceChange) -> Plain:
    details = sorted({detail.name or detail.attribute for detail in change.details})
    return {
        "state": drawing.state_of(change),
        "resource": change.logical_id,
        "type": change.type,
        "physical_id": change.physical_id,
        "replacement": change.replacement,
        "policy": change.policy,
        "details": details,
    }


def card_of(
    state: PipelineState,
    runtime: Runtime[Context],
    prepared: Prepared,
    identity: CloudIdentity,
    data: Plain,
) -> Approval:
    rules = runtime.context.ports.change_rules
    verb = {"change set": "deploy", "delete": "delete", "roll back": "roll back"}[prepared.mode]
    title = f"{verb.capitalize()} {prepared.stack}?"
    is_deletion = prepared.mode == "delete"
    is_reviewed = prepared.mode == "change set" and not state.get("recovery")
    return Approval(
        id=task_of(runtime),
        workflow="infra",
        step="deploy_approval",
        title=title,
        body=_in_words(data, is_reviewed=is_reviewed),
        context={
            "inbox": title,
            "environment": identity.environment,
            "target": prepared.stack,
        },
        expires=expiry(rules.approval_minutes),
        digest=data["digest"],
        risks=tuple(_risks(state, data)),
        labels={"approve": f"Delete {prepared.stack}" if is_deletion else f"Approve and {verb}"},
        folded=_folded(data),
        must_type="" if identity.is_sandbox else prepared.stack,
        is_destructive=is_deletion,
    )


def _folded(data: Plain) -> dict[str, list[str]]:
    notes = [f"{found['message']} ({found['rule_id']})" for found in data["findings"]]
    names = [f"ARN: {data['arn']}"]
    if data["is_sandbox"]:
        names += [
            f"{name.capitalize()}: {data[name]}" for name in ("account", "region", "endpoint")
        ]
    met = {"Requirements in the template": requirements.met_in_words(data["met"])}
    noted = {f"{review_words.counted(data['findings'])} of the review": notes} if notes else {}
    return {**(met if data["met"] else {}), **noted, TECHNICAL: names}


def _in_words(data: Plain, *, is_reviewed: bool) -> str:
    found = data["counts"]
    # Outside the sandbox the place is part of what is decided, so it is in sight.
    where = (
        "the sandbox"
        if data["is_sandbox"]
        else f"the account {data['account']}, {data['region']}, `{data['endpoint']}`"
    )
    kept = f", {found['kept']} kept" if found.get("kept") else ""
    counted = (
        f"**{found['added']} added, {found['changed']} changed, {found['replaced']} replaced,"
        f" {found['removed']} destroyed{kept}**"
    )
    if data["mode"] == "delete" and not data["actions"]:
        counted = f"**It has {ONLY_THE_STACK}**"
    place = f"In {where}, environment {data['environment']}. Cost: {costing.said(data['cost'])}."
    lines = [counted, place] if data["cost"]["is_complete"] else [f"{counted}. {place}"]
    if is_reviewed:
        lines.append(f"Review {review_words.verdict('passed', data['findings'])}.")
    return "\n\n".join(lines)


def _risks(state: PipelineState, data: Plain) -> list[str]:
    risks = []
    gone, lost, kept = (
        [a["resource"] for a in data["actions"] if a["state"] == state]
        for state in ("removed", "replaced", "kept")
    )
    if gone:
        risks.append(f"Destroyed, with what they hold: {', '.join(gone)}.")
    if lost:
        risks.append(f"Replaced by new ones, which may lose what they hold: {', '.join(lost)}.")
    if kept:
        risks.append(f"Kept in the account, and paid for, outside any stack: {', '.join(kept)}.")
    may = [a["resource"] for a in data["actions"] if a["replacement"] == "Conditional"]
    if may:
        risks.append(f"May be replaced, which only the engine knows: {', '.join(may)}.")
    if open_ := [each["requirement"] for each in data["met"] if not each["lines"]]:
        risks.append(f"No line of the template meets {', '.join(open_)}.")
    if not data["is_sandbox"]:
        risks.append(f"This is the account {data['account']}, not the sandbox.")
    if why := state.get("stale"):
        risks.append(f"{why}; this is the change as it is now.")
    count = sum(found["severity"] == "warning" for found in data["findings"])
    if count:
        risks.append(f"The review leaves {count} warning{'s' if count > 1 else ''}: see its notes.")
    return risks
