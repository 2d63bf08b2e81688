"""A check written by a model: one of the listed describe calls, and the value to expect."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, Unbound, kind, shown
from agent.language.catalogs import N_

Call = Literal[
    "cloudfront.get_distribution",
    "dynamodb.describe_table",
    "ec2.describe_instances",
    "ec2.describe_security_groups",
    "ec2.describe_subnets",
    "ec2.describe_vpcs",
    "ecr.describe_repositories",
    "ecs.describe_clusters",
    "efs.describe_file_systems",
    "eks.describe_cluster",
    "elasticache.describe_replication_groups",
    "elbv2.describe_load_balancers",
    "kinesis.describe_stream_summary",
    "kms.describe_key",
    "rds.describe_db_clusters",
    "rds.describe_db_instances",
    "s3.get_bucket_notification_configuration",
    "s3.get_bucket_website",
    "sns.get_topic_attributes",
    "sqs.get_queue_attributes",
    "stepfunctions.describe_state_machine",
]
"""None of them returns stored data. Only the single value at the path leaves the answer."""

TAKES: dict[str, tuple[str, str]] = {
    "cloudfront.get_distribution": ("AWS::CloudFront::Distribution", "Id"),
    "dynamodb.describe_table": ("AWS::DynamoDB::Table", "TableName"),
    "ec2.describe_instances": ("AWS::EC2::Instance", "InstanceIds"),
    "ec2.describe_security_groups": ("AWS::EC2::SecurityGroup", "GroupIds"),
    "ec2.describe_subnets": ("AWS::EC2::Subnet", "SubnetIds"),
    "ec2.describe_vpcs": ("AWS::EC2::VPC", "VpcIds"),
    "ecr.describe_repositories": ("AWS::ECR::Repository", "repositoryNames"),
    "ecs.describe_clusters": ("AWS::ECS::Cluster", "clusters"),
    "efs.describe_file_systems": ("AWS::EFS::FileSystem", "FileSystemId"),
    "eks.describe_cluster": ("AWS::EKS::Cluster", "name"),
    "elasticache.describe_replication_groups": (
        "AWS::ElastiCache::ReplicationGroup",
        "ReplicationGroupId",
    ),
    "elbv2.describe_load_balancers": (
        "AWS::ElasticLoadBalancingV2::LoadBalancer",
        "LoadBalancerArns",
    ),
    "kinesis.describe_stream_summary": ("AWS::Kinesis::Stream", "StreamName"),
    "kms.describe_key": ("AWS::KMS::Key", "KeyId"),
    "rds.describe_db_clusters": ("AWS::RDS::DBCluster", "DBClusterIdentifier"),
    "rds.describe_db_instances": ("AWS::RDS::DBInstance", "DBInstanceIdentifier"),
    "s3.get_bucket_notification_configuration": ("AWS::S3::Bucket", "Bucket"),
    "s3.get_bucket_website": ("AWS::S3::Bucket", "Bucket"),
    "sns.get_topic_attributes": ("AWS::SNS::Topic", "TopicArn"),
    "sqs.get_queue_attributes": ("AWS::SQS::Queue", "QueueUrl"),
    "stepfunctions.describe_state_machine": ("AWS::StepFunctions::StateMachine", "stateMachineArn"),
}
"""For each call the resource type it describes, and the argument that takes the physical id."""
HIDDEN = {"CustomHeaders", "definition"}
"""They may hold secrets."""
LISTED = {
    "clusters",
    "GroupIds",
    "InstanceIds",
    "LoadBalancerArns",
    "repositoryNames",
    "SubnetIds",
    "VpcIds",
}
MORE: dict[str, dict[str, Any]] = {"sqs.get_queue_attributes": {"AttributeNames": ["All"]}}


def _worded(value: Any) -> Any:
    """Turn a value into text; true and false as in a template."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:g}" if isinstance(value, float) else str(value)
        case _:
            return value


class Described(OnResource):
    call: Call
    path: str = Field(
        min_length=1, max_length=200, description="In its answer, such as Table.TableStatus."
    )
    expected: Annotated[str, BeforeValidator(_worded), Field(max_length=300)]
    property: str = Field("", description="The property of the resource's type that it proves.")


@kind(
    "described",
    "For any other setting: what a describe call tells at a path of names, numbers or * for"
    " every entry, such as Table.TableStatus; property is the template's, such as DelaySeconds.",
    said=N_("{call} of {resource} tells {expected} at {path}."),
    arguments=Described,
    types=tuple(dict.fromkeys(TAKES[call][0] for call in get_args(Call))),
)
def described(look: Look, asked: Described) -> Reading:
    wanted, takes = TAKES[asked.call]
    if look.type(asked.resource) != wanted:
        raise Unbound(f"{asked.resource} is no {wanted}.")
    name = look.physical(asked.resource)
    service, _, operation = asked.call.partition(".")
    given = {takes: [name] if takes in LISTED else name, **MORE.get(asked.call, {})}
    answer = look.call(service, operation, **given)
    found = [str(_worded(value)) for value in _values(answer, asked)]
    is_it = bool(found) and all(value == asked.expected for value in found)
    return Reading(shown(asked.expected), shown(found), passed=is_it)


def _values(answer: Any, asked: Described) -> list[Any]:
    values = [answer]
    for step in asked.path.split("."):
        values = [each for value in values for each in _below(value, step)]
    return [value for value in values if not isinstance(value, dict | list)]


def _below(value: Any, step: str) -> list[Any]:
    match value:
        case dict() if step in value and step not in HIDDEN:
            return [value[step]]
        case list() if step == "*":
            return value
        case list() if step.isdigit():
            return value[int(step) : int(step) + 1]
        case _:
            return []
