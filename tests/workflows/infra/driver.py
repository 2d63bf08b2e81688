"""The process that gets killed while it changes infrastructure: see `tests/core/driver.py`.

The engine is the real sandbox, which lives in a process of its own and counts.
"""

import json
import os
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Any

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox
from agent.graph_agent import GraphAgent
from agent.ledger.effects import EffectStore
from agent.questions import Approval, Reply
from agent.workflows.infra import coding, deploying, endings, executing, planning
from tests.core import driver
from tests.fakes import RULES, open_fake_agent
from tests.workflows.infra.policy import PolicyOnly

Plain = dict[str, Any]


def watched() -> dict[str, CodeType]:
    functions: list[Any] = [
        planning.orchestrator,
        planning.planning,
        planning.plan_approval,
        coding.iac,
        coding.review,
        deploying.prepare_deploy,
        deploying.deploy_approval,
        executing.deploy_validate,
        executing._executed,
        executing._found,
        executing._validated,
        endings.end_success,
        CloudFormation.prepare,
        CloudFormation.execute,
        EffectStore.perform,
        EffectStore._intend,
        EffectStore._finish,
    ]
    return {function.__qualname__: function.__code__ for function in functions}


class Death(driver.Death):
    def __init__(self, at: str, nth: int) -> None:
        self._names = {id(code): name for name, code in watched().items()}
        self._at, self._nth = at, nth
        self._lock = threading.Lock()
        self._seen: Counter[str] = Counter()
        self.points: list[tuple[str, int]] = []


def change(job: Plain) -> Plain:
    """Ask, approve and wait until it is done, from wherever a killed process left it."""
    sandbox = Sandbox(Path(job["sandbox"]))
    cloud = CloudFormation(Profiles({"dev": Profile(prefix="dev-")}, sandbox=sandbox, seconds=30))
    death = Death(*job.get("kill", ("", 0)))
    death.watch()
    agent = open_fake_agent(Path(job["folder"]), cloud=cloud, reviewer=PolicyOnly())
    answer = walk(agent, job["text"])
    death.rest()
    agent.close()
    return {"answer": answer, "points": death.points}


def walk(agent: GraphAgent, text: str) -> str:
    user = agent.for_user("local")
    while True:
        threads = user.threads()
        match threads[0].status if threads else "new":
            case "new":
                run = user.ask("infra", None, text, model=RULES, environment="dev", dry_run=False)
            case "waiting":
                (asked,) = user.pending(threads[0].id)
                assert isinstance(asked.question, Approval)
                reply = Reply(decision="approve")
                run = user.answer(threads[0].id, asked.question.id, reply, model=RULES)
            case "cut_off" | "failed":
                run = user.resume(threads[0].id, model=RULES)
            case "done":
                return user.history(threads[0].id)[-1].answer
            case status:
                raise AssertionError(f"The thread is stuck: {status}")
        assert run.wait(60), "a run does not end"


def main() -> None:
    driver.JOBS["change"] = change
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            driver.work(json.loads(line))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        driver.say(signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


if __name__ == "__main__":
    main()
