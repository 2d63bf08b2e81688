"""The card of a deployment, by our code, from what the engine says."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, spoken_in, task_of
from agent.language.catalogs import N_, catalog
from agent.ports import CloudIdentity, Context, ResourceChange
from agent.questions import Approval, Field, expiry
from agent.workflows.infra.artifacts import Part, PlanningOutput
from agent.workflows.infra.stacks import changes, costs, requirements, templates
from agent.workflows.infra.stacks.changes import Prepared, digest_of
from agent.workflows.infra.stacks.outline import beside, exposures
from agent.workflows.infra.stacks.templates import Written
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
_COMMENT = N_("Why (needed to reject). Nothing reads it without a model; forms can be changed.")
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


def shown(
    state: PipelineState, prepared: Prepared, identity: CloudIdentity, *, taken: Sequence[str] = ()
) -> Plain:
    """Everything the approver sees, from the engine's own answer.

    `taken` are names that other stacks have given.
    """
    code, plan = state.get("iac_output") or {}, state.get("planning_output") or {}
    before, after = prepared.before, prepared.after
    steps = changes.ordered(prepared.changes, before.text, after.text)
    if state.get("recovery"):
        # What was planned and written is not what is done now.
        code, plan = {}, {}
    estimates = code.get("estimates", {})
    step = N_(
        "The first step of the repair: what failed goes, then it is written and created anew."
    )
    first = [gettext_of(state)(step)] if state.get("failure") else []
    return {
        "mode": prepared.mode,
        "stack": prepared.stack,
        "arn": prepared.arn or prepared.stack_id,
        **{name: getattr(identity, name) for name in WHERE},
        "dry_run": bool(state.get("dry_run")),
        "digest": digest_of(prepared.content),
        "counts": counts(prepared.changes),
        "actions": [_action(change) for change in steps],
        "diff": templates.differences(before, after),
        "cost": costs.change(before, after, region=identity.region, estimates=estimates),
        "met": code.get("met", []),
        "notes": [*first, *_notes(state, code, plan, prepared)],
        "outputs": [] if prepared.mode == "delete" else templates.changed_outputs(before, after),
        "open": templates.opened(before, after),
        "protected": sorted(templates.protected(before)),
        "taken": taken,
    }


def _notes(state: PipelineState, code: Plain, plan: Plain, prepared: Prepared) -> list[str]:
    """Of what is shown: those of who wrote it, and what rules say of it as it is now."""
    if not code:
        return [*plan.get("planning_notes", []), *plan.get("notices", [])]
    parts = [Part.model_validate(each) for each in plan["parts"]]
    there, language = Written.of(state.get("previous")), spoken_in(state)
    noticed = templates.notices(parts, there, prepared.after, language=language)
    said = beside(plan.get("left", []), plan.get("questions", []), gettext_of(state))
    return [*code["notes"], *noticed, *said]


def counts(found: Sequence[ResourceChange]) -> dict[str, int]:
    states = [changes.state_of(change) for change in found]
    return {name: states.count(name) for name in COUNTS}


def _action(change: ResourceChange) -> Plain:
    return {
        "state": changes.state_of(change),
        "resource": change.logical_id,
        "type": change.type,
        "physical_id": change.physical_id,
        "replacement": change.replacement,
        "policy": change.policy,
        "details": sorted({detail.name or detail.attribute for detail in change.details}),
    }


def card_of(state: PipelineState, runtime: Runtime[Context], data: Plain) -> Approval:
    """Ask for what `shown` tells."""
    _, mode, stack = gettext_of(state), data["mode"], data["stack"]
    title = _(TITLES[mode]).format(stack=stack)
    met = requirements.met_in_words(data["met"], _)
    return _approval(
        state,
        runtime,
        data,
        step="deploy_approval",
        title=title,
        body=_in_words(data, spoken_in(state)),
        inbox=title,
        digest=data["digest"],
        risks=tuple(_risks(state, data)),
        labels={"approve": _(BUTTONS[mode]).format(stack=stack)},
        folded={_("Requirements in the template"): met} if met else {},
        is_destructive=mode == "delete",
    )


def plan_card(
    state: PipelineState, runtime: Runtime[Context], plan: PlanningOutput, *, is_dry_run: bool
) -> Approval:
    _, identity = gettext_of(state), runtime.context.ports.cloud.identity(environment_of(state))
    cost = costs.describe(plan.cost_breakdown, spoken_in(state))
    told = [
        _("Environment **{environment}**.").format(environment=identity.environment),
        _("Impact: **{impact}**.").format(impact=_(IMPACTS[plan.estimated_impact])),
        _("Cost: {cost}.").format(cost=cost),
    ]
    if is_dry_run:
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
        comment=Approval.comment if runtime.context.llm.is_model else _COMMENT,
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
    return "\n\n".join([*lines, *_noted(data["notes"], _)])


def _noted(notes: Sequence[str], _: Gettext) -> list[str]:
    return ["\n".join([_("Notes:"), "", *(f"- {note}" for note in notes)])] if notes else []


def _risks(state: PipelineState, data: Plain) -> list[str]:
    _ = gettext_of(state)
    named = {
        _(sentence): [a["resource"] for a in data["actions"] if a["state"] == kind]
        for kind, sentence in LOSSES.items()
    }
    unsure = [a["resource"] for a in data["actions"] if a["replacement"] == "Conditional"]
    named[_("Open to the whole internet: {names}.")] = data["open"]
    named[_("Another stack has a resource of this name: {names}.")] = data["taken"]
    gone = [a["resource"] for a in data["actions"] if a["state"] in ("removed", "replaced")]
    safe = [name for name in data["protected"] if name in gone]
    named[_("Protected: their deletion fails until the protection is switched off: {names}.")] = (
        safe
    )
    named[_("May be replaced (only known at deployment): {names}.")] = unsure
    unmet = [each["requirement"] for each in data["met"] if not each["lines"]]
    named[_("No line of the template meets {names}.")] = unmet
    risks = [said.format(names=", ".join(names)) for said, names in named.items() if names]
    touched = [a["type"] for a in data["actions"] if a["state"] not in ("removed", "kept")]
    risks += exposures(touched, _)
    if not data["is_sandbox"]:
        risks.append(_("This is the account {account}, not the sandbox.").format_map(data))
    if why := state.get("stale"):
        risks.append(" ".join([_(why), _("This is the current change.")]))
    return risks
