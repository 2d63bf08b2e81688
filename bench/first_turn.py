"""R10: the first turn after a start over a warm one.

At the level of the websocket: the app is started, and as soon as it says that
it is healthy a visitor loads the Tutor, picks the vLLM model and sends the
first message of a new thread (20 tokens, 50 a second after 300 ms). Timed
from sending it to the script's end, and to the first frame with the answer's
first word. "Warm" is the median of the next three visitors who do the same.
Each start is a new process over a data folder that has been used before.
Beside it, without a goal: seconds until healthy and the first page's load.
"""

from dataclasses import dataclass, field
from pathlib import Path

from bench.figures import Figure, Measured, p50, p95
from bench.model_server import first_word, question
from bench.servers import app_server, folder, model_server
from bench.wire import Rerun, Session

TOKENS = 20
WARM = 3


@dataclass
class Starts:
    wholes: list[float] = field(default_factory=list)
    firsts: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    warm_first: list[float] = field(default_factory=list)
    healthy: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)


def measure(*, quick: bool) -> Measured:
    starts = Starts()
    with folder() as data, model_server() as model:
        with app_server(data, model_url=model) as (url, _):
            _visit(url, "before")
        for number in range(2 if quick else 6):
            _start(data, model, starts, str(number))
    return Measured(_figures(starts))


def _start(data: Path, model: str, starts: Starts, name: str) -> None:
    with app_server(data, model_url=model) as (url, healthy):
        page, cold = _visit(url, f"{name}cold")
        warm = [_visit(url, f"{name}warm{number}")[1] for number in range(WARM)]
    starts.healthy.append(healthy)
    starts.page.append(page)
    starts.wholes.append(cold.seconds / p50([rerun.seconds for rerun in warm]))
    starts.firsts.append(cold.awaited / p50([rerun.awaited for rerun in warm]))
    starts.warm.append(p50([rerun.seconds for rerun in warm]))
    starts.warm_first.append(p50([rerun.awaited for rerun in warm]))


def _visit(url: str, mark: str) -> tuple[float, Rerun]:
    """Seconds that the page took, and the turn."""
    with Session(url, "tutor") as page:
        page.choose("provider", "vLLM")
        page.await_text(first_word(mark))
        return page.first.seconds, page.submit("input-tutor", question("prose", TOKENS, mark=mark))


def _figures(starts: Starts) -> list[Figure]:
    n = len(starts.wholes)
    return [
        Figure(
            "R10 first turn / warm turn",
            p50(starts.wholes),
            tail=p95(starts.wholes),
            n=n,
            most=1.1,
            shown=f"warm {p50(starts.warm) * 1000:.0f} ms",
        ),
        Figure(
            "R10 first token / warm",
            p50(starts.firsts),
            tail=p95(starts.firsts),
            n=n,
            shown=f"warm {p50(starts.warm_first) * 1000:.0f} ms",
        ),
        Figure("R10 healthy after", p50(starts.healthy), tail=p95(starts.healthy), unit=" s", n=n),
        Figure("R10 first page", p50(starts.page), tail=p95(starts.page), unit=" s", n=n),
    ]
