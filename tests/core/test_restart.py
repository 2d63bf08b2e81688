"""A process is killed with SIGKILL anywhere in a conversation; nothing is lost, nothing doubled.

A child takes a quiz and asks a question, and dies at a named point. Another
opens the same files, does what the page then offers, and comes to the end.
What stands there must equal what an undisturbed conversation leaves.
"""

import json
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from tests.core.children import Zygote
from tests.core.driver import QUIZ_NODES

Plain = dict[str, Any]
Point = tuple[str, int]

NODES = (*QUIZ_NODES, "think", "rag_search", "get_guia")
GAPS = {
    "a turn was admitted, nothing ran yet": "Executor.launch:call",
    "its input was made, no checkpoint yet": "Flow.begin_input:return",
    "an answer was decided, its run not started": "UserAgent._decide:call",
    "an answer is in the ledger only": "Leases.begin:return",
    "the run has begun, the reply is not delivered": "Flow.drive:call",
    "the graph has consumed, the ledger is not settled": "Flow.drive:return",
    "the outcome is known and not yet written": "Executor._settle:call",
    "the messages are kept, the status is not": "Flow.store_result:return",
    "the graph has paused, the question has no row": "Flow.record_pause:call",
    "the question has a row, the transcript no entry": "Questions.put:return",
    "all is kept, nothing is pruned": "Checkpoints.drop_old:call",
    "all is pruned, the thread is not free": "Checkpoints.drop_old:return",
}
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SEED = 20270131
RANDOM_KILLS = 10
EVERY = 8
"""Of the many super-steps, one in so many."""


class Cemetery:
    """Two warm processes that are killed in turns, and the conversation they should have had."""

    def __init__(self, zygotes: Sequence[Zygote], folders: Callable[[], Path]) -> None:
        self._free: SimpleQueue[Zygote] = SimpleQueue()
        for zygote in zygotes:
            self._free.put(zygote)
        self._count = len(zygotes)
        self._folders = folders
        undisturbed = zygotes[0].do("session", folder=str(folders()), kill=("never", 1))
        self.report: Plain = undisturbed["report"]
        # In order of name: that of time is not the same twice, since threads share in it.
        points = sorted((at, nth) for at, nth in undisturbed["points"])
        # The watch looks for dead processes every few seconds, however often that is.
        self.points: list[Point] = [p for p in points if p[1] == 1 or "cut_off" not in p[0]]

    def of(self, *names: str) -> list[Point]:
        """The first and the last time that each of these points comes undisturbed."""
        last = dict(self.points)
        assert set(names) <= last.keys(), "a point that never comes"
        return sorted({(at, nth) for at in names for nth in (1, last[at])})

    def die_at(self, points: Sequence[Point], *, again_at: Point | None = None) -> None:
        """Die at each of them and go on; name those after which things are not as they should."""
        folders = [self._folders() for _ in points]
        with ThreadPoolExecutor(self._count) as pool:
            wrongs = pool.map(lambda p, f: self._die(p, f, again_at), points, folders)
            wrong = {
                f"{at} #{nth}": why for (at, nth), why in zip(points, wrongs, strict=True) if why
            }
        assert not wrong, json.dumps(wrong, indent=2)

    def _die(self, point: Point, folder: Path, again_at: Point | None) -> str:
        zygote = self._free.get()
        try:
            for kill in (point, again_at) if again_at else (point,):
                if zygote.do("session", folder=str(folder), kill=kill).get("signal") != 9:
                    return f"{kill} was not reached"
            return different(self.report, zygote.do("session", folder=str(folder))["report"])
        except AssertionError as error:
            return str(error)
        finally:
            self._free.put(zygote)


def different(one: Any, other: Any, path: str = "") -> str:
    """Where two reports first differ; nothing when they do not."""
    match one, other:
        case dict(), dict() if one.keys() == other.keys():
            return next((d for k in one if (d := different(one[k], other[k], f"{path}/{k}"))), "")
        case list(), list() if len(one) == len(other):
            pairs = enumerate(zip(one, other, strict=True))
            return next((d for i, (a, b) in pairs if (d := different(a, b, f"{path}/{i}"))), "")
    return "" if one == other else f"{path}: {str(one)[:300]} became {str(other)[:300]}"


@pytest.fixture(scope="module")
def cemetery(zygotes, folders):
    return Cemetery(zygotes, folders)


def test_the_undisturbed_conversation(cemetery):
    """The measure of all other tests here: three decisions, one attempt, two finished turns."""
    report = cemetery.report
    assert [turn["status"] for turn in report["threads"][0]["turns"]] == ["done", "done"]
    assert [q["status"] for q in report["questions"]] == ["answered"] * 3
    assert report["attempts"][0]["score"] == 2
    assert report["attempts"][0]["total"] == 3
    assert report["leases"] == report["running"] == []


@pytest.mark.parametrize("node", NODES)
def test_killed_inside_a_node(cemetery, node):
    """Before its work and after it: the node runs again and leaves one trace."""
    cemetery.die_at([(f"{node}:call", 1), (f"{node}:return", 1)])


@pytest.mark.parametrize("write", ["Checkpoints.put:return", "Checkpoints.put_writes:return"])
def test_killed_at_a_super_step(cemetery, write):
    """After a checkpoint, and after a step's writes while their checkpoint is missing."""
    cemetery.die_at([point for point in cemetery.points if point[0] == write][::EVERY])


@pytest.mark.parametrize("gap", GAPS.values(), ids=GAPS.keys())
def test_killed_in_a_gap(cemetery, gap):
    cemetery.die_at(cemetery.of(gap))


def test_killed_anywhere(cemetery):
    cemetery.die_at(random.Random(SEED).sample(cemetery.points, RANDOM_KILLS))


@pytest.mark.parametrize(
    "again_at",
    [
        ("Leases.cut_off:return", 1),
        ("Leases.take:return", 1),
        ("Recovery._reconcile:call", 1),
        ("Recovery._reconcile:return", 1),
    ],
    ids=lambda point: point[0],
)
def test_killed_again_while_it_recovers(cemetery, again_at):
    """A recovery that dies is done by the next one: no thread stays running for nobody."""
    first = [
        ("Flow.record_pause:call", 2),
        ("Executor._settle:call", 5),
    ]
    cemetery.die_at(first, again_at=again_at)
