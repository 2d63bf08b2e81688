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


def test_short_forms_are_written_out_and_dates_stay_text() -> None:
    template = cfn.parse(TEXT)
    properties = template.resources["Bucket"]["Properties"]
    assert template.data["AWSTemplateFormatVersion"] == "2010-09-09"
    assert properties["Arn"] == {"Fn::GetAtt": ["Other", "Arn"]}
    assert properties["BucketName"] == {"Fn::Sub": "audit-${Days}"}


def test_parameters_are_put_in_and_the_engines_values_stay() -> None:
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


def test_references_are_found_wherever_they_stand() -> None:
    template = cfn.parse(TEXT)
    names = set(cfn.references(template.resources["Bucket"]))
    assert names == {"Days", "Other", "AWS::Region", "Zones", "AWS::NoValue"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Resources: {A: &x {Type: T}, B: *x}", "aliases"),
        ("Resources:\n  A: {}\n  A: {}", "Line 3"),
        ("Resources:\n  A: [", "Line"),
        ("Resources: 1", "no Resources"),
        ("[]", "no Resources"),
        ("", "no Resources"),
        ("Resources: {A: " + "[" * 80 + "]" * 80 + "}", "deeply"),
        ("Resources: {A: '" + "x" * 60_000 + "'}", "longer"),
    ],
)
def test_what_is_no_template_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(AgentError, match=said) as error:
        cfn.parse(text)
    assert error.value.hint


@given(st.text(max_size=300))
def test_any_text_is_a_template_or_is_refused(text: str) -> None:
    try:
        cfn.parse(text)
    except AgentError:
        return
