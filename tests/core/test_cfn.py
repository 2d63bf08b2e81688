"""Reading templates: both notations, the lines, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.checks import cfn
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
