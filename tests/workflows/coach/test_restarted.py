"""The server starts again between any two questions, and nothing is lost."""

from pathlib import Path

from agent.questions import Approval
from tests.fakes import open_fake_agent
from tests.workflows.coach.talk import Learner, asks, last

GOAL = "I want to learn SQL and Python, 6 hours a week"


def test_a_plan_is_made_over_as_many_restarts_as_there_are_questions(tmp_path: Path) -> None:
    agent = open_fake_agent(tmp_path)
    learner = Learner(agent)
    turn = learner.ask(GOAL)
    thread, seen = learner.thread, []
    while True:
        agent.close()
        agent = open_fake_agent(tmp_path)
        learner = Learner(agent, thread=thread)
        if not learner.waits:
            break
        seen.append(learner.asks)
        if isinstance(learner.question, Approval) and "M2" not in seen:
            seen.append("M2")
            turn = learner.adjust("M2", change="hours", hours=20.0)
        else:
            turn = learner.agree()
    assert seen == ["goal", "courses", "approve", "M2", "approve"]
    assert asks(turn) == ["goal", "courses", "approve", "approve"]
    (kept,) = agent.ports.plans.all("local")
    assert kept.plan == {**last(turn, "coach_plan")["plan"], "status": "approved"}
    agent.close()
    agent = open_fake_agent(tmp_path)
    learner = Learner(agent, thread=thread)
    turn = learner.finish("M1")
    assert last(turn, "coach_progress")["done"] == 1
    agent.close()
