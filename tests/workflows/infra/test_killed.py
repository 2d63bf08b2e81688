"""Killed around an effect, a change is executed once; the sandbox, which lives on, has counted."""

from collections.abc import Iterator
from typing import Any

import pytest

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox
from tests.core.children import Zygote
from tests.workflows.killing import kill_points

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    sandbox = Sandbox(tmp_path_factory.mktemp("killed") / "sandbox")
    sandbox.ensure()
    yield sandbox
    sandbox.close()


def test_killed_anywhere_it_is_executed_once(
    sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cloud = CloudFormation(Profiles({"dev": Profile(prefix="dev-")}, sandbox=sandbox, seconds=30))
    with Zygote("tests.workflows.infra.driver") as zygote:

        def job(number: int) -> dict[str, Any]:
            return {
                "folder": str(tmp_path_factory.mktemp("run")),
                "sandbox": str(sandbox.config_file.parent),
                "text": "Create a private encrypted S3 bucket",
                "inputs": {
                    "wish": "create",
                    "kinds": ["bucket"],
                    "settings": {
                        "stack": f"dev-k{number}",
                        "bucket.encryption": "AES256",
                        "bucket.block_public": "yes",
                    },
                    "settings_sent": True,
                },
            }

        undisturbed = zygote.do_first("change", **job(0))
        points = kill_points(undisturbed["points"])
        assert ("CloudFormation.execute:return", 1) in points
        for number, (at, nth) in enumerate(points, start=1):
            work = job(number)
            assert zygote.do("change", **work, kill=(at, nth)) == {"signal": 9}, at
            told = zygote.do("change", **work)
            assert "is deployed" in told["answer"], (at, told)
            assert begun(cloud, f"dev-k{number}") == 1, at


def begun(cloud: CloudFormation, stack: str) -> int:
    """How often the engine has begun to work on the stack."""
    events = cloud.events("dev", stack)
    verbs = ("CREATE_IN_PROGRESS", "UPDATE_IN_PROGRESS")
    return sum(e.status in verbs and e.logical_id == stack for e in events)
