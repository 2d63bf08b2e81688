"""Infra: how long each step takes on the sandbox, and how long a review of 40 resources.

Steps: one bucket from its words to its proof, by rules, through the facade in this process
against the real sandbox; the milliseconds are those of the ledger's own rows. Each round is
another stack on a thread of its own; the sandbox has been started before.
Review: cfn-lint, cfripper, the policy pack and the secret scan on a template of 20 buckets and
20 queues, after `warm_up`, as before a deployment to prd.
"""

import time

from agent import UserAgent
from agent.adapters.review import open_reviewer
from agent.adapters.review.reviewers import Reviewers
from agent.ports import ModelChoice
from agent.questions import Reply
from bench import agents
from bench.figures import Figure, Measured, p50, p95
from bench.servers import folder

BUCKET = "Create an encrypted S3 bucket for {} logs with versioning and a 90 day lifecycle"
RULES = ModelChoice()
NAMES = ("audit", "access", "error", "trade", "voice", "query", "event", "batch", "guest", "stock")


def measure(*, quick: bool) -> Measured:
    names = NAMES[: 3 if quick else 10]
    with folder() as data, agents.opened(data) as agent:
        user = agent.for_user("local")
        _deploy(user, "first")
        steps: dict[str, list[float]] = {}
        for name in names:
            for step, milliseconds in _deploy(user, name):
                steps.setdefault(step, []).append(milliseconds)
        figures = [
            Figure(f"Infra, {step}", p50(took), tail=p95(took), unit=" ms", n=len(took))
            for step, took in steps.items()
        ]
        review = _review(open_reviewer(agents.settings(data)), rounds=3 if quick else 10)
    return Measured([*figures, review])


def _deploy(user: UserAgent, name: str) -> list[tuple[str, float]]:
    """Everything approved; the steps with their milliseconds."""
    run = user.ask("infra", None, BUCKET.format(name), model=RULES, environment="dev")
    assert run.wait(120)
    while waiting := user.pending(run.thread):
        reply = Reply(decision="approve")
        assert user.answer(run.thread, waiting[0].question.id, reply, model=RULES).wait(120)
    (turn,) = user.history(run.thread)
    assert "is deployed" in turn.answer, turn.answer
    return [(row.step, row.milliseconds) for row in user.steps(run.thread, turn.id)]


def _review(reviewer: Reviewers, *, rounds: int) -> Figure:
    template = _forty()
    reviewer.warm_up()
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        reviewer.review(template, file="template.yaml", environment="prd", parameters={}, tags={})
        took.append(time.perf_counter() - began)
    return Figure(
        "Infra, review of 40 resources", p50(took), tail=p95(took), unit=" s", n=rounds, most=5
    )


def _forty() -> str:
    buckets = [f"  Bucket{n}:\n    Type: AWS::S3::Bucket\n" for n in range(20)]
    queues = [f"  Queue{n}:\n    Type: AWS::SQS::Queue\n" for n in range(20)]
    return "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n" + "".join(buckets + queues)
