"""Rules on permissions."""

import fnmatch
from collections.abc import Iterator
from typing import Any

from agent.adapters.review.policy.rules import Problem, Resource, listed, rule
from agent.language.catalogs import N_

ROLE = "AWS::IAM::Role"
GRANTING = (
    ROLE,
    "AWS::IAM::Policy",
    "AWS::IAM::ManagedPolicy",
    "AWS::IAM::User",
    "AWS::IAM::Group",
)
OPEN_TO = (
    ROLE,
    "AWS::S3::BucketPolicy",
    "AWS::SQS::QueuePolicy",
    "AWS::SNS::TopicPolicy",
    "AWS::KMS::Key",
    "AWS::SecretsManager::ResourcePolicy",
)
_NO_RESOURCE = (
    "*:List*",
    "*:Describe*",
    "ec2:CreateNetworkInterface",
    "ec2:DeleteNetworkInterface",
    "xray:Put*",
    "cloudwatch:PutMetricData",
    "sts:GetCallerIdentity",
    "logs:CreateLogGroup",
)
_DOCUMENTS = ("PolicyDocument", "AssumeRolePolicyDocument", "KeyPolicy", "ResourcePolicy")


def statements(document: Any) -> list[dict[str, Any]]:
    found = listed(document.get("Statement")) if isinstance(document, dict) else []
    return [s for s in found if isinstance(s, dict) and s.get("Effect") == "Allow"]


def granted(resource: Resource) -> Iterator[dict[str, Any]]:
    """The statements that allow an identity something."""
    yield from statements(resource.properties.get("PolicyDocument"))
    for policy in listed(resource.properties.get("Policies")):
        if isinstance(policy, dict):
            yield from statements(policy.get("PolicyDocument"))


@rule(
    "POL008",
    N_("it allows every action, or all of a service"),
    remedy="Name the actions that are needed.",
    severities=("error", "error", "error"),
    types=GRANTING,
)
def wild_actions(resource: Resource) -> Iterator[Problem]:
    for statement in granted(resource):
        for action in listed(statement.get("Action")):
            if isinstance(action, str) and (action == "*" or action.endswith(":*")):
                yield Problem(f"it allows {action}", "Properties.Policies")
        if "NotAction" in statement:
            yield Problem("it allows everything but some actions", "Properties.Policies")


@rule(
    "POL009",
    N_("it allows an action on every resource"),
    remedy="Name the resources, for example by their Arn.",
    severities=("warning", "error", "error"),
    types=GRANTING,
)
def wild_resources(resource: Resource) -> Iterator[Problem]:
    for statement in granted(resource):
        is_wide = "*" in listed(statement.get("Resource")) or "NotResource" in statement
        if not is_wide or statement.get("Condition"):
            continue
        actions = [a for a in listed(statement.get("Action")) if isinstance(a, str)]
        wide = [a for a in actions if not any(fnmatch.fnmatch(a, known) for known in _NO_RESOURCE)]
        if wide:
            yield Problem(
                f"it allows {', '.join(wide[:3])} on every resource", "Properties.Policies"
            )


@rule(
    "POL010",
    N_("anybody may use it"),
    remedy="Name the accounts or services, or add a Condition.",
    severities=("error", "error", "error"),
    types=OPEN_TO,
)
def wild_principals(resource: Resource) -> Iterator[Problem]:
    for name in _DOCUMENTS:
        for statement in statements(resource.properties.get(name)):
            principal = statement.get("Principal")
            named = principal.values() if isinstance(principal, dict) else [principal]
            if not statement.get("Condition") and any("*" in listed(value) for value in named):
                yield Problem(path=f"Properties.{name}")


@rule(
    "POL025",
    N_("it has the rights of an administrator"),
    remedy="Attach or write a policy with the actions that are needed.",
    severities=("error", "error", "error"),
    types=GRANTING,
)
def administrators(resource: Resource) -> Iterator[Problem]:
    for arn in listed(resource.properties.get("ManagedPolicyArns")):
        if str(arn).endswith(("/AdministratorAccess", "/PowerUserAccess", "/IAMFullAccess")):
            yield Problem(f"it has {arn}", "Properties.ManagedPolicyArns")


@rule(
    "POL026",
    N_("the bucket is open by an access control list"),
    remedy="Remove AccessControl.",
    severities=("error", "error", "error"),
    types=("AWS::S3::Bucket",),
)
def bucket_lists(resource: Resource) -> Iterator[Problem]:
    control = str(resource.properties.get("AccessControl", ""))
    if control.startswith(("Public", "AuthenticatedRead")):
        yield Problem(f"AccessControl is {control}", "Properties.AccessControl")
