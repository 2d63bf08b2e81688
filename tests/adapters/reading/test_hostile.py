"""Whatever is uploaded: a sentence, an app that goes on working, and nothing fetched."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Self

import pytest

from agent.adapters.intake import SqliteIntake
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.reading.result import Limits
from agent.ports import Document, Upload
from agent.store.database import Database
from tests.adapters.reading import hostile
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


class Listener:
    """An address on this machine that counts who comes."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/fetched"
        self.visits = 0
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while True:
            try:
                caller, _ = self._socket.accept()
            except OSError:
                return
            self.visits += 1
            caller.close()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


class Searcher:
    """Searches all the time, and keeps how long the slowest search took."""

    def __init__(self, library: SqliteLibrary) -> None:
        self._library = library
        self._over = threading.Event()
        self.slowest = 0.0
        self.searches = 0
        self._thread = threading.Thread(target=self._search)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _search(self) -> None:
        while not self._over.wait(0.02):
            started = time.perf_counter()
            assert self._library.search("cold water", subject="lakes").passages
            self.slowest = max(self.slowest, time.perf_counter() - started)
            self.searches += 1


@pytest.fixture
def listener() -> Iterator[Listener]:
    with closing(Listener()) as listening:
        yield listening


@pytest.mark.slow
def test_forty_hostile_files(tmp_path: Path, listener: Listener) -> None:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as database:
        library = SqliteLibrary(database)
        library.add(Document("lake", "Lake", "lakes", "The water is cold."))
        limits = Limits(seconds=SECONDS, memory_bytes=2**29)
        with closing(SqliteIntake(database, library, tmp_path / "files", limits=limits)) as intake:
            intake.start()
            with Searcher(library) as searcher:
                ends = {
                    name: _read(intake, name, data) for name, data in hostile.files(listener.url)
                }
                friendly = _read(intake, "friendly.txt", b"Ducks swim on the lake.")
    assert len(ends) >= 40
    refused = {name: end for name, end in ends.items() if name not in READ_IN_PART}
    assert {n: (e.status, e.message) for n, e in refused.items() if not _has_sentence(e)} == {}
    told = {name: ends[name].notes for name in READ_IN_PART}
    assert {n: notes for n, notes in told.items() if READ_IN_PART[n] not in notes} == {}
    assert friendly.status == "ready"
    assert listener.visits == 0
    assert searcher.searches > len(ends)
    assert searcher.slowest < SLOWEST_SEARCH


def _read(intake: SqliteIntake, name: str, data: bytes) -> Upload:
    upload = intake.put("ada", "lakes", name=name, data=data)
    wait_until(lambda: intake.upload("ada", upload.id).status in ("ready", "failed"), 60)
    return intake.upload("ada", upload.id)


def _has_sentence(end: Upload) -> bool:
    sentences = (end.message, end.hint)
    return end.status == "failed" and all(s[:1].isupper() and s[-1:] == "." for s in sentences)
