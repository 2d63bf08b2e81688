"""Deploying in a test, through the port alone."""

import json
import time
from typing import Any

from agent.ports import Cloud, Execution, OperationProgress

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
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends:
        told = cloud.progress(environment, stack)
        if told.is_final:
            return told
        time.sleep(0.02)
    raise AssertionError(f"still {told.status}")


def until_done(cloud: Cloud, arn: str, *, environment: Any = "dev") -> Execution:
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends:
        told = cloud.execution(environment, arn)
        if told.status not in {"waiting", "running"}:
            return told
        time.sleep(0.02)
    raise AssertionError(f"still {told.status}")
