"""What processes do that get killed while they work on something that a person approves."""

from collections.abc import Callable, Sequence
from typing import Any

from agent.facade import GraphAgent
from agent.ports import ModelChoice
from agent.questions import Approval, Form, Question, Reply
from agent.store.records import Turn
from tests.fakes import RULES

OUTSIDE = ("CloudFormation.", "Embedded", "Sqlite")


def kill_points(reached: Sequence[Sequence[Any]]) -> list[tuple[str, int]]:
    """Before and after each write outside, and after whatever else is watched.

    The engine's own points are those of `tests/core/test_restart.py`.
    """
    return [(at, nth) for at, nth in reached if at.endswith(":return") or at.startswith(OUTSIDE)]


def approving(question: Question) -> Reply:
    """What is filled in, the first option where one has to be chosen, and yes."""
    if isinstance(question, Form):
        values = {
            entry.id: entry.options[0].id
            if entry.required and entry.options and not entry.default
            else entry.default
            for entry in question.fields
        }
        return Reply(values=values)
    assert isinstance(question, Approval)
    return Reply(decision="approve")


def approved_to_the_end(
    agent: GraphAgent,
    workflow: str,
    text: str,
    *,
    replying: Callable[[Question], Reply] = approving,
    model: ModelChoice = RULES,
    **inputs: object,
) -> Turn:
    """Ask, or go on from wherever a killed process left it, and approve whatever is asked."""
    user = agent.for_user("local")
    while True:
        threads = user.threads()
        match threads[0].status if threads else "new":
            case "new":
                run = user.ask(workflow, None, text, model=model, **inputs)
            case "waiting":
                (asked,) = user.pending(threads[0].id)
                reply = replying(asked.question)
                run = user.answer(threads[0].id, asked.question.id, reply, model=model)
            case "cut_off" | "failed":
                run = user.resume(threads[0].id, model=model)
            case "done":
                return user.history(threads[0].id)[-1]
            case status:
                raise AssertionError(f"The thread is stuck: {status}")
        assert run.wait(60), "a run does not end"
