"""A role that allows what is named, and nothing else."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import (
    Draft,
    Like,
    Options,
    Pattern,
    Pick,
    Place,
    Plain,
    Want,
    check,
)

SERVICES = tuple(
    f"{name}.amazonaws.com"
    for name in ("lambda", "ec2", "ecs-tasks", "events", "states", "apigateway")
)


class RoleOptions(Options):
    service: Annotated[str | None, Pick(SERVICES)] = Field(
        None, pattern=r"^[a-z0-9-]+\.amazonaws\.com$", title=N_("Service that acts as it")
    )
    actions: Annotated[list[str] | None, Like(r"\b[a-z][a-z0-9-]+:[A-Z]\w+\b")] = Field(
        None, title=N_("Allowed actions"), description=N_("One per line, such as s3:GetObject")
    )
    resources: Annotated[list[str] | None, Like(r"\barn:[\w:/.*-]+")] = Field(
        None,
        title=N_("On these resources"),
        description=N_("ARNs, one per line; empty for the resources beside it."),
    )
    """ARNs; none for the parts beside it."""


class Role(Pattern):
    id, title, suffix = "role", "IAM role with least privilege", "Role"
    main = "AWS::IAM::Role"
    example = "Create an IAM role for Lambda that may read the bucket audit-logs"
    words = ("iam", "role", "roles", "rol", "角色")
    nist = ("AC-6",)
    options = RoleOptions
    rollback = "Whatever acts as this role loses its rights when the stack is deleted."

    def draft(self, options: RoleOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        resources = options.resources or _beside(place)
        policies = None
        if options.actions and resources:
            policies = [
                {"PolicyName": "allowed", "PolicyDocument": statement(options.actions, resources)}
            ]
        service = options.service or SERVICES[0]
        draft.add(
            name,
            self.main,
            {
                "RoleName": options.name,
                "AssumeRolePolicyDocument": trust(service),
                "Policies": policies,
            },
        )
        draft.output(f"{name}Arn", {"Fn::GetAtt": [name, "Arn"]}, about="ARN of the role")
        return draft

    def wants(self, options: RoleOptions, place: Place) -> Iterator[Want]:
        name = place.main
        service = options.service or SERVICES[0]
        yield Want(
            f"Only {service} acts as it.",
            check("role_trust", name, service=service),
            "security",
            "critical",
            ("AC-3",),
        )
        yield Want(
            "It allows neither everything nor on everything.",
            check("role_no_wildcard", name),
            "security",
            "critical",
            ("AC-6",),
        )
        if options.resources or _beside(place):
            for action in options.actions or []:
                yield Want(f"It allows {action}.", check("role_allows", name, action=action))


def trust(service: str) -> Plain:
    allowed = {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}
    return {"Version": "2012-10-17", "Statement": [allowed]}


def statement(actions: Sequence[str], resources: Any) -> Plain:
    allowed = {"Effect": "Allow", "Action": list(actions), "Resource": resources}
    return {"Version": "2012-10-17", "Statement": [allowed]}


def _beside(place: Place) -> list[Plain]:
    found: list[Plain] = []
    for kind, name in place.others.items():
        match kind:
            case "bucket":
                found.append({"Fn::Sub": "${" + name + ".Arn}/*"})
            case "queue" | "table":
                found.append({"Fn::GetAtt": [name, "Arn"]})
            case "topic" | "secret":
                found.append({"Ref": name})
            case _:
                pass
    return found


PATTERN = Role()
