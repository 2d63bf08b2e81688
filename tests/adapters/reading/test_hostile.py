"""Whatever is uploaded: a sentence, an app that goes on working, and nothing fetched."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from agent.adapters.intake import SqliteIntake
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.reading.result import Limits
from agent.ports import Document
from agent.store.database import Database
from tests.adapters.reading import hostile
from tests.servers.http import Handler, served
from tests.waiting import wait_until

READ_IN_PART = {
    # Harmless once nothing of them is run or fetched; what was left out is said.
    "script.pdf": "Its scripts and actions were ignored.",
    "opens-address.pdf": "Its scripts and actions were ignored.",
    "template-elsewhere.docx": "1 reference to a file elsewhere was not followed.",
    "macros.docm": "Its macros were ignored.",
    "fetching.html": "1 picture was not read.",
}
SECONDS = 15
SLOWEST_SEARCH = 1.0


class _Counter(Handler):
    visits: list[str]

    def get(self) -> None:
        self.visits.append(self.path)
        self.send(200)


def slowest_search(library, over):
    """Searches all the time: how long the slowest took, and how many there were."""
    slowest, searches = 0.0, 0
    while not over.wait(0.02):
        started = time.perf_counter()
        assert library.search("cold water", subject="lakes").passages
        slowest = max(slowest, time.perf_counter() - started)
        searches += 1
    return slowest, searches


@pytest.mark.slow
def test_forty_hostile_files(tmp_path) -> None:
    visits = []
    with ExitStack() as stack:
        url = stack.enter_context(served(_Counter, visits=visits))
        database = stack.enter_context(closing(Database(tmp_path / "library.db", SCHEMA)))
        library = SqliteLibrary(database)
        library.add(Document("lake", "Lake", "lakes", "The water is cold."))
        limits = Limits(seconds=SECONDS, memory_bytes=2**29)
        opened = SqliteIntake(database, library, tmp_path / "files", limits=limits)
        intake, over = stack.enter_context(closing(opened)), threading.Event()
        intake.start()
        searching = stack.enter_context(ThreadPoolExecutor()).submit(slowest_search, library, over)
        stack.callback(over.set)
        ends = {name: _read(intake, name, data) for name, data in hostile.files(url)}
        friendly = _read(intake, "friendly.txt", b"Ducks swim on the lake.")
        over.set()
        slowest, searches = searching.result()
    assert len(ends) >= 40
    refused = {name: end for name, end in ends.items() if name not in READ_IN_PART}
    assert {n: (e.status, e.message) for n, e in refused.items() if not _has_sentence(e)} == {}
    told = {name: ends[name].notes for name in READ_IN_PART}
    assert {n: notes for n, notes in told.items() if READ_IN_PART[n] not in notes} == {}
    assert friendly.status == "ready"
    assert visits == []
    assert searches > len(ends)
    assert slowest < SLOWEST_SEARCH


def _read(intake, name, data):
    upload = intake.put("ada", "lakes", name=name, data=data)
    wait_until(lambda: intake.upload("ada", upload.id).status in ("ready", "failed"), 60)
    return intake.upload("ada", upload.id)


def _has_sentence(end):
    sentences = (end.message, end.hint)
    return end.status == "failed" and all(s[:1].isupper() and s[-1:] == "." for s in sentences)
