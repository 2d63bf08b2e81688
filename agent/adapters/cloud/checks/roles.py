"""Roles: who may act as one, and what it may do."""

import json
from typing import Any
from urllib.parse import unquote

from pydantic import Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, equal, kind, shown
from agent.language.catalogs import N_

ROLE = "AWS::IAM::Role"
NAMED = N_("named ones only")
_ALL_BUT = "all but "


class Trust(OnResource):
    service: str = Field(description="For example lambda.amazonaws.com.")


class Allowed(OnResource):
    action: str = Field(description="For example s3:GetObject.")
    only_on: str = Field("", description="Logical id or ARN of the one thing it is allowed on.")


@kind(
    "role_trust",
    "Only one service may assume the role.",
    said=N_("Only {service} may assume {resource}."),
    arguments=Trust,
    proves=((ROLE, "AssumeRolePolicyDocument"),),
)
def role_trust(look: Look, asked: Trust) -> Reading:
    role = look.call("iam", "get_role", RoleName=look.physical(asked.resource))["Role"]
    document = _document(role["AssumeRolePolicyDocument"])
    found = sorted(
        {name for s in _statements(document) if s.get("Effect") == "Allow" for name in _whom(s)}
    )
    return equal([asked.service], found)


@kind(
    "role_no_wildcard",
    "A role allows no action on everything and no service as a whole.",
    said=N_("{resource} allows neither all actions nor all resources."),
    arguments=OnResource,
    proves=((ROLE, "Policies"),),
)
def role_no_wildcard(look: Look, asked: OnResource) -> Reading:
    wide = [
        f"{action} ({resource})"
        for statement in _allowed(look, asked)
        for action in _named(statement, "Action")
        for resource in _named(statement, "Resource")
        if action.startswith(_ALL_BUT)
        or resource.startswith(_ALL_BUT)
        or action == "*"
        or action.endswith(":*")
        or resource == "*"
    ]
    return Reading(NAMED, shown(wide or NAMED), passed=not wide)


@kind(
    "role_allows",
    "A role allows an action; with only_on, on that resource alone.",
    said=N_("{resource} allows {action} {only_on}."),
    arguments=Allowed,
    proves=((ROLE, "Policies"),),
)
def role_allows(look: Look, asked: Allowed) -> Reading:
    allowed = _allowed(look, asked)
    if not asked.only_on:
        found = {a for statement in allowed for a in _listed(statement.get("Action"))}
        return Reading(asked.action, shown(found), passed=asked.action in found)
    is_arn = asked.only_on.startswith("arn:")
    wanted = asked.only_on.removesuffix("/*") if is_arn else look.physical(asked.only_on)
    on = [
        resource
        for statement in allowed
        if asked.action in _listed(statement.get("Action"))
        for resource in _named(statement, "Resource")
    ]
    is_only = bool(on) and all(_is_about(resource, wanted) for resource in on)
    return Reading(f"{asked.action} ({wanted})", shown(on), passed=is_only)


def _is_about(resource: str, physical: str) -> bool:
    """Tell whether an ARN is the resource of this id, or in it; a queue's id is an address."""
    whole = resource.removesuffix("/*")
    if "://" in physical:
        physical = physical.rpartition("/")[2]
    return whole == physical or whole.endswith((f":{physical}", f"/{physical}"))


def _allowed(look: Look, asked: OnResource) -> list[Any]:
    role = look.physical(asked.resource)
    names = look.entries("iam", "list_role_policies", "PolicyNames", RoleName=role)
    documents = [
        look.call("iam", "get_role_policy", RoleName=role, PolicyName=name)["PolicyDocument"]
        for name in names
    ]
    attached = "AttachedPolicies"
    for policy in look.entries("iam", "list_attached_role_policies", attached, RoleName=role):
        arn = policy["PolicyArn"]
        version = look.call("iam", "get_policy", PolicyArn=arn)["Policy"]["DefaultVersionId"]
        told = look.call("iam", "get_policy_version", PolicyArn=arn, VersionId=version)
        documents.append(told["PolicyVersion"]["Document"])
    found = [s for document in documents for s in _statements(_document(document))]
    return [statement for statement in found if statement.get("Effect") == "Allow"]


def _named(statement: Any, what: str) -> list[str]:
    """Actions or resources; a statement's Not list means all the others."""
    left_out = ", ".join(_listed(statement.get(f"Not{what}")))
    return [*_listed(statement.get(what)), *([f"{_ALL_BUT}{left_out}"] if left_out else [])]


def _document(value: Any) -> Any:
    return json.loads(unquote(value)) if isinstance(value, str) else value


def _statements(document: Any) -> list[Any]:
    return [s for s in _listed(document.get("Statement")) if isinstance(s, dict)]


def _whom(statement: Any) -> list[str]:
    principal = statement.get("Principal", {})
    if not isinstance(principal, dict):
        return _listed(principal)
    return [name for value in principal.values() for name in _listed(value)]


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
