"""Threads: their owners, titles, status, deletion and purge."""

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from agent.errors import NotFound
from agent.language.text import shorten
from agent.store.database import Database
from agent.store.records import Plain, Status, Thread
from agent.store.rows import read_row
from agent.store.search import Search

if TYPE_CHECKING:
    from agent.store.chain import AuditChain

KEEP_DELETED = timedelta(hours=24)
LONGEST_TITLE = 60
PAGE = 200


class Place(NamedTuple):
    """A thread's position in the list."""

    pinned: bool
    updated: str
    id: str


def now() -> str:
    return datetime.now(UTC).isoformat()


def new_id() -> str:
    """Unguessable: 128 random bits."""
    return secrets.token_urlsafe(16)


_THREADS = """
    select t.*, exists (
        select 1 from questions q where q.thread = t.id and q.status = 'cancelled'
        and q.turn = (select id from turns where thread = t.id order by n desc limit 1)
    ) as is_cancelled from threads t
"""


class Threads:
    def __init__(self, db: Database, chain: "AuditChain", search: Search) -> None:
        self._db = db
        self._chain = chain
        self._search = search

    def create(self, owner: str, workflow: str, *, title: str, carry: Plain | None = None) -> str:
        thread, at = new_id(), now()
        self._db.insert(
            "threads",
            id=thread,
            owner=owner,
            workflow=workflow,
            title=title_of(title),
            created=at,
            updated=at,
            carry=carry or {},
        )
        return thread

    def get(self, owner: str, thread: str) -> Thread:
        """Raises the same NotFound for another user's thread as for one that does not exist."""
        row = self._db.one(f"{_THREADS} where id = ? and owner = ?", thread, owner)
        if row is None or row["purged"]:
            raise NotFound(
                "This conversation does not exist here.",
                hint="Open another from the list, or start a new one.",
            )
        return read_row(Thread, row)

    def has(self, owner: str, thread: str) -> bool:
        """Tell whether `get` would find it."""
        sql = "select 1 from threads where id = ? and owner = ? and purged = 0"
        return self._db.one(sql, thread, owner) is not None

    def owner(self, thread: str) -> str:
        return self._column("owner", thread)

    def workflow(self, thread: str) -> str:
        return self._column("workflow", thread)

    def _column(self, name: Literal["owner", "workflow"], thread: str) -> str:
        row = self._db.one(f"select {name} from threads where id = ?", thread)
        if row is None:
            raise NotFound("This conversation does not exist here.", hint="Open another.")
        return str(row[name])

    def all(
        self,
        owner: str,
        *,
        workflow: str | None = None,
        search: str | None = None,
        limit: int = PAGE,
        after: Place | None = None,
    ) -> list[Thread]:
        """Newest first, the pinned before all. `search` looks in titles, messages and answers.

        `after` is the place of the last one seen: what is new since then moves nothing.
        """
        like = f"%{(search or '').replace('%', '').replace('_', ' ')}%"
        is_said, words = self._search.find(search or "")
        seen = after or Place(pinned=False, updated="", id="")
        return self._db.read(
            Thread,
            f"{_THREADS} where owner = ? and deleted is null"
            " and (? is null or workflow = ?)"
            " and (? is null or title like ?"
            f"      or id {is_said})"
            " and (? or (pinned, updated, id) < (?, ?, ?))"
            " order by pinned desc, updated desc, id desc limit ?",
            owner,
            workflow,
            workflow,
            search or None,
            like,
            *words,
            after is None,
            # The column is a number, and Postgres compares no bool with one.
            int(seen.pinned),
            seen.updated,
            seen.id,
            limit,
        )

    def set_status(self, thread: str, status: Status) -> None:
        self._db.run(
            "update threads set status = ?, updated = ? where id = ?", status, now(), thread
        )

    def rename(self, thread: str, title: str) -> None:
        self._db.run("update threads set title = ? where id = ?", title_of(title), thread)

    def pin(self, thread: str, pinned: bool) -> None:  # noqa: FBT001 - the value itself
        self._db.run("update threads set pinned = ? where id = ?", int(pinned), thread)

    def delete(self, thread: str) -> None:
        self._db.run("update threads set deleted = ? where id = ?", now(), thread)

    def restore(self, thread: str) -> None:
        self._db.run("update threads set deleted = null where id = ? and purged = 0", thread)

    def deleted_with_unknown_outcome(self) -> list[str]:
        """Deleted threads with an effect of unknown outcome, which still lock its target."""
        rows = self._db.all(
            "select distinct h.id from threads h join effects e on e.thread = h.id"
            " join targets t on t.target = e.target and t.thread = h.id"
            " where h.deleted is not null and h.purged = 0 and e.status = 'intended'"
            " and h.status in ('failed', 'cut_off')"
        )
        return [row["id"] for row in rows]

    def due_for_purge(self) -> list[str]:
        limit = (datetime.now(UTC) - KEEP_DELETED).isoformat()
        rows = self._db.all("select id from threads where deleted < ? and purged = 0", limit)
        return [row["id"] for row in rows]

    def purge(self, thread: str) -> None:
        """Remove every text of the thread. What was decided stays, as digests."""
        with self._db.transaction():
            turns = "(select id from turns where thread = ?)"
            self._db.run(f"delete from entries where turn in {turns}", thread)
            self._db.run(f"delete from steps where turn in {turns}", thread)
            self._db.run(f"delete from ratings where turn in {turns}", thread)
            self._search.forget(thread)
            self._db.run("delete from sealed where thread = ?", thread)
            self._db.run("delete from attempts where thread = ?", thread)
            self._db.run("delete from names where thread = ?", thread)
            self._db.run(f"delete from request_keys where turn in {turns}", thread)
            self._db.run("delete from learning_plans where thread = ?", thread)
            self._db.run(
                "update contest_log set why = '' where quiz in"
                " (select quiz from contests where thread = ?)",
                thread,
            )
            self._db.run("update contests set reason = '' where thread = ?", thread)
            self._db.run(
                "update effects set result ="
                " json_object('reference', json_extract(result, '$.reference'))"
                " where thread = ? and result is not null",
                thread,
            )
            self._db.run("update questions set payload = '{}' where thread = ?", thread)
            self._db.run("update decisions set reply = '{}' where thread = ?", thread)
            self._db.run(
                "update turns set text = '', inputs = '{}', record = null, carry = '{}',"
                " error = null where thread = ?",
                thread,
            )
            self._db.run(
                "update threads set title = '', carry = '{}', purged = 1 where id = ?", thread
            )
            self._chain.append("purge", who="interlude", thread=thread, data={})

    def carry(self, thread: str) -> Plain:
        row = self._db.one("select carry from threads where id = ?", thread)
        return dict(json.loads(row["carry"])) if row else {}

    def set_carry(self, thread: str, carry: Plain) -> None:
        self._db.run("update threads set carry = ? where id = ?", json.dumps(carry), thread)


def title_of(text: str) -> str:
    return shorten(" ".join(text.split()), LONGEST_TITLE) or "New conversation"
