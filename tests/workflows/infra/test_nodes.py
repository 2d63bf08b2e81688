"""Nodes and rules with a literal state: what is counted, what needs a person, what is drawn."""

from types import SimpleNamespace
from typing import Any

import pytest

from agent.ports import OperationProgress, PropertyChange, ResourceChange, StackEvent
from agent.workflows.infra.artifacts import DeploymentOutput
from agent.workflows.infra.nodes import code, deployment, execution, plan
from agent.workflows.infra.stacks import changes, costs, operation, templates

MOMENT = "2026-01-01T00:00:00+00:00"


@pytest.mark.parametrize(
    ("status", "retries", "node"),
    [
        ("passed", 0, "prepare_deploy"),
        ("needs_revision", 1, "iac"),
        ("needs_revision", 3, "iac"),
        ("needs_revision", 4, "end_failure"),
        ("failed", 0, "end_failure"),
        (None, 0, "end_failure"),
    ],
)
def test_three_retries_are_three(status, retries, node):
    state = {"review_status": status, "retry_count": retries, "max_retries": 3}
    assert code.after_review(state) == node


@pytest.mark.parametrize(
    ("state", "node"),
    [
        ({"plan_approved": True, "planning_output": {"kind": "create"}}, "iac"),
        ({"plan_approved": True, "planning_output": {"kind": "delete"}}, "prepare_deploy"),
        ({"plan_approved": False, "ended": "rejected"}, "rejected"),
        ({"plan_approved": None}, "planning"),
    ],
)
def test_after_the_plan_s_approval(state, node):
    assert plan.after_plan_approval(state) == node


@pytest.mark.parametrize(
    ("state", "node"),
    [
        ({"deploy_approved": True, "dry_run": True}, "end_success"),
        ({"deploy_approved": True}, "deploy_validate"),
        ({"ended": "rejected"}, "rejected"),
        ({"ended": "rejected", "recovery": "destroy"}, "end_failure"),
        ({"deploy_approved": None}, "prepare_deploy"),
    ],
)
def test_after_the_deployment_s_approval(state, node):
    assert deployment.after_deploy_approval(state) == node


@pytest.mark.parametrize(
    ("state", "node"),
    [
        ({"stale": True}, "prepare_deploy"),
        ({"deployment_output": {"status": "success"}}, "end_success"),
        (
            {"deployment_output": {"status": "failed"}, "drafted": {"kind": "choice"}},
            "recovery_approval",
        ),
        ({"deployment_output": {"status": "rolled_back"}}, "end_failure"),
        ({"deployment_output": {"status": "success"}, "recovery": "rollback"}, "end_failure"),
    ],
)  # fmt: skip
def test_after_the_deployment(state, node):
    assert execution.after_deploy_validate(state) == node


REFERS = PropertyChange("Properties", "Arn", "Always", "Dynamic", cause="B.Arn")
OWN = PropertyChange("Properties", "Name", "Never")


def test_replacements_are_counted_apart():
    found = (
        ResourceChange("Add", "A", "x"),
        ResourceChange("Modify", "B", "x", replacement="True"),
        ResourceChange("Modify", "C", "x", replacement="Conditional"),
        ResourceChange("Remove", "D", "x"),
        ResourceChange("Remove", "E", "x", policy="Retain"),
        ResourceChange("Modify", "F", "x", details=(REFERS,)),
        ResourceChange("Modify", "G", "x", details=(REFERS, OWN)),
    )
    states = [changes.state_of(each) for each in found]
    assert states == ["added", "replaced", "changed", "removed", "kept", "touched", "changed"]


def test_what_happened_before_the_change_is_not_its_progress():
    progress = OperationProgress(
        "id", "UPDATE_IN_PROGRESS", "", is_final=False, succeeded=False,
        events=(StackEvent("e", MOMENT, "A", "", "x", "UPDATE_COMPLETE"),),
    )  # fmt: skip
    action = {"state": "changed", "type": "x", "policy": ""}
    held = {"actions": [{**action, "resource": "A"}, {**action, "resource": "B"}]}
    assert [a["status"] for a in operation.actions_of(progress, held)] == [
        "UPDATE_COMPLETE",
        "waiting",
    ]


@pytest.mark.parametrize(
    ("status", "previous", "options"),
    [
        ("UPDATE_COMPLETE", {"template": "x"}, ["rollback", "keep"]),
        ("CREATE_COMPLETE", {}, ["destroy", "keep"]),
        ("ROLLBACK_COMPLETE", {}, ["destroy", "keep"]),
        ("UPDATE_ROLLBACK_FAILED", {"template": "x"}, ["resume", "keep"]),
        ("UPDATE_ROLLBACK_COMPLETE", {"template": "x"}, None),
    ],
)
def test_only_what_can_be_done_is_offered(status, previous, options):
    output = DeploymentOutput(status="failed", stack="dev-x", stack_status=status, summary="Oh.")
    context = SimpleNamespace(llm=SimpleNamespace(is_model=False))
    runtime: Any = SimpleNamespace(execution_info=None, context=context)
    question = deployment.recovery_question({"previous": previous}, runtime, output)
    assert (question and [option.id for option in question.options]) == options


def change(before: str, after: str, region: str = "") -> dict[str, Any]:
    old, new = (templates.Written(text, {}) for text in (before, after))
    return costs.change(old, new, region=region)


def test_a_cost_tells_what_comes_goes_and_changes():
    kinds = {"Alarm": "CloudWatch::Alarm", "Bucket": "S3::Bucket", "Other": "Kinesis::Stream"}
    alarm, bucket, other = (f"  {n}: {{Type: AWS::{k}}}\n" for n, k in kinds.items())
    queue = "  Queue: {Type: AWS::SQS::Queue, Properties: {FifoQueue: %s}}\n"
    before = f"Resources:\n{queue % 'false'}{alarm}{other}"
    after = f"Resources:\n{queue % 'true'}{bucket}{other}"
    cost = change(before, after)
    found = {each["resource"]: each for each in cost["affected_resources"]}
    told = {name: each["change"] for name, each in found.items()}
    assert told == {"Queue": "changed", "Alarm": "removed", "Bucket": "added"}
    assert found["Alarm"]["high"] < 0 < found["Queue"]["high"]
    assert cost["is_complete"]
    assert cost["high"] == pytest.approx(sum(each["high"] for each in found.values()))


def test_what_is_not_priced_is_unknown_and_not_nothing():
    cost = change("", "Resources: {A: {Type: AWS::Kinesis::Stream}}")
    assert cost["monthly_delta"] is None
    assert "unknown for A" in costs.describe(cost)
    assert "0.00" not in costs.describe(cost)
    bucket = "Resources: {B: {Type: AWS::S3::Bucket, Properties: {BucketName: %s}}}"
    assert "stored" in costs.describe(change(bucket % "a", bucket % "b"))


QUEUE = "Resources: {A: {Type: AWS::SQS::Queue}}"


def test_prices_of_another_region_are_said_to_be_of_another() -> None:
    assert "not of eu-west-1" in change("", QUEUE, "eu-west-1")["notes"]
    assert "not of" not in change("", QUEUE, "us-east-1")["notes"]


def test_a_cost_that_goes_is_negative():
    there, gone = change("", QUEUE), change(QUEUE, "")
    assert (gone["low"], gone["high"]) == (-there["high"], -there["low"])
    assert gone["high"] <= 0


def test_what_is_retained_goes_on_costing() -> None:
    kept = "  Kept:\n    Type: AWS::SQS::Queue\n    DeletionPolicy: Retain\n"
    gone = "  Gone:\n    Type: AWS::SQS::Queue\n"
    both, one = f"Resources:\n{kept}{gone}", f"Resources:\n{gone}"
    assert change(both, "") == change(one, "")
    assert change(both, one)["affected_resources"] == []


def test_a_cost_that_rounds_to_nothing_has_no_sign() -> None:
    cost = {"low": -4.0, "high": -0.001, "is_complete": True, "affected_resources": []}
    assert costs.describe(cost) == "-4.00 to +0.00 USD a month"
