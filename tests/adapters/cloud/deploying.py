"""Deploying in a test, through the port alone."""

import json
import time
from typing import Any

import boto3

from agent.ports import Cloud, Execution, OperationProgress
from tests.waiting import wait_until

SECONDS = 30


def deploy(
    cloud: Cloud,
    stack: str,
    template: dict[str, Any],
    *,
    environment: Any = "dev",
    **parameters: str,
) -> OperationProgress:
    change = cloud.prepare(
        environment,
        stack,
        template=json.dumps(template),
        parameters=parameters,
        tags={"made-by": "test"},
        name=f"change-{time.monotonic_ns()}",
    )
    cloud.execute(environment, change.arn)
    return until_final(cloud, change.stack_id, environment=environment)


def until_final(cloud: Cloud, stack: str, *, environment: Any = "dev") -> OperationProgress:
    wait_until(lambda: cloud.progress(environment, stack).is_final, SECONDS)
    return cloud.progress(environment, stack)


def until_done(cloud: Cloud, arn: str) -> Execution:
    wait_until(lambda: cloud.execution("dev", arn).status not in {"waiting", "running"}, SECONDS)
    return cloud.execution("dev", arn)


def client_without_account(service: str = "cloudformation") -> Any:
    login = {"aws_access_key_id": "x", "aws_secret_access_key": "x"}
    return boto3.client(service, region_name="us-east-1", **login)
