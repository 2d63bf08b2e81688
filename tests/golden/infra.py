"""What Infra was left with: plans and changes that wait, deployed stacks, changes that failed.

The engine is the real sandbox. Where an account would be needed, it is one in memory.
"""

from dataclasses import replace
from typing import Any

from agent.adapters.cloud.failures import cloud_error
from agent.ports import ChangeRules
from tests.fakes_cloud import FakeCloud
from tests.golden.world import Instead, Scenes, World
from tests.workflows.infra.policy import PolicyOnly
from tests.workflows.infra.talk import BUCKET, Operator

scene = Scenes("infra")


@scene
def a_bucket_with_a_second_change_done(world: World) -> Operator:
    operator = world.talker("infra")
    operator.through(BUCKET)
    operator.through("set the lifecycle to 30 days")
    operator.ask("Which stacks are there?")
    return operator


@scene
def a_dry_run_done(world: World) -> Operator:
    operator = world.talker("infra")
    operator.through("Create an SQS queue for dry letters", dry_run=True)
    return operator


@scene
def a_rejected_change_done(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Create an SQS queue for rejected letters")
    operator.reject("keep them for 3 days")
    return operator


@scene
def a_refused_secret_done(world: World) -> Operator:
    operator = world.talker("infra")
    operator.through("Create a Lambda function for sync with AWS_KEY=AKIAIOSFODNN7EXAMPLE")
    return operator


@scene
def what_is_wanted_waiting_clarify(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("an encrypted S3 bucket for bananas")
    return operator


@scene
def which_stack_is_changed_waiting_clarify(world: World) -> Operator:
    operator = world.talker("infra")
    operator.through("Create an SQS queue for orders")
    other = world.talker("infra")
    other.through("Create an SQS queue for payments")
    asking = world.talker("infra")
    asking.ask("Set the visibility timeout of the queue to 2 minutes")
    return asking


@scene
def which_stack_is_deleted_waiting_clarify(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Delete the queue stack")
    return operator


@scene
def a_role_waiting_plan_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Create an IAM role for Lambda that may read the bucket audit-logs")
    return operator


@scene
def production_waiting_plan_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Create an SQS queue for invoices", environment="prd")
    return operator


@scene
def a_deletion_waiting_plan_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Delete the stack dev-payments")
    return operator


@scene
def in_an_account_with_a_typed_name_waiting_plan_approval(world: World) -> Operator:
    operator = world.talker("infra")
    with world.having(cloud=FakeCloud(is_sandbox=False)):
        operator.ask("Create an SQS queue for accounts")
    return operator


@scene
def an_expired_plan_waiting_plan_approval(world: World) -> Operator:
    operator = world.talker("infra")
    with world.having(change_rules=ChangeRules()):
        operator.ask("Create a VPC for tests")
    return operator


@scene
def a_table_waiting_deploy_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Create a DynamoDB table for carts")
    return operator


@scene
def a_third_change_waiting_deploy_approval(world: World) -> Operator:
    """Of the stack that was deployed and changed once."""
    operator = world.talker("infra")
    operator.ask("set the lifecycle of dev-audit-logs to 60 days")
    return operator


@scene
def a_deletion_waiting_deploy_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.through("Create an SQS queue for short lives")
    operator.ask("Delete the stack dev-short-lives")
    operator.approve()
    return operator


@scene
def a_dry_run_waiting_deploy_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.ask("Create an SNS topic for dry news", dry_run=True)
    return operator


@scene
def in_an_account_with_a_typed_name_waiting_deploy_approval(world: World) -> Operator:
    operator = world.talker("infra")
    with world.having(cloud=FakeCloud(is_sandbox=False), reviewer=PolicyOnly()):
        operator.ask("Create an SQS queue for safes")
        operator.approve()
    return operator


@scene
def an_expired_change_waiting_deploy_approval(world: World) -> Operator:
    operator = world.talker("infra")
    with world.having(change_rules=ChangeRules()):
        operator.ask("Create an SQS queue for late letters")
    return operator


@scene
def an_unproven_first_change_waiting_recovery_approval(world: World) -> Operator:
    operator = world.talker("infra")
    with world.having(cloud=_unproven(world)):
        operator.ask("Create an SQS queue for doubts")
        operator.approve()
    return operator


@scene
def an_unproven_second_change_waiting_recovery_approval(world: World) -> Operator:
    operator = world.talker("infra")
    operator.through("Create an SQS queue for regrets")
    with world.having(cloud=_unproven(world)):
        operator.ask("Set the visibility timeout of dev-regrets to 2 minutes")
        operator.approve()
    return operator


def _unproven(world: World) -> Instead:
    """No acceptance criterion is met."""
    cloud: Any = world.agent.ports.cloud

    def verify(*given: Any) -> list[Any]:
        return [replace(each, outcome="failed", actual="none") for each in cloud.verify(*given)]

    return Instead(cloud, verify=verify)


@scene
def a_change_in_doubt_failed(world: World) -> Operator:
    """It was begun, and the answer was lost."""
    operator = world.talker("infra")
    cloud: Any = world.agent.ports.cloud

    def lose(*given: Any) -> None:
        cloud.execute(*given)
        raise cloud_error("unavailable")

    operator.ask("Create an SQS queue for lost letters")
    with world.having(cloud=Instead(cloud, execute=lose)):
        operator.approve()
    return operator


@scene
def a_given_up_change_stopped(world: World) -> Operator:
    operator = world.talker("infra")
    cloud: Any = world.agent.ports.cloud

    def fail(*_: Any, **__: Any) -> None:
        raise cloud_error("unavailable")

    with world.having(cloud=Instead(cloud, prepare=fail)):
        operator.ask("Create an SQS queue for given up letters")
    operator.user.stop(operator.thread)
    return operator


@scene
def an_engine_that_says_no_failed(world: World) -> Operator:
    operator = world.talker("infra")
    cloud: Any = world.agent.ports.cloud

    def fail(*_: Any, **__: Any) -> None:
        raise cloud_error("throttled")

    with world.having(cloud=Instead(cloud, prepare=fail)):
        operator.ask("Create an SQS queue for throttled letters")
    return operator
