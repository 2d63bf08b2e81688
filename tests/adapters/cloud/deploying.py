"""Deploying in a test, through the port alone."""

import json
import time

import boto3

from tests.waiting import wait_until

SECONDS = 30


def deploy(cloud, stack, template, *, environment="dev", **parameters):
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


def until_final(cloud, stack, *, environment="dev"):
    wait_until(lambda: cloud.progress(environment, stack).is_final, SECONDS)
    return cloud.progress(environment, stack)


def until_done(cloud, arn):
    wait_until(lambda: cloud.execution("dev", arn).status not in {"waiting", "running"}, SECONDS)
    return cloud.execution("dev", arn)


def client_without_account(service="cloudformation"):
    login = {"aws_access_key_id": "x", "aws_secret_access_key": "x"}
    return boto3.client(service, region_name="us-east-1", **login)
