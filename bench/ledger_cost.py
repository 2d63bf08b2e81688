"""R12: turns a second with the ledger over without it.

In this process, with a model that answers 40 tokens at once, or half a second
later. Each user asks turn after turn in a thread of their own.
with: the facade as it is: `ask`, a background run, recorder, ledger at
`synchronous=FULL`, window from the ledger, pruning, until Done.
not durable: the same with the ledger at `synchronous=OFF`: every statement
runs, nothing waits for the disk. The ratio is what durability costs.
bare graph: the Tutor's same graph on a checkpointer of the same kind in a file
of its own, durability "sync", pruned after each turn, driven by the user's own
thread; events go into a list, the window of 20 messages is kept in memory. The
ratio is what everything costs that is not the graph: admission, leases,
transcript, steps, carry, background runs. With an instant model it has no
goal: a turn of a few milliseconds cannot hide any of it.
The arms run in turn; each round of windows gives one ratio, the figure is
their median.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage
from langgraph.types import Overwrite

from agent import GraphAgent, UserAgent
from agent.adapters.images import CardImages
from agent.engine.checkpoints import open_checkpoints
from agent.engine.flow import WINDOW_MESSAGES
from agent.engine.workflow import known_workflows
from agent.events import Event
from agent.ports import Context
from agent.steps import Usage
from bench import agents
from bench.figures import Figure, Measured, p50
from bench.servers import folder

QUESTION = "How does a foreign key keep two tables in step?"


@dataclass(frozen=True)
class Case:
    users: int
    seconds: float
    """Seconds that the model thinks."""

    @property
    def name(self) -> str:
        model = f"{self.seconds} s model" if self.seconds else "instant model"
        return f"{self.users} user{'s' if self.users > 1 else ''}, {model}"


CASES = (Case(1, 0), Case(8, 0), Case(50, 0.5))
GOAL = 0.95


def measure(*, quick: bool) -> Measured:
    rounds, window = (3, 1.5) if quick else (7, 3.0)
    cases = (CASES[0], CASES[-1]) if quick else CASES
    return Measured([each for case in cases for each in _figures(case, rounds, window)])


def _figures(case: Case, rounds: int, window: float) -> list[Figure]:
    model = agents.instant(seconds=case.seconds)
    rates: dict[str, list[float]] = {"with": [], "not durable": [], "bare graph": []}
    with ExitStack() as stack:
        agent, other = (
            stack.enter_context(agents.opened(stack.enter_context(folder()), llm=model))
            for _ in range(2)
        )
        other.ledger.db.run("pragma synchronous = off")
        for each in (agent, other):
            each.runs._pool._max_workers = max(32, case.users)  # noqa: SLF001 - INTERLUDE_WORKERS
        bare = Bare(agent, stack.enter_context(folder()) / "bare.db", model)
        arms = {
            "with": [_with(agent.for_user("local")) for _ in range(case.users)],
            "not durable": [_with(other.for_user("local")) for _ in range(case.users)],
            "bare graph": [bare.user() for _ in range(case.users)],
        }
        for number in range(-1, rounds):
            for name, users in arms.items():
                rate = _rate(users, window if number >= 0 else 1.0)
                if number >= 0:
                    rates[name].append(rate)
        bare.close()
    return [
        _figure(case, rates, "not durable", least=GOAL),
        _figure(case, rates, "bare graph", least=GOAL if case.seconds else None),
    ]


def _figure(case: Case, rates: dict[str, list[float]], under: str, least: float | None) -> Figure:
    ours, theirs = rates["with"], rates[under]
    return Figure(
        f"R12 with / {under}, {case.name}",
        p50([over / base for over, base in zip(ours, theirs, strict=True)]),
        n=len(ours),
        least=least,
        shown=f"{p50(ours):.0f} / {p50(theirs):.0f} turns a second",
    )


def _rate(users: list[Callable[[], None]], window: float) -> float:
    end = time.perf_counter() + window
    counts = [0] * len(users)

    def use(place: int) -> None:
        while time.perf_counter() < end:
            users[place]()
            counts[place] += 1

    crowd = [threading.Thread(target=use, args=(place,)) for place in range(len(users))]
    began = time.perf_counter()
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    return sum(counts) / (time.perf_counter() - began)


def _with(user: UserAgent) -> Callable[[], None]:
    thread: list[str | None] = [None]

    def turn() -> None:
        run = user.ask(
            "tutor", thread[0], QUESTION, model=agents.INSTANT, asignatura=agents.SUBJECT
        )
        assert run.wait(60)
        thread[0] = run.thread

    return turn


@dataclass
class Listener:
    """A Reporter that keeps events and writes nothing."""

    stopped: bool = False
    events: list[Event] = field(default_factory=list)

    def emit(self, event: Event) -> None:
        self.events.append(event)

    def used(self, usage: Usage) -> None: ...

    def overrule_stop(self) -> None:
        self.stopped = False

    @contextmanager
    def step(self, _name: str, _task: str) -> Iterator[Any]:
        yield SimpleNamespace(changed={})


class Bare:
    """The Tutor's graph and its checkpoints, nothing else of ours."""

    def __init__(self, agent: GraphAgent, path: Path, model: Any) -> None:
        self._saver = open_checkpoints(path)
        self._workflow = known_workflows()["tutor"]
        self._graph = self._workflow.build().compile(checkpointer=self._saver)
        self._agent = agent
        self._model = model
        self._count = 0

    def close(self) -> None:
        self._saver.conn.close()

    def user(self) -> Callable[[], None]:
        self._count += 1
        name = f"bare-{self._count}"
        window: list[AnyMessage] = []
        return lambda: self._turn(name, window)

    def _turn(self, thread: str, window: list[AnyMessage]) -> None:
        report = Listener()
        context = Context(
            user="local",
            thread=thread,
            turn=thread,
            ports=self._agent.ports,
            llm=self._model(agents.INSTANT, report),
            report=report,
            images=CardImages(),
        )
        messages = [*window, HumanMessage(QUESTION)]
        reset = dict.fromkeys(self._workflow.state.__annotations__)
        asked = {
            **reset,
            "asignatura": agents.SUBJECT,
            "messages": Overwrite(messages),
            "summary": "",
            "turn": thread,
        }
        config: Any = {"configurable": {"thread_id": thread}, "recursion_limit": 120}
        for update in self._graph.stream(
            asked, config, context=context, stream_mode="updates", durability="sync"
        ):
            for node in update.values():
                messages = [*messages, *(node or {}).get("messages", [])]
        window[:] = messages[-WINDOW_MESSAGES:]
        self._saver.drop_old({"configurable": {"thread_id": thread}}, finished=True)
