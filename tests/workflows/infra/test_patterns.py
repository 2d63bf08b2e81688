"""Every pattern of the library in the real sandbox: deployed, changed, proven, caught failing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent import cfn
from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox
from agent.adapters.review import Reviewers
from agent.ports import Check, Reviewer
from agent.workflows.infra.patterns import patterns
from tests.fakes import open_fake_agent
from tests.workflows.infra.policy import PolicyOnly
from tests.workflows.infra.talk import Operator, last, status

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

# For each pattern three ways to ask for it, and a change of the third.
ASKED: dict[str, tuple[str, str, str, str]] = {
    "bucket": (
        "Create an S3 bucket for plain files",
        "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle",
        "Create a private S3 bucket for exports encrypted with KMS that expires after 2 weeks",
        "Set the lifecycle of dev-exports to 30 days",
    ),
    "queue": (
        "Create an SQS queue for mails",
        "Create an encrypted SQS queue for orders with a dead-letter queue after 3 attempts",
        "Create a FIFO queue for payments with a visibility timeout of 60 seconds that keeps messages for 4 days",
        "Set the visibility timeout of dev-payments to 2 minutes",
    ),
    "topic": (
        "Create an SNS topic for news",
        "Create an encrypted SNS topic for alerts that mails ops@example.org",
        "Create an SNS topic for events that delivers to a queue, and an SQS queue",
        "Encrypt the topic of dev-events",
    ),
    "table": (
        "Create a DynamoDB table for carts",
        "Create a DynamoDB table for sessions with partition key user_id and sort key started",
        "Create a DynamoDB table for visits on demand with deletion protection, keyed by visitor",
        "Turn off deletion protection for the table in dev-visits",
    ),
    "function": (
        "Create a Lambda function for greetings",
        "Create a Lambda function for resizing images with 512 MB and a 30 second timeout",
        "Create a Python 3.13 Lambda function for reports with STAGE=test in its environment and a timeout of 20 seconds",
        "Set the timeout of the function in dev-reports to 40 seconds",
    ),
    "role": (
        "Create an IAM role for Lambda",
        "Create an IAM role for Lambda that may read the bucket audit-logs",
        "Create an IAM role in a stack called workers for Lambda with sqs:SendMessage on arn:aws:sqs:us-east-1:000000000000:orders",
        "Change the role in dev-workers to allow sqs:SendMessage and sqs:GetQueueUrl on arn:aws:sqs:us-east-1:000000000000:orders",
    ),
    "network": (
        "Create a VPC for tests",
        "Create a VPC 10.20.0.0/16 for the shop with 2 subnets that lets https in from 10.0.0.0/8",
        "Create a VPC 10.30.0.0/16 for the office with 3 subnets and DNS names",
        "Let port 8443 in from 10.9.0.0/16 to the security group of dev-office: change it",
    ),
    "log_group": (
        "Create a log group for lines",
        "Create a log group for the shop that keeps lines for 30 days",
        "Create a log group for traces with a retention of one week: 7 days",
        "Set the retention of the log group in dev-traces to 90 days",
    ),
    "alarm": (
        "Create a CloudWatch alarm for errors",
        "Create a CloudWatch alarm for orders when a Lambda has more than 5 errors in 5 minutes",
        "Create an SNS topic that mails ops@example.org, and a CloudWatch alarm for throttles over 10 in 10 minutes",
        "Set the threshold of the alarm in dev-throttles to 20",
    ),
    "secret": (
        "Create a secret for logins",
        "Create a secret for the database password with 40 characters",
        "Create a secret in a stack called vault described as root of the shop",
        "Change the secret in dev-vault: description root of the new shop",
    ),
    "key": (
        "Create a KMS key for notes",
        "Create a KMS key for invoices with rotation",
        "Create a KMS key named letters with rotation that waits 10 days for deletion",
        "Set the waiting time of the KMS key in dev-letters to 20 days",
    ),
    "api": (
        "Create an HTTP API for ideas",
        "Create an HTTP API for the shop front with the routes GET /items and POST /items",
        "Create an HTTP API in a stack called calls with the route GET /hello, and a Lambda function",
        "Change the API of dev-calls to the routes GET /hello and POST /hello",
    ),
    "event_rule": (
        "Create an EventBridge rule for mornings every day",
        "Create an EventBridge rule for cleaning up every 5 minutes",
        "Create an EventBridge rule in a stack called ticks every 2 hours, and a queue",
        "Change the event rule of dev-ticks to every 3 hours",
    ),
}


@pytest.fixture(scope="module")
def cloud(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CloudFormation]:
    sandbox = Sandbox(tmp_path_factory.mktemp("patterns") / "sandbox")
    yield CloudFormation(Profiles({"dev": Profile(prefix="dev-")}, sandbox=sandbox, seconds=30))
    sandbox.close()


@pytest.fixture(scope="module")
def operator(cloud: CloudFormation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Operator]:
    yield from operating(cloud, Reviewers(), tmp_path_factory.mktemp("ledger"))


@pytest.fixture(scope="module")
def unreviewed(
    cloud: CloudFormation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Operator]:
    """For what has been reviewed in another test: it takes most of the time."""
    yield from operating(cloud, PolicyOnly(), tmp_path_factory.mktemp("unreviewed"))


def operating(cloud: CloudFormation, reviewer: Reviewer, folder: Path) -> Iterator[Operator]:
    agent = open_fake_agent(folder, cloud=cloud, reviewer=reviewer)
    yield Operator(agent)
    agent.close()


def test_every_pattern_is_tried() -> None:
    assert set(ASKED) == set(patterns())


@pytest.mark.parametrize("pattern", ASKED)
def test_it_is_deployed_with_three_sets_of_options_and_changed(
    pattern: str, operator: Operator, cloud: CloudFormation
) -> None:
    *made, changed = ASKED[pattern]
    for text in made:
        operator.thread = None
        turn = operator.through(text)
        assert status(turn) == "done", (turn.answer, turn.error)
        _all_hold(turn)
    plan = last(turn, "infra_plan")
    before = cloud.base("dev", plan["stack"])
    operator.thread = None
    turn = operator.through(changed)
    assert status(turn) == "done", (turn.answer, turn.error)
    assert last(turn, "infra_plan")["stack"] == plan["stack"]
    _all_hold(turn)
    after = cloud.base("dev", plan["stack"])
    assert (before.template, before.parameters) != (after.template, after.parameters)
    assert set(cfn.parse(before.template).resources) <= set(cfn.parse(after.template).resources)


def _all_hold(turn) -> None:
    """What the sandbox does not model is said, and is not called passed."""
    results = last(turn, "infra_deployment")["validation"]
    assert results
    bad = [r for r in results if r["outcome"] not in ("passed", "not modelled by the sandbox")]
    assert bad == []


@pytest.mark.parametrize("pattern", ASKED)
def test_a_criterion_that_does_not_hold_is_found(
    pattern: str, unreviewed: Operator, cloud: CloudFormation
) -> None:
    """Ask for the same of a resource whose other settings were deployed: it fails by name."""
    text = ASKED[pattern][1]
    unreviewed.thread = None
    turn = unreviewed.ask(text.replace("Create", "Create another", 1))
    plan = last(turn, "infra_plan")
    while unreviewed.waits:
        turn = unreviewed.approve()
    planted = [
        Check(c["check"], _spoilt(c["arguments"]), id=c["id"])
        for c in plan["acceptance_criteria"]
        if c["check"] != "stack_status" and _spoilt(c["arguments"]) != c["arguments"]
    ]
    if not planted:
        planted = [Check("stack_output", {"name": "NotThere"}, id="planted")]
    results = cloud.verify("dev", plan["stack"], planted[:1])
    assert [replace(r, check=planted[0]).outcome for r in results] == ["failed"]


def _spoilt(arguments):
    """The first figure or name in them, made wrong."""
    for name, value in arguments.items():
        if name == "resource" or isinstance(value, bool):
            continue
        match value:
            case int() | float():
                return {**arguments, name: value + 1}
            case str() if name in (
                "partition",
                "runtime",
                "metric",
                "action",
                "service",
                "cidr",
                "description",
                "expression",
                "source",
            ):
                return {
                    **arguments,
                    name: {"cidr": "10.99.0.0/16"}.get(name, "other.amazonaws.com"),
                }
            case list() if name == "routes":
                return {**arguments, name: ["GET /elsewhere"]}
    return arguments
