"""Each rule of the policy pack: a template that it is about, and one that it lets pass."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.review.policy import pack
from agent.adapters.review.policy.rules import RULES
from agent.adapters.review.reviewed import Reviewed
from agent.checks import cfn

BLOCK = dict.fromkeys(
    ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"), True
)
KEPT = {"DeletionPolicy": "Retain", "UpdateReplacePolicy": "Retain"}


def allow(**statement):
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **statement}]}


def role(**statement):
    return {"Policies": [{"PolicyName": "p", "PolicyDocument": allow(**statement)}]}


def group(port, cidr):
    rule = {"IpProtocol": "tcp", "FromPort": port, "ToPort": port, "CidrIp": cidr}
    return {"GroupDescription": "g", "SecurityGroupIngress": [rule]}


S3, SQS, ROLE = "AWS::S3::Bucket", "AWS::SQS::Queue", "AWS::IAM::Role"
TABLE, LOGS, GROUP = "AWS::DynamoDB::Table", "AWS::Logs::LogGroup", "AWS::EC2::SecurityGroup"
DATABASE, ROUTE = "AWS::RDS::DBInstance", "AWS::ApiGatewayV2::Route"
AES = {"SSEAlgorithm": "AES256"}
ENCRYPTED = {"ServerSideEncryptionConfiguration": [{"ServerSideEncryptionByDefault": AES}]}
TAGS = [{"Key": "owner", "Value": "a"}, {"Key": "environment", "Value": "prd"}]
ONE, MANAGED = "arn:aws:s3:::one/*", "arn:aws:iam::aws:policy"
RECOVERY = {"PointInTimeRecoveryEnabled": True}

CASES = {
    "POL001": (S3, {}, {"BucketEncryption": ENCRYPTED}),
    "POL002": (
        S3,
        {"PublicAccessBlockConfiguration": {**BLOCK, "BlockPublicAcls": False}},
        {"PublicAccessBlockConfiguration": BLOCK},
    ),
    "POL003": (S3, {}, {"VersioningConfiguration": {"Status": "Enabled"}}),
    "POL004": (SQS, {}, {"SqsManagedSseEnabled": "true"}),
    "POL005": ("AWS::SNS::Topic", {}, {"KmsMasterKeyId": {"Ref": "Key"}}),
    "POL006": (TABLE, {}, {"SSESpecification": {"SSEEnabled": True}}),
    "POL007": (TABLE, {}, {"PointInTimeRecoverySpecification": RECOVERY}),
    "POL008": (ROLE, role(Action="s3:*", Resource=ONE), role(Action="s3:GetObject", Resource=ONE)),
    "POL009": (
        ROLE,
        role(Action="s3:GetObject", Resource="*"),
        role(Action="ec2:DescribeSubnets", Resource="*"),
    ),
    "POL010": (
        "AWS::SQS::QueuePolicy",
        {"PolicyDocument": allow(Principal="*", Action="sqs:SendMessage")},
        {"PolicyDocument": allow(Principal={"Service": "sns.amazonaws.com"}, Action="x")},
    ),
    "POL011": (GROUP, group(22, "0.0.0.0/0"), group(22, "10.0.0.0/8")),
    "POL012": (LOGS, {}, {}),
    "POL013": (TABLE, {}, {"DeletionProtectionEnabled": True}),
    "POL014": (SQS, {"Tags": TAGS[:1]}, {"Tags": TAGS}),
    "POL015": (LOGS, {}, {"RetentionInDays": 30}),
    "POL016": ("AWS::KMS::Key", {}, {"EnableKeyRotation": True}),
    "POL017": (GROUP, group(443, "0.0.0.0/0"), group(443, "10.0.0.0/8")),
    "POL018": (SQS, {}, {"RedrivePolicy": {"maxReceiveCount": 3}}),
    "POL020": (ROUTE, {"RouteKey": "GET /"}, {"AuthorizationType": "AWS_IAM"}),
    "POL021": (DATABASE, {"PubliclyAccessible": True}, {"PubliclyAccessible": False}),
    "POL024": (DATABASE, {}, {"StorageEncrypted": True}),
    "POL025": (
        ROLE,
        {"ManagedPolicyArns": [f"{MANAGED}/AdministratorAccess"]},
        {"ManagedPolicyArns": [f"{MANAGED}/ReadOnlyAccess"]},
    ),
    "POL026": (S3, {"AccessControl": "PublicRead"}, {"AccessControl": "Private"}),
}


def reviewed(template):
    text = json.dumps(template, indent=1)
    return Reviewed(text, cfn.parse(text), "t.yaml", "prd", {}, {}, "us-east-1", 10)


def found(kind, properties, **more):
    body = {"Type": kind, "Properties": properties, **more}
    return list(pack.review(reviewed({"Resources": {"Thing": body}})).findings)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_finds_what_it_is_about_and_lets_the_rest_pass(rule) -> None:
    kind, bad, good = CASES[rule]
    (first, *_) = [f for f in found(kind, bad) if f.rule_id == rule]
    assert first.resource == "Thing"
    assert first.remediation
    assert first.severity == RULES[rule].severities["prd"]
    more = KEPT if rule == "POL012" else {}
    assert rule not in {f.rule_id for f in found(kind, good, **more)}


FIXED = [
    rule
    for rule, (kind, bad, _) in CASES.items()
    if any(f.fix for f in found(kind, bad) if f.rule_id == rule)
]


@pytest.mark.parametrize("rule", FIXED)
def test_applying_the_fix_that_is_told_removes_the_finding(rule) -> None:
    kind, bad, _ = CASES[rule]
    body = {"Type": kind, "Properties": json.loads(json.dumps(bad))}
    fixes = [f.fix for f in found(kind, bad) if f.rule_id == rule and f.fix]
    for fix in fixes:
        for path, value in fix.items():
            *above, last = path.split(".")
            place = body
            for name in above:
                place = place.setdefault(name, {})
            place[last] = value
    again = pack.review(reviewed({"Resources": {"Thing": body}})).findings
    assert rule not in {f.rule_id for f in again}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = sorted(
    {name for _, bad, good in CASES.values() for name in (*bad, *good)}
    | {"BucketEncryption", "Policies", "Tags"}
)


@given(
    st.sampled_from(sorted({case[0] for case in CASES.values()})),
    st.dictionaries(st.sampled_from(NAMES), json_values, max_size=6),
    json_values,
)
def test_no_content_makes_a_rule_fail(kind, properties, policy) -> None:
    body = {"Type": kind, "Properties": properties, "DeletionPolicy": policy}
    assert pack.review(reviewed({"Resources": {"X": body}})).status == "ran"


@pytest.mark.parametrize(
    "ingress",
    [
        {"IpProtocol": "-1", "FromPort": 443, "ToPort": 443, "CidrIp": "0.0.0.0/0"},
        {"IpProtocol": -1, "FromPort": 443, "ToPort": 443, "CidrIpv6": "::/0"},
        {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIpv6": "0::/0"},
        {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIp": "10.0.0.1/0"},
    ],
)
def test_an_open_port_is_found_however_it_is_written(ingress) -> None:
    told = found(GROUP, {"SecurityGroupIngress": [ingress]})
    assert "POL011" in {f.rule_id for f in told}
