"""The id that the three files of a data folder share, and where the audit chain ended last.

The end is kept in checkpoints.db, so that a ledger without its newest entries is noticed.
"""

import os
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from agent.errors import AgentError

LEDGER, CHECKPOINTS, LIBRARY = "ledger.db", "checkpoints.db", "library.db"
NAMES = (CHECKPOINTS, LIBRARY, LEDGER)
"""In the order in which a backup copies them: the ledger is never older than the rest."""

WAY_OUT = (
    "Restore a backup with the command `restore --force DIR`,"
    " or continue without what is lost with `repair`."
)
_HOLDS = {
    LEDGER: "which holds the conversations",
    CHECKPOINTS: "which holds the position of each conversation",
    LIBRARY: "which holds the documents",
}


def check_folder(folder: Path) -> None:
    """Raise AgentError when a file is lost or foreign, or the folder cannot be written.

    Damage inside a file is for its opening to find.
    """
    _must_be_writable(folder)
    for flaw in flaws(folder):
        raise AgentError(flaw, hint=WAY_OUT)


def flaws(folder: Path) -> Iterator[str]:
    """A sentence for each file that is lost or foreign."""
    lost, foreign = lost_files(folder), foreign_files(folder)
    for name in lost:
        yield f"{folder} lacks {name}, {_HOLDS[name]}."
    for name in foreign:
        yield f"{name} in {folder} belongs to another data folder."
    if not lost and not foreign:
        yield from _end_of_chain(folder)


def lost_files(folder: Path) -> list[str]:
    """The files that were there once. A first start that was cut off has lost nothing."""
    missing = [name for name in NAMES if not (folder / name).exists()]
    there = [name for name in NAMES if name not in missing]
    if any(_ids(folder).values()):
        return missing
    if LEDGER in missing:
        return [LEDGER] if CHECKPOINTS in there else []
    used = CHECKPOINTS in missing and _first(folder / LEDGER, "select 1 from threads")
    return [CHECKPOINTS] if used else []


def foreign_files(folder: Path) -> list[str]:
    """The files with another id than most; the ledger's counts where all differ."""
    ids = _ids(folder)
    known = Counter(id_ for id_ in ids.values() if id_)
    if not known:
        return []
    own = known.most_common(1)[0][0]
    # The ledger gets its id last: without one, giving them out was cut off.
    accepted = {own} if ids.get(LEDGER) else {own, None}
    return [name for name, id_ in ids.items() if id_ not in accepted]


def mark(folder: Path) -> None:
    """Give the files the id they share, unless they have one."""
    if _id(folder / LEDGER):
        return
    known = (id_ for id_ in _ids(folder).values() if id_)
    id_ = next(known, secrets.token_hex(16))
    for name in NAMES:
        with _open(folder / name) as file:
            file.execute("begin immediate")
            file.execute("create table if not exists folder (id text not null)")
            file.execute(
                "insert into folder select ? where not exists (select 1 from folder)", (id_,)
            )
            # Of two processes that start at once, the first decides.
            (id_,) = file.execute("select id from folder").fetchone()
            file.execute("commit")


def unmark(folder: Path) -> None:
    """Remove what ties the files together; the next start writes it again."""
    for name in (LEDGER, CHECKPOINTS, LIBRARY):
        for change in (
            "delete from folder",
            "delete from anchor",
            # A ledger that lost its last runs begins below their numbers.
            "update fences set fence = 0",
        ):
            with suppress(sqlite3.Error), _open(folder / name) as file:
                file.execute(change)


def put_anchor(folder: Path, n: int, end: str) -> None:
    """Remember where the chain ends. One that could not be written only lags."""
    with suppress(sqlite3.Error), _open(folder / CHECKPOINTS, seconds=1) as file:
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute(
            "create table if not exists anchor"
            " (id integer primary key check (id = 1), n integer not null, hash text not null)"
        )
        file.execute(
            "insert into anchor values (1, ?, ?) on conflict (id) do update"
            " set n = excluded.n, hash = excluded.hash where excluded.n > anchor.n",
            (n, end),
        )


def last_hash(folder: Path) -> str:
    """The hash of the newest audit entry."""
    row = _first(folder / LEDGER, "select hash from audit order by n desc")
    return str(row[0]) if row else ""


def _end_of_chain(folder: Path) -> Iterator[str]:
    anchor = _first(folder / CHECKPOINTS, "select n, hash from anchor")
    if anchor is None:
        return
    n, hash_ = anchor
    there = _first(folder / LEDGER, "select hash from audit where n = ?", n)
    if there is None:
        last = _first(folder / LEDGER, "select coalesce(max(n), 0) from audit")
        lacking = n - (last[0] if last else 0)
        yield f"ledger.db lacks the last {lacking} audit entries that checkpoints.db lists."
    elif there[0] != hash_:
        yield f"Audit entry {n} in ledger.db is not the one that checkpoints.db lists."


def _must_be_writable(folder: Path) -> None:
    probe = folder / f".probe-{secrets.token_hex(4)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise AgentError(
            f"The data folder {folder} cannot be used.",
            hint="Set INTERLUDE_DATA to a folder that can be written.",
        ) from error
    for name in NAMES:
        if (folder / name).is_file() and not os.access(folder / name, os.W_OK):
            raise AgentError(
                f"The file {folder / name} cannot be written to.",
                hint="Check the permissions of the file.",
            )


def _ids(folder: Path) -> dict[str, str | None]:
    """Folder ids of the readable files, the ledger's first."""
    paths = [folder / name for name in (LEDGER, CHECKPOINTS, LIBRARY)]
    return {path.name: _id(path) for path in paths if path.exists() and not _is_damaged(path)}


def _is_damaged(path: Path) -> bool:
    try:
        with _open(path) as file:
            file.execute("select 1 from sqlite_master limit 1").fetchone()
    except sqlite3.OperationalError:
        # Busy, or not to be opened: neither is damage.
        return False
    except sqlite3.DatabaseError:
        return True
    return False


def _id(path: Path) -> str | None:
    row = _first(path, "select id from folder")
    return str(row[0]) if row else None


def _first(path: Path, sql: str, *params: Any) -> Any:
    """The first row; None as well where there is no such table or no readable file."""
    with suppress(sqlite3.Error), _open(path) as file:
        return file.execute(f"{sql} limit 1", params).fetchone()
    return None


@contextmanager
def _open(path: Path, *, seconds: int = 30) -> Iterator[sqlite3.Connection]:
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, uri=True, timeout=seconds, isolation_level=None)
    with closing(connection):
        yield connection
