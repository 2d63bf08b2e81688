"""The Intake port: what every intake promises, and what only the one in SQLite does."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import psutil
import pytest

from agent.adapters.intake import SqliteIntake, rows
from agent.adapters.intake.files import Files
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.reading.child import read_in_child
from agent.adapters.reading.result import Limits, Reading, Unreadable
from agent.errors import AgentError, NotFound
from agent.ports import Library
from agent.store.database import Database
from tests.adapters.reading import made
from tests.waiting import wait_until

LAKE = b"# Lake\n\nThe water in the lake is cold and clear."
POND = b"# Pond\n\nThe water in the pond is green with duckweed."
BROKEN = b"\xff\xfe\x00\xd8" * 40
TINY = Limits(file_bytes=1_000)


class Shelf(NamedTuple):
    intake: SqliteIntake
    library: Library

    def begin(self):
        return self.intake.put("ada", "s", name="lake.md", data=LAKE).id

    def put(self, data=LAKE, name="lake.md", **more):
        """Put and wait till it is settled."""
        return self.settled(self.intake.put("ada", "s", name=name, data=data, **more).id)

    def settled(self, id_):
        wait_until(lambda: self.intake.upload("ada", id_).status in ("ready", "failed"))
        return self.intake.upload("ada", id_)

    def found(self, owner="ada", query="water lake pond"):
        passages = self.library.search(query, subject="s", owner=owner).passages
        return sorted({passage.document for passage in passages})


@pytest.fixture
def db(tmp_path):
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def open_shelf(db, tmp_path):
    with ExitStack() as stack:

        def opened(**more):
            library = SqliteLibrary(db)
            intake = SqliteIntake(db, library, tmp_path / "files", limits=TINY, **more)
            stack.enter_context(closing(intake))
            if "read" in more:
                stack.callback(more["read"].may_go_on.set)
            intake.start()
            return Shelf(intake, library)

        yield opened


@pytest.fixture
def shelf(open_shelf):
    return open_shelf()


class TestPort:
    def test_a_file_is_taken_at_once_and_read_soon(self, shelf) -> None:
        taken = shelf.intake.put("ada", "s", name="../../etc/\u202elake\n.md", data=LAKE)
        assert (taken.name, taken.subject, taken.size) == ("lake.md", "s", len(LAKE))
        ready = shelf.settled(taken.id)
        assert (ready.status, ready.passages, ready.message) == ("ready", 1, "")
        assert shelf.found() == [taken.id]
        assert shelf.intake.original("ada", taken.id) == LAKE

    def test_it_is_nobody_elses(self, shelf) -> None:
        mine = shelf.put().id
        assert shelf.found("eva") == shelf.found("") == shelf.intake.uploads("eva") == []
        for act in ("upload", "retry", "remove", "restore", "original"):
            with pytest.raises(NotFound):
                getattr(shelf.intake, act)("eva", mine)
        with pytest.raises(NotFound):
            shelf.intake.edit("eva", mine, {"title": "Hers"})
        with pytest.raises(NotFound):
            shelf.intake.put("eva", "s", name="x.md", data=POND, replaces=mine)
        with pytest.raises(NotFound):
            shelf.library.document(mine, owner="eva")

    def test_one_bad_file_does_not_stop_the_others(self, shelf) -> None:
        failed = shelf.put(BROKEN, "bad.txt")
        assert (failed.status, failed.is_final) == ("failed", True)
        assert failed.message.endswith(".")
        assert failed.hint
        assert shelf.put().status == "ready"

    @pytest.mark.parametrize("data", [b"", b"x" * (TINY.file_bytes + 1), LAKE])
    def test_nothing_too_much_and_the_same_are_refused(self, shelf, data) -> None:
        shelf.put()
        with pytest.raises(AgentError) as refused:
            shelf.put(data, "copy.md")
        assert refused.value.hint
        assert [upload.name for upload in shelf.intake.uploads("ada", "s")] == ["lake.md"]

    def test_removed_and_restored(self, shelf) -> None:
        mine = shelf.put().id
        shelf.intake.remove("ada", mine)
        assert (shelf.found(), shelf.intake.uploads("ada", "s")) == ([], [])
        (removed,) = shelf.intake.uploads("ada", "s", removed=True)
        assert removed.removed
        shelf.intake.restore("ada", mine)
        wait_until(lambda: shelf.found() == [mine])
        assert shelf.intake.uploads("ada", "s", removed=True) == []

    def test_what_is_entered_counts_more_than_what_is_found(self, shelf) -> None:
        mine = shelf.put(metadata={"author": "Ada", "topic": "lakes"})
        assert (mine.metadata["author"], mine.metadata["topic"]) == ("Ada", "lakes")
        shelf.intake.edit("ada", mine.id, {**mine.metadata, "title": "The cold lake"})
        document = shelf.library.document(mine.id, owner="ada")
        assert (document.title, document.owner) == ("The cold lake", "ada")

    def test_a_new_version_takes_the_place_of_the_old(self, shelf) -> None:
        mine = shelf.put().id
        shelf.put(POND, "pond.md", replaces=mine)
        wait_until(lambda: shelf.found(query="duckweed") == [mine])
        assert shelf.found(query="cold clear") == []
        assert [upload.id for upload in shelf.intake.uploads("ada", "s")] == [mine]


class TestOriginals:
    def test_they_are_for_the_owner_of_the_process_only(self, shelf, tmp_path) -> None:
        shelf.put()
        (kept,) = (tmp_path / "files").iterdir()
        assert kept.stat().st_mode & 0o777 == 0o600
        assert kept.parent.stat().st_mode & 0o777 == 0o700

    def test_after_a_day_a_removed_file_is_gone_for_good(self, shelf, db, tmp_path) -> None:
        kept, gone = shelf.put(POND, "pond.md").id, shelf.put().id
        shelf.intake.remove("ada", gone)
        long_ago = (datetime.now(UTC) - rows.UNDO - timedelta(minutes=1)).isoformat()
        db.run("UPDATE upload SET removed = ? WHERE id = ?", long_ago, gone)
        for path in (tmp_path / "files").iterdir():
            os.utime(path, (0, 0))
        shelf.put(b"A third text with words in it.", "third.txt")
        wait_until(lambda: len(list((tmp_path / "files").iterdir())) == 2)
        assert shelf.intake.uploads("ada", removed=True) == []
        assert shelf.intake.original("ada", kept) == POND
        db.truncate()
        assert b"cold and clear" not in (tmp_path / "library.db").read_bytes()

    def test_a_sweep_leaves_the_file_that_is_just_put_again(self, tmp_path) -> None:
        """Its last row may have been forgotten a moment ago, and its next one is not there yet."""
        files = Files(tmp_path / "files")
        digest = files.keep(LAKE)
        os.utime(files.path(digest), (0, 0))
        files.keep(LAKE)
        files.sweep(known=())
        assert files.read(digest) == LAKE


class Gate:
    """A reader that waits until it may go on; `fails` says how it ends then."""

    def __init__(self, *, is_open=False) -> None:
        self.fails = ""
        self.reading, self.may_go_on = threading.Event(), threading.Event()
        if is_open:
            self.may_go_on.set()

    def __call__(self, path, name, *, limits, tell):
        self.reading.set()
        while not self.may_go_on.wait(0.05):
            tell(1, 3)
        if self.fails:
            raise Unreadable(self.fails, hint="Try another.")
        return Reading(path.read_text(), title="As found", notes=("One picture was not read.",))


class TestReading:
    @pytest.fixture
    def gate(self):
        return Gate()

    @pytest.fixture
    def held(self, open_shelf, gate):
        """A shelf, and the upload that it is reading."""
        shelf = open_shelf(read=gate, lease_seconds=1)
        mine = shelf.begin()
        assert gate.reading.wait(5)
        return shelf, mine

    def test_progress_is_seen(self, held, gate) -> None:
        shelf, mine = held
        wait_until(lambda: shelf.intake.upload("ada", mine).done == 1)
        upload = shelf.intake.upload("ada", mine)
        assert (upload.status, upload.total, upload.metadata["title"]) == ("reading", 3, "lake")
        gate.may_go_on.set()
        ready = shelf.settled(mine)
        assert ready.metadata["title"] == "As found"
        assert ready.notes == ("One picture was not read.",)

    def test_removed_while_it_is_read(self, held, gate) -> None:
        shelf, mine = held
        shelf.intake.remove("ada", mine)
        gate.may_go_on.set()
        assert shelf.put(POND, "pond.md").status == "ready"
        assert mine not in shelf.found()

    def test_edited_while_it_is_read(self, held, gate) -> None:
        shelf, mine = held
        shelf.intake.edit("ada", mine, {"title": "Mine"})
        gate.may_go_on.set()
        assert shelf.settled(mine).metadata["title"] == "Mine"
        assert shelf.library.document(mine, owner="ada").title == "Mine"

    def test_what_was_being_read_when_the_app_closed_is_read_again(self, held, open_shelf) -> None:
        shelf, mine = held
        shelf.intake.close()
        assert shelf.intake.upload("ada", mine).status == "waiting"
        again = open_shelf(read=Gate(is_open=True), lease_seconds=1)
        assert again.settled(mine).status == "ready"

    def test_a_new_version_that_cannot_be_read_leaves_the_old(self, open_shelf) -> None:
        gate = Gate(is_open=True)
        shelf = open_shelf(read=gate, lease_seconds=1)
        mine = shelf.put().id
        gate.fails = "It is a picture."
        after = shelf.put(POND, "pond.md", replaces=mine)
        assert (after.status, after.name) == ("ready", "lake.md")
        assert after.message == "The new version, pond.md, was not taken: It is a picture."
        assert shelf.found() == [mine]
        assert shelf.intake.original("ada", mine) == LAKE

    def test_a_file_that_ends_the_app_twice_is_not_tried_again(self, open_shelf, db) -> None:
        shelf = open_shelf(read=Gate(is_open=True), lease_seconds=1)
        mine = shelf.put().id
        db.run("UPDATE upload SET status = 'reading', beat = 0, tries = 2 WHERE id = ?", mine)
        shelf.put(POND, "pond.md")
        assert "stopped twice" in shelf.settled(mine).message
        shelf.intake.retry("ada", mine)
        wait_until(lambda: shelf.intake.upload("ada", mine).status == "ready")


STUCK = """
import sys, time
from pathlib import Path
from agent.adapters.library import SCHEMA
from agent.store.database import Database
from tests.adapters.test_intake import Gate, Limits, Shelf, SqliteIntake, SqliteLibrary

folder = Path(sys.argv[1])
database = Database(folder / "library.db", SCHEMA)
library = SqliteLibrary(database)
intake = SqliteIntake(database, library, folder / "files", limits=Limits(), read=Gate())
intake.start()
Shelf(intake, library).begin()
time.sleep(60)
"""


@pytest.mark.slow
def test_a_killed_app_reads_on_after_its_restart(db, open_shelf) -> None:
    folder = db.path.parent
    app = subprocess.Popen([sys.executable, "-c", STUCK, str(folder)])
    try:
        wait_until(lambda: bool(db.one("SELECT 1 FROM upload WHERE done = 1")), 40)
    finally:
        app.kill()
        app.wait()
    (stuck,) = rows.Rows(db, lease_seconds=1).of("ada", "s", removed=False)
    assert stuck.status == "reading"
    assert open_shelf(lease_seconds=1).settled(stuck.id).status == "ready"


def children():
    """The living processes that this one has started, those of other tests among them."""
    mine = psutil.Process().children()
    return {each.pid for each in mine if each.status() != psutil.STATUS_ZOMBIE}


class TestChild:
    """The real child process."""

    @pytest.fixture
    def long(self, tmp_path):
        path = tmp_path / "long.pdf"
        path.write_bytes(made.pdf(*[["A page with words."]] * 1_500))
        return path

    def read(self, path, tell=lambda _n, _of: None, **limits):
        return read_in_child(path, path.name, limits=Limits(**limits), tell=tell)

    def test_a_killed_child_is_a_sentence(self, long) -> None:
        others = children()
        with ThreadPoolExecutor() as pool:
            reading = pool.submit(self.read, long)
            wait_until(lambda: children() > others)
            time.sleep(0.2)
            for child in children() - others:
                os.kill(child, signal.SIGKILL)
            with pytest.raises(Unreadable, match="broke off"):
                reading.result(20)

    @pytest.mark.parametrize(
        ("limits", "why"),
        [({"seconds": 0.3}, "longer than"), ({"memory_bytes": 40 * 2**20}, "memory")],
    )
    def test_time_and_memory_are_limited_and_nothing_is_left_running(
        self, long, limits, why
    ) -> None:
        others, started = children(), time.monotonic()
        with pytest.raises(Unreadable, match=why):
            self.read(long, **limits)
        assert time.monotonic() - started < 60
        assert children() <= others

    def test_it_can_be_given_up(self, long) -> None:
        def tell(_page, _of) -> None:
            raise KeyError("given up")

        others = children()
        with pytest.raises(KeyError):
            self.read(long, tell)
        assert children() <= others
