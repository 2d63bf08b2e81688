"""Functions, roles and HTTP APIs."""

import json
from typing import Any
from urllib.parse import unquote

from pydantic import Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, equal, kind, shown

FUNCTION = "AWS::Lambda::Function"
ROLE = "AWS::IAM::Role"
API = "AWS::ApiGatewayV2::Api"
ROUTE = "AWS::ApiGatewayV2::Route"
STAGE = "AWS::ApiGatewayV2::Stage"
_ALL_BUT = "all but "


class Runtime(OnResource):
    runtime: str


class Timeout(OnResource):
    seconds: int = Field(gt=0)


class Memory(OnResource):
    megabytes: int = Field(gt=0)


class Handler(OnResource):
    handler: str


class FunctionRole(OnResource):
    role: str = Field(description="The logical id of a role.")


class Variable(OnResource):
    name: str
    value: str


class Trust(OnResource):
    service: str = Field(description="For example lambda.amazonaws.com.")


class Allowed(OnResource):
    action: str = Field(description="For example s3:GetObject.")
    only_on: str = Field("", description="Logical id or ARN of the one thing it is allowed on.")


class Routes(OnResource):
    routes: list[str] = Field(min_length=1, description="For example GET /items.")


class StageName(OnResource):
    stage: str = "$default"


@kind(
    "function_runtime",
    "A function runs in this runtime.",
    said="{resource} runs in {runtime}.",
    arguments=Runtime,
    proves=((FUNCTION, "Runtime"),),
)
def function_runtime(look: Look, asked: Runtime) -> Reading:
    return equal(asked.runtime, _function(look, asked).get("Runtime"))


@kind(
    "function_timeout",
    "A function is ended after some seconds.",
    said="{resource} is ended after {seconds} seconds.",
    arguments=Timeout,
    proves=((FUNCTION, "Timeout"),),
)
def function_timeout(look: Look, asked: Timeout) -> Reading:
    return equal(asked.seconds, _function(look, asked).get("Timeout"))


@kind(
    "function_memory",
    "A function has some memory.",
    said="{resource} has {megabytes} MB of memory.",
    arguments=Memory,
    proves=((FUNCTION, "MemorySize"),),
)
def function_memory(look: Look, asked: Memory) -> Reading:
    return equal(asked.megabytes, _function(look, asked).get("MemorySize"))


@kind(
    "function_handler",
    "A function begins here.",
    said="{resource} begins at {handler}.",
    arguments=Handler,
    proves=((FUNCTION, "Handler"),),
)
def function_handler(look: Look, asked: Handler) -> Reading:
    return equal(asked.handler, _function(look, asked).get("Handler"))


@kind(
    "function_role",
    "A function acts as a role of the stack.",
    said="{resource} acts as {role}.",
    arguments=FunctionRole,
    proves=((FUNCTION, "Role"),),
)
def function_role(look: Look, asked: FunctionRole) -> Reading:
    wanted = look.call("iam", "get_role", RoleName=look.physical(asked.role))["Role"]["Arn"]
    return equal(wanted, _function(look, asked).get("Role"))


@kind(
    "function_variable",
    "A function has a variable in its environment.",
    said="{resource} has {name}={value} in its environment.",
    arguments=Variable,
    proves=((FUNCTION, "Environment"),),
)
def function_variable(look: Look, asked: Variable) -> Reading:
    variables = _function(look, asked).get("Environment", {}).get("Variables", {})
    return equal(asked.value, variables.get(asked.name))


@kind(
    "role_trust",
    "Only one service may assume the role.",
    said="Only {service} may assume {resource}.",
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
    said="{resource} allows neither all actions nor all resources.",
    arguments=OnResource,
    proves=((ROLE, "Policies"),),
)
def role_no_wildcard(look: Look, asked: OnResource) -> Reading:
    wide = [
        f"{action} on {resource}"
        for statement in _allowed(look, asked)
        for action in _named(statement, "Action")
        for resource in _named(statement, "Resource")
        if action.startswith(_ALL_BUT)
        or resource.startswith(_ALL_BUT)
        or action == "*"
        or action.endswith(":*")
        or resource == "*"
    ]
    return Reading("named ones only", shown(wide or "named ones only"), passed=not wide)


@kind(
    "role_allows",
    "A role allows an action; with only_on, on that resource alone.",
    said="{resource} allows {action} {only_on}.",
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
    return Reading(f"{asked.action} on {wanted}", shown(on), passed=is_only)


def _is_about(resource: str, physical: str) -> bool:
    """Whether an ARN means the resource of this id, or what is in it; a queue's is an address."""
    whole = resource.removesuffix("/*")
    if "://" in physical:
        physical = physical.rpartition("/")[2]
    return whole == physical or whole.endswith((f":{physical}", f"/{physical}"))


@kind(
    "http_api_routes",
    "An HTTP API has these routes and no others.",
    said="The routes of {resource} are {routes}.",
    arguments=Routes,
    types=(API,),
    proves=((ROUTE, "RouteKey"),),
)
def http_api_routes(look: Look, asked: Routes) -> Reading:
    api = look.physical(asked.resource)
    routes = look.entries("apigatewayv2", "get_routes", "Items", ApiId=api)
    return equal(asked.routes, [route["RouteKey"] for route in routes])


@kind(
    "http_api_stage",
    "An HTTP API is published by a stage that follows its changes.",
    said="{resource} is published by the stage {stage}, which deploys by itself.",
    arguments=StageName,
    types=(API,),
    proves=((STAGE, "StageName"), (STAGE, "AutoDeploy")),
)
def http_api_stage(look: Look, asked: StageName) -> Reading:
    api = look.physical(asked.resource)
    stages = look.entries("apigatewayv2", "get_stages", "Items", ApiId=api)
    found = [s["StageName"] for s in stages if s.get("AutoDeploy")]
    return Reading(asked.stage, shown(found), passed=asked.stage in found)


def _function(look: Look, asked: OnResource) -> Any:
    name = look.physical(asked.resource)
    return look.call("lambda", "get_function_configuration", FunctionName=name)


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
    """Actions or resources; those that are left out stand for all the others."""
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
