"""A plan that a person can judge, and its approval."""

import json
from dataclasses import asdict, replace
from typing import Literal

from langgraph.runtime import Runtime

from agent import cfn
from agent.conversation import gettext_of, say, spoken_in, task_of
from agent.errors import AgentError, CloudError
from agent.events import Artifact
from agent.language.catalogs import N_
from agent.ports import Base, CloudIdentity, Context, Stack
from agent.questions import Choice, Form, ask, from_json, to_json
from agent.workflows.infra import (
    costing,
    impact,
    outline,
    requirements,
    seeing,
    templates,
)
from agent.workflows.infra.contracts import Part, PlanningOutput
from agent.workflows.infra.form_plan import FormPlan
from agent.workflows.infra.holding import held_as
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.plan_card import plan_card
from agent.workflows.infra.said import Gettext, drifted
from agent.workflows.infra.state import PipelineState, Plain, environment_of
from agent.workflows.infra.steps import PLAN, UNPLANNED, PlanDraft, PlanFor, Unplanned

PLAN_FIRST = N_("You wanted to see the plan first: the request can still be edited.")


def planning(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Requirements, criteria, files, impact, cost and what it puts at risk; then who must agree."""
    context, _ = runtime.context, gettext_of(state)
    environment = environment_of(state)
    identity = context.ports.cloud.identity(environment)
    stacks = context.ports.cloud.stacks(environment)
    names = [stack.name for stack in stacks]
    draft = _draft(state, runtime, identity, stacks)
    if isinstance(draft, str):
        return _declined(context, draft)
    if not isinstance(draft, PlanDraft):
        return {"drafted": to_json(draft)}
    base = context.ports.cloud.base(environment, draft.stack)
    if any(set(value) == {"*"} for value in base.parameters.values()):
        return _declined(
            context,
            _("The stack has parameters that are hidden, so it cannot be changed from here."),
        )
    if not draft.has_content:
        told = [_("Nothing in this request can be built."), *draft.notes]
        return _declined(context, " ".join(told))
    try:
        draft = _pointed(state, draft, context, identity, names)
        there = _as_it_is(base, draft, context, identity)
        plan = _planned(state, context, identity, there, draft)
    except AgentError as error:
        if isinstance(error, CloudError):
            raise
        return _declined(context, " ".join(error.translate(_)))
    context.report.emit(Artifact("infra_plan", "plan", plan.model_dump(mode="json")))
    update: Plain = {
        "planning_output": plan.model_dump(mode="json"),
        "stack": draft.stack,
        "previous": _before(base),
        "cost_estimate": costing.said(plan.cost_breakdown, spoken_in(state)),
        "plan_approved": None,
        "pending_approval": None,
        "drafted": None,
        "comment": None,
        "current_agent": "plan_approval",
    }
    if plan.requires_approval:
        card = plan_card(state, runtime, plan, identity)
        update |= {"pending_approval": "plan", "drafted": to_json(card)}
    return update


def _draft(
    state: PipelineState, runtime: Runtime[Context], identity: CloudIdentity, stacks: list[Stack]
) -> PlanDraft | Choice | Form | str:
    """What is to be planned, else the question that is left, or why there is no way."""
    names = [stack.name for stack in stacks]
    by_forms = FormPlan(state, task_of(runtime), runtime.context, identity, names)
    is_form = state.get("kinds") is not None or state.get("settings") is not None
    is_read = runtime.context.llm.is_model and not is_form
    draft = (
        runtime.context.llm.run(PLAN, _asked(state, runtime.context, identity, stacks))
        if is_read
        else UNPLANNED
    )
    if isinstance(draft, Unplanned):
        found = by_forms.draft()
        if not isinstance(found, PlanDraft):
            return found
        draft = found
    elif not draft.stack and names and draft.kind != "create":
        return by_forms.which_stack(offers_new=draft.kind == "update")
    return _impossible(state, draft, stacks) or draft


def _asked(
    state: PipelineState, context: Context, identity: CloudIdentity, stacks: list[Stack]
) -> PlanFor:
    """The request with all that it may be about, as it is now."""
    comment = state.get("comment") or ""
    return PlanFor(
        text=state.get("request") or "",
        environment=identity.environment,
        prefix=identity.prefix,
        stacks=[stack.name for stack in stacks],
        last=state.get("stack") or "",
        chosen=state.get("chosen_stack"),
        checks=[asdict(kind) for kind in context.ports.cloud.check_kinds()],
        seen=seeing.seen(state, context, stacks),
        conversation=seeing.earlier(state),
        rejected=json.dumps(_shortly(state["planning_output"])) if comment else "",
        comment=comment,
    )


def _shortly(plan: Plain | None) -> Plain:
    """What of a plan another one is made from."""
    shown = ("kind", "stack", "summary", "parts", "other_types", "requirements", "planning_notes")
    return {key: (plan or {}).get(key) for key in shown}


def _impossible(state: PipelineState, draft: PlanDraft, stacks: list[Stack]) -> str:
    _ = gettext_of(state)
    if draft.kind == "create":
        return ""
    if not stacks:
        return _("There is no stack yet that could be changed.")
    known = {stack.name: stack for stack in stacks}
    if draft.stack not in known:
        said = _("There is no stack {stack}. There are: {stacks}.")
        return said.format(stack=draft.stack, stacks=", ".join(known))
    return seeing.unchangeable(known[draft.stack], _) if draft.kind == "update" else ""


def _declined(context: Context, problem: str) -> Plain:
    update = say(context, problem, status="declined")
    return {**update, "ended": "declined", "error": problem.split("\n", maxsplit=1)[0]}


def _before(base: Base) -> Plain:
    if not base.exists:
        return {}
    return {
        "template": base.template,
        "parameters": base.parameters,
        "tags": base.tags,
        "digest": base.digest,
    }


def _as_it_is(base: Base, draft: PlanDraft, context: Context, identity: CloudIdentity) -> Base:
    """What is to be deleted, without the template of resources that never came or are gone."""
    if draft.kind != "delete":
        return base
    removal = context.ports.cloud.removal(identity.environment, base.stack)
    return base if removal.deleted or removal.retained else replace(base, template="")


def _pointed(
    state: PipelineState,
    draft: PlanDraft,
    context: Context,
    identity: CloudIdentity,
    names: list[str],
) -> PlanDraft:
    """With what its parts point at by the name in the account, where a stack holds it."""
    parts, notes, _ = [], list(draft.notes), gettext_of(state)
    unknown = _("No known stack of {environment} contains {name} ({kind}).")
    for part in draft.parts:
        pattern = patterns()[part.pattern]
        options = dict(part.options)
        name = str(options.get("existing") or "")
        kind = patterns().get(pattern.points_at(pattern.parse(options))) if name else None
        if kind and (found := held_as(name, kind, context, identity, names)):
            options["existing"] = None if found.stack == draft.stack else found.name
        elif kind:
            place = {"environment": identity.environment, "name": name}
            notes.append(unknown.format(**place, kind=_(kind.noun)))
        parts.append(part.model_copy(update={"options": options}))
    return draft.model_copy(update={"parts": parts, "notes": notes})


def _planned(
    state: PipelineState,
    context: Context,
    identity: CloudIdentity,
    base: Base,
    draft: PlanDraft,
) -> PlanningOutput:
    language, _ = spoken_in(state), gettext_of(state)
    short = templates.camel(draft.stack.removeprefix(identity.prefix))
    parts = templates.located(draft.parts, base=short, text=base.template, adds=draft.adds)
    preview = _preview(parts, base, draft)
    cost = _cost(preview, base, identity)
    touched, removed = _types(parts, base, draft)
    drift, unknown = _drift(context, identity, base, _)
    most = cost.most if cost else None
    scope = impact.Scope(draft.kind, identity.environment, touched, removed, most)
    reasons = impact.reasons_for_approval(scope, identity, context.ports.change_rules, drift, _)
    reasons += [_(PLAN_FIRST)] if state.get("plan_first") else []
    wanted = requirements.wanted_of(parts, base, draft, language=language)
    criteria, notes = requirements.criteria_of(context, wanted, _)
    notes += requirements.look_before(context, identity.environment, base, criteria, _)
    return PlanningOutput(
        request_id=state.get("request_id") or "",
        kind=draft.kind,
        stack=draft.stack,
        summary=outline.summary_of(draft, parts, base, language),
        resource_types=list(dict.fromkeys([*touched, *removed])),
        parts=parts,
        other_types=draft.other_types,
        requirements=requirements.numbered(wanted),
        acceptance_criteria=criteria,
        files_to_modify=outline.files_of(draft, _),
        estimated_impact=impact.impact_of(scope),
        estimated_monthly_cost=most,
        cost_breakdown=cost.plain() if cost else None,
        requires_approval=bool(reasons),
        approval_reasons=reasons,
        rollback_note=outline.rollback_of(draft, parts, base, _),
        drift=drift,
        planning_notes=draft.notes + outline.notices_of(parts, base, language) + notes + unknown,
        is_beyond=draft.is_beyond and draft.kind != "delete",
        removes=draft.removes,
        template=draft.template,
    )


def _preview(parts: list[Part], base: Base, draft: PlanDraft) -> templates.Written | None:
    """What the library would write, for the figures; None where a model has to write."""
    if draft.kind == "delete":
        return templates.Written("", {})
    if draft.is_beyond:
        return None
    if draft.template:
        return templates.Written(draft.template, {})
    return templates.written(
        parts, base=base.template, parameters=base.parameters, about=draft.stack
    )


def _cost(
    preview: templates.Written | None, base: Base, identity: CloudIdentity
) -> costing.Cost | None:
    if preview is None:
        return None
    return costing.change(
        {"template": base.template, "parameters": base.parameters},
        {"template": preview.text, "parameters": preview.parameters},
        region=identity.region,
    )


def _types(
    parts: list[Part], base: Base, draft: PlanDraft
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Resource types that are added or changed, and those that go."""
    if draft.kind == "delete":
        return (), tuple(templates.resources_of(base.template).values())
    beside = templates.places(parts, base.template)
    there = templates.resources_of(base.template)
    if draft.template:
        new = templates.resources_of(draft.template)
        return tuple(new.values()), tuple(t for name, t in there.items() if name not in new)
    touched = [*draft.other_types, *_edited(draft, there)]
    removed = [there[name] for name in draft.removes if name in there]
    for part in parts:
        pattern = patterns()[part.pattern]
        if part.remove:
            gone = templates.belonging(cfn.parse(base.template).resources, part.resource)
            removed += [kind for name, kind in there.items() if name in gone]
        elif part.resource in there:
            touched.append(pattern.main)
        else:
            made = pattern.draft(pattern.parse(part.options), templates.place_of(part, beside))
            touched += [body["Type"] for body in made.resources.values()]
    return tuple(touched), tuple(removed)


def _edited(draft: PlanDraft, there: dict[str, str]) -> list[str]:
    """Types of what is edited; where the plan does not say, it may be anything that is there."""
    if draft.wanted and not (draft.changes or draft.other_types or draft.removes):
        return list(there.values())
    return [there[name] for name in draft.changes if name in there]


def _drift(
    context: Context, identity: CloudIdentity, base: Base, _: Gettext
) -> tuple[list[str], list[str]]:
    """What differs from the template, if there is one, and why that could not be found out."""
    if not base.template:
        return [], []
    try:
        found = context.ports.cloud.drift(identity.environment, base.stack)
    except CloudError as error:
        unknown = _("Whether it drifted could not be found out: {reason}")
        return [], [unknown.format(reason=error.message)]
    told = [drifted(asdict(drift), _) for drift in found if drift.status != "NOT_CHECKED"]
    return told, []


def plan_approval(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Wait for the decision where the rules want one; else the plan goes on."""
    if not state.get("drafted"):
        return {"plan_approved": True, "pending_approval": None}
    reply = ask(from_json(state["drafted"] or {}))
    again: Plain
    if reply.cancelled:
        return {
            "plan_approved": False,
            "ended": "cancelled",
            "pending_approval": None,
            "drafted": None,
        }
    if reply.expired:
        return {"plan_approved": None, "drafted": None}
    if reply.decision == "edit":
        request = reply.values["request"]
        again = {"plan_approved": None, "drafted": None, "plan_first": None}
        return {**again, "request": request, "settings_sent": None}
    if reply.decision == "reject" and reply.comment and runtime.context.llm.is_model:
        again = {"plan_approved": None, "drafted": None, "kinds": None, "settings": None}
        return {**again, "comment": reply.comment}
    if reply.decision == "reject":
        return {
            "plan_approved": False,
            "ended": "rejected",
            "comment": reply.comment,
            "pending_approval": None,
            "drafted": None,
        }
    return {"plan_approved": True, "pending_approval": None, "drafted": None}


def after_planning(state: PipelineState) -> Literal["plan_approval", "clarify", "__end__"]:
    if state.get("ended"):
        return "__end__"
    if (state.get("drafted") or {}).get("step") == "clarify":
        return "clarify"
    return "plan_approval"


def after_plan_approval(
    state: PipelineState,
) -> Literal["iac", "prepare_deploy", "rejected", "planning"]:
    if state.get("ended"):
        return "rejected"
    if not state.get("plan_approved"):
        return "planning"
    is_deletion = (state.get("planning_output") or {}).get("kind") == "delete"
    return "prepare_deploy" if is_deletion else "iac"
