"""R7: reruns a second with 20 sessions, over those of a page written as tutorials write it.

At the level of the websocket: 20 visitors, each on a thread of 20 messages of
its own, rerun their page one after another without pause; counted are reruns
that end within the window. All arms are running servers; the load goes to one
at a time, window by window in turn.
ours: the app as it is served, the whole page each time.
ours, fragment: what a message reruns.
plain: the same app with Streamlit's default settings, without uvloop and
without freezing the heap.
naive: `bench/naive_app.py`, with the default settings and without uvloop; its
page draws 20 messages and little else, ours has sidebar, actions and panels.
"""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bench import agents
from bench.figures import Figure, Measured, p50
from bench.servers import app_server, folder, naive_server
from bench.wire import Session

VISITORS = 20
TURNS = 10


def measure(*, quick: bool) -> Measured:
    rounds, window = (2, 2.0) if quick else (5, 4.0)
    with ExitStack() as stack:
        ours, plain = (_app(stack, plain=plain) for plain in (False, True))
        naive = stack.enter_context(naive_server())
        tabs = {
            "ours": _visitors(stack, ours),
            "plain": _visitors(stack, plain),
            "naive": [stack.enter_context(Session(naive)) for _ in range(VISITORS)],
        }
        arms: dict[str, Callable[[], float]] = {
            "ours": lambda: _rate(tabs["ours"], window),
            "ours, fragment": lambda: _rate(tabs["ours"], window, fragment=True),
            "plain": lambda: _rate(tabs["plain"], window),
            "naive": lambda: _rate(tabs["naive"], window),
        }
        rates: dict[str, list[float]] = {name: [] for name in arms}
        for _ in range(rounds):
            for name, arm in arms.items():
                rates[name].append(arm())
    return Measured(_figures(rates))


def _figures(rates: dict[str, list[float]]) -> list[Figure]:
    goals = {("ours", "naive"): 15, ("ours", "plain"): 4, ("ours, fragment", "naive"): None}
    return [
        Figure(
            f"R7 reruns/s, {over} / {under}",
            p50(rates[over]) / p50(rates[under]),
            n=len(rates[over]),
            least=least,
            shown=f"{p50(rates[over]):.1f} / {p50(rates[under]):.1f} a second",
        )
        for (over, under), least in goals.items()
    ]


def _app(stack: ExitStack, *, plain: bool) -> tuple[str, list[str]]:
    data = stack.enter_context(folder())
    threads = _threads(data)
    url, _ = stack.enter_context(app_server(data, plain=plain))
    return url, threads


def _threads(data: Path) -> list[str]:
    with agents.opened(data, llm=agents.instant(80)) as agent:
        user = agent.for_user("local")
        first = None
        for number in range(TURNS):
            run = user.ask("tutor", first, f"Question number {number}?", model=agents.INSTANT)
            assert run.wait(30)
            first = run.thread
        assert first
        return [first, *(user.fork(first, TURNS) for _ in range(VISITORS - 1))]


def _visitors(stack: ExitStack, served: tuple[str, list[str]]) -> list[Session]:
    url, threads = served
    return [stack.enter_context(Session(url, "tutor", f"thread={thread}")) for thread in threads]


def _rate(tabs: list[Session], window: float, *, fragment: bool = False) -> float:
    """Reruns a second of all visitors together."""
    end = time.perf_counter() + window
    counts = [0] * len(tabs)

    def visit(place: int) -> None:
        while time.perf_counter() < end:
            tabs[place].rerun(fragment=fragment)
            if time.perf_counter() < end:
                counts[place] += 1

    crowd = [threading.Thread(target=visit, args=(place,)) for place in range(len(tabs))]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    return sum(counts) / window
