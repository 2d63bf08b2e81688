"""The Intake port: what every intake promises, and what only the one in SQLite does."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from agent.adapters.intake import SqliteIntake, rows
from agent.adapters.intake.files import Files
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.reading.child import read_in_child
from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable
from agent.errors import AgentError, NotFound
from agent.ports import Intake, Library, Upload
from agent.store.database import Database
from tests.adapters.reading import made
from tests.waiting import wait_until

LAKE = b"# Lake\n\nThe water in the lake is cold and clear."
POND = b"# Pond\n\nThe water in the pond is green with duckweed."
BROKEN = b"\xff\xfe\x00\xd8" * 40
TINY = Limits(file_bytes=1_000)


class Shelf(NamedTuple):
    intake: Intake
    library: Library

    def put(self, data: bytes = LAKE, name: str = "lake.md", **more: str) -> Upload:
        """Put and wait till it is settled."""
        return self.settled(self.intake.put("ada", "s", name=name, data=data, **more).id)

    def settled(self, id_: str) -> Upload:
        wait_until(lambda: self.intake.upload("ada", id_).status in ("ready", "failed"))
        return self.intake.upload("ada", id_)

    def found(self, owner: str = "ada", query: str = "water lake pond") -> list[str]:
        passages = self.library.search(query, subject="s", owner=owner).passages
        return sorted({passage.document for passage in passages})


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def shelf(db: Database, tmp_path: Path) -> Iterator[Shelf]:
    library = SqliteLibrary(db)
    with closing(SqliteIntake(db, library, tmp_path / "files", limits=TINY)) as intake:
        intake.start()
        yield Shelf(intake, library)


class TestPort:
    def test_a_file_is_taken_at_once_and_read_soon(self, shelf: Shelf) -> None:
        taken = shelf.intake.put("ada", "s", name="lake.md", data=LAKE)
        assert (taken.name, taken.subject, taken.size) == ("lake.md", "s", len(LAKE))
        ready = shelf.settled(taken.id)
        assert (ready.status, ready.passages, ready.message) == ("ready", 1, "")
        assert shelf.found() == [taken.id]
        assert shelf.intake.original("ada", taken.id) == LAKE

    def test_it_is_nobody_elses(self, shelf: Shelf) -> None:
        mine = shelf.put().id
        assert shelf.found("eva") == []
        assert shelf.found("") == []
        assert shelf.intake.uploads("eva") == []
        for act in ("upload", "retry", "remove", "restore", "original"):
            with pytest.raises(NotFound):
                getattr(shelf.intake, act)("eva", mine)
        with pytest.raises(NotFound):
            shelf.intake.edit("eva", mine, {"title": "Hers"})
        with pytest.raises(NotFound):
            shelf.intake.put("eva", "s", name="x.md", data=POND, replaces=mine)
        with pytest.raises(NotFound):
            shelf.library.document(mine, owner="eva")

    def test_one_bad_file_does_not_stop_the_others(self, shelf: Shelf) -> None:
        failed = shelf.put(BROKEN, "bad.txt")
        assert failed.status == "failed"
        assert failed.message.endswith(".")
        assert failed.hint
        assert failed.is_final
        assert shelf.put().status == "ready"

    def test_the_same_file_is_recognised(self, shelf: Shelf) -> None:
        shelf.put()
        with pytest.raises(AgentError, match=r"there already|already there"):
            shelf.put(name="copy.md")
        assert [upload.name for upload in shelf.intake.uploads("ada", "s")] == ["lake.md"]

    def test_nothing_and_too_much_are_refused(self, shelf: Shelf) -> None:
        for data in (b"", b"x" * (shelf.intake.most_bytes + 1)):
            with pytest.raises(AgentError) as refused:
                shelf.put(data)
            assert refused.value.hint
        assert shelf.intake.uploads("ada") == []

    def test_removed_and_restored(self, shelf: Shelf) -> None:
        mine = shelf.put().id
        shelf.intake.remove("ada", mine)
        assert (shelf.found(), shelf.intake.uploads("ada", "s")) == ([], [])
        (removed,) = shelf.intake.uploads("ada", "s", removed=True)
        assert removed.removed
        shelf.intake.restore("ada", mine)
        wait_until(lambda: shelf.found() == [mine])
        assert shelf.intake.uploads("ada", "s", removed=True) == []

    def test_what_is_entered_counts_more_than_what_is_found(self, shelf: Shelf) -> None:
        mine = shelf.put(metadata={"author": "Ada", "topic": "lakes"})  # type: ignore[arg-type]
        assert (mine.metadata["author"], mine.metadata["topic"]) == ("Ada", "lakes")
        shelf.intake.edit("ada", mine.id, {**mine.metadata, "title": "The cold lake"})
        assert shelf.intake.upload("ada", mine.id).metadata["title"] == "The cold lake"
        document = shelf.library.document(mine.id, owner="ada")
        assert (document.title, document.owner) == ("The cold lake", "ada")

    def test_a_new_version_takes_the_place_of_the_old(self, shelf: Shelf) -> None:
        mine = shelf.put().id
        shelf.put(POND, "pond.md", replaces=mine)
        wait_until(lambda: shelf.found(query="duckweed") == [mine])
        assert shelf.found(query="cold clear") == []
        assert [upload.id for upload in shelf.intake.uploads("ada", "s")] == [mine]


class TestOriginals:
    def test_they_are_for_the_owner_of_the_process_only(self, shelf: Shelf, tmp_path: Path) -> None:
        shelf.put()
        (kept,) = (tmp_path / "files").iterdir()
        assert kept.stat().st_mode & 0o777 == 0o600
        assert kept.parent.stat().st_mode & 0o777 == 0o700

    def test_names_are_only_names(self, shelf: Shelf) -> None:
        assert shelf.put(name="../../etc/\u202epass\nwd.md").name == "passwd.md"

    def test_after_a_day_a_removed_file_is_gone_for_good(
        self, shelf: Shelf, db: Database, tmp_path: Path
    ) -> None:
        kept, gone = shelf.put(POND, "pond.md").id, shelf.put().id
        shelf.intake.remove("ada", gone)
        long_ago = (datetime.now(UTC) - rows.UNDO - timedelta(minutes=1)).isoformat()
        db.run("UPDATE upload SET removed = ? WHERE id = ?", long_ago, gone)
        for path in (tmp_path / "files").iterdir():
            os.utime(path, (0, 0))
        shelf.put(b"A third text with words in it.", "third.txt")
        wait_until(lambda: len(list((tmp_path / "files").iterdir())) == 2)
        assert [upload.id for upload in shelf.intake.uploads("ada", removed=True)] == []
        assert shelf.intake.original("ada", kept) == POND
        db.truncate()
        assert b"cold and clear" not in (tmp_path / "library.db").read_bytes()


class Gate:
    """A reader that waits until it may go on; `fails` says how it ends then."""

    def __init__(self, fails: str = "") -> None:
        self.fails = fails
        self.reading, self.may_go_on = threading.Event(), threading.Event()

    def __call__(self, path: Path, name: str, *, limits: Limits, tell: Tell) -> Reading:
        self.reading.set()
        while not self.may_go_on.wait(0.05):
            tell(1, 3)
        if self.fails:
            raise Unreadable(self.fails, hint="Try another.")
        return Reading(path.read_text(), title="As found", notes=("One picture was not read.",))


class TestReading:
    @pytest.fixture
    def opened(self, db: Database, tmp_path: Path) -> Iterator[ExitStack]:
        with ExitStack() as stack:
            yield stack

    def intake(self, opened: ExitStack, db: Database, tmp_path: Path, read: Gate) -> Shelf:
        library = SqliteLibrary(db)
        intake = SqliteIntake(
            db, library, tmp_path / "files", limits=TINY, read=read, lease_seconds=1
        )
        opened.enter_context(closing(intake))
        opened.callback(read.may_go_on.set)
        intake.start()
        return Shelf(intake, library)

    def test_progress_is_seen(self, opened: ExitStack, db: Database, tmp_path: Path) -> None:
        gate = Gate()
        shelf = self.intake(opened, db, tmp_path, gate)
        mine = shelf.intake.put("ada", "s", name="lake.md", data=LAKE).id
        wait_until(lambda: shelf.intake.upload("ada", mine).done == 1)
        upload = shelf.intake.upload("ada", mine)
        assert (upload.status, upload.total, upload.metadata["title"]) == ("reading", 3, "lake")
        gate.may_go_on.set()
        ready = shelf.settled(mine)
        assert (ready.metadata["title"], ready.notes) == (
            "As found",
            ("One picture was not read.",),
        )

    def test_removed_while_it_is_read(
        self, opened: ExitStack, db: Database, tmp_path: Path
    ) -> None:
        gate = Gate()
        shelf = self.intake(opened, db, tmp_path, gate)
        mine = shelf.intake.put("ada", "s", name="lake.md", data=LAKE).id
        assert gate.reading.wait(5)
        shelf.intake.remove("ada", mine)
        gate.may_go_on.set()
        assert shelf.put(POND, "pond.md").status == "ready"
        assert mine not in shelf.found()

    def test_edited_while_it_is_read(self, opened: ExitStack, db: Database, tmp_path: Path) -> None:
        gate = Gate()
        shelf = self.intake(opened, db, tmp_path, gate)
        mine = shelf.intake.put("ada", "s", name="lake.md", data=LAKE).id
        assert gate.reading.wait(5)
        shelf.intake.edit("ada", mine, {"title": "Mine"})
        gate.may_go_on.set()
        assert shelf.settled(mine).metadata["title"] == "Mine"
        assert shelf.library.document(mine, owner="ada").title == "Mine"

    def test_a_new_version_that_cannot_be_read_leaves_the_old(
        self, opened: ExitStack, db: Database, tmp_path: Path
    ) -> None:
        gate = Gate()
        gate.may_go_on.set()
        shelf = self.intake(opened, db, tmp_path, gate)
        mine = shelf.put().id
        gate.fails = "It is a picture."
        after = shelf.put(POND, "pond.md", replaces=mine)
        assert (after.status, after.name) == ("ready", "lake.md")
        assert after.message == "The new version, pond.md, was not taken: It is a picture."
        assert shelf.found() == [mine]
        assert shelf.intake.original("ada", mine) == LAKE

    def test_what_was_being_read_when_the_app_closed_is_read_again(
        self, opened: ExitStack, db: Database, tmp_path: Path
    ) -> None:
        gate = Gate()
        first = self.intake(opened, db, tmp_path, gate)
        mine = first.intake.put("ada", "s", name="lake.md", data=LAKE).id
        assert gate.reading.wait(5)
        first.intake.close()  # type: ignore[attr-defined]
        assert first.intake.upload("ada", mine).status == "waiting"
        open_gate = Gate()
        open_gate.may_go_on.set()
        assert self.intake(opened, db, tmp_path, open_gate).settled(mine).status == "ready"

    def test_a_file_that_ends_the_app_twice_is_not_tried_again(
        self, opened: ExitStack, db: Database, tmp_path: Path
    ) -> None:
        gate = Gate()
        gate.may_go_on.set()
        shelf = self.intake(opened, db, tmp_path, gate)
        mine = shelf.put().id
        db.run("UPDATE upload SET status = 'reading', beat = 0, tries = 2 WHERE id = ?", mine)
        shelf.put(POND, "pond.md")
        failed = shelf.settled(mine)
        assert "stopped twice" in failed.message
        shelf.intake.retry("ada", mine)
        wait_until(lambda: shelf.intake.upload("ada", mine).status == "ready")


STUCK = """
import sys, time
from pathlib import Path
from agent.adapters.intake import SqliteIntake
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.reading.result import Limits
from agent.store.database import Database

def read(path, name, *, limits, tell):
    while True:
        tell(1, 9)
        time.sleep(0.05)

folder = Path(sys.argv[1])
database = Database(folder / "library.db", SCHEMA)
library = SqliteLibrary(database)
intake = SqliteIntake(database, library, folder / "files", limits=Limits(), read=read)
intake.start()
intake.put("ada", "s", name="lake.md", data=sys.argv[2].encode())
time.sleep(60)
"""


@pytest.mark.slow
def test_a_killed_app_reads_on_after_its_restart(db: Database, tmp_path: Path) -> None:
    app = subprocess.Popen([sys.executable, "-c", STUCK, str(tmp_path), LAKE.decode()])
    try:
        wait_until(lambda: bool(db.one("SELECT 1 FROM upload WHERE done = 1")), 40)
    finally:
        app.kill()
        app.wait()
    (stuck,) = rows.Rows(db, lease_seconds=1).of("ada", "s", removed=False)
    assert stuck.status == "reading"
    library = SqliteLibrary(db)
    again = SqliteIntake(db, library, tmp_path / "files", limits=Limits(), lease_seconds=1)
    with closing(again):
        again.start()
        assert Shelf(again, library).settled(stuck.id).status == "ready"


class TestChild:
    """The real child process."""

    SLOW = staticmethod(lambda: made.pdf(*[["A page with words."]] * 1_500))

    def start(self, tmp_path: Path, **limits: float) -> tuple[threading.Thread, list[object]]:
        """Read a long file in a thread; what came of it stands in the list."""
        path = tmp_path / "long.pdf"
        path.write_bytes(self.SLOW())
        ends: list[object] = []

        def work() -> None:
            try:
                found = Limits(**limits)  # type: ignore[arg-type]
                ends.append(read_in_child(path, path.name, limits=found, tell=lambda _n, _of: None))
            except Exception as error:  # noqa: BLE001 - what it is, the test asks
                ends.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        return thread, ends

    def test_a_killed_child_is_a_sentence(self, tmp_path: Path) -> None:
        others = children()
        thread, ends = self.start(tmp_path)
        wait_until(lambda: children() > others)
        time.sleep(0.2)
        for child in children() - others:
            os.kill(child, signal.SIGKILL)
        thread.join(20)
        (end,) = ends
        assert isinstance(end, Unreadable)
        assert "broke off" in end.message

    def test_time_is_limited_and_nothing_is_left_running(self, tmp_path: Path) -> None:
        others, started = children(), time.monotonic()
        thread, ends = self.start(tmp_path, seconds=0.3)
        thread.join(20)
        (end,) = ends
        assert isinstance(end, Unreadable)
        assert "longer than" in end.message
        assert time.monotonic() - started < 60
        assert children() <= others

    def test_memory_is_limited(self, tmp_path: Path) -> None:
        thread, ends = self.start(tmp_path, memory_bytes=40 * 2**20)
        thread.join(20)
        (end,) = ends
        assert isinstance(end, Unreadable)
        assert "memory" in end.message

    def test_it_can_be_given_up(self, tmp_path: Path) -> None:
        class GivenUp(Exception):
            pass

        def tell(_page: int, _of: int) -> None:
            raise GivenUp

        path = tmp_path / "long.pdf"
        path.write_bytes(self.SLOW())
        others = children()
        with pytest.raises(GivenUp):
            read_in_child(path, path.name, limits=Limits(), tell=tell)
        assert children() <= others


def children() -> set[int]:
    """The processes that this one has started, those of other tests among them."""
    mine = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            mine.add(int(path.parent.name))
    return mine


def test_a_sweep_leaves_the_file_that_is_just_put_again(tmp_path: Path) -> None:
    """Its last row may have been forgotten a moment ago, and its next one is not there yet."""
    files = Files(tmp_path / "files")
    digest = files.keep(LAKE)
    os.utime(files.path(digest), (0, 0))
    files.keep(LAKE)
    files.sweep(known=())
    assert files.read(digest) == LAKE
