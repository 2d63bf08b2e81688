"""Names that another stack has: AWS refuses them, the engine would take its resource over."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ministack.services.cloudformation import (  # type: ignore[import-untyped]
    _stacks,
    provisioners,
)

Plain = dict[str, Any]
NAMES = {
    "AWS::CloudWatch::Alarm": "AlarmName",
    "AWS::DynamoDB::Table": "TableName",
    "AWS::Events::Rule": "Name",
    "AWS::IAM::Role": "RoleName",
    "AWS::Lambda::Function": "FunctionName",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::SNS::Topic": "TopicName",
    "AWS::SQS::Queue": "QueueName",
}


def extend() -> None:
    for kind in NAMES:
        known = provisioners._RESOURCE_HANDLERS[kind]  # noqa: SLF001
        known["create"] = partial(_create, kind, known["create"])


def _create(
    kind: str, create: Callable[..., Any], logical_id: str, props: Plain, stack_name: str
) -> Any:
    name = props.get(NAMES[kind])
    for stack in _stacks.values():
        held = stack.get("_resources", {}).values() if stack["StackName"] != stack_name else ()
        taken = {
            (each.get("Properties") or {}).get(NAMES[kind])
            for each in held
            if each.get("ResourceType") == kind and stack["StackStatus"] != "DELETE_COMPLETE"
        }
        if name and name in taken:
            raise ValueError(f"Resource of type '{kind}' with identifier '{name}' already exists.")
    return create(logical_id, props, stack_name)
