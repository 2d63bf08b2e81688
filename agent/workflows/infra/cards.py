"""The card of a deployment, by our code, from what the engine says."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, spoken_in, task_of
from agent.language.catalogs import N_, catalog
from agent.ports import CloudIdentity, Context, ResourceChange
from agent.questions import Approval, Field, expiry
from agent.workflows.infra.artifacts import PlanningOutput
from agent.workflows.infra.stacks import changes, costs, requirements, templates
from agent.workflows.infra.stacks.changes import Prepared, digest_of
from agent.workflows.infra.stacks.outline import exposures
from agent.workflows.infra.state import (
    ONLY_THE_STACK,
    Gettext,
    PipelineState,
    Plain,
    environment_of,
)

IMPACTS = {"low": N_("low"), "medium": N_("medium"), "high": N_("high")}
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
WHERE = ("environment", "account", "region", "endpoint", "is_sandbox")
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
UNSURE = N_("May be replaced (only known at deployment): {names}.")
TOUCHED = N_("May be touched because they refer to what changes: {names}.")
REPAIRS = N_(
    "This is the first step of the repair: what the failed creation has left goes. Then it is"
    " created again, which you approve on its own."
)
UNMET = N_("No line of the template meets {names}.")


def shown(state: PipelineState, prepared: Prepared, identity: CloudIdentity) -> Plain:
    """Everything the approver sees, from the engine's own answer."""
    code, plan = state.get("iac_output") or {}, state.get("planning_output") or {}
    found = (state.get("review_output") or {}).get("findings", [])
    if state.get("recovery"):
        # What was planned and written is not what is done now.
        code, plan, found = {}, {}, []
    before, after = prepared.before, prepared.after
    notes = code["notes"] if code else plan.get("planning_notes", [])
    actions = [_action(change) for change in prepared.changes]
    states, estimates = [each["state"] for each in actions], code.get("estimates", {})
    return {
        "mode": prepared.mode,
        "stack": prepared.stack,
        "arn": prepared.arn or prepared.stack_id,
        **{name: getattr(identity, name) for name in WHERE},
        "dry_run": bool(state.get("dry_run")),
        "digest": digest_of(prepared.content),
        "counts": {name: states.count(name) for name in COUNTS},
        "actions": actions,
        "diff": templates.differences(before, after),
        "cost": costs.change(before, after, region=identity.region, estimates=estimates),
        "met": code.get("met", []),
        "notes": [*notes, *plan.get("notices", [])],
        "outputs": [] if prepared.mode == "delete" else templates.changed_outputs(before, after),
        "warnings": [
            f"{each['rule_id']} {each['message']}"
            for each in found
            if each["severity"] == "warning"
        ],
    }


def _action(change: ResourceChange) -> Plain:
    state = changes.state_of(change)
    return {
        "state": state,
        "resource": change.logical_id,
        "type": change.type,
        "physical_id": change.physical_id,
        "replacement": "" if state == "touched" else change.replacement,
        "policy": change.policy,
        "details": sorted({detail.name or detail.attribute for detail in change.details}),
    }


def card_of(state: PipelineState, runtime: Runtime[Context], data: Plain) -> Approval:
    """Ask for what `shown` tells."""
    _, mode, stack = gettext_of(state), data["mode"], data["stack"]
    title, body = _(TITLES[mode]).format(stack=stack), _in_words(data, spoken_in(state))
    if state.get("failure") and mode == "delete":
        body = f"{_(REPAIRS)}\n\n{body}"
    met = requirements.met_in_words(data["met"], _)
    return _approval(
        state,
        runtime,
        data,
        step="deploy_approval",
        title=title,
        body=body,
        inbox=title,
        digest=data["digest"],
        risks=tuple(_risks(state, data)),
        labels={"approve": _(BUTTONS[mode]).format(stack=stack)},
        folded={_("Requirements in the template"): met} if met else {},
        is_destructive=mode == "delete" or data["counts"]["removed"] > 0,
    )


def plan_card(state: PipelineState, runtime: Runtime[Context], plan: PlanningOutput) -> Approval:
    _, identity = gettext_of(state), runtime.context.ports.cloud.identity(environment_of(state))
    cost = costs.describe(plan.cost_breakdown, spoken_in(state))
    told = [
        _("Environment **{environment}**.").format(environment=identity.environment),
        _("Impact: **{impact}**.").format(impact=_(IMPACTS[plan.estimated_impact])),
        _("Cost: {cost}.").format(cost=cost),
    ]
    if state.get("dry_run"):
        told.insert(0, _("Dry run: nothing will be executed."))
    notes = [*plan.planning_notes, *plan.notices]
    request = Field(
        "request",
        _("Request"),
        kind="longtext",
        default=state.get("request") or "",
        help=_("Edit it and press Edit: it is planned again, and you approve it again."),
    )
    return _approval(
        state,
        runtime,
        {**vars(identity), "stack": plan.stack},
        step="plan_approval",
        title=_("Approve the plan for {stack}").format(stack=plan.stack),
        body="\n\n".join([plan.summary, " ".join(told), *_noted(notes, _)]),
        inbox=_("Plan: {summary}").format(summary=plan.summary),
        digest=digest_of(plan.model_dump_json()),
        risks=tuple(plan.approval_reasons),
        allowed=("approve", "edit", "reject"),
        labels={"approve": _("Approve the plan"), "edit": _("Edit the request")},
        fields=(request,),
    )


def _approval(
    state: PipelineState, runtime: Runtime[Context], place: Plain, *, inbox: str, **more: Any
) -> Approval:
    stack = place["stack"]
    return Approval(
        id=task_of(runtime),
        workflow="infra",
        language=spoken_in(state),
        context={"inbox": inbox, "environment": place["environment"], "target": stack},
        expires=expiry(runtime.context.ports.change_rules.approval_minutes),
        must_type="" if place["is_sandbox"] else stack,
        comment=gettext_of(state)(Approval.comment),
        **more,
    )


def _in_words(data: Plain, language: str) -> str:
    _ = catalog(language).gettext
    told = [
        _(sentence).format(count=data["counts"][name])
        for name, sentence in COUNTS.items()
        if data["counts"][name]
    ]
    if data["outputs"]:
        told.append(_("outputs: {names}").format(names=", ".join(data["outputs"])))
    nothing = _(ONLY_THE_STACK) if data["mode"] == "delete" else _("nothing changes")
    counted = ", ".join(told) or nothing
    # Outside the sandbox the place is part of what is decided, so it is in sight.
    place = _("In the sandbox, environment {environment}.")
    if not data["is_sandbox"]:
        place = _("In the account {account}, {region}, `{endpoint}`, environment {environment}.")
    cost = _("Cost: {cost}.").format(cost=costs.describe(data["cost"], language))
    where = place.format_map(data)
    lines = [f"**{counted}**", f"{where} {cost}"]
    if not data["cost"]["is_complete"]:
        # What has no price is said in the first line.
        lines = [f"**{counted}**. {cost}", where]
    if touched := [a["resource"] for a in data["actions"] if a["state"] == "touched"]:
        lines.append(_(TOUCHED).format(names=", ".join(touched)))
    return "\n\n".join([*lines, *_noted(data["notes"], _)])


def _noted(notes: Sequence[str], _: Gettext) -> list[str]:
    return ["\n".join([_("Notes:"), "", *(f"- {note}" for note in notes)])] if notes else []


def _finding(said: str, _: Gettext) -> str:
    """Its rule and resource, and in the language of the card what the rule says."""
    about, joint, what = said.rpartition(": ")
    return f"{about}{joint}{_(what)}"


def _risks(state: PipelineState, data: Plain) -> list[str]:
    _, actions = gettext_of(state), data["actions"]
    named = {
        **{said: [a["resource"] for a in actions if a["state"] == k] for k, said in LOSSES.items()},
        UNSURE: [a["resource"] for a in actions if a["replacement"] == "Conditional"],
        UNMET: [each["requirement"] for each in data["met"] if not each["lines"]],
    }
    risks = [_(said).format(names=", ".join(names)) for said, names in named.items() if names]
    changed = [a["type"] for a in actions if a["state"] in ("added", "changed", "replaced")]
    risks += [*exposures(changed, _), *(_finding(each, _) for each in data["warnings"])]
    if not data["is_sandbox"]:
        risks.append(_("This is the account {account}, not the sandbox.").format_map(data))
    if why := state.get("stale"):
        risks.append(" ".join([_(why), _("This is the current change.")]))
    return risks
