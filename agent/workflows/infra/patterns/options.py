"""What can be set of each pattern. A form asks for the options that have a title.

None leaves an option to the engine's default.
"""

import ipaddress
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.language.catalogs import N_


@dataclass(frozen=True)
class Like:
    """How values of an option look: exact enough to be found in a request."""

    pattern: str


@dataclass(frozen=True)
class Pick:
    """Values that a form offers for an option."""

    values: tuple[str, ...]


class Options(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str | None = Field(default=None, title=N_("Name"))
    """The physical name, where one was given."""


class BucketOptions(Options):
    encryption: Literal["AES256", "aws:kms"] | None = Field(None, title=N_("Encryption"))
    versioning: bool | None = Field(None, title=N_("Keep earlier versions"))
    expire_days: int | None = Field(None, ge=1, title=N_("Delete objects after (days)"))
    block_public: bool | None = Field(None, title=N_("Block public access"))


class QueueOptions(Options):
    encryption: Literal["sqs", "kms"] | None = Field(None, title=N_("Encryption"))
    fifo: bool | None = Field(None, title=N_("Keep the order (FIFO)"))
    visibility_seconds: int | None = Field(
        None, ge=0, le=43200, title=N_("Hide a received message for (seconds)")
    )
    retention_seconds: int | None = Field(
        None, ge=60, le=1209600, title=N_("Keep messages for (seconds)")
    )
    dead_letter: bool | None = Field(None, title=N_("Dead-letter queue"))
    receipts: int | None = Field(
        None, ge=1, le=1000, title=N_("Attempts before a message goes there")
    )


EMAIL, URL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", r"https://[^\s,;)]+"


class TopicOptions(Options):
    encryption: Literal["kms"] | None = Field(None, title=N_("Encryption"))
    protocol: Literal["email", "https", "sqs"] | None = Field(None, title=N_("Deliver by"))
    endpoint: Annotated[str | None, Like(rf"{EMAIL}|{URL}")] = Field(
        None,
        title=N_("Deliver to"),
        description=N_("An address; empty for the queue beside it."),
    )


KeyType = Literal["S", "N", "B"] | None


class TableOptions(Options):
    partition: str | None = Field(None, title=N_("Partition key"))
    partition_type: KeyType = Field(None, title=N_("Type of the partition key"))
    sort: str | None = Field(None, title=N_("Sort key"))
    sort_type: KeyType = Field(None, title=N_("Type of the sort key"))
    billing: Literal["PAY_PER_REQUEST", "PROVISIONED"] | None = Field(None, title=N_("Billing"))
    encryption: Literal["kms"] | None = Field(None, title=N_("Encryption"))
    recovery: bool | None = Field(None, title=N_("Point-in-time recovery"))
    protected: bool | None = Field(None, title=N_("Protect against deletion"))
    ttl: str | None = Field(None, title=N_("Attribute with the expiry time (TTL)"))


class FunctionOptions(Options):
    runtime: Annotated[str | None, Like(r"\b(?:python3\.\d+|nodejs\d+\.x)\b")] = Field(
        None,
        pattern=r"^(python3\.\d+|nodejs\d+\.x)$",
        title=N_("Runtime"),
        description="python3.12",
    )
    timeout: int | None = Field(None, ge=1, le=900, title=N_("Time limit (seconds)"))
    memory: int | None = Field(None, ge=128, le=10240, title=N_("Memory (MB)"))
    variables: Annotated[dict[str, str] | None, Like(r"\b[A-Z][A-Z0-9_]{2,}=[^\s,;\"'`]+")] = Field(
        None, title=N_("Environment variables"), description=N_("One per line: NAME=value")
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


_CIDR = r"^\d{1,3}(\.\d{1,3}){3}/\d{1,2}$"
_Range = Annotated[str | None, Like(r"\b\d{1,3}(?:\.\d{1,3}){3}/\d{1,2}\b")]


class NetworkOptions(Options):
    cidr: _Range = Field(None, pattern=_CIDR, title=N_("Address range"), description="10.0.0.0/16")
    subnets: int | None = Field(None, ge=1, le=6, title=N_("Subnets"))
    port: int | None = Field(None, ge=1, le=65535, title=N_("Open port"))
    source: _Range = Field(None, pattern=_CIDR, title=N_("Open to"), description="10.0.0.0/8")
    dns_names: bool | None = Field(None, title=N_("DNS names"))

    def blocks(self, addresses: str) -> list[str]:
        """One for each subnet, of a size that leaves room for as many again."""
        network, count = ipaddress.ip_network(addresses, strict=False), self.subnets or 2
        size = min(28, max(24, network.prefixlen + count.bit_length()))
        return [str(block) for block in islice(network.subnets(new_prefix=size), count)]


class LogGroupOptions(Options):
    days: int | None = Field(None, title=N_("Keep lines for (days)"))


METRICS = ("ApproximateNumberOfMessagesVisible", "Errors", "Throttles", "Duration")


class AlarmOptions(Options):
    namespace: str | None = None
    """Not asked for: it follows from the metric."""
    metric: Annotated[str | None, Pick(METRICS)] = Field(None, title=N_("Metric"))
    threshold: int | None = Field(None, ge=0, title=N_("Threshold"))
    comparison: Literal["GreaterThanThreshold", "LessThanThreshold"] | None = Field(
        None, title=N_("It triggers when the value is")
    )
    period: int | None = Field(None, ge=1, title=N_("Measured over (seconds)"))
    existing: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9][\w.-]*$",
        title=N_("Function or queue to watch"),
        description=N_("Its name; empty for the one beside it."),
    )


class SecretOptions(Options):
    description: str | None = Field(None, max_length=200, title=N_("What it is for"))
    length: int | None = Field(None, ge=16, le=128, title=N_("Length (characters)"))


class KeyOptions(Options):
    rotation: bool | None = Field(None, title=N_("Renew it every year"))
    enabled: bool | None = Field(None, title=N_("Enabled"))
    waiting_days: int | None = Field(
        None, ge=7, le=30, title=N_("Days between a request to delete it and its end")
    )


class ApiOptions(Options):
    routes: Annotated[
        list[str] | None, Like(r"\b(?:GET|POST|PUT|PATCH|DELETE|ANY) /[\w/{}+.-]*")
    ] = Field(None, title=N_("Routes"), description=N_("One per line, such as GET /items"))
    stage: str | None = Field(None, title=N_("Stage"))


FUNCTION_ARN = r"\barn:[\w-]+:lambda:[\w-]+:\d{12}:function:[\w-]+(?::[\w$-]+)?"


class EventRuleOptions(Options):
    schedule: Annotated[str | None, Like(r"\b(?:cron|rate)\([^)]+\)")] = Field(
        None, title=N_("Schedule"), description="rate(5 minutes), cron(0 6 * * ? *)"
    )
    source: str | None = Field(None, title=N_("Or events from"), description="aws.s3")
    state: Literal["ENABLED", "DISABLED"] | None = Field(None, title=N_("State"))
    existing: Annotated[str | None, Like(FUNCTION_ARN)] = Field(
        None,
        pattern=r"^[A-Za-z0-9][\w.:$-]*$",
        title=N_("Function to run"),
        description=N_("Name or ARN; empty for the one beside it."),
    )


OPTIONS: dict[str, type[Options]] = {
    "alarm": AlarmOptions,
    "api": ApiOptions,
    "bucket": BucketOptions,
    "event_rule": EventRuleOptions,
    "function": FunctionOptions,
    "key": KeyOptions,
    "log_group": LogGroupOptions,
    "network": NetworkOptions,
    "queue": QueueOptions,
    "role": RoleOptions,
    "secret": SecretOptions,
    "table": TableOptions,
    "topic": TopicOptions,
}
