"""What a template lets everyone reach."""

from typing import Any

import pytest

from agent.checks.exposure import find_exposed


def group(**rule: Any) -> dict[str, Any]:
    return {"Type": "AWS::EC2::SecurityGroup", "Properties": rule}


def policy(**statement: Any) -> dict[str, Any]:
    document = {"Statement": [{"Effect": "Allow", "Principal": "*", **statement}]}
    return {"Type": "AWS::S3::BucketPolicy", "Properties": {"PolicyDocument": document}}


@pytest.mark.parametrize(
    ("body", "is_exposed"),
    [
        (group(SecurityGroupIngress=[{"CidrIp": "0.0.0.0/0", "FromPort": 22}]), True),
        (group(SecurityGroupIngress=[{"CidrIpv6": "::/0"}]), True),
        (group(SecurityGroupIngress=[{"CidrIp": "10.0.0.0/8"}]), False),
        (group(SecurityGroupEgress=[{"CidrIp": "0.0.0.0/0"}]), False),
        (policy(), True),
        (policy(Principal={"AWS": "*"}), True),
        (policy(Effect="Deny"), False),
        (policy(Condition={"StringEquals": {"aws:SourceAccount": "1"}}), False),
        ({"Type": "AWS::Lambda::Url", "Properties": {"AuthType": "NONE"}}, True),
        ({"Type": "AWS::Lambda::Url", "Properties": {"AuthType": "AWS_IAM"}}, False),
        ({"Type": "AWS::ApiGatewayV2::Api"}, True),
        ({"Type": "AWS::S3::Bucket"}, False),
    ],
)
def test_what_everyone_can_reach(body, is_exposed):
    assert bool(find_exposed({"It": body})) is is_exposed
