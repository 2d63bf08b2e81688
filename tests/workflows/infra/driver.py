"""The process that gets killed while it changes infrastructure: see `tests/core/driver.py`.

The engine is the real sandbox, which lives in a process of its own and counts.
"""

from pathlib import Path
from types import CodeType
from typing import Any

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox
from agent.store.effects import EffectStore
from agent.workflows.infra.nodes import deployment, execution, plan
from tests.core import driver
from tests.fakes import open_fake_agent
from tests.workflows.infra.policy import PolicyOnly
from tests.workflows.killing import approved_to_the_end

Plain = dict[str, Any]


def watched() -> dict[str, CodeType]:
    functions: list[Any] = [
        plan.plan_approval,
        deployment.deploy_approval,
        execution.deploy_validate,
        CloudFormation.prepare,
        CloudFormation.execute,
        EffectStore.perform,
    ]
    return {function.__qualname__: function.__code__ for function in functions}


def change(job: Plain) -> Plain:
    """Ask, approve and wait until it is done, from wherever a killed process left it."""
    sandbox = Sandbox(Path(job["sandbox"]))
    cloud = CloudFormation(Profiles({"dev": Profile(prefix="dev-")}, sandbox=sandbox, seconds=30))
    death = driver.Death(*job.get("kill", ("", 0)), watched())
    death.watch()
    agent = open_fake_agent(Path(job["folder"]), cloud=cloud, reviewer=PolicyOnly())
    turn = approved_to_the_end(
        agent, "infra", job["text"], environment="dev", dry_run=False, **job["inputs"]
    )
    death.rest()
    agent.close()
    return {"answer": turn.answer, "points": death.points}


def main() -> None:
    driver.JOBS["change"] = change
    driver.serve()


if __name__ == "__main__":
    main()
