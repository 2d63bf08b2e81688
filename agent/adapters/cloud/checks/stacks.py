"""The stack itself, and the tags of its resources."""

from collections.abc import Callable
from typing import Any

from agent.adapters.cloud.checks.kinds import (
    Arguments,
    Look,
    OnResource,
    Reading,
    Unbound,
    equal,
    kind,
    shown,
)

WHOLE = ("CREATE_COMPLETE", "UPDATE_COMPLETE")


class Output(Arguments):
    name: str
    value: str = ""


class Whole(Arguments):
    status: str = ""
    """Of plans of an older release, which does not count: a repair updates what was created."""


class Named(OnResource):
    name: str


class ResourceTag(OnResource):
    key: str
    value: str


@kind(
    "stack_output",
    "The stack gives an output.",
    said="The stack gives the output {name} {value}.",
    arguments=Output,
)
def stack_output(look: Look, asked: Output) -> Reading:
    found = look.stack.outputs.get(asked.name)
    if asked.value:
        return equal(asked.value, found)
    return Reading("a value", shown(found), passed=bool(found))


@kind(
    "stack_status",
    "The stack is deployed as a whole.",
    said="The stack is deployed as a whole.",
    arguments=Whole,
)
def stack_status(look: Look, asked: Whole) -> Reading:
    del asked
    return Reading(" or ".join(WHOLE), look.stack.status, passed=look.stack.status in WHOLE)


@kind(
    "resource_gone",
    "A resource is no longer in the stack.",
    said="{resource} is no longer in the stack.",
    arguments=OnResource,
)
def resource_gone(look: Look, asked: OnResource) -> Reading:
    held = look.resources.get(asked.resource)
    is_gone = held is None or held.status == "DELETE_COMPLETE"
    return Reading("gone", "gone" if is_gone else held.status if held else "", passed=is_gone)


@kind(
    "resource_name",
    "A resource has this physical name.",
    said="The name of {resource} is {name}.",
    arguments=Named,
)
def resource_name(look: Look, asked: Named) -> Reading:
    """By its physical id, which is the name, or an address or ARN that ends with it."""
    found = look.physical(asked.resource)
    if found.startswith("arn:") and ":secret:" in found:
        # The engine puts a hyphen and six characters behind the name.
        found = found[:-7]
    is_address = found.startswith("arn:") or "://" in found
    if is_address and found.endswith((f":{asked.name}", f"/{asked.name}")):
        found = asked.name
    return equal(asked.name, found)


def _bucket(look: Look, name: str) -> Any:
    told = look.call("s3", "get_bucket_tagging", absent=("NoSuchTagSet",), Bucket=name)
    return _pairs(told.get("TagSet", []))


def _queue(look: Look, url: str) -> Any:
    return look.call("sqs", "list_queue_tags", QueueUrl=url).get("Tags", {})


def _topic(look: Look, arn: str) -> Any:
    return _pairs(look.call("sns", "list_tags_for_resource", ResourceArn=arn)["Tags"])


def _table(look: Look, name: str) -> Any:
    arn = look.call("dynamodb", "describe_table", TableName=name)["Table"]["TableArn"]
    return _pairs(look.entries("dynamodb", "list_tags_of_resource", "Tags", ResourceArn=arn))


def _function(look: Look, name: str) -> Any:
    arn = look.call("lambda", "get_function_configuration", FunctionName=name)["FunctionArn"]
    return look.call("lambda", "list_tags", Resource=arn).get("Tags", {})


def _role(look: Look, name: str) -> Any:
    return _pairs(look.entries("iam", "list_role_tags", "Tags", RoleName=name))


def _secret(look: Look, arn: str) -> Any:
    return _pairs(look.call("secretsmanager", "describe_secret", SecretId=arn).get("Tags", []))


def _key(look: Look, key: str) -> Any:
    tags = look.entries("kms", "list_resource_tags", "Tags", KeyId=key)
    return {tag["TagKey"]: tag["TagValue"] for tag in tags}


def _of_ec2(look: Look, name: str) -> Any:
    chosen = [{"Name": "resource-id", "Values": [name]}]
    return _pairs(look.entries("ec2", "describe_tags", "Tags", Filters=chosen))


def _logs(look: Look, name: str) -> Any:
    return look.call("logs", "list_tags_log_group", logGroupName=name)["tags"]


def _pairs(tags: list[Any]) -> dict[str, str]:
    return {tag["Key"]: tag["Value"] for tag in tags}


TAGGED: dict[str, Callable[[Look, str], Any]] = {
    "AWS::DynamoDB::Table": _table,
    "AWS::EC2::SecurityGroup": _of_ec2,
    "AWS::EC2::Subnet": _of_ec2,
    "AWS::EC2::VPC": _of_ec2,
    "AWS::IAM::Role": _role,
    "AWS::KMS::Key": _key,
    "AWS::Lambda::Function": _function,
    "AWS::Logs::LogGroup": _logs,
    "AWS::S3::Bucket": _bucket,
    "AWS::SNS::Topic": _topic,
    "AWS::SQS::Queue": _queue,
    "AWS::SecretsManager::Secret": _secret,
}


@kind(
    "resource_tag",
    "A resource has a tag.",
    said="The tag {key} of {resource} is {value}.",
    arguments=ResourceTag,
    types=tuple(TAGGED),
    proves=tuple((name, "Tags") for name in TAGGED),
)
def resource_tag(look: Look, asked: ResourceTag) -> Reading:
    physical = look.physical(asked.resource)
    reader = TAGGED.get(look.type(asked.resource))
    if reader is None:
        raise Unbound("Tags of this type are not read here.")
    return equal(asked.value, reader(look, physical).get(asked.key))
