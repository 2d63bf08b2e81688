"""Templates: how they are read, what is refused, and edits that keep other lines to the letter."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.checks import cfn, cfn_text
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
