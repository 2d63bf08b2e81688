"""Checks beyond the table of properties, and what no check may do."""

from types import SimpleNamespace
from typing import get_args

import botocore.session
import pytest
from botocore import xform_name
from botocore.exceptions import EndpointConnectionError
from botocore.stub import Stubber

from agent.adapters.cloud.checks import described, run_check
from agent.adapters.cloud.checks.kinds import Look
from agent.errors import AgentError
from agent.ports import Check, Stack, StackResource
from tests.adapters.cloud.deploying import client_without_account, deploy
from tests.adapters.cloud.test_modelled import resources

NAME = "dev-checks"
CIDR = "10.0.0.0/8"


def outcome_of(kind, arguments, *, client=None, physical="t", type_="Any::Type"):
    """Ask a check of the resource `Thing`, as in an account."""
    held = StackResource("Thing", physical, type_, "CREATE_COMPLETE")
    return run_check(
        Check(kind, {"resource": "Thing", **arguments}),
        stack=Stack(NAME, "arn:x", "CREATE_COMPLETE"),
        resources={"Thing": held},
        client=lambda _service: client,
        is_sandbox=False,
    ).outcome


@pytest.fixture(scope="module")
def deployed(cloud):
    held = {name: resources(0)[name] for name in ("Bucket", "Group", "Vpc", "Role")}
    held["Secret"] = {"Type": "AWS::SecretsManager::Secret"}
    template = {"Resources": held, "Outputs": {"Bucket": {"Value": {"Ref": "Bucket"}}}}
    assert deploy(cloud, NAME, template).succeeded
    return cloud


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("bucket_noncurrent_days", {"resource": "Bucket", "days": 7}, {"days": 8}),
        ("security_group_ingress", {"resource": "Group", "port": 443, "cidr": CIDR}, {"port": 22}),
        ("role_allows", {"resource": "Role", "action": "s3:GetObject"}, {"action": "s3:PutObject"}),
        ("resource_gone", {"resource": "Other"}, {"resource": "Secret"}),
        ("stack_output", {"name": "Bucket"}, {"value": "other"}),
    ],
)
def test_it_passes_and_fails_by_what_is_there(deployed, kind, right, wrong) -> None:
    checks = [Check(kind, right), Check(kind, {**right, **wrong})]
    told = deployed.verify("dev", NAME, checks)
    assert [result.outcome for result in told] == ["passed", "failed"]
    assert all(result.expected and result.actual and result.sentence for result in told)


def _operations(service):
    model = botocore.session.get_session().get_service_model(service)
    return [xform_name(name) for name in model.operation_names]


def _described(**changed):
    asked = {
        "resource": "Vpc",
        "call": "ec2.describe_vpcs",
        "path": "Vpcs.0.CidrBlock",
        "expected": "10.0.0.0/16",
        "property": "CidrBlock",
    }
    return Check("described", {**asked, **changed})


def test_a_described_value_is_read_and_compared(deployed) -> None:
    """What the sandbox does not model proves nothing, whatever it tells."""
    asked = [
        _described(path="Vpcs.*.CidrBlock"),
        _described(expected="10.9.0.0/16"),
        _described(path="Vpcs.7.CidrBlock"),
        _described(resource="Bucket"),
        _described(path="Vpcs.0.IsDefault", expected="false", property="IsDefault"),
        _described(resource="Other"),
    ]
    told = [result.outcome for result in deployed.verify("dev", NAME, asked)]
    assert told[:3] == ["passed", "failed", "failed"]
    assert told[3] != "passed"
    assert told[4:] == ["set, not tried", "unknown"]


@pytest.mark.parametrize("call", ["secretsmanager.get_secret_value", "s3.delete_bucket"])
def test_a_call_that_is_not_listed_is_not_made(deployed, call) -> None:
    with pytest.raises(AgentError):
        deployed.verify("dev", NAME, [_described(call=call)])


def test_no_secret_and_no_whole_answer_is_told() -> None:
    headers = {"CustomHeaders": {"Items": [{"HeaderValue": "hush"}]}}
    client = SimpleNamespace(get_distribution=lambda **_arguments: headers)
    there = {"Site": StackResource("Site", "E1", "AWS::CloudFront::Distribution", "DONE", "")}
    look = Look(None, there, lambda _service: client)
    for path in ("CustomHeaders.Items.0.HeaderValue", "CustomHeaders"):
        about = {"call": "cloudfront.get_distribution", "property": "DistributionConfig"}
        asked = described.Described(resource="Site", path=path, expected="hush", **about)
        reading = described.described(look, asked)
        assert not reading.passed
        assert "hush" not in reading.actual


def test_every_listed_call_is_one_that_reads() -> None:
    for call in get_args(described.Call):
        assert call in described.TAKES
        service, operation = call.split(".")
        assert operation in _operations(service)
        with Look(None, {}, lambda _service: None)._asking(service, operation):
            pass


SECRET_ARN = "arn:aws:secretsmanager:us-east-1:0:secret:db/legacy-AbCdEf"
TAG = {"key": "team", "value": "payments"}


@pytest.mark.parametrize(
    ("kind", "arguments", "physical", "outcome"),
    [
        ("resource_name", {"name": "/app/payments"}, "/app/payments", "passed"),
        ("resource_name", {"name": "payments"}, "/app/payments", "failed"),
        ("resource_name", {"name": "jobs"}, "https://sqs.us-east-1.example/0/jobs", "passed"),
        ("resource_name", {"name": "obs"}, "arn:aws:sns:us-east-1:0:jobs", "failed"),
        ("resource_name", {"name": "db/legacy"}, SECRET_ARN, "passed"),
        ("resource_tag", TAG, "PaymentsErrors", "unknown"),
        ("stack_protected", {}, "t", "unknown"),
    ],
)
def test_a_name_is_the_whole_id_and_what_is_not_read_is_unknown(
    kind, arguments, physical, outcome
) -> None:
    """Such as tags of an alarm, or what only a plan of an older release asks."""
    told = outcome_of(kind, arguments, physical=physical, type_="AWS::CloudWatch::Alarm")
    assert told == outcome


def test_a_resource_that_was_deleted_outside_fails(cloud) -> None:
    template = {"Resources": {"Bucket": resources(0)["Bucket"]}}
    deploy(cloud, "dev-gone", template)
    name = cloud.resources("dev", "dev-gone")[0].physical_id
    cloud._profiles.client("dev", "s3").delete_bucket(Bucket=name)
    asked = [
        Check("bucket_encrypted", {"resource": "Bucket"}),
        Check("bucket_lifecycle_days", {"resource": "Bucket", "days": 90}),
    ]
    assert [r.outcome for r in cloud.verify("dev", "dev-gone", asked)] == ["failed", "failed"]


def test_an_account_that_does_not_answer_is_unknown_and_no_failure() -> None:
    def fail(**_arguments) -> None:
        raise EndpointConnectionError(endpoint_url="http://127.0.0.1:1")

    client = SimpleNamespace(get_bucket_versioning=fail)
    assert outcome_of("bucket_versioning", {}, client=client) == "unknown"


@pytest.mark.parametrize("operation", ["delete_bucket", "put_bucket_policy", "get_secret_value"])
def test_no_check_can_change_anything_or_read_a_secret(operation) -> None:
    look = Look(Stack(NAME, "arn:x", ""), {}, lambda _service: None)
    with pytest.raises(ValueError, match="no question"):
        look.call("s3", operation)


ALL_BUT_ONE = {"Statement": [{"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"}]}
ONE = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::t/*"}
ON_ONE = {"Statement": [ONE]}
ON_TWO = {"Statement": [ONE, {**ONE, "Resource": "arn:aws:s3:::y/*"}]}
BUCKET = "arn:aws:s3:::t/*"
ATTACHED = {"list_attached_role_policies": {"AttachedPolicies": []}}
RULES = [
    {"Status": "Enabled", "Expiration": {"Days": 30}},
    {"Status": "Enabled", "NoncurrentVersionExpiration": {"NoncurrentDays": 7}},
]
ALARM = {"ComparisonOperator": "GreaterThanThreshold", "Threshold": 10_000_000.0}
NO_PORTS = {
    "SecurityGroups": [{"IpPermissions": [{"IpProtocol": "50", "IpRanges": [{"CidrIp": CIDR}]}]}]
}


def policy(document):
    told = {"PolicyDocument": document}
    return {"list_role_policies": {"PolicyNames": ["p"]}, "get_role_policy": told, **ATTACHED}


@pytest.mark.parametrize(
    ("kind", "arguments", "told", "outcome"),
    [
        ("role_no_wildcard", {}, policy(ALL_BUT_ONE), "failed"),
        ("role_allows", {"action": "s3:GetObject", "only_on": "Thing"}, policy(ON_ONE), "passed"),
        ("role_allows", {"action": "s3:GetObject", "only_on": "Thing"}, policy(ON_TWO), "failed"),
        ("role_allows", {"action": "s3:GetObject", "only_on": BUCKET}, policy(ON_ONE), "passed"),
        ("bucket_lifecycle_days", {"days": 30}, {"Rules": RULES}, "passed"),
        ("bucket_lifecycle_days", {"days": 7}, {"Rules": RULES}, "failed"),
        ("bucket_noncurrent_days", {"days": 7}, {"Rules": RULES}, "passed"),
        ("function_variable", {"name": "A", "value": "nothing"}, {"Environment": {}}, "failed"),
        ("alarm_threshold", {"threshold": 10_000_001}, {"MetricAlarms": [ALARM]}, "failed"),
        ("alarm_threshold", {"threshold": 10_000_000}, {"MetricAlarms": [ALARM]}, "passed"),
        ("security_group_ingress", {"port": 443, "cidr": CIDR}, NO_PORTS, "failed"),
    ],
)
def test_what_an_account_may_answer(kind, arguments, told, outcome) -> None:
    """Beyond what the sandbox makes; `told` is the answer, or the answers by their operation."""

    class Client:
        def __getattr__(self, operation):
            return lambda **_: told.get(operation, told)

        def get_paginator(self, operation):
            return SimpleNamespace(paginate=lambda **_: [told.get(operation, told)])

    assert outcome_of(kind, arguments, client=Client()) == outcome


def test_a_list_is_read_to_its_last_page() -> None:
    """An account gives a hundred subscriptions at once, and says where the next ones begin."""
    client = client_without_account("sns")
    topic = "arn:aws:sns:us-east-1:123456789012:topic"

    def page(address, **more):
        return {"Subscriptions": [{"Protocol": "email", "Endpoint": address}], **more}

    with Stubber(client) as stub:
        first, second = {"TopicArn": topic}, {"TopicArn": topic, "NextToken": "two"}
        answer = page("a@example.org", NextToken="two")
        stub.add_response("list_subscriptions_by_topic", answer, first)
        stub.add_response("list_subscriptions_by_topic", page("b@example.org"), second)
        asked = {"protocol": "email", "endpoint": "b@example.org"}
        told = outcome_of("topic_subscription", asked, client=client, physical=topic)
    assert told == "passed"
