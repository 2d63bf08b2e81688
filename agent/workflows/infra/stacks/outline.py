"""A plan in full: requirements, proofs, files, impact, cost, and what it puts at risk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from babel.lists import format_list

from agent.engine.conversation import gettext_of, spoken_in
from agent.language.catalogs import FOLDERS, N_
from agent.ports import Base, CloudIdentity, Context
from agent.workflows.infra.artifacts import (
    AcceptanceCriterion,
    Impact,
    Part,
    PlanningOutput,
    Requirement,
    Wanted,
)
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.stacks import costs, requirements, templates
from agent.workflows.infra.state import Gettext, PipelineState
from agent.workflows.infra.steps import PlanDraft

_IAM = ("AWS::IAM::", "AWS::Lambda::Permission")
_POLICIES = ("AWS::S3::BucketPolicy", "AWS::SNS::TopicPolicy", "AWS::SQS::QueuePolicy")
EXPOSED = (*_IAM, "AWS::EC2::", "AWS::ApiGateway", *_POLICIES)
SUMMARIES = {
    "create": N_("Create the stack {stack}: {what}."),
    "update": N_("Change the stack {stack}: {what}."),
    "delete": N_("Delete the stack {stack}."),
}


@dataclass(frozen=True)
class Outline:
    """Of one draft, over the stack as it is."""

    state: PipelineState
    context: Context
    identity: CloudIdentity
    base: Base
    draft: PlanDraft

    def plan(self) -> PlanningOutput:
        """Raises AgentError where it cannot be."""
        draft, (touched, removed), _ = self.draft, self._types, gettext_of(self.state)
        before = templates.Written.of(vars(self.base))
        after, region = self._after, self.identity.region
        cost = None if draft.is_beyond else costs.change(before, after, region=region)
        most = cost["monthly_delta"] if cost else None
        reasons, (criteria, unprovable) = self._reasons(most), self.criteria
        own = {"parts": self._parts, "planning_notes": [*draft.planning_notes, *unprovable]}
        path = f"{templates.FOLDER}/{draft.stack}/{templates.FILE}"
        is_gone = draft.kind == "delete"
        return PlanningOutput(
            **{**draft.model_dump(), **own},
            request_id=self.state.get("request_id") or "",
            summary=self._summary(),
            resource_types=list(dict.fromkeys([*touched, *removed])),
            requirements=[
                Requirement(id=name, **want.model_dump(exclude={"check", "arguments"}))
                for name, want in self._wanted.items()
            ],
            acceptance_criteria=criteria,
            files_to_modify=[] if is_gone else [{"path": path, "change_type": "cloudformation"}],
            estimated_impact=self._impact(),
            estimated_monthly_cost=most,
            cost_breakdown=cost,
            requires_approval=bool(reasons),
            approval_reasons=reasons,
            rollback_note=self._rollback(),
            notices=undone(draft.left, _),
            is_beyond=draft.is_beyond,
        )

    @cached_property
    def criteria(self) -> tuple[list[AcceptanceCriterion], list[str]]:
        """What will be looked at, and which requirements cannot be proven, with the reason."""
        known = {**templates.resources_of(self._after.text), **self.draft.new}
        return requirements.criteria_of(self.context, self._wanted, known, spoken_in(self.state))

    @cached_property
    def _wanted(self) -> dict[str, Wanted]:
        language = spoken_in(self.state)
        found = requirements.wanted_of(self._parts, self.base, self.draft, language=language)
        return {f"REQ-{number:03}": want for number, want in enumerate(found, start=1)}

    @cached_property
    def _parts(self) -> list[Part]:
        draft = self.draft
        short = templates.camel(draft.stack.removeprefix(self.identity.prefix))
        return templates.located(draft.parts, base=short, text=self.base.template, adds=draft.adds)

    @cached_property
    def _after(self) -> templates.Written:
        """What the library writes; what a model has to write is not in it."""
        draft = self.draft
        if draft.kind == "delete":
            return templates.NOTHING
        if draft.template:
            return templates.Written(draft.template, {})
        before = templates.Written.of(vars(self.base))
        removes = () if draft.is_beyond else draft.removes
        return templates.written(self._parts, before, removes=removes)

    @cached_property
    def _types(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Resource types that are added or changed, and those that go."""
        draft, there = self.draft, templates.resources_of(self.base.template)
        before = templates.Written.of(vars(self.base)).resolved()
        after = self._after.resolved()
        changed = [str(body["Type"]) for n, body in after.items() if body != before.get(n)]
        edited = [there[name] for name in draft.changes if name in there]
        if draft.wanted and not (draft.changes or draft.new or draft.removes or draft.outputs):
            # Where the plan does not say what is edited, it may be anything that is there.
            edited = list(there.values())
        gone = [there[name] for name in there if name not in after or name in draft.removes]
        return (*changed, *draft.new.values(), *edited), tuple(gone)

    def _summary(self) -> str:
        _, draft = gettext_of(self.state), self.draft
        removed, output = _("{resource} is removed"), _("output {name}")
        own = {part.resource for part in self._parts}
        named = [
            *(_(patterns()[part.pattern].noun) for part in self._parts),
            *draft.new.values(),
            *(name for name in draft.changes if name not in own),
            *(removed.format(resource=name) for name in draft.removes),
            *(output.format(name=name) for name in draft.outputs),
            *([_("your template")] if draft.template else []),
        ] or [want.description.rstrip(".") for want in draft.wanted]
        locale = FOLDERS.get(spoken_in(self.state), "en")
        what = format_list(list(dict.fromkeys(named)), locale=locale)
        return _(SUMMARIES[draft.kind]).format(stack=draft.stack, what=what)

    def _rollback(self) -> str:
        _ = gettext_of(self.state)
        if self.draft.kind == "delete":
            return _(
                "A deleted stack cannot be brought back; its template is kept with this request."
            )
        back = _("The template of today can be deployed again.")
        return back if self.base.exists else _("Deleting the stack removes it.")

    # How much it can do, and why it needs a person: by rules, never by a model's word

    def _impact(self) -> Impact:
        touched, removed = self._types
        if self.draft.kind == "delete" or removed:
            return "high"
        is_exposed = any(kind.startswith(EXPOSED) for kind in touched)
        return "medium" if self.identity.environment == "prd" or is_exposed else "low"

    def _reasons(self, monthly: float | None) -> list[str]:
        """Empty: it may go on by itself. The deployment always asks, and so does a deletion.

        `monthly` is what it costs more at most, in USD; None where it is not known.
        """
        _, rules, identity = gettext_of(self.state), self.context.ports.change_rules, self.identity
        touched, removed = self._types
        reasons = [_("It is production.")] if identity.environment == "prd" else []
        if self.draft.kind != "delete":
            if not identity.is_sandbox:
                # As on the card of the deployment: the place is part of what is decided.
                said = _(
                    "It changes the account {account}, {region}, `{endpoint}`, not the sandbox."
                )
                reasons.append(said.format_map(vars(identity)))
            if removed:
                reasons.append(_("It removes {what}.").format(what=_named(removed)))
            reasons += exposures(touched, _)
            if monthly is not None and monthly > rules.monthly_limit:
                said = _("It may cost {cost:,.0f} USD a month more; the limit is {limit:,.0f}.")
                reasons.append(said.format(cost=monthly, limit=rules.monthly_limit))
        if not reasons and rules.autonomy == "always":
            reasons.append(_("Every plan is asked for here."))
        return reasons


def undone(left: Sequence[str], _: Gettext) -> list[str]:
    """What else was said, in a sentence: none where everything is done."""
    wishes = "; ".join(wish.rstrip(" .。") for wish in left)
    return [_("Not in this plan: {wishes}.").format(wishes=wishes)] if left else []


def exposures(touched: Iterable[str], _: Gettext) -> list[str]:
    """What a change of these types may open."""
    exposed = [kind for kind in touched if kind.startswith(EXPOSED)]
    rights = [kind for kind in exposed if kind.startswith(_IAM)]
    network = [kind for kind in exposed if kind not in rights]
    said = (
        (rights, _("It changes permissions: {what}.")),
        (network, _("It changes what can be reached: {what}.")),
    )
    return [sentence.format(what=_named(kinds)) for kinds, sentence in said if kinds]


def _named(kinds: Iterable[str]) -> str:
    words = (kind.removeprefix("AWS::").replace("::", " ") for kind in sorted(set(kinds)))
    return ", ".join(words)
