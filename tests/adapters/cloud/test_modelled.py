"""What the sandbox is said to model is applied by it, on creation and on update, and told back.

Each row holds a check for the first state of a resource and one for the second. A check passes
in its own state and fails in the other, so that neither a default nor an ignored property can
pass for an applied one.
"""

from typing import Any

import pytest

from agent.adapters.cloud import CloudFormation
from agent.adapters.cloud.checks import run_check
from agent.adapters.cloud.checks.kinds import KINDS
from agent.adapters.cloud.modelled import MODELLED
from agent.ports import Check
from tests.adapters.cloud.deploying import deploy, until_final

Pair = tuple[str, str]
STACK = "dev-modelled"
TRUST = ("lambda.amazonaws.com", "events.amazonaws.com")
CODE = "def handler(event, context):\n    return 1\n"


def resources(second: int) -> dict[str, Any]:
    return {
        **storage(second),
        **messaging(second),
        **compute(second),
        **network(second),
        **operations(second),
        **data(second),
    }


def made(kind: str, /, **properties: Any) -> dict[str, Any]:
    return {"Type": kind, "Properties": properties}


def tags(second: int) -> list[dict[str, str]]:
    return [{"Key": "owner", "Value": ("ann", "bob")[second]}]


def storage(second: int) -> dict[str, Any]:
    algorithm = {"SSEAlgorithm": ("aws:kms", "AES256")[second]}
    rule = {
        "Status": "Enabled",
        "ExpirationInDays": (90, 30)[second],
        "NoncurrentVersionExpiration": {"NoncurrentDays": (7, 9)[second]},
    }
    block = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
    key = ("id", "name")[second]
    return {
        "Bucket": made(
            "AWS::S3::Bucket",
            BucketEncryption={
                "ServerSideEncryptionConfiguration": [{"ServerSideEncryptionByDefault": algorithm}]
            },
            VersioningConfiguration={"Status": ("Enabled", "Suspended")[second]},
            LifecycleConfiguration={"Rules": [rule]},
            PublicAccessBlockConfiguration=dict.fromkeys(block, not second),
            Tags=tags(second),
        ),
        "Table": made(
            "AWS::DynamoDB::Table",
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"}],
            KeySchema=[{"AttributeName": key, "KeyType": "HASH"}],
            Tags=tags(second),
        ),
        "Billed": made(
            "AWS::DynamoDB::Table",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            DeletionProtectionEnabled=not second,
            SSESpecification={"SSEEnabled": not second, "SSEType": "KMS"},
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": not second},
            TimeToLiveSpecification={"AttributeName": "ends", "Enabled": not second},
            **(
                {
                    "BillingMode": "PROVISIONED",
                    "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
                }
                if second
                else {"BillingMode": "PAY_PER_REQUEST"}
            ),
        ),
    }


def messaging(second: int) -> dict[str, Any]:
    arn = {"Fn::GetAtt": [("DeadOne", "DeadTwo")[second], "Arn"]}
    return {
        "DeadOne": made("AWS::SQS::Queue", SqsManagedSseEnabled=not second),
        "DeadTwo": made("AWS::SQS::Queue", **({} if second else {"FifoQueue": True})),
        "Keyed": made(
            "AWS::SQS::Queue",
            SqsManagedSseEnabled=False,
            **({} if second else {"KmsMasterKeyId": "alias/aws/sqs"}),
        ),
        "Queue": made(
            "AWS::SQS::Queue",
            RedrivePolicy={
                "deadLetterTargetArn": {"Fn::GetAtt": ["DeadOne", "Arn"]},
                "maxReceiveCount": (5, 3)[second],
            },
            DelaySeconds=(5, 6)[second],
            VisibilityTimeout=(45, 60)[second],
            MessageRetentionPeriod=(3600, 7200)[second],
            Tags=tags(second),
        ),
        "Topic": made(
            "AWS::SNS::Topic",
            Tags=tags(second),
            **({} if second else {"KmsMasterKeyId": "alias/aws/sns"}),
        ),
        "Stream": made(
            "AWS::Kinesis::Stream",
            ShardCount=(2, 3)[second],
            RetentionPeriodHours=(48, 72)[second],
        ),
        "Named": made("AWS::SNS::Topic", TopicName=("dev-first", "dev-second")[second]),
        "Subscribed": made(
            "AWS::SNS::Subscription",
            TopicArn={"Ref": "Topic"},
            Protocol=("sqs", "email")[second],
            Endpoint=({"Fn::GetAtt": ["Queue", "Arn"]}, "ann@example.org")[second],
        ),
        "Scheduled": made(
            "AWS::Events::Rule",
            ScheduleExpression=("rate(5 minutes)", "rate(1 day)")[second],
            State=("ENABLED", "DISABLED")[second],
            Targets=[{"Id": "one", "Arn": arn}],
        ),
        "Matching": made(
            "AWS::Events::Rule", EventPattern={"source": [("aws.s3", "aws.ec2")[second]]}
        ),
    }


def role(second: int, service: str, action: str) -> dict[str, Any]:
    may = {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}
    does = {"Effect": "Allow", "Action": [action], "Resource": "arn:aws:s3:::one/*"}
    own = {"Version": "2012-10-17", "Statement": [does]}
    return made(
        "AWS::IAM::Role",
        AssumeRolePolicyDocument={"Version": "2012-10-17", "Statement": [may]},
        Policies=[{"PolicyName": "own", "PolicyDocument": own}],
        Tags=tags(second),
    )


def compute(second: int) -> dict[str, Any]:
    return {
        "Role": role(second, TRUST[second], ("s3:GetObject", "s3:*")[second]),
        "OtherRole": role(second, "lambda.amazonaws.com", "logs:PutLogEvents"),
        "Function": made(
            "AWS::Lambda::Function",
            Runtime=("python3.12", "python3.13")[second],
            Handler=("index.handler", "index.other")[second],
            Timeout=(10, 20)[second],
            MemorySize=(128, 256)[second],
            Role={"Fn::GetAtt": [("Role", "OtherRole")[second], "Arn"]},
            Environment={"Variables": {"STAGE": ("one", "two")[second]}},
            Code={"ZipFile": CODE},
            Tags=tags(second),
        ),
        **apis(second),
    }


def apis(second: int) -> dict[str, Any]:
    api, stage = "AWS::ApiGatewayV2::Api", "AWS::ApiGatewayV2::Stage"
    published, manual = {"Ref": "Published"}, {"Ref": "Manual"}
    return {
        "Published": made(api, Name="published", ProtocolType="HTTP"),
        "Route": made(
            "AWS::ApiGatewayV2::Route",
            ApiId=published,
            RouteKey=("GET /items", "POST /items")[second],
        ),
        "Stage": made(stage, ApiId=published, StageName=("one", "two")[second], AutoDeploy=True),
        "Manual": made(api, Name="manual", ProtocolType="HTTP"),
        "ManualStage": made(stage, ApiId=manual, StageName="live", AutoDeploy=not second),
    }


def network(second: int) -> dict[str, Any]:
    net = ("10.0", "10.1")[second]
    return {
        "Vpc": made(
            "AWS::EC2::VPC",
            CidrBlock=f"{net}.0.0/16",
            EnableDnsHostnames=not second,
            EnableDnsSupport=True,
            Tags=tags(second),
        ),
        "Subnet": made(
            "AWS::EC2::Subnet",
            VpcId={"Ref": "Vpc"},
            CidrBlock=f"{net}.1.0/24",
            Tags=tags(second),
        ),
        "Group": made(
            "AWS::EC2::SecurityGroup",
            GroupDescription="web",
            VpcId={"Ref": "Vpc"},
            SecurityGroupIngress=[
                {
                    "IpProtocol": "tcp",
                    "FromPort": (443, 22)[second],
                    "ToPort": (443, 22)[second],
                    "CidrIp": ("10.0.0.0/8", "0.0.0.0/0")[second],
                }
            ],
            Tags=tags(second),
        ),
    }


def operations(second: int) -> dict[str, Any]:
    return {
        "Logs": made("AWS::Logs::LogGroup", RetentionInDays=(30, 90)[second], Tags=tags(second)),
        "Alarm": made(
            "AWS::CloudWatch::Alarm",
            Namespace=("AWS/SQS", "AWS/Lambda")[second],
            MetricName=("NumberOfMessagesSent", "Errors")[second],
            Threshold=(100, 5)[second],
            ComparisonOperator=("GreaterThanThreshold", "LessThanThreshold")[second],
            AlarmActions=[{"Ref": ("Topic", "Named")[second]}],
            EvaluationPeriods=1,
            Period=60,
            Statistic="Sum",
        ),
        "Secret": made(
            "AWS::SecretsManager::Secret",
            Name=("dev-first", "dev-second")[second],
            Description=("one", "two")[second],
            Tags=tags(second),
        ),
        "Key": made(
            "AWS::KMS::Key",
            EnableKeyRotation=not second,
            Enabled=not second,
            KeyPolicy={
                "Version": "2012-10-17",
                "Statement": [
                    {
                        "Effect": "Allow",
                        "Principal": {"AWS": "*"},
                        "Action": "kms:*",
                        "Resource": "*",
                    }
                ],
            },
            Tags=tags(second),
        ),
    }


def data(second: int) -> dict[str, Any]:
    return {
        "Data": made(
            "AWS::RDS::DBInstance",
            DBInstanceClass="db.t3.micro",
            Engine="postgres",
            MasterUsername="app",
            ManageMasterUserPassword=True,
            AllocatedStorage=("20", "30")[second],
            BackupRetentionPeriod=(7, 14)[second],
            MultiAZ=not second,
        )
    }


def check(kind: str, resource: str, /, **arguments: Any) -> Check:
    return Check(kind, {"resource": resource, **arguments})


Row = tuple[Check, Check | None]
"""The check of the first state, and of the second; none where there is no opposite to ask for."""


def row(kind: str, resource: str, /, **arguments: tuple[Any, Any]) -> Row:
    return (
        check(kind, resource, **{name: pair[0] for name, pair in arguments.items()}),
        check(kind, resource, **{name: pair[1] for name, pair in arguments.items()})
        if arguments
        else None,
    )


def told(prop: str, name: str, call: str, path: str, values: tuple[str, str]) -> Row:
    """What a describe call tells of a property."""
    first, second = (
        check("described", name, call=call, path=path, expected=value, property=prop)
        for value in values
    )
    return first, second


QUEUE, STREAM = "sqs.get_queue_attributes", "kinesis.describe_stream_summary"
DATA, INSTANCE = "rds.describe_db_instances", "DBInstances.0"
SUMMARY = "StreamDescriptionSummary"
ROWS: dict[tuple[Pair, ...], Row] = {
    (("AWS::S3::Bucket", "BucketEncryption"),): row(
        "bucket_encrypted", "Bucket", algorithm=("aws:kms", "AES256")
    ),
    (("AWS::S3::Bucket", "VersioningConfiguration"),): row(
        "bucket_versioning", "Bucket", status=("Enabled", "Suspended")
    ),
    (("AWS::S3::Bucket", "PublicAccessBlockConfiguration"),): row(
        "bucket_public_access_blocked", "Bucket"
    ),
    (("AWS::S3::Bucket", "LifecycleConfiguration"),): row(
        "bucket_lifecycle_days", "Bucket", days=(90, 30)
    ),
    (("AWS::DynamoDB::Table", "KeySchema"),): row("table_keys", "Table", partition=("id", "name")),
    (("AWS::DynamoDB::Table", "BillingMode"),): row(
        "table_billing", "Billed", mode=("PAY_PER_REQUEST", "PROVISIONED")
    ),
    (("AWS::DynamoDB::Table", "DeletionProtectionEnabled"),): row("table_protected", "Billed"),
    (("AWS::DynamoDB::Table", "SSESpecification"),): row("table_encrypted", "Billed"),
    (("AWS::DynamoDB::Table", "PointInTimeRecoverySpecification"),): row(
        "table_recovery", "Billed"
    ),
    (("AWS::DynamoDB::Table", "TimeToLiveSpecification"),): (
        check("table_ttl", "Billed", attribute="ends"),
        None,
    ),
    (("AWS::SQS::Queue", "DelaySeconds"),): told(
        "DelaySeconds", "Queue", QUEUE, "Attributes.DelaySeconds", ("5", "6")
    ),
    (("AWS::Kinesis::Stream", "ShardCount"),): told(
        "ShardCount", "Stream", STREAM, f"{SUMMARY}.OpenShardCount", ("2", "3")
    ),
    (("AWS::Kinesis::Stream", "RetentionPeriodHours"),): told(
        "RetentionPeriodHours", "Stream", STREAM, f"{SUMMARY}.RetentionPeriodHours", ("48", "72")
    ),
    (("AWS::RDS::DBInstance", "AllocatedStorage"),): told(
        "AllocatedStorage", "Data", DATA, f"{INSTANCE}.AllocatedStorage", ("20", "30")
    ),
    (("AWS::RDS::DBInstance", "BackupRetentionPeriod"),): told(
        "BackupRetentionPeriod", "Data", DATA, f"{INSTANCE}.BackupRetentionPeriod", ("7", "14")
    ),
    (("AWS::RDS::DBInstance", "MultiAZ"),): told(
        "MultiAZ", "Data", DATA, f"{INSTANCE}.MultiAZ", ("true", "false")
    ),
    (("AWS::SQS::Queue", "SqsManagedSseEnabled"),): row("queue_encrypted", "DeadOne"),
    (("AWS::SQS::Queue", "KmsMasterKeyId"),): row("queue_encrypted", "Keyed"),
    (("AWS::SQS::Queue", "FifoQueue"),): row("queue_fifo", "DeadTwo"),
    (("AWS::SQS::Queue", "RedrivePolicy"),): (
        check("queue_redrive", "Queue", target="DeadOne", after=5),
        check("queue_redrive", "Queue", target="DeadOne", after=3),
    ),
    (("AWS::SQS::Queue", "VisibilityTimeout"),): row("queue_visibility", "Queue", seconds=(45, 60)),
    (("AWS::SQS::Queue", "MessageRetentionPeriod"),): row(
        "queue_retention", "Queue", seconds=(3600, 7200)
    ),
    (("AWS::SNS::Topic", "KmsMasterKeyId"),): row("topic_encrypted", "Topic"),
    (
        ("AWS::SNS::Subscription", "Protocol"),
        ("AWS::SNS::Subscription", "Endpoint"),
    ): (
        check("topic_subscription", "Topic", protocol="sqs", endpoint="Queue"),
        check("topic_subscription", "Topic", protocol="email", endpoint="ann@example.org"),
    ),
    (("AWS::Events::Rule", "ScheduleExpression"),): row(
        "event_rule_schedule", "Scheduled", expression=("rate(5 minutes)", "rate(1 day)")
    ),
    (("AWS::Events::Rule", "State"),): row(
        "event_rule_state", "Scheduled", state=("ENABLED", "DISABLED")
    ),
    (("AWS::Events::Rule", "Targets"),): row(
        "event_rule_target", "Scheduled", target=("DeadOne", "DeadTwo")
    ),
    (("AWS::Events::Rule", "EventPattern"),): row(
        "event_rule_source", "Matching", source=("aws.s3", "aws.ec2")
    ),
    (("AWS::IAM::Role", "AssumeRolePolicyDocument"),): row("role_trust", "Role", service=TRUST),
    (("AWS::IAM::Role", "Policies"),): row("role_no_wildcard", "Role"),
    (("AWS::Lambda::Function", "Runtime"),): row(
        "function_runtime", "Function", runtime=("python3.12", "python3.13")
    ),
    (("AWS::Lambda::Function", "Handler"),): row(
        "function_handler", "Function", handler=("index.handler", "index.other")
    ),
    (("AWS::Lambda::Function", "Timeout"),): row("function_timeout", "Function", seconds=(10, 20)),
    (("AWS::Lambda::Function", "MemorySize"),): row(
        "function_memory", "Function", megabytes=(128, 256)
    ),
    (("AWS::Lambda::Function", "Role"),): row(
        "function_role", "Function", role=("Role", "OtherRole")
    ),
    (("AWS::Lambda::Function", "Environment"),): (
        check("function_variable", "Function", name="STAGE", value="one"),
        check("function_variable", "Function", name="STAGE", value="two"),
    ),
    (("AWS::ApiGatewayV2::Route", "RouteKey"),): (
        check("http_api_routes", "Published", routes=["GET /items"]),
        check("http_api_routes", "Published", routes=["POST /items"]),
    ),
    (("AWS::ApiGatewayV2::Stage", "StageName"),): row(
        "http_api_stage", "Published", stage=("one", "two")
    ),
    (("AWS::ApiGatewayV2::Stage", "AutoDeploy"),): (
        check("http_api_stage", "Manual", stage="live"),
        None,
    ),
    (("AWS::EC2::VPC", "CidrBlock"),): row("vpc_cidr", "Vpc", cidr=("10.0.0.0/16", "10.1.0.0/16")),
    (("AWS::EC2::VPC", "EnableDnsHostnames"),): row("vpc_dns_names", "Vpc"),
    (("AWS::EC2::Subnet", "CidrBlock"), ("AWS::EC2::Subnet", "VpcId")): row(
        "vpc_subnets", "Vpc", cidrs=(["10.0.1.0/24"], ["10.1.1.0/24"])
    ),
    (("AWS::EC2::SecurityGroup", "SecurityGroupIngress"),): row(
        "security_group_no_open_ingress", "Group"
    ),
    (("AWS::Logs::LogGroup", "RetentionInDays"),): row(
        "log_group_retention", "Logs", days=(30, 90)
    ),
    (("AWS::CloudWatch::Alarm", "Threshold"), ("AWS::CloudWatch::Alarm", "ComparisonOperator")): (
        check("alarm_threshold", "Alarm", threshold=100, comparison="GreaterThanThreshold"),
        check("alarm_threshold", "Alarm", threshold=5, comparison="LessThanThreshold"),
    ),
    (("AWS::CloudWatch::Alarm", "MetricName"), ("AWS::CloudWatch::Alarm", "Namespace")): (
        check("alarm_metric", "Alarm", metric="NumberOfMessagesSent", namespace="AWS/SQS"),
        check("alarm_metric", "Alarm", metric="Errors", namespace="AWS/Lambda"),
    ),
    (("AWS::CloudWatch::Alarm", "AlarmActions"),): row(
        "alarm_action", "Alarm", topic=("Topic", "Named")
    ),
    (("AWS::SecretsManager::Secret", "Description"),): row(
        "secret_description", "Secret", description=("one", "two")
    ),
    (("AWS::KMS::Key", "EnableKeyRotation"),): row("key_rotation", "Key"),
    (("AWS::KMS::Key", "Enabled"),): row("key_enabled", "Key"),
    **{
        ((kind, "Tags"),): (
            check("resource_tag", name, key="owner", value="ann"),
            check("resource_tag", name, key="owner", value="bob"),
        )
        for kind, name in {
            "AWS::DynamoDB::Table": "Table",
            "AWS::EC2::SecurityGroup": "Group",
            "AWS::EC2::Subnet": "Subnet",
            "AWS::EC2::VPC": "Vpc",
            "AWS::IAM::Role": "Role",
            "AWS::KMS::Key": "Key",
            "AWS::Lambda::Function": "Function",
            "AWS::Logs::LogGroup": "Logs",
            "AWS::S3::Bucket": "Bucket",
            "AWS::SNS::Topic": "Topic",
            "AWS::SQS::Queue": "Queue",
            "AWS::SecretsManager::Secret": "Secret",
        }.items()
    },
}


State = list[dict[str, bool]]
"""For the checks of the first state and of the second: whether each passes, by its row."""


@pytest.fixture(scope="module")
def readings(cloud: CloudFormation) -> list[State]:
    """In the first state and in the second."""
    found = []
    for state in (0, 1):
        told = deploy(cloud, STACK, {"Resources": resources(state)})
        assert told.succeeded, [event for event in told.events if event.reason]
        found.append([_passing(cloud, side) for side in (0, 1)])
    return found


def _passing(cloud: CloudFormation, side: int) -> dict[str, bool]:
    """As in an account, where the table of what the sandbox models means nothing."""
    stack = cloud.stack("dev", STACK)
    held = {resource.logical_id: resource for resource in cloud.resources("dev", STACK)}
    return {
        str(pairs): run_check(
            asked,
            stack=stack,
            resources=held,
            client=lambda service: cloud._profiles.client("dev", service),
            is_sandbox=False,
        ).outcome
        == "passed"
        for pairs, checks in ROWS.items()
        if (asked := checks[side])
    }


def is_applied(readings: list[State], row_name: str) -> bool:
    first, second = readings
    applied = first[0][row_name] and not second[0][row_name]
    if row_name in first[1]:
        applied = applied and not first[1][row_name] and second[1][row_name]
    return applied


def test_the_table_holds_what_is_proven_and_nothing_else(readings: list[State]) -> None:
    proven = {pair for pairs in ROWS if is_applied(readings, str(pairs)) for pair in pairs}
    assert proven == MODELLED


def test_a_protected_table_stays_when_its_stack_is_deleted(cloud: CloudFormation) -> None:
    table = storage(0)["Billed"]
    table["Properties"].pop("TableName", None)
    told = deploy(cloud, "dev-guarded", {"Resources": {"Billed": table}})
    (result,) = cloud.verify(
        "dev", "dev-guarded", [Check("table_protected", {"resource": "Billed"})]
    )
    assert result.outcome == "passed"
    cloud.destroy("dev", told.stack_id)
    assert until_final(cloud, told.stack_id).status == "DELETE_FAILED"


def test_every_property_that_a_check_proves_has_its_row() -> None:
    asked = {pair for kind in KINDS.values() for pair in kind.proves}
    assert asked <= {pair for pairs in ROWS for pair in pairs}


def test_what_is_not_modelled_never_passes(cloud: CloudFormation, readings: list[State]) -> None:
    assert readings
    unmodelled = [
        asked
        for pairs, (asked, _) in ROWS.items()
        if asked and not MODELLED.issuperset(KINDS[asked.kind].proves) and pairs[0][1] != "Tags"
    ]
    told = {result.outcome for result in cloud.verify("dev", STACK, unmodelled)}
    assert told <= {"set, not tried", "not modelled by the sandbox"}
