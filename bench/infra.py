"""Infra: how long each step takes on the sandbox, and how long a review of 40 resources.

Steps: one bucket from its words to its proof, by rules, through the facade in this process
against the real sandbox; the milliseconds are those of the ledger's own rows. Each round is
another stack on a thread of its own; the sandbox has been started before.
Review: cfn-lint, cfripper, the policy pack and the secret scan on a template of 20 buckets and
20 queues, after `warm_up`, as before a deployment to prd.
Forms: 30 requests in English, Spanish and Chinese that were written before anybody looked at how
forms are filled in. Each form is sent as it comes, in a dry run: what is then in the template must
be what the form showed, and of what it showed as little as possible may be wrong.
Prompt: of the planner's, without templates, with three characters taken for a token.
"""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agent import UserAgent
from agent.adapters.review import open_reviewer
from agent.adapters.review.reviewers import Reviewers
from agent.ports import ModelChoice
from agent.questions import Choice, Form, Reply
from agent.workflows.infra import forms
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.patterns.prefill import places_of
from agent.workflows.infra.steps import PLAN, PlanFor
from bench import agents
from bench.figures import Figure, Measured, p50, p95
from bench.servers import folder

BUCKET = "Create an encrypted S3 bucket for {} logs with versioning and a 90 day lifecycle"
REQUESTS = Path(__file__).parent / "data" / "infra" / "requests.jsonl"
RULES = ModelChoice()
CHARACTERS = 3
"""The least number of characters of a token, in English and JSON."""
Plain = dict[str, Any]
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
        rows = [json.loads(line) for line in REQUESTS.read_text("utf-8").splitlines()]
        filled = _forms(user, rows[::5] if quick else rows)
        checks = [asdict(kind) for kind in agent.ports.cloud.check_kinds()]
    return Measured([*figures, review, *filled, _prompt(checks)])


def _deploy(user: UserAgent, name: str) -> list[tuple[str, float]]:
    """Send the form as it is filled in and approve all; the steps with their milliseconds."""
    run = user.ask("infra", None, BUCKET.format(name), model=RULES, environment="dev")
    assert run.wait(120)
    while waiting := user.pending(run.thread):
        question = waiting[0].question
        reply = Reply(decision="approve")
        if isinstance(question, Form):
            held = {entry.id: entry.default for entry in question.fields}
            reply = Reply(values={**held, forms.STACK: f"dev-bench-{name}"})
        assert user.answer(run.thread, question.id, reply, model=RULES).wait(120)
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


def _forms(user: UserAgent, rows: list[Plain]) -> list[Figure]:
    asked = given = right = unconfirmed = 0
    named: list[bool] = []
    # What every new one gets is not read from the words.
    safe = {place.id: place.safe for place in places_of(list(patterns().values()))}
    for row in rows:
        wanted = {
            f"{each['pattern']}.{name}": _as_filled(value)
            for each in row["resources"]
            for name, value in each["facts"].items()
        }
        inputs: Plain = {"wish": "create", "environment": "dev", "dry_run": True}
        run = user.ask("infra", None, row["text"], model=RULES, **inputs)
        assert run.wait(120)
        (waiting,) = user.pending(run.thread)
        question = waiting.question
        if names := row.get("unsupported"):
            named.append(isinstance(question, Choice) and any(n in question.title for n in names))
            continue
        assert isinstance(question, Form), row["text"]
        shown = {entry.id: entry.default for entry in question.fields if entry.default}
        filled = {n: v for n, v in shown.items() if n != forms.STACK and v != safe.get(n)}
        asked, given = asked + len(wanted), given + len(filled)
        right += sum(wanted.get(name) == value for name, value in filled.items())
        unconfirmed += len(_in_template(user, run.thread, shown) - shown.keys())
    return [
        Figure("Infra, facts in a template that no form showed", unconfirmed, unit="", most=0),
        Figure("Infra, filled in and right", 100 * right / (given or 1), unit=" %", n=given),
        Figure("Infra, facts filled in", 100 * right / (asked or 1), unit=" %", n=asked),
        Figure("Infra, refused by name", 100 * sum(named) / (len(named) or 1), unit=" %",
               n=len(named), least=100),
    ]  # fmt: skip


def _as_filled(value: Any) -> Any:
    """As a form holds it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return "\n".join(value)
        case dict():
            return "\n".join(f"{name}={each}" for name, each in value.items())
        case _:
            return value


def _in_template(user: UserAgent, thread: str, shown: Plain) -> set[str]:
    """Send the form as it is, and name the options that the plan's parts have."""
    (waiting,) = user.pending(thread)
    assert user.answer(thread, waiting.question.id, Reply(values=shown), model=RULES).wait(120)
    plans = [
        e.data for turn in user.history(thread) for e in turn.entries if e.kind == "infra_plan"
    ]
    parts = plans[-1]["parts"] if plans else []
    return {f"{part['pattern']}.{name}" for part in parts for name in part["options"]}


def _prompt(checks: list[Plain]) -> Figure:
    value = PlanFor(text=BUCKET.format("audit"), prefix="dev-", stacks=[], checks=checks)
    schema = json.dumps(PLAN.schema(value))
    tokens = (len(PLAN.prompt(value)) + len(schema)) / CHARACTERS
    return Figure("Infra, tokens of a plan's prompt and schema", tokens, unit="", most=3_500)
