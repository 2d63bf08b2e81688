"""Queues, topics and rules of events."""

import json
from typing import Any, Literal

from pydantic import Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, equal, kind, shown

QUEUE = "AWS::SQS::Queue"
TOPIC = "AWS::SNS::Topic"
SUBSCRIPTION = "AWS::SNS::Subscription"
RULE = "AWS::Events::Rule"


class Redrive(OnResource):
    target: str = Field(description="The logical id of the dead-letter queue.")
    after: int = Field(gt=0, description="How often a message is received before.")


class Seconds(OnResource):
    seconds: int = Field(ge=0)


class Subscription(OnResource):
    protocol: Literal["email", "email-json", "http", "https", "lambda", "sms", "sqs"]
    endpoint: str = Field("", description="An address, or the logical id of a resource.")


class Schedule(OnResource):
    expression: str


class RuleState(OnResource):
    state: Literal["ENABLED", "DISABLED"] = "ENABLED"


class RuleTarget(OnResource):
    target: str = Field(description="The logical id of a resource.")


class Pattern(OnResource):
    source: str


@kind(
    "queue_encrypted",
    "A queue encrypts its messages.",
    said="{resource} encrypts its messages.",
    arguments=OnResource,
    proves=((QUEUE, "SqsManagedSseEnabled"), (QUEUE, "KmsMasterKeyId")),
)
def queue_encrypted(look: Look, asked: OnResource) -> Reading:
    found = _queue(look, asked.resource)
    by_key = found.get("KmsMasterKeyId")
    by_service = found.get("SqsManagedSseEnabled") == "true"
    actual = f"key {by_key}" if by_key else ("keys of SQS" if by_service else "not encrypted")
    return Reading("encrypted", actual, passed=bool(by_key) or by_service)


@kind(
    "queue_redrive",
    "A queue puts messages that fail into another queue.",
    said="{resource} moves a message to {target} after {after} receipts.",
    arguments=Redrive,
    proves=((QUEUE, "RedrivePolicy"),),
)
def queue_redrive(look: Look, asked: Redrive) -> Reading:
    policy = json.loads(_queue(look, asked.resource).get("RedrivePolicy") or "{}")
    target = _queue(look, asked.target)["QueueArn"]
    actual = f"{policy.get('deadLetterTargetArn')} after {policy.get('maxReceiveCount')}"
    return equal(f"{target} after {asked.after}", actual if policy else None)


@kind(
    "queue_visibility",
    "A queue hides a received message for some seconds.",
    said="{resource} hides a received message for {seconds} seconds.",
    arguments=Seconds,
    proves=((QUEUE, "VisibilityTimeout"),),
)
def queue_visibility(look: Look, asked: Seconds) -> Reading:
    return equal(asked.seconds, _queue(look, asked.resource).get("VisibilityTimeout"))


@kind(
    "queue_retention",
    "A queue keeps messages for some seconds.",
    said="{resource} keeps messages for {seconds} seconds.",
    arguments=Seconds,
    proves=((QUEUE, "MessageRetentionPeriod"),),
)
def queue_retention(look: Look, asked: Seconds) -> Reading:
    return equal(asked.seconds, _queue(look, asked.resource).get("MessageRetentionPeriod"))


@kind(
    "queue_fifo",
    "A queue keeps the order of its messages.",
    said="{resource} is a FIFO queue.",
    arguments=OnResource,
    proves=((QUEUE, "FifoQueue"),),
)
def queue_fifo(look: Look, asked: OnResource) -> Reading:
    return equal("true", _queue(look, asked.resource).get("FifoQueue", "false"))


@kind(
    "topic_subscription",
    "A topic delivers to a subscriber.",
    said="{resource} delivers by {protocol} to {endpoint}.",
    arguments=Subscription,
    types=(TOPIC,),
    proves=((SUBSCRIPTION, "Protocol"), (SUBSCRIPTION, "Endpoint")),
)
def topic_subscription(look: Look, asked: Subscription) -> Reading:
    topic = look.physical(asked.resource)
    there = look.entries("sns", "list_subscriptions_by_topic", "Subscriptions", TopicArn=topic)
    wanted = _arn(look, asked.endpoint) if asked.endpoint in look.resources else asked.endpoint
    found = [f"{s['Protocol']} {s['Endpoint']}" for s in there]
    hit = any(s["Protocol"] == asked.protocol and wanted in {"", s["Endpoint"]} for s in there)
    return Reading(f"{asked.protocol} {wanted}".strip(), shown(found), passed=hit)


@kind(
    "topic_encrypted",
    "A topic encrypts its messages.",
    said="{resource} encrypts its messages with a key.",
    arguments=OnResource,
    proves=((TOPIC, "KmsMasterKeyId"),),
)
def topic_encrypted(look: Look, asked: OnResource) -> Reading:
    told = look.call("sns", "get_topic_attributes", TopicArn=look.physical(asked.resource))
    key = told["Attributes"].get("KmsMasterKeyId")
    return Reading("a key", shown(key), passed=bool(key))


@kind(
    "event_rule_schedule",
    "A rule fires by a schedule.",
    said="{resource} fires by {expression}.",
    arguments=Schedule,
    proves=((RULE, "ScheduleExpression"),),
)
def event_rule_schedule(look: Look, asked: Schedule) -> Reading:
    return equal(asked.expression, _rule(look, asked.resource).get("ScheduleExpression"))


@kind(
    "event_rule_source",
    "A rule fires for events of a source.",
    said="{resource} fires for events of {source}.",
    arguments=Pattern,
    proves=((RULE, "EventPattern"),),
)
def event_rule_source(look: Look, asked: Pattern) -> Reading:
    pattern = json.loads(_rule(look, asked.resource).get("EventPattern") or "{}")
    return equal(asked.source, pattern.get("source", []))


@kind(
    "event_rule_state",
    "A rule is on or off.",
    said="{resource} is {state}.",
    arguments=RuleState,
    proves=((RULE, "State"),),
)
def event_rule_state(look: Look, asked: RuleState) -> Reading:
    return equal(asked.state, _rule(look, asked.resource).get("State"))


@kind(
    "event_rule_target",
    "A rule sends to a target.",
    said="{resource} sends to {target}.",
    arguments=RuleTarget,
    proves=((RULE, "Targets"),),
)
def event_rule_target(look: Look, asked: RuleTarget) -> Reading:
    rule = _rule_name(look, asked.resource)
    targets = look.entries("events", "list_targets_by_rule", "Targets", Rule=rule)
    wanted, found = _arn(look, asked.target), [target["Arn"] for target in targets]
    return Reading(wanted, shown(found), passed=wanted in found)


def _queue(look: Look, logical_id: str) -> Any:
    url = look.physical(logical_id)
    told = look.call("sqs", "get_queue_attributes", QueueUrl=url, AttributeNames=["All"])
    return told["Attributes"]


def _rule(look: Look, logical_id: str) -> Any:
    return look.call("events", "describe_rule", Name=_rule_name(look, logical_id))


def _rule_name(look: Look, logical_id: str) -> str:
    return look.physical(logical_id).rpartition("/")[2].rpartition("|")[2]


def _arn(look: Look, logical_id: str) -> str:
    physical = look.physical(logical_id)
    match look.type(logical_id):
        case "AWS::SQS::Queue":
            return str(_queue(look, logical_id)["QueueArn"])
        case "AWS::Lambda::Function":
            told = look.call("lambda", "get_function_configuration", FunctionName=physical)
            return str(told["FunctionArn"])
        case _:
            return physical
