"""Rules on stored data: encrypted, restorable, not lost by a deletion, tagged with an owner."""

from collections.abc import Iterator
from typing import Any

from agent.adapters.review.policy.rules import Problem, Resource, inner, listed, rule
from agent.checks.cfn import truth
from agent.language.catalogs import N_

BUCKET = "AWS::S3::Bucket"
QUEUE = "AWS::SQS::Queue"
TOPIC = "AWS::SNS::Topic"
TABLE = "AWS::DynamoDB::Table"
KEY = "AWS::KMS::Key"
LOGS = "AWS::Logs::LogGroup"
DATABASES = ("AWS::RDS::DBInstance", "AWS::RDS::DBCluster")
STATEFUL = (
    BUCKET,
    TABLE,
    KEY,
    LOGS,
    "AWS::SecretsManager::Secret",
    "AWS::EFS::FileSystem",
    "AWS::Kinesis::Stream",
    *DATABASES,
)
TAGGED = (
    BUCKET,
    QUEUE,
    TOPIC,
    TABLE,
    KEY,
    LOGS,
    "AWS::Lambda::Function",
    "AWS::IAM::Role",
    "AWS::EC2::VPC",
    "AWS::EC2::Subnet",
    "AWS::EC2::SecurityGroup",
    "AWS::SecretsManager::Secret",
)
REQUIRED_TAGS = ("environment", "owner")
_KEPT = {"Retain", "RetainExceptOnCreate", "Snapshot"}
_ENCRYPTION = {
    "ServerSideEncryptionConfiguration": [
        {"ServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
    ]
}


def _set(name: str, value: Any, message: str = "") -> Problem:
    return Problem(message, f"Properties.{name}", {f"Properties.{name}": value})


@rule(
    "POL001",
    N_("the bucket is not set to be encrypted"),
    remedy="Set BucketEncryption with SSEAlgorithm AES256 or aws:kms.",
    severities=("error", "error", "error"),
    types=(BUCKET,),
)
def bucket_encryption(resource: Resource) -> Iterator[Problem]:
    rules = inner(resource.properties, "BucketEncryption", "ServerSideEncryptionConfiguration")
    if not rules:
        yield _set("BucketEncryption", _ENCRYPTION)


@rule(
    "POL002",
    N_("the bucket does not block public access in all four ways"),
    remedy="Set all four of PublicAccessBlockConfiguration to true.",
    severities=("error", "error", "error"),
    types=(BUCKET,),
)
def bucket_public_access(resource: Resource) -> Iterator[Problem]:
    names = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
    block = resource.properties.get("PublicAccessBlockConfiguration")
    if not all(truth(inner(block, name)) for name in names):
        yield _set("PublicAccessBlockConfiguration", dict.fromkeys(names, True))


@rule(
    "POL003",
    N_("the bucket keeps no earlier versions"),
    remedy="Set VersioningConfiguration to Enabled.",
    severities=("info", "warning", "error"),
    types=(BUCKET,),
)
def bucket_versioning(resource: Resource) -> Iterator[Problem]:
    if inner(resource.properties, "VersioningConfiguration", "Status") != "Enabled":
        yield _set("VersioningConfiguration", {"Status": "Enabled"})


@rule(
    "POL004",
    N_("the queue is not set to be encrypted"),
    remedy="Set SqsManagedSseEnabled to true, or KmsMasterKeyId to a key.",
    severities=("warning", "error", "error"),
    types=(QUEUE,),
)
def queue_encryption(resource: Resource) -> Iterator[Problem]:
    properties = resource.properties
    if not truth(properties.get("SqsManagedSseEnabled")) and not properties.get("KmsMasterKeyId"):
        yield _set("SqsManagedSseEnabled", value=True)


@rule(
    "POL005",
    N_("the topic is not encrypted with a key"),
    remedy="Set KmsMasterKeyId, for example to alias/aws/sns.",
    severities=("info", "warning", "error"),
    types=(TOPIC,),
)
def topic_encryption(resource: Resource) -> Iterator[Problem]:
    if not resource.properties.get("KmsMasterKeyId"):
        yield _set("KmsMasterKeyId", "alias/aws/sns")


@rule(
    "POL006",
    N_("the table is encrypted with a key of the service only"),
    remedy="Set SSESpecification.SSEEnabled to true.",
    severities=(None, "info", "warning"),
    types=(TABLE,),
)
def table_encryption(resource: Resource) -> Iterator[Problem]:
    if not truth(inner(resource.properties, "SSESpecification", "SSEEnabled")):
        yield _set("SSESpecification", {"SSEEnabled": True})


@rule(
    "POL007",
    N_("the table cannot be restored to a point in time"),
    remedy="Set PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled to true.",
    severities=("info", "warning", "error"),
    types=(TABLE,),
)
def table_recovery(resource: Resource) -> Iterator[Problem]:
    name = "PointInTimeRecoverySpecification"
    if not truth(inner(resource.properties, name, "PointInTimeRecoveryEnabled")):
        yield _set(name, {"PointInTimeRecoveryEnabled": True})


@rule(
    "POL012",
    N_("what it keeps is lost when it is deleted or replaced"),
    remedy="Set DeletionPolicy and UpdateReplacePolicy to Retain (or Snapshot).",
    severities=("info", "warning", "error"),
    types=STATEFUL,
)
def deletion_policy(resource: Resource) -> Iterator[Problem]:
    for name in ("DeletionPolicy", "UpdateReplacePolicy"):
        if str(resource.body.get(name)) not in _KEPT:
            yield Problem(f"{name} is not Retain or Snapshot", name, {name: "Retain"})


@rule(
    "POL013",
    N_("it is not protected against deletion"),
    remedy="Set DeletionProtectionEnabled (or DeletionProtection) to true.",
    severities=(None, "info", "error"),
    types=(TABLE, *DATABASES),
)
def deletion_protection(resource: Resource) -> Iterator[Problem]:
    name = "DeletionProtectionEnabled" if resource.type == TABLE else "DeletionProtection"
    if not truth(resource.properties.get(name)):
        yield _set(name, value=True)


@rule(
    "POL014",
    N_("a required tag is missing"),
    remedy="Tag the stack or the resource with environment and owner.",
    severities=("info", "warning", "error"),
    types=TAGGED,
)
def required_tags(resource: Resource) -> Iterator[Problem]:
    own = {str(inner(tag, "Key")) for tag in listed(resource.properties.get("Tags"))}
    for name in REQUIRED_TAGS:
        if name not in own and name not in resource.tags:
            yield Problem(f"it has no tag {name}", "Properties.Tags")


@rule(
    "POL015",
    N_("its lines are kept for ever"),
    remedy="Set RetentionInDays.",
    severities=("warning", "warning", "error"),
    types=(LOGS,),
)
def log_retention(resource: Resource) -> Iterator[Problem]:
    if not resource.properties.get("RetentionInDays"):
        yield _set("RetentionInDays", 90)


@rule(
    "POL016",
    N_("the key is never renewed"),
    remedy="Set EnableKeyRotation to true.",
    severities=("warning", "warning", "error"),
    types=(KEY,),
)
def key_rotation(resource: Resource) -> Iterator[Problem]:
    is_symmetric = resource.properties.get("KeySpec", "SYMMETRIC_DEFAULT") == "SYMMETRIC_DEFAULT"
    if is_symmetric and not truth(resource.properties.get("EnableKeyRotation")):
        yield _set("EnableKeyRotation", value=True)


@rule(
    "POL018",
    N_("messages that fail are retried until they expire, and then lost"),
    remedy="Set RedrivePolicy to a dead-letter queue.",
    severities=("info", "info", "warning"),
    types=(QUEUE,),
)
def dead_letters(resource: Resource) -> Iterator[Problem]:
    is_one = "dead" in resource.name.lower() or "dlq" in resource.name.lower()
    if not is_one and not resource.properties.get("RedrivePolicy"):
        yield Problem(path="Properties.RedrivePolicy")


@rule(
    "POL024",
    N_("the database is not encrypted"),
    remedy="Set StorageEncrypted to true.",
    severities=("error", "error", "error"),
    types=DATABASES,
)
def database_encryption(resource: Resource) -> Iterator[Problem]:
    if not truth(resource.properties.get("StorageEncrypted")):
        yield _set("StorageEncrypted", value=True)
