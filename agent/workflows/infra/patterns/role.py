"""A role that allows what is named, and nothing else."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

SERVICES = {
    "lambda": "lambda.amazonaws.com",
    "ec2": "ec2.amazonaws.com",
    "ecs": "ecs-tasks.amazonaws.com",
    "events": "events.amazonaws.com",
    "eventbridge": "events.amazonaws.com",
    "step functions": "states.amazonaws.com",
    "api gateway": "apigateway.amazonaws.com",
}
# What "read" and "write" mean for the parts that can stand beside it, and for buckets by name.
ACTIONS = {
    "bucket": {"read": ["s3:GetObject"], "write": ["s3:PutObject"]},
    "queue": {
        "read": ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
        "write": ["sqs:SendMessage"],
    },
    "table": {
        "read": ["dynamodb:GetItem", "dynamodb:Query"],
        "write": ["dynamodb:PutItem", "dynamodb:UpdateItem"],
    },
    "topic": {"write": ["sns:Publish"]},
    "secret": {"read": ["secretsmanager:GetSecretValue"]},
}
_ACTION = re.compile(
    r"\b((?:s3|sqs|sns|dynamodb|logs|kms|secretsmanager|events|lambda):[A-Z]\w+)\b"
)
_BUCKET_NAME = re.compile(
    r"\bbucket\s+(?:named |called )?[\"'`]?([a-z0-9][a-z0-9.-]{2,62})[\"'`]?(?=\s|[.,;]|$)"
)


class RoleOptions(Options):
    service: str | None = Field(None, pattern=r"^[a-z0-9-]+\.amazonaws\.com$")
    actions: list[str] | None = None
    resources: list[str] | None = None
    """ARNs; none for the parts beside it."""


class Role(Pattern):
    id, title, suffix = "role", "IAM role with least privilege", "Role"
    main = "AWS::IAM::Role"
    example = "Create an IAM role for Lambda that may read the bucket audit-logs"
    words = re.compile(r"\b(?:iam )?roles?\b|\biam\b|角色")
    options = RoleOptions
    rollback = "Whatever acts as this role loses its rights when the stack is deleted."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        folded = fold(text)
        for word, service in SERVICES.items():
            if re.search(rf"\b{word}\b", folded):
                found["service"] = service
                break
        if actions := _ACTION.findall(text):
            found["actions"] = list(dict.fromkeys(actions))
        elif actions := _meant(_without_names(text)):
            found["actions"] = actions
        if name := _BUCKET_NAME.search(folded):
            found["resources"] = [f"arn:aws:s3:::{name[1]}/*"]
        if arns := re.findall(r"\barn:[\w:/.*-]+", text):
            found["resources"] = arns
        return found

    def draft(self, options: RoleOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        resources = options.resources or _beside(place)
        policies = None
        if options.actions and resources:
            policies = [
                {"PolicyName": "allowed", "PolicyDocument": statement(options.actions, resources)}
            ]
        service = options.service or SERVICES["lambda"]
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
        service = options.service or SERVICES["lambda"]
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


def _without_names(text: str) -> str:
    """A role called audit-writer may not write for that."""
    folded = fold(text)
    bucket, own = _BUCKET_NAME.search(folded), reading.named(text)
    for name in filter(None, (bucket and bucket[1], own and own.lower())):
        folded = folded.replace(name, " ")
    return folded


def _meant(folded: str) -> list[str]:
    manners = [
        m
        for m, words in {
            "read": r"\bread\w*|\breceive\w*|\bconsume\w*",
            "write": r"\bwrit\w*|\bsend\w*|\bpublish\w*|\bput\b",
        }.items()
        if re.search(words, folded)
    ]
    kinds = [kind for kind in ACTIONS if re.search(rf"\b{kind}s?\b", folded)]
    return [
        action for kind in kinds for manner in manners for action in ACTIONS[kind].get(manner, [])
    ]


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
