"""A plan in full: requirements, proofs, files, impact, cost, and what it puts at risk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from babel.lists import format_list

from agent.engine.conversation import gettext_of, spoken_in
from agent.errors import AgentError
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

MOST_NAMED = 6
WEB = ("(80)", "(443)")
_CLOSED = N_("In production no port but 80 and 443 may be open to everyone: {about}.")
_WHOM = N_("Name the addresses that may come in.")
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
        draft, (touched, removed) = self.draft, self._types
        left = [*draft.left, *(self.state.get("left") or [])]
        questions = [*draft.questions, *(self.state.get("questions") or [])]
        after, region = self._after, self.identity.region
        self._check_doors()
        language = spoken_in(self.state)
        noticed = templates.notices(self._parts, self._before, after, language=language)
        cost = None if draft.is_beyond else costs.change(self._before, after, region=region)
        most = cost["monthly_delta"] if cost else None
        _, reasons = gettext_of(self.state), self._reasons(most)
        criteria, unprovable = self.criteria
        return PlanningOutput(
            request_id=self.state.get("request_id") or "",
            kind=draft.kind,
            stack=draft.stack,
            summary=self._summary(),
            resource_types=list(dict.fromkeys([*touched, *removed])),
            parts=self._parts,
            new=self._new,
            outputs=draft.outputs,
            requirements=self._requirements,
            acceptance_criteria=criteria,
            files_to_modify=self._files,
            estimated_impact=self._impact(),
            estimated_monthly_cost=most,
            cost_breakdown=cost,
            requires_approval=bool(reasons),
            approval_reasons=reasons,
            rollback_note=self._rollback(),
            planning_notes=[*draft.notes, *unprovable],
            notices=[*noticed, *beside(left, questions, _)],
            left=left,
            questions=questions,
            is_beyond=draft.is_beyond and draft.kind != "delete",
            removes=draft.removes,
            template=draft.template,
        )

    @property
    def _files(self) -> list[dict[str, str]]:
        path = f"{templates.FOLDER}/{self.draft.stack}/{templates.FILE}"
        is_gone = self.draft.kind == "delete"
        return [] if is_gone else [{"path": path, "change_type": "cloudformation"}]

    @property
    def _requirements(self) -> list[Requirement]:
        return [
            Requirement(id=name, **want.model_dump(exclude={"check", "arguments"}))
            for name, want in self._wanted.items()
        ]

    def _check_doors(self) -> None:
        """Raises AgentError for one that no review would let pass."""
        doors = [
            door
            for door in templates.opened(self._before, self._after)
            if self.identity.environment == "prd" and not door.endswith(WEB)
        ]
        if doors:
            raise AgentError(_CLOSED, hint=_WHOM, about=", ".join(doors))

    @cached_property
    def criteria(self) -> tuple[list[AcceptanceCriterion], list[str]]:
        """What will be looked at, and which requirements cannot be proven, with the reason."""
        known = {**templates.resources_of(self._after.text), **self._new}
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

    @property
    def _new(self) -> dict[str, str]:
        return {each.resource: each.type for each in self.draft.new}

    @property
    def _before(self) -> templates.Written:
        return templates.Written(self.base.template, self.base.parameters)

    @cached_property
    def _after(self) -> templates.Written:
        """What the library writes; what a model has to write is not in it."""
        draft = self.draft
        if draft.kind == "delete":
            return templates.NOTHING
        if draft.template:
            return templates.Written(draft.template, {})
        removes = () if draft.is_beyond else draft.removes
        return templates.written(self._parts, self._before, removes=removes)

    @cached_property
    def _types(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Resource types that are added or changed, and those that go."""
        draft = self.draft
        there = templates.resources_of(self.base.template)
        before, after = self._before.resolved(), self._after.resolved()
        changed = [str(body["Type"]) for n, body in after.items() if body != before.get(n)]
        edited = [there[name] for name in draft.changes if name in there]
        if draft.wanted and not (draft.changes or draft.new or draft.removes or draft.outputs):
            # Where the plan does not say what is edited, it may be anything that is there.
            edited = list(there.values())
        gone = [there[name] for name in there if name not in after or name in draft.removes]
        return (*changed, *self._new.values(), *edited), tuple(gone)

    def _summary(self) -> str:
        _, draft = gettext_of(self.state), self.draft
        removed, output = _("{resource} is removed"), _("output {name}")
        own = {part.resource for part in self._parts}
        named = [
            *(_(patterns()[part.pattern].noun) for part in self._parts),
            *self._new.values(),
            *(name for name in draft.changes if name not in own),
            *(removed.format(resource=name) for name in draft.removes),
            *(output.format(name=name) for name in draft.outputs),
            *([_("your template")] if draft.template else []),
        ]
        named = list(dict.fromkeys(named)) or [
            want.description.rstrip(".") for want in draft.wanted
        ]
        if (left := len(named) - MOST_NAMED) > 0:
            named[MOST_NAMED:] = [_("{count} more").format(count=left)]
        what = format_list(named, locale=FOLDERS.get(spoken_in(self.state), "en"))
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


def beside(left: Sequence[str], questions: Sequence[str], _: Gettext) -> list[str]:
    """What else was said: wishes that are not done, and questions that wait."""
    said = [(_("Not done here: {wishes}."), left), (_("Asked, and open: {wishes}?"), questions)]
    return [
        each.format(wishes="; ".join(wish.rstrip(" .?!。？！") for wish in wishes))
        for each, wishes in said
        if wishes
    ]


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
