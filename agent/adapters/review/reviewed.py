"""The input of a reviewer, and the form of its findings."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

from agent.checks.cfn import Template
from agent.ports import Environment, ReviewerReport


@dataclass(frozen=True)
class Reviewed:
    text: str
    template: Template
    file: str
    environment: Environment
    parameters: dict[str, str]
    tags: dict[str, str]
    region: str
    seconds: float
    """The time limit of one reviewer."""


class NoAnswer(Exception):
    """The reviewer began, and what it said is of no use."""


class NotRun(Exception):
    """The reviewer is not there, or must not run on this."""


@contextmanager
def reporting(reviewer: str, version: str) -> Iterator[list[ReviewerReport]]:
    """Yields a list that is given the report; a reviewer that fails is reported as such."""
    began = time.monotonic()
    told: list[ReviewerReport] = []
    try:
        yield told
    except NotRun as reason:
        told[:] = [ReviewerReport(reviewer, "not run", str(reason), version)]
    except NoAnswer as reason:
        told[:] = [ReviewerReport(reviewer, "unknown", str(reason), version)]
    told[:] = [replace(report, seconds=time.monotonic() - began) for report in told]


def version_of(package: str) -> str:
    """Empty for what is not installed."""
    try:
        return installed(package)
    except PackageNotFoundError:
        return ""
