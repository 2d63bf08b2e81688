"""Every pattern of the library in the real sandbox: deployed, changed, proven, caught failing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox
from agent.adapters.review import Reviewers
from agent.checks import cfn
from agent.ports import Check, Reviewer
from agent.workflows.infra.patterns import patterns
from tests.fakes import open_fake_agent
from tests.workflows.infra.policy import PolicyOnly
from tests.workflows.infra.talk import Operator, Plain, change, create, last, status

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

Kinds = dict[str, Plain]

MAILS = {"protocol": "email", "endpoint": "ops@example.org"}
# For each pattern three sets of options, and a change of the third.
ASKED: dict[str, tuple[Kinds, Kinds, Kinds, Kinds]] = {
    "bucket": (
        {"bucket": {}},
        {"bucket": {"encryption": "AES256", "versioning": "yes", "expire_days": 90}},
        {"bucket": {"encryption": "aws:kms", "block_public": "yes", "expire_days": 14}},
        {"bucket": {"expire_days": 30}},
    ),
    "queue": (
        {"queue": {}},
        {"queue": {"encryption": "sqs", "dead_letter": "yes", "receipts": 3}},
        {"queue": {"fifo": "yes", "visibility_seconds": 60, "retention_seconds": 345_600}},
        {"queue": {"visibility_seconds": 120}},
    ),
    "topic": (
        {"topic": {}},
        {"topic": {"encryption": "kms", **MAILS}},
        {"topic": {"protocol": "sqs"}, "queue": {}},
        {"topic": {"encryption": "kms"}},
    ),
    "table": (
        {"table": {}},
        {"table": {"partition": "user_id", "sort": "started"}},
        {"table": {"billing": "PAY_PER_REQUEST", "protected": "yes", "partition": "visitor"}},
        {"table": {"protected": "no"}},
    ),
    "function": (
        {"function": {}},
        {"function": {"memory": 512, "timeout": 30}},
        {"function": {"runtime": "python3.13", "variables": "STAGE=test", "timeout": 20}},
        {"function": {"timeout": 40}},
    ),
    "role": (
        {"role": {}},
        {"role": {"actions": "s3:GetObject", "resources": "arn:aws:s3:::audit-logs/*"}},
        {"role": {"actions": "sqs:SendMessage"}, "queue": {}, "topic": {}},
        {"role": {"actions": "sqs:SendMessage\nsqs:GetQueueUrl"}},
    ),
    "network": (
        {"network": {}},
        {"network": {"cidr": "10.20.0.0/16", "subnets": 2, "port": 443, "source": "10.0.0.0/8"}},
        {"network": {"name": "core", "cidr": "10.30.0.0/16", "subnets": 3, "dns_names": "yes"}},
        {"network": {"port": 8443, "source": "10.9.0.0/16"}},
    ),
    "log_group": (
        {"log_group": {}},
        {"log_group": {"days": 30}},
        {"log_group": {"name": "/app/payments", "days": 7}},
        {"log_group": {"days": 90}},
    ),
    "alarm": (
        {"alarm": {}},
        {"alarm": {"metric": "Errors", "threshold": 5, "period": 300}},
        {"topic": MAILS, "alarm": {"metric": "Throttles", "threshold": 10, "period": 600}},
        {"alarm": {"threshold": 20}},
    ),
    "secret": (
        {"secret": {}},
        {"secret": {"description": "the database password", "length": 40}},
        {"secret": {"name": "db/shop", "description": "root of the shop"}},
        {"secret": {"description": "root of the new shop"}},
    ),
    "key": (
        {"key": {}},
        {"key": {"rotation": "yes"}},
        {"key": {"name": "letters", "rotation": "yes", "waiting_days": 10}},
        {"key": {"waiting_days": 20}},
    ),
    "api": (
        {"api": {}},
        {"api": {"routes": "GET /items\nPOST /items"}},
        {"api": {"routes": "GET /hello"}, "function": {}},
        {"api": {"routes": "GET /hello\nPOST /hello"}},
    ),
    "event_rule": (
        {"event_rule": {"schedule": "rate(1 day)"}},
        {"event_rule": {"schedule": "rate(5 minutes)"}},
        {"event_rule": {"schedule": "rate(2 hours)"}, "queue": {}},
        {"event_rule": {"schedule": "rate(3 hours)"}},
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
    pattern: str, operator: Operator, unreviewed: Operator, cloud: CloudFormation
) -> None:
    """The real reviewers see the first and the changed one: they take most of the time."""
    *made, changed = ASKED[pattern]
    for number, kinds in enumerate(made):
        by = unreviewed if number else operator
        by.thread = None
        name = f"{pattern}-{number}".replace("_", "-")
        turn = by.through("Create it", **create(name, **kinds))
        assert status(turn) == "done", (turn.answer, turn.error)
        _all_hold(turn)
    plan = last(turn, "infra_plan")
    before = cloud.base("dev", plan["stack"])
    operator.thread = None
    turn = operator.through("Change it", **change(plan["stack"], **changed))
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
    bad = [
        r
        for r in results
        if r["outcome"] not in ("passed", "set, not tried", "not modelled by the sandbox")
    ]
    assert bad == []


@pytest.mark.parametrize("pattern", ASKED)
def test_a_criterion_that_does_not_hold_is_found(
    pattern: str, unreviewed: Operator, cloud: CloudFormation
) -> None:
    """Ask for the same of a resource whose other settings were deployed: it fails by name."""
    unreviewed.thread = None
    name = f"{pattern}-again".replace("_", "-")
    turn = unreviewed.ask("Create it", **create(name, **ASKED[pattern][1]))
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
