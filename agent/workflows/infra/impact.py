"""How much a change can do, and why it needs a person: by rules, never by a model's word."""

from collections.abc import Sequence
from dataclasses import dataclass

from agent.ports import ChangeRules, CloudIdentity
from agent.workflows.infra.contracts import Impact, Kind

STATEFUL = frozenset(
    {
        "AWS::S3::Bucket",
        "AWS::DynamoDB::Table",
        "AWS::KMS::Key",
        "AWS::Logs::LogGroup",
        "AWS::SecretsManager::Secret",
        "AWS::SQS::Queue",
        "AWS::EFS::FileSystem",
        "AWS::RDS::DBInstance",
        "AWS::RDS::DBCluster",
    }
)
EXPOSED = (
    "AWS::IAM::",
    "AWS::EC2::",
    "AWS::ApiGateway",
    "AWS::Lambda::Permission",
    "AWS::S3::BucketPolicy",
)
MOST_DRIFTS = 3
_IAM = ("AWS::IAM::", "AWS::Lambda::Permission")


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
    stateful_gone = STATEFUL & set(scope.removed)
    if scope.kind == "delete" or stateful_gone:
        return "high"
    if scope.environment == "prd" or scope.removed or _exposed(scope.touched):
        return "medium"
    return "low"


def reasons_for_approval(
    scope: Scope, identity: CloudIdentity, rules: ChangeRules, drift: Sequence[str]
) -> list[str]:
    """Empty: the plan may go on by itself. The deployment always asks."""
    reasons = [*_where(scope, identity), *_what(scope)]
    if scope.monthly is not None and scope.monthly > rules.monthly_limit:
        limit = f"the limit is {rules.monthly_limit:,.0f}"
        reasons.append(f"It may cost {scope.monthly:,.0f} USD a month more; {limit}.")
    if impact_of(scope) == "high" and not reasons:
        reasons.append("Its impact is high.")
    if drift:
        told = " ".join(drift[:MOST_DRIFTS])
        reasons.append(f"Something was changed past the template. {told}")
    if not reasons and rules.autonomy == "always":
        reasons.append("Every plan is asked for here.")
    return reasons


def _where(scope: Scope, identity: CloudIdentity) -> list[str]:
    reasons = []
    if scope.environment == "prd":
        reasons.append("It is production.")
    if not identity.is_sandbox:
        # As on the card of the deployment: the place is part of what is decided.
        where = f"the account {identity.account}, {identity.region}, `{identity.endpoint}`"
        reasons.append(f"It leads to {where}, not to the sandbox.")
    return reasons


def _what(scope: Scope) -> list[str]:
    reasons = []
    if scope.kind == "delete":
        reasons.append("It deletes a stack.")
    elif scope.removed:
        reasons.append(f"It removes {', '.join(_short(t) for t in sorted(set(scope.removed)))}.")
    if iam := [t for t in scope.touched if t.startswith(_IAM)]:
        reasons.append(f"It changes who may do what: {_short(iam[0])}.")
    if network := [t for t in _exposed(scope.touched) if not t.startswith(_IAM)]:
        reasons.append(f"It changes what can be reached: {_short(network[0])}.")
    return reasons


def _exposed(types: Sequence[str]) -> list[str]:
    return [kind for kind in types if kind.startswith(EXPOSED)]


def _short(kind: str) -> str:
    return kind.removeprefix("AWS::").replace("::", " ")
