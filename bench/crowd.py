"""R8: 25 users at once through the facade, over the same 25 on the bare client.

In this process. Each user asks three times, one turn after another, and begins
at a place of their own within the first turn's time, so that starts are
staggered. The model (local server): 60 tokens, 50 a second after 300 ms.
raw: 25 threads, each streaming the Tutor's own request through one shared
`ChatOpenAI`. facade: `ask` and the page's batches in a thread of 25, each turn
in a thread of conversation of its own. The figure is raw's median turn over
ours (1 would be no loss), beside it the same at p95; "ideal" is a turn of one
user alone on the bare client.
"""

import threading
import time
from collections.abc import Callable

from bench import agents
from bench.figures import Figure, Measured, p50, p95
from bench.servers import folder, model_server
from bench.turns import Raw, facade

USERS = 25
TURNS = 3
Turn = Callable[[str], tuple[float, float]]


def measure(*, quick: bool) -> Measured:
    rounds = 1 if quick else 4
    with folder() as data, model_server() as url, agents.opened(data) as agent:
        raw = Raw(agent, url)
        arms: dict[str, Turn] = {
            "raw": raw.turn,
            "facade": lambda mark: facade(agent, url, mark),
        }
        ideal = p50([raw.turn(f"alone{number}")[1] for number in range(3)])
        wholes: dict[str, list[float]] = {name: [] for name in arms}
        firsts: dict[str, list[float]] = {name: [] for name in arms}
        for number in range(rounds):
            for name, turn in arms.items():
                for first, whole in _crowd(turn, ideal, f"{name}{number}"):
                    firsts[name].append(first)
                    wholes[name].append(whole)
    return Measured(_figures(ideal, wholes, firsts))


def _figures(
    ideal: float, wholes: dict[str, list[float]], firsts: dict[str, list[float]]
) -> list[Figure]:
    raw, ours = wholes["raw"], wholes["facade"]
    first, our_first = firsts["raw"], firsts["facade"]
    return [
        Figure(
            f"R8 turn of {USERS} users, raw / facade",
            p50(raw) / p50(ours),
            tail=p95(raw) / p95(ours),
            n=len(ours),
            least=0.95,
            shown=f"{p50(raw):.2f} ({p95(raw):.2f}) / {p50(ours):.2f} ({p95(ours):.2f}) s",
        ),
        Figure(
            f"R8 ideal / facade, {USERS} users",
            ideal / p50(ours),
            tail=ideal / p95(ours),
            n=len(ours),
            shown=f"ideal {ideal:.2f} s",
        ),
        Figure(
            f"R8 first token of {USERS} users, facade / raw",
            p50(our_first) / p50(first),
            tail=p95(our_first) / p95(first),
            n=len(ours),
            shown=f"{p50(our_first) * 1000:.0f} / {p50(first) * 1000:.0f} ms",
        ),
    ]


def _crowd(turn: Turn, ideal: float, name: str) -> list[tuple[float, float]]:
    timed: list[tuple[float, float]] = []

    def use(place: int) -> None:
        time.sleep(ideal * place / USERS)
        timed.extend(turn(f"{name}u{place}t{number}") for number in range(TURNS))

    users = [threading.Thread(target=use, args=(place,)) for place in range(USERS)]
    for each in users:
        each.start()
    for each in users:
        each.join()
    assert len(timed) == USERS * TURNS
    return timed
