"""R3: what a turn costs beside its model, late in a thread over early in it.

Timed: from before `ask` to the Done event, through the facade in this
process, with a model that answers 40 tokens at once, so that all of it is our
cost: ledger, graph, checkpoints, events. "Turn 10" is the tenth turn of a
thread of its own; "turn 300" and "turn 1000" are the turns after that many
of one long thread, in the same files. The arms take turns.
"""

import time
from pathlib import Path

from agent import UserAgent
from bench import agents
from bench.figures import Figure, Measured, ratio
from bench.servers import folder

EARLY = 10


def measure(*, quick: bool) -> Measured:
    rounds, lengths = (10, (300,)) if quick else (30, (300, 1000))
    with folder() as data, agents.opened(data, llm=agents.instant()) as agent:
        user = agent.for_user("local")
        figures = _figures(user, data, rounds=rounds, lengths=lengths)
    return Measured(figures)


def _figures(
    user: UserAgent, _data: Path, *, rounds: int, lengths: tuple[int, ...]
) -> list[Figure]:
    figures = []
    thread, length = None, 0
    for wanted in lengths:
        while length < wanted - 1:
            thread, length = _turn(user, thread)[1], length + 1
        early, late = [], []
        for _ in range(rounds):
            short = None
            for _ in range(EARLY - 1):
                short = _turn(user, short)[1]
            early.append(_turn(user, short)[0])
            late.append(_turn(user, thread)[0])
            length += 1
        name = f"R3 turn {wanted} / turn {EARLY}, instant model"
        figures.append(ratio(name, late, early, most=1.1))
    return figures


def _turn(user: UserAgent, thread: str | None) -> tuple[float, str]:
    began = time.perf_counter()
    run = user.ask(
        "tutor",
        thread,
        "How does a foreign key keep two tables in step?",
        model=agents.INSTANT,
        asignatura=agents.SUBJECT,
    )
    assert run.wait(30)
    seconds = time.perf_counter() - began
    return seconds, run.thread
