"""Buckets and tables."""

from typing import Any, Literal

from pydantic import Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, equal, kind, shown

BUCKET = "AWS::S3::Bucket"
TABLE = "AWS::DynamoDB::Table"


class BucketEncrypted(OnResource):
    algorithm: Literal["AES256", "aws:kms", "aws:kms:dsse"] = "AES256"


class Versioning(OnResource):
    status: Literal["Enabled", "Suspended"] = "Enabled"


class Days(OnResource):
    days: int = Field(gt=0)


class TableKeys(OnResource):
    partition: str
    sort: str = ""


class TableBilling(OnResource):
    mode: Literal["PAY_PER_REQUEST", "PROVISIONED"] = "PAY_PER_REQUEST"


class TableTtl(OnResource):
    attribute: str


@kind(
    "bucket_encrypted",
    "A bucket encrypts what it stores.",
    said="{resource} encrypts what it stores with {algorithm}.",
    arguments=BucketEncrypted,
    proves=((BUCKET, "BucketEncryption"),),
)
def bucket_encrypted(look: Look, asked: BucketEncrypted) -> Reading:
    told = look.call(
        "s3",
        "get_bucket_encryption",
        absent=("ServerSideEncryptionConfigurationNotFoundError",),
        Bucket=look.physical(asked.resource),
    )
    rules = told.get("ServerSideEncryptionConfiguration", {}).get("Rules", [])
    found = [r.get("ApplyServerSideEncryptionByDefault", {}).get("SSEAlgorithm") for r in rules]
    return equal(asked.algorithm, found)


@kind(
    "bucket_versioning",
    "A bucket keeps earlier versions.",
    said="Versioning of {resource} is {status}.",
    arguments=Versioning,
    proves=((BUCKET, "VersioningConfiguration"),),
)
def bucket_versioning(look: Look, asked: Versioning) -> Reading:
    told = look.call("s3", "get_bucket_versioning", Bucket=look.physical(asked.resource))
    return equal(asked.status, told.get("Status"))


@kind(
    "bucket_public_access_blocked",
    "A bucket refuses all public access.",
    said="{resource} blocks public access in all four ways.",
    arguments=OnResource,
    proves=((BUCKET, "PublicAccessBlockConfiguration"),),
)
def bucket_public_access_blocked(look: Look, asked: OnResource) -> Reading:
    told = look.call(
        "s3",
        "get_public_access_block",
        absent=("NoSuchPublicAccessBlockConfiguration",),
        Bucket=look.physical(asked.resource),
    )
    wanted = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
    block = told.get("PublicAccessBlockConfiguration", {})
    return equal(wanted, [name for name in wanted if block.get(name)])


@kind(
    "bucket_lifecycle_days",
    "A bucket deletes what is older than some days.",
    said="{resource} deletes objects after {days} days.",
    arguments=Days,
    proves=((BUCKET, "LifecycleConfiguration"),),
)
def bucket_lifecycle_days(look: Look, asked: Days) -> Reading:
    return equal(asked.days, _days(_rules(look, asked), "Expiration", "Days"))


@kind(
    "bucket_noncurrent_days",
    "A bucket deletes earlier versions after some days.",
    said="{resource} deletes earlier versions after {days} days.",
    arguments=Days,
    proves=((BUCKET, "LifecycleConfiguration"),),
)
def bucket_noncurrent_days(look: Look, asked: Days) -> Reading:
    rules = _rules(look, asked)
    return equal(asked.days, _days(rules, "NoncurrentVersionExpiration", "NoncurrentDays"))


def _days(rules: list[Any], what: str, name: str) -> list[int]:
    """Of the rules that say so: others are about something else."""
    return [rule[what][name] for rule in rules if name in rule.get(what, {})]


def _rules(look: Look, asked: OnResource) -> list[Any]:
    told = look.call(
        "s3",
        "get_bucket_lifecycle_configuration",
        absent=("NoSuchLifecycleConfiguration",),
        Bucket=look.physical(asked.resource),
    )
    return [rule for rule in told.get("Rules", []) if rule.get("Status") == "Enabled"]


@kind(
    "table_keys",
    "A table has these keys.",
    said="The keys of {resource} are {partition} {sort}.",
    arguments=TableKeys,
    proves=((TABLE, "KeySchema"),),
)
def table_keys(look: Look, asked: TableKeys) -> Reading:
    found = {k["KeyType"]: k["AttributeName"] for k in _table(look, asked)["KeySchema"]}
    wanted = {"HASH": asked.partition, **({"RANGE": asked.sort} if asked.sort else {})}
    return Reading(_keys(wanted), _keys(found), passed=wanted == found)


def _keys(keys: dict[str, str]) -> str:
    return ", ".join(f"{keys[name]} ({name})" for name in sorted(keys))


@kind(
    "table_billing",
    "A table is paid for in this mode.",
    said="{resource} is billed {mode}.",
    arguments=TableBilling,
    proves=((TABLE, "BillingMode"),),
)
def table_billing(look: Look, asked: TableBilling) -> Reading:
    summary = _table(look, asked).get("BillingModeSummary", {})
    return equal(asked.mode, summary.get("BillingMode", "PROVISIONED"))


@kind(
    "table_protected",
    "A table is protected against deletion.",
    said="{resource} is protected against deletion.",
    arguments=OnResource,
    proves=((TABLE, "DeletionProtectionEnabled"),),
)
def table_protected(look: Look, asked: OnResource) -> Reading:
    return equal(expected=True, actual=bool(_table(look, asked).get("DeletionProtectionEnabled")))


@kind(
    "table_encrypted",
    "A table is encrypted with a key of the account.",
    said="{resource} is encrypted with a key of the account.",
    arguments=OnResource,
    proves=((TABLE, "SSESpecification"),),
)
def table_encrypted(look: Look, asked: OnResource) -> Reading:
    found = _table(look, asked).get("SSEDescription", {})
    return equal("ENABLED KMS", f"{found.get('Status', '')} {found.get('SSEType', '')}".strip())


@kind(
    "table_recovery",
    "A table can be restored to any point in time.",
    said="{resource} can be restored to any point in time.",
    arguments=OnResource,
    proves=((TABLE, "PointInTimeRecoverySpecification"),),
)
def table_recovery(look: Look, asked: OnResource) -> Reading:
    told = look.call(
        "dynamodb", "describe_continuous_backups", TableName=look.physical(asked.resource)
    )
    recovery = told["ContinuousBackupsDescription"].get("PointInTimeRecoveryDescription", {})
    return equal("ENABLED", recovery.get("PointInTimeRecoveryStatus"))


@kind(
    "table_ttl",
    "A table lets items expire by an attribute.",
    said="Items of {resource} expire by {attribute}.",
    arguments=TableTtl,
    proves=((TABLE, "TimeToLiveSpecification"),),
)
def table_ttl(look: Look, asked: TableTtl) -> Reading:
    told = look.call("dynamodb", "describe_time_to_live", TableName=look.physical(asked.resource))
    found = told.get("TimeToLiveDescription", {})
    is_on = found.get("TimeToLiveStatus") in {"ENABLED", "ENABLING"}
    return equal(asked.attribute, shown(found.get("AttributeName")) if is_on else None)


def _table(look: Look, asked: OnResource) -> Any:
    told = look.call("dynamodb", "describe_table", TableName=look.physical(asked.resource))
    return told["Table"]
