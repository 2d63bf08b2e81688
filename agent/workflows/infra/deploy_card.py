"""The card of a deployment, by our code, from what the engine says."""

from dataclasses import dataclass
from typing import Literal

from langgraph.runtime import Runtime

from agent import review_words
from agent.conversation import gettext_of, spoken_in, task_of
from agent.language.catalogs import N_, catalog
from agent.ports import CloudIdentity, Context, ResourceChange
from agent.questions import TECHNICAL, Approval, expiry
from agent.workflows.infra import binding, costing, drawing, requirements, templates
from agent.workflows.infra.coding import notes_in
from agent.workflows.infra.said import ONLY_THE_STACK, Gettext
from agent.workflows.infra.state import PipelineState, Plain

TITLES = {
    "change set": N_("Deploy {stack}?"),
    "delete": N_("Delete {stack}?"),
    "roll back": N_("Roll back {stack}?"),
}
BUTTONS = {
    "change set": N_("Approve and deploy"),
    "delete": N_("Delete {stack}"),
    "roll back": N_("Approve and roll back"),
}
COUNTS = {
    "added": N_("{count} added"),
    "changed": N_("{count} changed"),
    "replaced": N_("{count} replaced"),
    "removed": N_("{count} destroyed"),
    "kept": N_("{count} kept"),
}
LOSSES = {
    "removed": N_("Destroyed, with their contents: {names}."),
    "replaced": N_("Replaced by new ones, which may lose their contents: {names}."),
    "kept": N_("Kept in the account, and paid for, outside any stack: {names}."),
}


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
    review, code = state.get("review_output") or {}, state.get("iac_output") or {}
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
        "cost": cost.plain({} if is_way_back else code.get("estimates", {})),
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
    rules, _ = runtime.context.ports.change_rules, gettext_of(state)
    is_deletion = prepared.mode == "delete"
    is_reviewed = prepared.mode == "change set" and not state.get("recovery")
    title = _(TITLES[prepared.mode]).format(stack=prepared.stack)
    return Approval(
        id=task_of(runtime),
        workflow="infra",
        step="deploy_approval",
        language=spoken_in(state),
        title=title,
        body=_in_words(data, is_reviewed=is_reviewed, language=spoken_in(state)),
        context={
            "inbox": title,
            "environment": identity.environment,
            "target": prepared.stack,
        },
        expires=expiry(rules.approval_minutes),
        digest=data["digest"],
        risks=tuple(_risks(state, data)),
        labels={"approve": _(BUTTONS[prepared.mode]).format(stack=prepared.stack)},
        folded=_folded(data, _),
        must_type="" if identity.is_sandbox else prepared.stack,
        is_destructive=is_deletion,
    )


def _folded(data: Plain, _: Gettext) -> dict[str, list[str]]:
    notes = [f"{found['message']} ({found['rule_id']})" for found in data["findings"]]
    names = [f"ARN: {data['arn']}"]
    if data["is_sandbox"]:
        labels = {"account": _("Account"), "region": _("Region"), "endpoint": _("Endpoint")}
        names += [f"{label}: {data[name]}" for name, label in labels.items()]
    met = {_("Requirements in the template"): requirements.met_in_words(data["met"], _)}
    noted = {_("Notes of the review"): notes} if notes else {}
    return {**(met if data["met"] else {}), **noted, TECHNICAL: names}


def _in_words(data: Plain, *, is_reviewed: bool, language: str) -> str:
    _ = catalog(language).gettext
    if data["mode"] == "delete" and not data["actions"]:
        counted = _(ONLY_THE_STACK)
    else:
        told = [
            _(sentence).format(count=data["counts"][name])
            for name, sentence in COUNTS.items()
            if data["counts"][name]
        ]
        counted = ", ".join(told) or _("nothing changes")
    # Outside the sandbox the place is part of what is decided, so it is in sight.
    place = _("In the sandbox, environment {environment}.")
    if not data["is_sandbox"]:
        place = _("In the account {account}, {region}, `{endpoint}`, environment {environment}.")
    cost = _("Cost: {cost}.").format(cost=costing.said(data["cost"], language))
    where = place.format_map(data)
    lines = [f"**{counted}**", f"{where} {cost}"]
    if not data["cost"]["is_complete"]:
        # What has no price is said in the first line.
        lines = [f"**{counted}**. {cost}", where]
    if is_reviewed:
        lines.append(review_words.verdict("passed", data["findings"], language))
    return "\n\n".join(lines)


def _risks(state: PipelineState, data: Plain) -> list[str]:
    _ = gettext_of(state)
    named = {
        _(sentence): [a["resource"] for a in data["actions"] if a["state"] == kind]
        for kind, sentence in LOSSES.items()
    }
    unsure = [a["resource"] for a in data["actions"] if a["replacement"] == "Conditional"]
    named[_("May be replaced (only known at deployment): {names}.")] = unsure
    unmet = [each["requirement"] for each in data["met"] if not each["lines"]]
    named[_("No line of the template meets {names}.")] = unmet
    risks = [said.format(names=", ".join(names)) for said, names in named.items() if names]
    if not data["is_sandbox"]:
        said = _("This is the account {account}, not the sandbox.")
        risks.append(said.format(account=data["account"]))
    if why := state.get("stale"):
        risks.append(" ".join([_(why), _("This is the current change.")]))
    if count := sum(found["severity"] == "warning" for found in data["findings"]):
        said = catalog(spoken_in(state)).ngettext(
            "The review leaves {count} warning: see its notes.",
            "The review leaves {count} warnings: see its notes.",
            count,
        )
        risks.append(said.format(count=count))
    return risks
