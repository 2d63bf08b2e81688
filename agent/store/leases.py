"""Runs and their leases: one run per thread; a run has crashed if its process is dead."""

import os
import secrets
import socket
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock

from agent.errors import AgentError, TakenOver, ThreadBusy
from agent.store.database import Database, marks
from agent.store.threads import new_id, now

LEASE_SECONDS = 30.0
HEARTBEAT_SECONDS = 5.0


class Holder:
    """This process, as others can check it: a lock on a file that dies with the process.

    A killed server is known to be dead at once, without waiting for its leases
    to run out; on a file system without locks the leases alone decide.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self._lock = FileLock(folder / f"{self.name}.lock")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except OSError as error:
            raise AgentError(
                f"The folder {folder} cannot be written.",
                hint="Check its permissions, or set INTERLUDE_DATA to another folder.",
            ) from error
        # What processes left that were killed while nothing ran.
        for path in folder.glob("*.lock"):
            self.is_dead(path.stem)

    def is_dead(self, name: str) -> bool:
        if name == self.name:
            return False
        path = self._folder / f"{name}.lock"
        if not path.exists():
            return True
        try:
            with FileLock(path, timeout=0):
                path.unlink(missing_ok=True)
        except OSError:
            # Held, or not ours to look at: then its leases decide.
            return False
        return True

    def close(self) -> None:
        self._lock.release()
        (self._folder / f"{self.name}.lock").unlink(missing_ok=True)


@dataclass(frozen=True)
class CutOff:
    run: str
    thread: str
    turn: str


class Leases:
    def __init__(self, db: Database, holder: Holder) -> None:
        self._db = db
        self._holder = holder

    def begin(self, thread: str, turn: str, *, kind: str, model: str) -> str:
        """Create a run that locks the thread. Raises ThreadBusy with the holder's name."""
        run = new_id()
        with self._db.transaction():
            lease = self._db.one("select * from leases where thread = ?", thread)
            if lease is not None:
                # Only recovery takes a dead holder's lease, never a new run: the work
                # of the dead run would be forgotten.
                raise ThreadBusy(
                    "This conversation is still working on something.",
                    hint=f"Wait for it, or press Stop. It runs in {self._name(lease)}.",
                    retryable=True,
                )
            self._db.insert(
                "leases",
                thread=thread,
                run=run,
                holder=self._holder.name,
                expires=time.time() + LEASE_SECONDS,
            )
            fence = self._db.all("select max(fence) from runs where thread = ?", thread)[0][0] or 0
            # Runs tell who is at work; the results of earlier ones are in their turns.
            self._db.run("delete from runs where thread = ? and turn <> ?", thread, turn)
            self._db.insert(
                "runs",
                id=run,
                thread=thread,
                turn=turn,
                kind=kind,
                model=model,
                holder=self._holder.name,
                status="running",
                started=now(),
                fence=fence + 1,
            )
        return run

    def fence(self, run: str) -> int:
        """The number of the run on its thread: a later run has a higher one."""
        row = self._db.one("select fence from runs where id = ?", run)
        return int(row["fence"]) if row else 0

    def end(self, run: str, outcome: str) -> None:
        with self._db.transaction():
            self._db.run(
                "update runs set status = ?, finished = ? where id = ?", outcome, now(), run
            )
            self._db.run("delete from leases where run = ?", run)

    def must_hold(self, run: str) -> None:
        """Raise TakenOver when the run has lost its thread."""
        if self._db.one("select 1 from leases where run = ?", run) is None:
            raise TakenOver

    def run_of(self, thread: str) -> str:
        """The run that holds the thread. Raises TakenOver when none does any more."""
        lease = self._db.one("select run from leases where thread = ?", thread)
        if lease is None:
            raise TakenOver
        return str(lease["run"])

    def is_live(self, run: str) -> bool:
        lease = self._db.one("select * from leases where run = ?", run)
        return lease is not None and not self._is_free(lease)

    def was_resumed(self, turn: str) -> bool:
        """Tell whether a turn was resumed; only the last turn of a thread is known."""
        row = self._db.one("select 1 from runs where turn = ? and kind = 'resume'", turn)
        return row is not None

    def beat(self, runs: Iterable[str]) -> None:
        """Renew the leases of these runs; a run that is not named loses its thread."""
        held = list(runs)
        self._db.run(
            f"update leases set expires = ? where holder = ? and run in ({marks(held)})",
            time.time() + LEASE_SECONDS,
            self._holder.name,
            *held,
        )

    def held_elsewhere(self, thread: str) -> str | None:
        """The run of a living other process on this thread."""
        lease = self._db.one("select * from leases where thread = ?", thread)
        if lease is None or lease["holder"] == self._holder.name or self._is_free(lease):
            return None
        return str(lease["run"])

    def ask_to_stop(self, run: str) -> None:
        """Tell the process that holds this run; it looks with every heartbeat."""
        self._db.run("update runs set stop_asked = 1 where id = ?", run)

    def asked_to_stop(self) -> list[str]:
        """The runs of this process that another one wants to end."""
        rows = self._db.all(
            "select id from runs where holder = ? and status = 'running' and stop_asked = 1",
            self._holder.name,
        )
        return [str(row["id"]) for row in rows]

    def status(self, run: str) -> str:
        row = self._db.one("select status from runs where id = ?", run)
        return str(row["status"]) if row else "cut_off"

    def cut_off(self, *, live: Collection[str] = ()) -> list[CutOff]:
        """Runs whose process is gone. `live` names those that this process works on.

        Their leases may have expired too, if the whole process was held up: they
        continue, and renew them.
        """
        found = []
        for row in self._db.all("select * from runs where status = 'running'"):
            if row["id"] in live:
                continue
            lease = self._db.one("select * from leases where run = ?", row["id"])
            if lease is not None and not self._is_free(lease):
                continue
            if lease is None and not self._holder.is_dead(row["holder"]):
                continue
            found.append(CutOff(row["id"], row["thread"], row["turn"]))
        return found

    def take(self, run: str) -> bool:
        """Mark a run as cut off and raise its fence, so that its process can write no more.

        True for one caller only. Call it in the transaction that updates the thread:
        nothing looks again at a thread whose run was only taken.
        """
        moved = self._db.run(
            "update runs set status = 'cut_off', finished = ?, fence = fence + 1"
            " where id = ? and status = 'running'",
            now(),
            run,
        )
        self._db.run("delete from leases where run = ?", run)
        return moved == 1

    def _is_free(self, lease: Any) -> bool:
        return lease["expires"] < time.time() or self._holder.is_dead(lease["holder"])

    def _name(self, lease: Any) -> str:
        return "this server" if lease["holder"] == self._holder.name else str(lease["holder"])
