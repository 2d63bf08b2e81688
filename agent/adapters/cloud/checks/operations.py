"""Logs, alarms, secrets and keys."""

from typing import Any

from pydantic import Field

from agent.adapters.cloud.checks.kinds import (
    Look,
    Missing,
    OnResource,
    Reading,
    equal,
    kind,
    shown,
)

GROUP = "AWS::Logs::LogGroup"
ALARM = "AWS::CloudWatch::Alarm"
SECRET = "AWS::SecretsManager::Secret"  # noqa: S105 - the name of a type
KEY = "AWS::KMS::Key"


class Days(OnResource):
    days: int = Field(gt=0)


class Threshold(OnResource):
    threshold: float
    comparison: str = "GreaterThanThreshold"


class Metric(OnResource):
    metric: str
    namespace: str


class Action(OnResource):
    topic: str = Field(description="The logical id of a topic.")


class Described(OnResource):
    description: str


@kind(
    "log_group_retention",
    "A log group keeps its lines for some days.",
    said="{resource} keeps its lines for {days} days.",
    arguments=Days,
    proves=((GROUP, "RetentionInDays"),),
)
def log_group_retention(look: Look, asked: Days) -> Reading:
    name = look.physical(asked.resource)
    there = look.entries("logs", "describe_log_groups", "logGroups", logGroupNamePrefix=name)
    groups = [group for group in there if group["logGroupName"] == name]
    if not groups:
        raise Missing("It is not there.")
    return equal(asked.days, groups[0].get("retentionInDays"))


@kind(
    "alarm_threshold",
    "An alarm rings at a threshold.",
    said="{resource} rings when the metric is {comparison} {threshold}.",
    arguments=Threshold,
    proves=((ALARM, "Threshold"), (ALARM, "ComparisonOperator")),
)
def alarm_threshold(look: Look, asked: Threshold) -> Reading:
    alarm = _alarm(look, asked)
    found = f"{alarm.get('ComparisonOperator')} {shown(alarm.get('Threshold'))}"
    return equal(f"{asked.comparison} {shown(asked.threshold)}", found)


@kind(
    "alarm_metric",
    "An alarm watches a metric.",
    said="{resource} watches {namespace} {metric}.",
    arguments=Metric,
    proves=((ALARM, "MetricName"), (ALARM, "Namespace")),
)
def alarm_metric(look: Look, asked: Metric) -> Reading:
    alarm = _alarm(look, asked)
    return equal(
        f"{asked.namespace} {asked.metric}", f"{alarm.get('Namespace')} {alarm.get('MetricName')}"
    )


@kind(
    "alarm_action",
    "An alarm tells a topic.",
    said="{resource} tells {topic}.",
    arguments=Action,
    proves=((ALARM, "AlarmActions"),),
)
def alarm_action(look: Look, asked: Action) -> Reading:
    return equal(look.physical(asked.topic), _alarm(look, asked).get("AlarmActions", []))


@kind(
    "secret_exists",
    "A secret is there; its value is not looked at.",
    said="The secret {resource} is there.",
    arguments=OnResource,
    types=(SECRET,),
)
def secret_exists(look: Look, asked: OnResource) -> Reading:
    told = _secret(look, asked)
    is_there = bool(told.get("ARN")) and "DeletedDate" not in told
    return Reading("there", "there" if is_there else "not there", passed=is_there)


@kind(
    "secret_description",
    "A secret says what it is for.",
    said="The description of {resource} is: {description}",
    arguments=Described,
    proves=((SECRET, "Description"),),
)
def secret_description(look: Look, asked: Described) -> Reading:
    return equal(asked.description, _secret(look, asked).get("Description"))


@kind(
    "key_rotation",
    "A key is renewed every year.",
    said="{resource} is renewed every year.",
    arguments=OnResource,
    proves=((KEY, "EnableKeyRotation"),),
)
def key_rotation(look: Look, asked: OnResource) -> Reading:
    told = look.call("kms", "get_key_rotation_status", KeyId=look.physical(asked.resource))
    return equal(expected=True, actual=bool(told.get("KeyRotationEnabled")))


@kind(
    "key_enabled",
    "A key can be used.",
    said="{resource} can be used.",
    arguments=OnResource,
    proves=((KEY, "Enabled"),),
)
def key_enabled(look: Look, asked: OnResource) -> Reading:
    told = look.call("kms", "describe_key", KeyId=look.physical(asked.resource))
    return equal("Enabled", told["KeyMetadata"].get("KeyState"))


def _alarm(look: Look, asked: OnResource) -> Any:
    told = look.call("cloudwatch", "describe_alarms", AlarmNames=[look.physical(asked.resource)])
    if not told.get("MetricAlarms"):
        raise Missing("It is not there.")
    return told["MetricAlarms"][0]


def _secret(look: Look, asked: OnResource) -> Any:
    return look.call("secretsmanager", "describe_secret", SecretId=look.physical(asked.resource))
