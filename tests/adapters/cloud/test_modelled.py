"""What the sandbox is said to model is applied by it, on creation and on update, and told back.

Each row holds a check for the first state of a resource and one for the second. A check passes
in its own state and fails in the other, so that neither a default nor an ignored property can
pass for an applied one.
"""

from typing import NamedTuple

import pytest

from agent.adapters.cloud.checks import run_check
from agent.adapters.cloud.checks.kinds import KINDS
from agent.adapters.cloud.modelled import MODELLED
from agent.ports import Check
from tests.adapters.cloud.deploying import deploy

STACK = "dev-modelled"
TRUST = ("lambda.amazonaws.com", "events.amazonaws.com")
CODE = "def handler(event, context):\n    return 1\n"


def side(value, number):
    """Of each pair in a value the first or the second; what is None is left out."""
    match value:
        case tuple():
            return side(value[number], number)
        case list():
            return [side(each, number) for each in value]
        case dict():
            sides = {name: side(each, number) for name, each in value.items()}
            return {name: each for name, each in sides.items() if each is not None}
    return value


def resources(second):
    return side(BOTH, second)


def made(kind, /, **properties):
    return {"Type": kind, "Properties": properties}


def policy(**statement):
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **statement}]}


def role(service, action):
    own = policy(Action=[action], Resource="arn:aws:s3:::one/*")
    return made(
        "AWS::IAM::Role",
        AssumeRolePolicyDocument=policy(Principal={"Service": service}, Action="sts:AssumeRole"),
        Policies=[{"PolicyName": "own", "PolicyDocument": own}],
        Tags=TAGS,
    )


def keyed_by(name):
    return {
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": name, "KeyType": "HASH"}],
    }


def arn(name):
    return {"Fn::GetAtt": [name, "Arn"]}


ON = (True, False)
TAGS = [{"Key": "owner", "Value": ("ann", "bob")}]
BLOCK = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
ALGORITHM = {"SSEAlgorithm": ("aws:kms", "AES256")}
LIFECYCLE = {
    "Status": "Enabled",
    "ExpirationInDays": (90, 30),
    "NoncurrentVersionExpiration": {"NoncurrentDays": (7, 9)},
}
PORT = {
    "IpProtocol": "tcp",
    "FromPort": (443, 22),
    "ToPort": (443, 22),
    "CidrIp": ("10.0.0.0/8", "0.0.0.0/0"),
}
STORAGE = {
    "Bucket": made(
        "AWS::S3::Bucket",
        BucketEncryption={
            "ServerSideEncryptionConfiguration": [{"ServerSideEncryptionByDefault": ALGORITHM}]
        },
        VersioningConfiguration={"Status": ("Enabled", "Suspended")},
        LifecycleConfiguration={"Rules": [LIFECYCLE]},
        PublicAccessBlockConfiguration=dict.fromkeys(BLOCK, ON),
        Tags=TAGS,
    ),
    "Table": made("AWS::DynamoDB::Table", **keyed_by(("id", "name")), Tags=TAGS),
    "Billed": made(
        "AWS::DynamoDB::Table",
        **keyed_by("id"),
        DeletionProtectionEnabled=ON,
        SSESpecification={"SSEEnabled": ON, "SSEType": "KMS"},
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": ON},
        TimeToLiveSpecification={"AttributeName": "ends", "Enabled": ON},
        BillingMode=("PAY_PER_REQUEST", "PROVISIONED"),
        ProvisionedThroughput=(None, {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}),
    ),
    "Data": made(
        "AWS::RDS::DBInstance",
        DBInstanceClass="db.t3.micro",
        Engine="postgres",
        MasterUsername="app",
        ManageMasterUserPassword=True,
        AllocatedStorage=("20", "30"),
        BackupRetentionPeriod=(7, 14),
        MultiAZ=ON,
    ),
}
MESSAGING = {
    "DeadOne": made("AWS::SQS::Queue", SqsManagedSseEnabled=ON),
    "DeadTwo": made("AWS::SQS::Queue", FifoQueue=(True, None)),
    "Keyed": made(
        "AWS::SQS::Queue", SqsManagedSseEnabled=False, KmsMasterKeyId=("alias/aws/sqs", None)
    ),
    "Queue": made(
        "AWS::SQS::Queue",
        RedrivePolicy={"deadLetterTargetArn": arn("DeadOne"), "maxReceiveCount": (5, 3)},
        DelaySeconds=(5, 6),
        VisibilityTimeout=(45, 60),
        MessageRetentionPeriod=(3600, 7200),
        Tags=TAGS,
    ),
    "Topic": made("AWS::SNS::Topic", Tags=TAGS, KmsMasterKeyId=("alias/aws/sns", None)),
    "Stream": made("AWS::Kinesis::Stream", ShardCount=(2, 3), RetentionPeriodHours=(48, 72)),
    "Named": made("AWS::SNS::Topic", TopicName=("dev-first", "dev-second")),
    "Subscribed": made(
        "AWS::SNS::Subscription",
        TopicArn={"Ref": "Topic"},
        Protocol=("sqs", "email"),
        Endpoint=(arn("Queue"), "ann@example.org"),
    ),
    "Scheduled": made(
        "AWS::Events::Rule",
        ScheduleExpression=("rate(5 minutes)", "rate(1 day)"),
        State=("ENABLED", "DISABLED"),
        Targets=[{"Id": "one", "Arn": arn(("DeadOne", "DeadTwo"))}],
    ),
    "Matching": made("AWS::Events::Rule", EventPattern={"source": [("aws.s3", "aws.ec2")]}),
}
API, API_STAGE = "AWS::ApiGatewayV2::Api", "AWS::ApiGatewayV2::Stage"
PUBLISHED, MANUAL = {"Ref": "Published"}, {"Ref": "Manual"}
COMPUTE = {
    "Role": role(TRUST, ("s3:GetObject", "s3:*")),
    "OtherRole": role("lambda.amazonaws.com", "logs:PutLogEvents"),
    "Function": made(
        "AWS::Lambda::Function",
        Runtime=("python3.12", "python3.13"),
        Handler=("index.handler", "index.other"),
        Timeout=(10, 20),
        MemorySize=(128, 256),
        Role=arn(("Role", "OtherRole")),
        Environment={"Variables": {"STAGE": ("one", "two")}},
        Code={"ZipFile": CODE},
        Tags=TAGS,
    ),
    "Published": made(API, Name="published", ProtocolType="HTTP"),
    "Route": made(
        "AWS::ApiGatewayV2::Route", ApiId=PUBLISHED, RouteKey=("GET /items", "POST /items")
    ),
    "Stage": made(API_STAGE, ApiId=PUBLISHED, StageName=("one", "two"), AutoDeploy=True),
    "Manual": made(API, Name="manual", ProtocolType="HTTP"),
    "ManualStage": made(API_STAGE, ApiId=MANUAL, StageName="live", AutoDeploy=ON),
}
NETWORK = {
    "Vpc": made(
        "AWS::EC2::VPC",
        CidrBlock=("10.0.0.0/16", "10.1.0.0/16"),
        EnableDnsHostnames=ON,
        EnableDnsSupport=True,
        Tags=TAGS,
    ),
    "Subnet": made(
        "AWS::EC2::Subnet",
        VpcId={"Ref": "Vpc"},
        CidrBlock=("10.0.1.0/24", "10.1.1.0/24"),
        Tags=TAGS,
    ),
    "Group": made(
        "AWS::EC2::SecurityGroup",
        GroupDescription="web",
        VpcId={"Ref": "Vpc"},
        SecurityGroupIngress=[PORT],
        Tags=TAGS,
    ),
}
OPERATIONS = {
    "Logs": made("AWS::Logs::LogGroup", RetentionInDays=(30, 90), Tags=TAGS),
    "Alarm": made(
        "AWS::CloudWatch::Alarm",
        Namespace=("AWS/SQS", "AWS/Lambda"),
        MetricName=("NumberOfMessagesSent", "Errors"),
        Threshold=(100, 5),
        ComparisonOperator=("GreaterThanThreshold", "LessThanThreshold"),
        AlarmActions=[{"Ref": ("Topic", "Named")}],
        EvaluationPeriods=1,
        Period=60,
        Statistic="Sum",
    ),
    "Secret": made(
        "AWS::SecretsManager::Secret",
        Name=("dev-first", "dev-second"),
        Description=("one", "two"),
        Tags=TAGS,
    ),
    "Key": made(
        "AWS::KMS::Key",
        EnableKeyRotation=ON,
        Enabled=ON,
        KeyPolicy=policy(Principal={"AWS": "*"}, Action="kms:*", Resource="*"),
        Tags=TAGS,
    ),
}
BOTH = {**STORAGE, **MESSAGING, **COMPUTE, **NETWORK, **OPERATIONS}


class Row(NamedTuple):
    """The checks of the first state and of the second; none where there is no opposite."""

    proves: tuple[tuple[str, str], ...]
    checks: tuple[Check, Check | None]


def row(kind, resource, /, property_="", **arguments):
    """A pair among the arguments is what is asked for in each state."""
    own = (BOTH[resource]["Type"], property_)
    known = tuple(pair for pair in KINDS[kind].proves if property_ in ("", pair[1]))
    proves = (own,) if own in known or not known else known
    asked = {"resource": resource, **arguments}
    first, second = (Check(kind, side(asked, number)) for number in (0, 1))
    return Row(proves, (first, None if first == second else second))


def told(resource, property_, call, path, values):
    """What a describe call tells of a property."""
    asked = {"call": call, "path": path, "expected": values, "property": property_}
    return row("described", resource, property_, **asked)


QUEUE, STREAM = "sqs.get_queue_attributes", "kinesis.describe_stream_summary"
DATA, INSTANCE = "rds.describe_db_instances", "DBInstances.0"
SUMMARY = "StreamDescriptionSummary"
ROWS = [
    row("bucket_encrypted", "Bucket", algorithm=("aws:kms", "AES256")),
    row("bucket_versioning", "Bucket", status=("Enabled", "Suspended")),
    row("bucket_public_access_blocked", "Bucket"),
    row("bucket_lifecycle_days", "Bucket", days=(90, 30)),
    row("table_keys", "Table", partition=("id", "name")),
    row("table_billing", "Billed", mode=("PAY_PER_REQUEST", "PROVISIONED")),
    row("table_protected", "Billed"),
    row("table_encrypted", "Billed"),
    row("table_recovery", "Billed"),
    row("table_ttl", "Billed", attribute="ends"),
    row("queue_encrypted", "DeadOne", "SqsManagedSseEnabled"),
    row("queue_encrypted", "Keyed", "KmsMasterKeyId"),
    row("queue_fifo", "DeadTwo"),
    row("queue_redrive", "Queue", target="DeadOne", after=(5, 3)),
    row("queue_visibility", "Queue", seconds=(45, 60)),
    row("queue_retention", "Queue", seconds=(3600, 7200)),
    told("Queue", "DelaySeconds", QUEUE, "Attributes.DelaySeconds", ("5", "6")),
    row("topic_encrypted", "Topic"),
    row(
        "topic_subscription",
        "Topic",
        protocol=("sqs", "email"),
        endpoint=("Queue", "ann@example.org"),
    ),
    told("Stream", "ShardCount", STREAM, f"{SUMMARY}.OpenShardCount", ("2", "3")),
    told("Stream", "RetentionPeriodHours", STREAM, f"{SUMMARY}.RetentionPeriodHours", ("48", "72")),
    told("Data", "AllocatedStorage", DATA, f"{INSTANCE}.AllocatedStorage", ("20", "30")),
    told("Data", "BackupRetentionPeriod", DATA, f"{INSTANCE}.BackupRetentionPeriod", ("7", "14")),
    told("Data", "MultiAZ", DATA, f"{INSTANCE}.MultiAZ", ("true", "false")),
    row("event_rule_schedule", "Scheduled", expression=("rate(5 minutes)", "rate(1 day)")),
    row("event_rule_state", "Scheduled", state=("ENABLED", "DISABLED")),
    row("event_rule_target", "Scheduled", target=("DeadOne", "DeadTwo")),
    row("event_rule_source", "Matching", source=("aws.s3", "aws.ec2")),
    row("role_trust", "Role", service=TRUST),
    row("role_no_wildcard", "Role"),
    row("function_runtime", "Function", runtime=("python3.12", "python3.13")),
    row("function_handler", "Function", handler=("index.handler", "index.other")),
    row("function_timeout", "Function", seconds=(10, 20)),
    row("function_memory", "Function", megabytes=(128, 256)),
    row("function_role", "Function", role=("Role", "OtherRole")),
    row("function_variable", "Function", name="STAGE", value=("one", "two")),
    row("http_api_routes", "Published", routes=(["GET /items"], ["POST /items"])),
    row("http_api_stage", "Published", "StageName", stage=("one", "two")),
    row("http_api_stage", "Manual", "AutoDeploy", stage="live"),
    row("vpc_cidr", "Vpc", cidr=("10.0.0.0/16", "10.1.0.0/16")),
    row("vpc_dns_names", "Vpc"),
    row("vpc_subnets", "Vpc", cidrs=(["10.0.1.0/24"], ["10.1.1.0/24"])),
    row("security_group_no_open_ingress", "Group"),
    row("log_group_retention", "Logs", days=(30, 90)),
    row(
        "alarm_threshold",
        "Alarm",
        threshold=(100, 5),
        comparison=("GreaterThanThreshold", "LessThanThreshold"),
    ),
    row(
        "alarm_metric",
        "Alarm",
        metric=("NumberOfMessagesSent", "Errors"),
        namespace=("AWS/SQS", "AWS/Lambda"),
    ),
    row("alarm_action", "Alarm", topic=("Topic", "Named")),
    row("secret_description", "Secret", description=("one", "two")),
    row("key_rotation", "Key"),
    row("key_enabled", "Key"),
    *(
        row("resource_tag", name, "Tags", key="owner", value=("ann", "bob"))
        for name in (
            *("Bucket", "Function", "Group", "Key", "Logs", "Queue", "Role", "Secret", "Subnet"),
            *("Table", "Topic", "Vpc"),
        )
    ),
]


State = list[dict[int, bool]]
"""For the checks of each state: whether they pass, by the number of their row."""


@pytest.fixture(scope="module")
def readings(cloud):
    """In the first state and in the second."""
    found = []
    for state in (0, 1):
        told = deploy(cloud, STACK, {"Resources": resources(state)})
        assert told.succeeded, [event for event in told.events if event.reason]
        found.append([_passing(cloud, side) for side in (0, 1)])
    return found


def _passing(cloud, side):
    """As in an account, where the table of what the sandbox models means nothing."""
    stack = cloud.stack("dev", STACK)
    held = {resource.logical_id: resource for resource in cloud.resources("dev", STACK)}
    return {
        number: run_check(
            asked,
            stack=stack,
            resources=held,
            client=lambda service: cloud._profiles.client("dev", service),
            is_sandbox=False,
        ).outcome
        == "passed"
        for number, each in enumerate(ROWS)
        if (asked := each.checks[side])
    }


def is_applied(readings, number):
    first, second = readings
    applied = first[0][number] and not second[0][number]
    if number in first[1]:
        applied = applied and not first[1][number] and second[1][number]
    return applied


def test_the_table_holds_what_is_proven_and_nothing_else(readings) -> None:
    numbered = enumerate(ROWS)
    proven = {pair for n, each in numbered if is_applied(readings, n) for pair in each.proves}
    assert proven == MODELLED
    asked = {pair for kind in KINDS.values() for pair in kind.proves}
    assert asked <= {pair for each in ROWS for pair in each.proves}


def test_what_is_not_modelled_never_passes(cloud, readings) -> None:
    assert readings
    unmodelled = [each.checks[0] for each in ROWS if not MODELLED.issuperset(each.proves)]
    assert unmodelled
    told = {result.outcome for result in cloud.verify("dev", STACK, unmodelled)}
    assert told <= {"set, not tried", "not modelled by the sandbox"}
