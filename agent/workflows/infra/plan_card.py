"""The card of a plan, by our code from the plan; an edit of it is planned and asked again."""

from langgraph.runtime import Runtime

from agent.conversation import gettext_of, spoken_in, task_of
from agent.language.catalogs import catalog
from agent.ports import CloudIdentity, Context
from agent.questions import Approval, Field, expiry
from agent.workflows.infra import costing, impact
from agent.workflows.infra.binding import digest_of
from agent.workflows.infra.contracts import PlanningOutput
from agent.workflows.infra.state import PipelineState


def plan_card(
    state: PipelineState,
    runtime: Runtime[Context],
    plan: PlanningOutput,
    identity: CloudIdentity,
) -> Approval:
    rules, _ = runtime.context.ports.change_rules, gettext_of(state)
    content = plan.model_dump_json()
    return Approval(
        id=task_of(runtime),
        workflow="infra",
        step="plan_approval",
        language=spoken_in(state),
        title=_("Approve the plan for {stack}").format(stack=plan.stack),
        body=plan_in_words(plan, environment=identity.environment, language=spoken_in(state)),
        context={
            "inbox": _("Plan: {summary}").format(summary=plan.summary),
            "environment": identity.environment,
            "target": plan.stack,
        },
        expires=expiry(rules.approval_minutes),
        digest=digest_of(content),
        risks=tuple(plan.approval_reasons),
        allowed=("approve", "edit", "reject"),
        labels={"approve": _("Approve the plan"), "edit": _("Edit the request")},
        fields=(
            Field(
                "request",
                _("Request"),
                kind="longtext",
                default=state.get("request") or "",
                help=_("Edit it and press Edit: it is planned again, and you approve it again."),
            ),
        ),
        must_type="" if identity.is_sandbox else plan.stack,
    )


def plan_in_words(plan: PlanningOutput, *, environment: str, language: str) -> str:
    _ = catalog(language).gettext
    told = [
        _("Environment **{environment}**.").format(environment=environment),
        _("Impact: **{impact}**.").format(impact=_(impact.NAMES[plan.estimated_impact])),
    ]
    if plan.requirements:
        said = _("Requirements: {count}, of which {proofs} are checked afterwards.")
        proofs = len({each.requirement_id for each in plan.acceptance_criteria})
        told.append(said.format(count=len(plan.requirements), proofs=proofs))
    cost = costing.said(plan.cost_breakdown, language)
    told.append(_("Cost: {cost}.").format(cost=cost))
    return f"{plan.summary}\n\n{' '.join(told)}"
