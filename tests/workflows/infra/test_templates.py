"""Templates: written from parts, and edited where the words ask for it and nowhere else."""

import pytest

from agent.checks import cfn, cfn_text
from agent.errors import AgentError
from agent.workflows.infra.artifacts import Part
from agent.workflows.infra.stacks import templates

HAND_MADE = """\
# Kept by hand
Parameters:
  Days:
    Type: Number
Resources:
  Logs:
    Type: AWS::S3::Bucket
    DeletionPolicy: Retain
    Properties:
      BucketName: ours
      LifecycleConfiguration:
        Rules:
          - Id: expire
            Status: Enabled
            ExpirationInDays: !Ref Days
          - Id: archive
            Status: Enabled
            Transitions:
              - StorageClass: GLACIER
                TransitionInDays: 7
  Other:
    Type: AWS::SNS::Topic
"""


def located(part: Part, text: str = "", *, adds: bool = False) -> list[Part]:
    return templates.located([part], base="Shop", text=text, adds=adds)


def written(part: Part, text: str = HAND_MADE, *, adds: bool = False, **values: str):
    parts = located(part, text, adds=adds)
    return templates.written(parts, templates.Written(text, values))


def test_a_value_behind_a_parameter_is_changed_there_and_the_template_stays():
    after = written(Part(pattern="bucket", options={"expire_days": 30}), Days="90")
    assert after.text == HAND_MADE
    assert after.parameters == {"Days": "30"}


def test_a_setting_is_added_and_everything_else_is_kept():
    after = written(Part(pattern="bucket", options={"versioning": True}), Days="90")
    before, now = cfn.parse(HAND_MADE).resources, cfn.parse(after.text).resources
    assert now["Logs"]["Properties"].pop("VersioningConfiguration") == {"Status": "Enabled"}
    assert now == before


def test_entries_of_a_list_keep_their_neighbours():
    literal = HAND_MADE.replace("!Ref Days", "90")
    after = written(Part(pattern="bucket", options={"expire_days": 30}), literal, Days="1")
    rules = cfn.parse(after.text).resources["Logs"]["Properties"]["LifecycleConfiguration"]["Rules"]
    assert [rule["Id"] for rule in rules] == ["expire", "archive"]
    assert rules[0]["ExpirationInDays"] == 30


def test_turning_off_is_said_and_not_left_out():
    after = written(Part(pattern="bucket", options={"versioning": False}))
    properties = cfn.parse(after.text).resources["Logs"]["Properties"]
    assert properties["VersioningConfiguration"] == {"Status": "Suspended"}


def test_another_one_stands_beside_the_first():
    after = written(Part(pattern="topic"), adds=True)
    names = templates.resources_of(after.text)
    assert names["ShopTopic"] == "AWS::SNS::Topic"
    assert set(names) == {"Logs", "Other", "ShopTopic"}


def test_a_stack_is_not_emptied_by_taking_things_out():
    made = templates.written(located(Part(pattern="topic")))
    with pytest.raises(AgentError, match="empty"):
        templates.written([], made, removes=["ShopTopic"])


def test_a_key_takes_the_place_of_the_service_s_own():
    made = templates.written(
        located(Part(pattern="queue", options={"encryption": "sqs"})),
    )
    after = written(Part(pattern="queue", options={"encryption": "kms"}), made.text)
    properties = cfn.parse(after.text).resources["ShopQueue"]["Properties"]
    assert properties == {"KmsMasterKeyId": "alias/aws/sqs"}


def test_a_remedy_is_put_where_the_finding_says():
    found = {
        "resource": "Logs",
        "rule_id": "POL002",
        "remediation": "Set it.",
        "fix": {"Properties.PublicAccessBlockConfiguration": {"BlockPublicAcls": True}},
    }
    text, done = templates.fixed(HAND_MADE, [found, {**found, "resource": "Gone"}])
    block = cfn.parse(text).resources["Logs"]["Properties"]["PublicAccessBlockConfiguration"]
    assert block == {"BlockPublicAcls": True}
    assert done == ["POL002 Logs: Set it."]


def test_json_stays_json():
    text = '{"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}'
    after = written(Part(pattern="topic", options={"encryption": "kms"}), text)
    assert after.text.startswith("{")


def test_code_of_a_function_is_readable_in_the_file():
    made = templates.written(located(Part(pattern="function")))
    assert "ZipFile: |" in made.text


def test_only_what_belongs_to_a_thing_goes_with_it():
    parts = [
        Part(pattern="queue", options={"dead_letter": True, "visibility_seconds": 60}),
        Part(pattern="function", options={"timeout": 30}),
    ]
    made = templates.located(parts, base="Orders", text="", adds=False)
    whole = templates.written(made)
    data = {**cfn.parse(whole.text).data}
    data["Resources"]["OrdersQueueTable"] = {"Type": "AWS::DynamoDB::Table"}
    data["Resources"]["OrdersQueue2"] = {"Type": "AWS::SNS::Topic"}
    gone = templates.belonging(data["Resources"], "OrdersQueue")
    assert gone == ["OrdersQueue", "OrdersQueueDeadLetter"]
    there = templates.Written(cfn_text.as_yaml(data), {})
    left = cfn.parse(templates.written([], there, removes=gone).text)
    assert set(left.resources) == set(data["Resources"]) - set(gone)
    assert set(left.data["Outputs"]) == {"OrdersFunctionArn"}
