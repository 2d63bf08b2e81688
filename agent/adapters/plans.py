"""The Plans port: a user's learning plans and what they did of them, in the ledger's file."""

import json
import sqlite3

from agent.errors import NotFound
from agent.ports.courses import Plain, StoredPlan
from agent.store.database import Database

# A deleted conversation takes its plan along, and brings it back.
_HERE = "thread not in (select id from threads where deleted is not null)"


class SqlitePlans:
    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, user: str, plan: StoredPlan) -> None:
        self._db.run(
            "insert into learning_plans (user, id, thread, title, status, at, plan)"
            " values (?, ?, ?, ?, ?, ?, ?) on conflict (user, id) do update set"
            " thread = excluded.thread, title = excluded.title, status = excluded.status,"
            " at = excluded.at, plan = excluded.plan",
            user,
            plan.id,
            plan.thread,
            plan.title,
            plan.status,
            plan.at,
            json.dumps(plan.plan),
        )

    def plan(self, user: str, plan: str) -> StoredPlan:
        row = self._db.one(
            f"select * from learning_plans where user = ? and id = ? and {_HERE}",  # noqa: S608
            user,
            plan,
        )
        if row is None:
            raise NotFound("This plan does not exist here.", hint="Choose another, or make one.")
        return _stored(row)

    def all(self, user: str) -> list[StoredPlan]:
        rows = self._db.all(
            f"select * from learning_plans where user = ? and {_HERE}"  # noqa: S608 - literal
            " order by at desc, rowid desc",
            user,
        )
        return [_stored(row) for row in rows]

    def log(self, user: str, plan: str, entry: Plain) -> None:
        with self._db.transaction():
            self.plan(user, plan)
            self._db.run(
                "insert into learning_progress (user, plan, id, at, entry) values (?, ?, ?, ?, ?)"
                " on conflict (user, plan, id) do update set"
                " at = excluded.at, entry = excluded.entry",
                user,
                plan,
                entry["id"],
                entry["at"],
                json.dumps(entry),
            )

    def logged(self, user: str, plan: str) -> list[Plain]:
        rows = self._db.all(
            "select entry from learning_progress where user = ? and plan = ? order by at, rowid",
            user,
            plan,
        )
        return [json.loads(row["entry"]) for row in rows]


def _stored(row: sqlite3.Row) -> StoredPlan:
    return StoredPlan(
        id=row["id"],
        thread=row["thread"],
        title=row["title"],
        status=row["status"],
        at=row["at"],
        plan=json.loads(row["plan"]),
    )
