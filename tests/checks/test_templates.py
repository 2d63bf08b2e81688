"""Templates: what they may hold and cost, what everyone can reach, and edits that keep the rest."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.checks import cfn, cfn_text
from agent.checks.exposure import find_exposed
from agent.checks.prices import estimate
from agent.errors import AgentError

TEXT = """AWSTemplateFormatVersion: 2010-09-09
Parameters:
  Days: {Type: Number, Default: 90}
  Zones: {Type: CommaDelimitedList, Default: "a, b"}
Conditions:
  Long: !Equals [!Ref Days, "90"]
Resources:
  Bucket:
    Type: AWS::S3::Bucket
    Properties:
      BucketName: !Sub "audit-${Days}"
      Arn: !GetAtt Other.Arn
      Where: !Sub "${AWS::Region}-${Days}"
      Zones: !Ref Zones
      Kept: !If [Long, "yes", !Ref "AWS::NoValue"]
"""


def test_short_forms_are_written_out_and_dates_stay_text():
    template = cfn.parse(TEXT)
    assert template.data["AWSTemplateFormatVersion"] == "2010-09-09"
    bucket = template.resources["Bucket"]
    assert bucket["Properties"]["Arn"] == {"Fn::GetAtt": ["Other", "Arn"]}
    assert bucket["Properties"]["BucketName"] == {"Fn::Sub": "audit-${Days}"}
    names = {"Days", "Other", "AWS::Region", "Zones", "AWS::NoValue"}
    assert set(cfn.references(bucket)) == names


def test_parameters_are_put_in_and_the_engines_values_stay():
    template = cfn.parse(TEXT)
    found = cfn.resolved(template.resources["Bucket"]["Properties"], template, {})
    assert found == {
        "BucketName": "audit-90",
        "Arn": {"Fn::GetAtt": ["Other", "Arn"]},
        "Where": {"Fn::Sub": "${AWS::Region}-90"},
        "Zones": ["a", "b"],
        "Kept": "yes",
    }
    other = cfn.resolved(template.resources["Bucket"]["Properties"], template, {"Days": "30"})
    assert other["BucketName"] == "audit-30"
    assert "Kept" not in other


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Resources: {A: &x {Type: T}, B: *x}", "aliases"),
        ("Resources:\n  A: {}\n  A: {}", "Line 3"),
        ("Resources:\n  A: [", "Line"),
        ("[]", "no Resources"),
        ("", "no Resources"),
        ("Resources: {A: " + "[" * 80 + "]" * 80 + "}", "deeply"),
        ("Resources: {A: '" + "x" * 60_000 + "'}", "longer"),
    ],
)
def test_what_is_no_template_is_refused_with_a_sentence(text, said):
    with pytest.raises(AgentError, match=said) as error:
        cfn.parse(text)
    assert error.value.hint


@given(st.text(max_size=300))
def test_any_text_is_a_template_or_is_refused(text):
    try:
        cfn.parse(text)
    except AgentError:
        return


COMMENTED = """# top
AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Days: {Type: Number, Default: 5}   # how long
Resources:
  # the queue
  Jobs:
    Type: AWS::SQS::Queue
    Properties:
      DelaySeconds: !Ref Days  # wait
      # dead
      RedrivePolicy:
        deadLetterTargetArn: !GetAtt Dead.Arn
        maxReceiveCount: 5
      Tags:
        - Key: a  # A
          Value: b
        - {Key: c, Value: d}
  Dead: {Type: AWS::SQS::Queue}
  Fn:
    Type: AWS::Lambda::Function
    Properties:
      Code:
        ZipFile: |
          def x():
              return 1

      # after code
      Handler: index.x

# the end of it
Outputs:
  Url:
    Value: !Ref Jobs
"""
Plain = dict[str, Any]


def test_what_is_not_changed_stays_with_its_comments():
    data = copy.deepcopy(cfn.parse(COMMENTED).data)
    resources = data["Resources"]
    jobs = resources["Jobs"]["Properties"]
    jobs["DelaySeconds"] = 7
    jobs["Tags"][0]["Value"] = "x"
    jobs["Tags"].append({"Key": "k", "Value": {"Ref": "Jobs"}})
    resources["Dead"]["Properties"] = {"FifoQueue": True}
    resources["New"] = {"Type": "A::B::C", "Properties": {"X": ["a", "b\nc\n"]}}
    resources["Fn"]["Properties"] |= {"Code": {"ZipFile": "y\nz\n"}, "Timeout": 5}
    new = cfn_text.edited(COMMENTED, data)
    assert cfn.parse(new).data == data
    kept = ("# top", "# the queue", "# wait", "# dead", "# A", "# after code", "# the end of it")
    assert [each for each in (*kept, "!GetAtt Dead.Arn") if each not in new] == []


@pytest.mark.parametrize("emptied", [True, False])
def test_what_is_removed_takes_only_its_own_comments_along(emptied):
    data = copy.deepcopy(cfn.parse(COMMENTED).data)
    if emptied:
        data["Resources"]["Jobs"]["Properties"] = {}
    else:
        del data["Resources"]["Jobs"]["Properties"]["Tags"]
        del data["Resources"]["Fn"]
    new = cfn_text.edited(COMMENTED, data)
    assert cfn.parse(new).data == data
    assert all(each in new for each in ("# top", "# the queue", "# the end of it"))
    assert ("# after code" if emptied else "# wait") in new


def test_nothing_to_change_is_nothing_changed():
    assert cfn_text.edited(COMMENTED, cfn.parse(COMMENTED).data) == COMMENTED


def test_json_stays_json():
    data = {"Resources": {"A": {"Type": "AWS::SQS::Queue"}}}
    new = cfn_text.edited(json.dumps(data), {**data, "Description": "x"})
    assert json.loads(new)["Description"] == "x"


LEAF = st.one_of(st.integers(), st.booleans(), st.text(max_size=9), st.just({"Ref": "Jobs"}))
NAME = st.sampled_from(["Type", "A", "B", "Ref:x", "Tags", "yes", "1", "# no"])
VALUE = st.recursive(
    LEAF,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAME, inner, max_size=3)),
    max_leaves=9,
)
RESOURCES = st.dictionaries(NAME, VALUE, min_size=1, max_size=3)


@given(RESOURCES, RESOURCES)
def test_any_edit_gives_the_data(old, new):
    text = cfn_text.as_yaml({"Resources": old}) + "# end\n"
    assert cfn.parse(cfn_text.edited(text, {"Resources": new})).data == {"Resources": new}


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


def template(**resources: Any) -> str:
    bodies = {
        name: {"Type": kind, "Properties": properties}
        for name, (kind, properties) in resources.items()
    }
    return json.dumps({"Parameters": {"Units": {"Type": "Number"}}, "Resources": bodies})


def of(kind: str, /, **properties: Any) -> tuple[str, dict[str, Any]]:
    return kind, properties


BUCKET = of("AWS::S3::Bucket")


def test_a_price_is_a_rate_times_what_is_used():
    usage = {"s3_storage_gb": (10.0, 100.0), "s3_writes": (0.0, 0.0), "s3_reads": (0.0, 0.0)}
    told = estimate(template(Bucket=BUCKET), {}, usage=usage)
    assert (told.low, told.high) == (0.23, 2.3)
    (item,) = told.items
    assert item.status == "priced"
    assert [part.what for part in item.parts] == ["storage", "writes", "reads"]
    assert [a.id for a in told.assumptions] == ["s3_storage_gb", "s3_writes", "s3_reads"]
    assert told.assumptions[0].high == 100


def test_what_is_unknown_is_not_priced_and_never_nothing():
    told = estimate(template(Bucket=BUCKET, Cache=of("AWS::ElastiCache::CacheCluster")), {})
    cache = told.items[1]
    assert (cache.status, cache.low, cache.high) == ("not priced", None, None)
    assert cache.why
    assert not told.is_complete
    assert estimate(template(Bucket=BUCKET), {}).is_complete


def test_variants_have_their_own_rates():
    usage = {"sqs_requests": (1e6, 1e6)}
    plain = estimate(template(Queue=of("AWS::SQS::Queue")), {}, usage=usage)
    ordered = estimate(template(Queue=of("AWS::SQS::Queue", FifoQueue=True)), {}, usage=usage)
    assert (plain.high, ordered.high) == (0.4, 0.5)
    api = of("AWS::ApiGatewayV2::Api", ProtocolType="WEBSOCKET")
    assert estimate(template(Api=api), {}).items[0].status == "not priced"


def test_capacity_comes_from_parameters_and_is_unpriced_without_them():
    capacity = {"WriteCapacityUnits": {"Ref": "Units"}, "ReadCapacityUnits": 0}
    table = of("AWS::DynamoDB::Table", BillingMode="PROVISIONED", ProvisionedThroughput=capacity)
    usage = {"dynamodb_storage_gb": (0.0, 0.0)}
    told = estimate(template(Table=table), {"Units": "10"}, usage=usage)
    assert told.high == pytest.approx(10 * 730 * 0.00065)
    assert estimate(template(Table=table), {}).items[0].status == "not priced"


def test_assumptions_that_do_not_exist_or_are_no_range_are_refused():
    for usage in ({"s3_magic": (1.0, 2.0)}, {"s3_reads": (2.0, 1.0)}, {"s3_reads": (-1.0, 1.0)}):
        with pytest.raises(AgentError):
            estimate(template(Bucket=BUCKET), {}, usage=usage)
