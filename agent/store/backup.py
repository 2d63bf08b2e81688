"""The data folder: copies that a running server allows, the way back, and what is wrong in it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from agent.bootstrap import data_files, data_folders
from agent.engine.checkpoints import open_checkpoints
from agent.errors import AgentError
from agent.store import Ledger, audit
from agent.store.folder import (
    CHECKPOINTS,
    LEDGER,
    NAMES,
    flaws,
    foreign_files,
    lost_files,
    unmark,
)
from agent.store.leases import Holder

HOLDERS = "holders"


def back_up(folder: Path, target: Path) -> list[Path]:
    """Copy every data file into `target`, which is new or empty; a server may run meanwhile.

    The ledger comes last: a checkpoint that is older than the ledger is what
    recovery expects. Files get their names when all are there, so an interrupted
    backup is not taken for one.
    """
    sources = _all_of(folder, "the data folder")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise AgentError(f"{target} is not empty.", hint="Name a new folder for the backup.")
    with _explained(target):
        target.mkdir(parents=True, exist_ok=True)
        parts = [_copy(source, target / f"{source.name}.part") for source in sources]
        # After the rows that name them: what a user removes stays for a day.
        folders = _copy_folders(folder, target, suffix=".part")
        return [part.rename(part.with_suffix("")) for part in (*folders, *parts)]


def restore(backup: Path, folder: Path, *, force: bool = False) -> Path | None:
    """Replace the data folder by a backup.

    Nothing is touched before every file is copied and checked. With `force` a
    data folder that is not empty is moved aside; returns where to.
    """
    sources = _all_of(backup, "the backup")
    if _is_in_use(folder):
        raise AgentError(f"Interlude is running on {folder}.", hint="Stop it, then restore.")
    if not force and _has_content(folder):
        raise AgentError(
            f"The data folder {folder} is not empty.",
            hint="Add --force to move it aside, or set INTERLUDE_DATA to another folder.",
        )
    fresh = _beside(folder, "restoring")
    with _explained(folder):
        try:
            fresh.mkdir(parents=True)
            for source in sources:
                _refuse_damage(_copy(source, fresh / source.name))
            _copy_folders(backup, fresh)
            aside = _move_aside(folder)
            fresh.rename(folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return aside


def problems(folder: Path, *, anchor: str = "") -> list[str]:
    """Whatever is wrong with the data files and the ledger's rows, a sentence each.

    `anchor` is the hash that a backup named: the audit chain must still hold it.
    """
    files = _all_of(folder, "the data folder")
    found = [problem for path in files for problem in _damage(path)]
    if found:
        # Damaged pages would only be reported again, as rows that are missing.
        return found
    with closing(_open(files[-1])) as ledger, _witness(folder) as witness:
        rows = audit.problems(ledger, is_dead=witness.is_dead, anchor=anchor)
    return [*flaws(folder), *rows]


def repair(folder: Path) -> list[str]:
    """Go on without what is lost or foreign; returns what was done, a sentence each."""
    if _is_in_use(folder):
        raise AgentError(f"Interlude is running on {folder}.", hint="Stop it, then repair.")
    if not any(path.exists() for path in data_files(folder)):
        raise AgentError(f"There is no data in {folder}.", hint="Check INTERLUDE_DATA.")
    found = list(flaws(folder))
    if not found:
        return []
    gone = {*lost_files(folder), *foreign_files(folder)}
    if LEDGER in gone:
        # It tells of conversations that are gone.
        gone.add(CHECKPOINTS)
    done = [_put_aside(folder / name) for name in NAMES if name in gone]
    unmark(folder)
    with closing(Ledger(folder)) as ledger:
        if CHECKPOINTS in gone:
            done += _end_open_turns(ledger)
            # Last: until it is there, this can be repeated.
            open_checkpoints(folder / CHECKPOINTS).conn.close()
        ledger.chain.append("repair", who="operator", thread="", data={"found": found})
    return [*done, "The audit chain continues from its last entry."]


# What is lost


def _put_aside(path: Path) -> str:
    if not path.exists():
        return f"{path.name} starts empty."
    aside = _beside(path, "before")
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    return f"{path.name} starts empty. The old file is now {aside.name}."


def _end_open_turns(ledger: Ledger) -> list[str]:
    """End turns without a checkpoint: their position is lost, so they cannot continue."""
    with ledger.transaction():
        doubtful = ledger.effects.unsettled()
        for row in doubtful:
            ledger.effects.give_up(row)
        ledger.db.run("update questions set status = 'lost' where status = 'pending'")
        ended = ledger.db.run(
            "update threads set status = 'stopped'"
            " where status in ('running', 'waiting', 'cut_off')"
        )
        ledger.db.run(
            "update turns set status = 'stopped' where status in ('running', 'waiting', 'cut_off')"
        )
        ledger.db.run("update runs set status = 'cut_off' where status = 'running'")
        ledger.db.run("delete from leases")
    return [
        f"Conversations that were open and are ended: {ended}.",
        *(
            f"The outcome of {row.kind} on {row.target} is not known: check it there."
            for row in doubtful
        ),
    ]


# Files


def _all_of(folder: Path, what: str) -> list[Path]:
    files = data_files(folder)
    missing = [path.name for path in files if not path.is_file()]
    if len(missing) == len(files):
        raise AgentError(f"There is no data in {folder}.", hint=f"Check the name of {what}.")
    if missing:
        raise AgentError(f"{folder} lacks {' and '.join(missing)}.", hint=f"Check {what}.")
    return files


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=30)


def _copy(source: Path, target: Path) -> Path:
    try:
        with closing(_open(source)) as held, closing(sqlite3.connect(target)) as copy:
            held.backup(copy)
            # A copy in write-ahead mode could not be read from where nothing can be written.
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise AgentError(
            f"{source} cannot be copied to {target.parent}: {error}.",
            hint="Check that file and the space on the disk. Nothing else was changed.",
        ) from error
    return target


def _copy_folders(source: Path, target: Path, *, suffix: str = "") -> list[Path]:
    """Copy the folders that exist, without unfinished files."""
    unfinished = shutil.ignore_patterns("part-*")
    return [
        Path(shutil.copytree(path, target / f"{path.name}{suffix}", ignore=unfinished))
        for path in data_folders(source)
        if path.is_dir()
    ]


def _damage(path: Path) -> list[str]:
    try:
        with closing(_open(path)) as file:
            pages = [row[0] for row in file.execute("PRAGMA integrity_check") if row[0] != "ok"]
            orphans = file.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"{path.name} cannot be read: {error}."]
    lost = [
        f"{path.name}: a row of {table} belongs to no {parent}." for table, _, parent, _ in orphans
    ]
    return [f"{path.name} is damaged: {page}." for page in pages] + lost


def _refuse_damage(path: Path) -> None:
    if found := _damage(path):
        raise AgentError(found[0], hint="Take another backup. Nothing was changed.")


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise AgentError(
            f"{folder} cannot be written: {reason}.", hint="Check its permissions and the disk."
        ) from error


# Folders


def _has_content(folder: Path) -> bool:
    return folder.exists() and any(path.name != HOLDERS for path in folder.iterdir())


def _beside(folder: Path, what: str) -> Path:
    at = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    return folder.absolute().with_name(f"{folder.name}.{what}-{at}")


def _move_aside(folder: Path) -> Path | None:
    if not folder.exists():
        return None
    if not _has_content(folder):
        shutil.rmtree(folder)
        return None
    return folder.rename(_beside(folder, "before"))


# Processes


@contextmanager
def _witness(folder: Path) -> Iterator[Holder]:
    witness = Holder(folder / HOLDERS)
    try:
        yield witness
    finally:
        witness.close()


def _is_in_use(folder: Path) -> bool:
    """Tell whether a process that is alive has the data folder open."""
    if not (folder / HOLDERS).is_dir():
        return False
    with _witness(folder) as witness:
        names = [path.stem for path in (folder / HOLDERS).glob("*.lock")]
        return any(name != witness.name and not witness.is_dead(name) for name in names)
