"""R6: what a page costs above a thread of 500 messages, over the same above an empty one.

At the level of the websocket, without a browser: from sending the browser's
message to the end of the script, and all bytes that come back, before
compression and (computed) after it. The session tells which messages it has
cached, as a browser does. Each sample is a new session with the page loaded.
submit: the chat input sends "hello", answered by the built-in rules at once;
this reruns the fragment and includes the whole run.
fragment: the same fragment again with nothing changed.
full: the whole page again, sidebar and history.
tenth submit: the tenth in one session, since turns gather in the fragment
until the next full run; over the first submit above the same thread.
Answers have about 840 bytes. The page shows the last 20 turns of the long
thread; the arms take turns.
"""

from dataclasses import dataclass, field

from bench import agents
from bench.figures import Figure, Measured, p50, ratio
from bench.servers import app_server, folder
from bench.wire import Rerun, Session

TURNS = 250
INPUT = "input-tutor"
ANSWER_TOKENS = 140


@dataclass
class Arm:
    samples: dict[str, list[Rerun]] = field(default_factory=dict)

    def keep(self, name: str, rerun: Rerun) -> None:
        self.samples.setdefault(name, []).append(rerun)

    def seconds(self, name: str) -> list[float]:
        return [rerun.seconds for rerun in self.samples[name]]


def measure(*, quick: bool) -> Measured:
    rounds = 6 if quick else 25
    with folder() as data:
        with agents.opened(data, llm=agents.instant(ANSWER_TOKENS)) as agent:
            user = agent.for_user("local")
            long = None
            for number in range(TURNS):
                run = user.ask("tutor", long, f"Question number {number}?", model=agents.INSTANT)
                assert run.wait(30)
                long = run.thread
            assert long
            # One empty thread a session, since each is asked something.
            empty = [user.fork(long, 0) for _ in range(rounds + 1)]
        with app_server(data) as (url, _):
            return Measured(_figures(*_samples(url, long, empty, rounds=rounds)))


def _samples(url: str, long: str, empty: list[str], *, rounds: int) -> tuple[Arm, Arm]:
    short_arm, long_arm = Arm(), Arm()
    for number in range(-1, rounds):
        for arm, thread in ((short_arm, empty[number + 1]), (long_arm, long)):
            _visit(arm, url, thread)
        if number < 0:
            short_arm.samples.clear()
            long_arm.samples.clear()
    for _ in range(max(1, rounds // 5)):
        with Session(url, "tutor", f"thread={long}") as page:
            for _ in range(9):
                page.submit(INPUT, "hello")
            long_arm.keep("tenth submit", page.submit(INPUT, "hello"))
    return short_arm, long_arm


def _visit(arm: Arm, url: str, thread: str) -> None:
    with Session(url, "tutor", f"thread={thread}") as page:
        arm.keep("full", page.rerun())
        arm.keep("submit", page.submit(INPUT, "hello"))
        arm.keep("fragment", page.rerun(fragment=True))


def _figures(empty: Arm, long: Arm) -> list[Figure]:
    figures = []
    for name in ("submit", "fragment", "full"):
        most = 1.2 if name == "submit" else None
        label = f"R6 {name}, 500 messages / none"
        figures.append(ratio(label, long.seconds(name), empty.seconds(name), most=most))
    tenth, first = long.seconds("tenth submit"), long.seconds("submit")
    figures.append(ratio("R6 tenth submit / first, 500 messages", tenth, first))
    for name in ("submit", "fragment", "tenth submit", "full"):
        reruns = long.samples[name]
        sizes = {
            "bytes before compression": p50([rerun.bytes for rerun in reruns]),
            "bytes on the wire": p50([rerun.deflated for rerun in reruns]),
        }
        for what, size in sizes.items():
            figures.append(
                Figure(
                    f"R6 {name}, 500 messages: {what}",
                    size / 1000,
                    unit=" KB",
                    n=len(reruns),
                    most=5 if name == "submit" else None,
                    shown=f"{p50([rerun.frames for rerun in reruns]):.0f} frames",
                )
            )
    return figures
