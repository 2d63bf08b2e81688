"""How much a change can do, and why it needs a person: by rules, never by a model's word."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.language.catalogs import N_
from agent.ports import ChangeRules, CloudIdentity
from agent.workflows.infra.artifacts import Impact, Kind
from agent.workflows.infra.state import Gettext

_IAM = ("AWS::IAM::", "AWS::Lambda::Permission")
EXPOSED = (*_IAM, "AWS::EC2::", "AWS::ApiGateway", "AWS::S3::BucketPolicy")


@dataclass(frozen=True)
class Scope:
    kind: Kind
    environment: str
    touched: tuple[str, ...]
    """Resource types that are added or changed."""
    removed: tuple[str, ...] = ()
    monthly: float | None = None
    """USD a month more, at most; None where it is not known."""


def impact_of(scope: Scope) -> Impact:
    if scope.kind == "delete" or scope.removed:
        return "high"
    is_exposed = any(kind.startswith(EXPOSED) for kind in scope.touched)
    return "medium" if scope.environment == "prd" or is_exposed else "low"


NAMES: dict[Impact, str] = {"low": N_("low"), "medium": N_("medium"), "high": N_("high")}


def reasons_for_approval(
    scope: Scope, identity: CloudIdentity, rules: ChangeRules, _: Gettext
) -> list[str]:
    """Empty: the plan may go on by itself. The deployment always asks, and so does a deletion."""
    reasons = [_("It is production.")] if scope.environment == "prd" else []
    if scope.kind != "delete":
        if not identity.is_sandbox:
            # As on the card of the deployment: the place is part of what is decided.
            said = _("It changes the account {account}, {region}, `{endpoint}`, not the sandbox.")
            reasons.append(said.format_map(vars(identity)))
        reasons += _what(scope, _)
        if scope.monthly is not None and scope.monthly > rules.monthly_limit:
            said = _("It may cost {cost:,.0f} USD a month more; the limit is {limit:,.0f}.")
            reasons.append(said.format(cost=scope.monthly, limit=rules.monthly_limit))
    if not reasons and rules.autonomy == "always":
        reasons.append(_("Every plan is asked for here."))
    return reasons


def _what(scope: Scope, _: Gettext) -> Iterator[str]:
    rights = [kind for kind in scope.touched if kind.startswith(_IAM)]
    network = [kind for kind in scope.touched if kind.startswith(EXPOSED) and kind not in rights]
    for kinds, said in (
        (sorted(set(scope.removed)), _("It removes {what}.")),
        (rights[:1], _("It changes permissions: {type}.")),
        (network[:1], _("It changes what can be reached: {type}.")),
    ):
        if kinds:
            names = ", ".join(k.removeprefix("AWS::").replace("::", " ") for k in kinds)
            yield said.format(what=names, type=names)
