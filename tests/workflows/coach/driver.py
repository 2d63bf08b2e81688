"""The process that gets killed while it makes a plan: see `tests/core/driver.py`."""

from pathlib import Path
from types import CodeType
from typing import Any

from agent.adapters.plans import SqlitePlans
from agent.questions import Approval, Choice, Form, Question, Reply
from agent.workflows.coach.nodes import coordinating
from agent.workflows.coach.planning import tracking
from tests.core import driver
from tests.fakes import open_fake_agent
from tests.workflows.coach.talk import agreeable
from tests.workflows.killing import approved_to_the_end

Plain = dict[str, Any]


def watched() -> dict[str, CodeType]:
    functions: list[Any] = [
        coordinating.human_input,
        tracking.keep,
        SqlitePlans.put,
    ]
    return {function.__qualname__: function.__code__ for function in functions}


def replying(question: Question) -> Reply:
    match question:
        case Form():
            return Reply(values=agreeable(question))
        case Choice():
            return Reply(option=question.options[0].id)
        case Approval():
            return Reply(decision="approve")
        case _:
            raise AssertionError(f"Nobody knows what to answer to {question.title}")


def plan(job: Plain) -> Plain:
    """Ask, answer and approve until it is done, from wherever a killed process left it."""
    death = driver.Death(*job.get("kill", ("", 0)), watched())
    death.watch()
    agent = open_fake_agent(Path(job["folder"]))
    turn = approved_to_the_end(agent, "coach", job["text"], replying=replying)
    death.rest()
    user = agent.for_user("local")
    kept = user.ports.plans.all("local")
    asked = [e.data["context"]["asks"] for e in turn.entries if e.kind == "question"]
    told = {
        "plans": [each.status for each in kept],
        "asked": asked,
        "outcomes": [e.data["status"] for e in turn.entries if e.kind == "outcome"],
        "loops": max(e.data["loop"] for e in turn.entries if e.kind == "coach_call"),
        "points": death.points,
    }
    agent.close()
    return told


def main() -> None:
    driver.JOBS["plan"] = plan
    driver.serve()


if __name__ == "__main__":
    main()
