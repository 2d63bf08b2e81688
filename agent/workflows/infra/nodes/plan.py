"""A plan that a person can judge, and its approval."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Literal

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import conversation_of, gettext_of, say, spoken_in, task_of
from agent.errors import AgentError, CloudError
from agent.events import Artifact
from agent.exchange.in_words import steps_of
from agent.ports import Base, CloudIdentity, Context, Stack
from agent.questions import Choice, Form, ask, from_json, to_json
from agent.workflows.infra.artifacts import PlanningOutput
from agent.workflows.infra.cards import plan_card
from agent.workflows.infra.forms import FormPlan
from agent.workflows.infra.nodes.code import WRITTEN_ANEW, decided
from agent.workflows.infra.nodes.intent import TURNS
from agent.workflows.infra.stacks import costs, requirements
from agent.workflows.infra.stacks.facts import Facts, stacks_in_question, unchangeable
from agent.workflows.infra.stacks.outline import Outline, undone
from agent.workflows.infra.state import PipelineState, Plain, environment_of
from agent.workflows.infra.steps import PLAN, UNPLANNED, PlanDraft, PlanFor, check_plan

TOLD = ("kind", "stack", "summary", "parts", "new", "outputs", "requirements", "planning_notes")
"""Of a rejected plan."""


def planning(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Requirements, criteria, files, impact, cost and what it puts at risk; then who must agree."""
    context, _ = runtime.context, gettext_of(state)
    identity = context.ports.cloud.identity(environment_of(state))
    stacks = context.ports.cloud.stacks(identity.environment)
    by_forms = FormPlan(state, task_of(runtime), context, identity, [each.name for each in stacks])
    draft = _draft(state, by_forms, stacks)
    if isinstance(draft, str):
        return _decline(context, draft)
    if not isinstance(draft, PlanDraft):
        return {"drafted": to_json(draft)}
    base = context.ports.cloud.base(identity.environment, draft.stack)
    try:
        plan = Outline(state, context, identity, base, draft).plan()
    except AgentError as error:
        why = " ".join(error.translate(_))
        again = replace(by_forms, problem=why).draft() if state.get("settings_sent") else None
        return {"drafted": to_json(again)} if isinstance(again, Form) else _decline(context, why)
    requirements.look_before(context, base, plan.acceptance_criteria, identity.environment)
    context.report.emit(Artifact("infra_plan", "plan", plan.model_dump(mode="json")))
    update = _kept(state, context, base, plan)
    if plan.requires_approval:
        card = plan_card(state, runtime, plan)
        update |= {"pending_approval": "plan", "drafted": to_json(card)}
    return update


def _kept(state: PipelineState, context: Context, base: Base, plan: PlanningOutput) -> Plain:
    """The state with a new plan, where nothing of the plan before it is left."""
    code = state.get("iac_output") or {}
    said = [state.get("request"), state.get("comment") if context.llm.is_model else None]
    request = "\n\n".join(filter(None, said))
    shown = ("template", "parameters", "tags", "digest")
    return {
        # From now on a comment is part of what is asked for, here and in later turns.
        "request": request,
        "messages": [HumanMessage(request, id=state["turn"])],
        "planning_output": plan.model_dump(mode="json"),
        "stack": plan.stack if base.exists else state.get("stack"),
        "previous": {name: getattr(base, name) for name in shown} if base.exists else {},
        "cost_estimate": costs.describe(plan.cost_breakdown, spoken_in(state)),
        # What was written for the plan before this one.
        "rejected": code.get("template") if state.get("comment") else None,
        "told": None,
        **WRITTEN_ANEW,
        **dict.fromkeys(("iac_output", "plan_approved", "deploy_approved")),
        **dict.fromkeys(("pending_approval", "drafted", "comment")),
        "current_agent": "plan_approval",
    }


def _draft(
    state: PipelineState, by_forms: FormPlan, stacks: list[Stack]
) -> PlanDraft | Choice | Form | str:
    """What is to be planned, else the question that is left, or why there is no way."""
    context, identity = by_forms.context, by_forms.identity
    is_form = state.get("kinds") is not None or state.get("settings") is not None
    is_named = state.get("wish") == "delete" and state.get("chosen_stack")
    is_rejected = bool(state.get("comment"))
    draft: PlanDraft = UNPLANNED
    if context.llm.is_model and not is_form and (is_rejected or not is_named):
        asked = _question(state, context, identity, stacks)
        draft = context.llm.run(replace(PLAN, check=_check_with(state, context, identity)), asked)
    is_unsure = stacks and not draft.stack and draft.kind != "create"
    if draft is UNPLANNED:
        found = by_forms.draft()
        if not isinstance(found, PlanDraft):
            return found
        draft = found
    elif is_unsure and (
        draft.has_content or not (draft.planning_notes or draft.left or is_rejected)
    ):
        return by_forms.which_stack(offers_new=draft.kind == "update", notes=draft.planning_notes)
    return _why_impossible(state, draft, context, stacks) or draft


def _question(
    state: PipelineState, context: Context, identity: CloudIdentity, stacks: list[Stack]
) -> PlanFor:
    """The request with all that it may be about, as it is now."""
    comment, plan = state.get("comment") or "", state.get("planning_output") or {}
    known = [stack.name for stack in stacks]
    code = state.get("iac_output") or {}
    told = [json.dumps({name: plan.get(name) for name in TOLD}, ensure_ascii=False)]
    told += [change["diff"] for change in code.get("code_changes", [])]
    if state.get("told"):
        actions = (state.get("change_set") or {}).get("actions", [])
        told += ["Its change set, as the user saw it:", *steps_of(actions, "en")]
        told.append(state["told"] or "")
    kinds = context.ports.cloud.check_kinds()
    types = {kind for each in kinds for kind in each.types}
    return PlanFor(
        text=state.get("request") or "",
        prefix=identity.prefix,
        stacks=known,
        last=str(state.get("stack")) if state.get("stack") in known else "",
        chosen=state.get("chosen_stack"),
        checks=[asdict(kind) for kind in kinds],
        refused=_refusals(context, identity, {kind.replace("::", ""): kind for kind in types}),
        seen=stacks_in_question(state, Facts(context, identity), stacks),
        conversation=conversation_of(state)[-TURNS:],
        rejected="\n".join(told) if comment else "",
        comment=comment,
    )


def _check_with(
    state: PipelineState, context: Context, identity: CloudIdentity
) -> Callable[[PlanFor, PlanDraft], list[str]]:
    """Have the plan checked, and once also its assertions: one that is left wrong is unproven."""
    told: list[str] = []

    def check(value: PlanFor, given: PlanDraft) -> list[str]:
        problems = [*check_plan(value, given), *_refusals(context, identity, given.new)]
        if problems or told or not (given.has_content and given.stack):
            return problems
        base = context.ports.cloud.base(identity.environment, given.stack)
        outline = Outline(state, context, identity, base, given)
        try:
            outline.plan()
            told.extend(outline.criteria[1])
        except AgentError as error:
            told.append(error.sentences)
        return told

    return check


def _refusals(context: Context, identity: CloudIdentity, types: dict[str, str]) -> list[str]:
    """What the engine says of resources that it cannot make; `types` are by logical id."""
    template = {"Resources": {name: {"Type": kind} for name, kind in types.items()}}
    try:
        if types:
            context.ports.cloud.validate(identity.environment, json.dumps(template))
    except CloudError as error:
        return [error.message] if error.problem == "refused" else []
    return []


def _why_impossible(
    state: PipelineState, draft: PlanDraft, context: Context, stacks: list[Stack]
) -> str:
    _, known = gettext_of(state), {stack.name: stack for stack in stacks}
    if not draft.has_content:
        told = [*draft.planning_notes, *undone(draft.left, _)]
        why = _("Nothing in this request can be built.")
        return " ".join([_("Nothing is changed.") if state.get("comment") else why, *told])
    if draft.kind != "create":
        if not stacks:
            return _("There is no stack yet that could be changed.")
        if draft.stack not in known:
            said = _("There is no stack {stack}. There are: {stacks}.")
            return said.format(stack=draft.stack, stacks=", ".join(known))
        if draft.kind == "update" and (why := unchangeable(known[draft.stack], _)):
            return why
    values = context.ports.cloud.base(environment_of(state), draft.stack).parameters.values()
    if any(set(value) == {"*"} for value in values):
        return _("The stack has parameters that are hidden, so it cannot be changed from here.")
    return ""


def _decline(context: Context, problem: str) -> Plain:
    update = say(context, problem, status="declined")
    return {**update, "ended": "declined", "error": problem.split("\n", maxsplit=1)[0]}


def plan_approval(state: PipelineState, runtime: Runtime[Context]) -> Plain:
    """Wait for the decision where the rules want one; else the plan goes on."""
    if not state.get("drafted"):
        return {"plan_approved": True, "pending_approval": None}
    reply = ask(from_json(state["drafted"] or {}))
    if reply.decision == "edit":
        again: Plain = {"plan_approved": None, "drafted": None}
        return {**again, "request": reply.values["request"], "settings_sent": None}
    return decided(reply, "plan_approved", state, runtime.context)


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
