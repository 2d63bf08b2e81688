"""The Plans port: a user's learning plans and what they did of them, in the ledger's file."""

import json

from agent.errors import NotFound
from agent.ports.courses import Plain, StoredPlan
from agent.store.database import Database
from agent.store.rows import read_row

# A deleted conversation takes its plan along, and brings it back.
_HERE = "thread not in (select id from threads where deleted is not null)"


class SqlitePlans:
    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, user: str, plan: StoredPlan) -> None:
        self._db.put("learning_plans", owner=user, **vars(plan))

    def plan(self, user: str, plan: str) -> StoredPlan:
        row = self._db.one(
            f"select * from learning_plans where owner = ? and id = ? and {_HERE}",  # noqa: S608
            user,
            plan,
        )
        if row is None:
            raise NotFound("This plan does not exist here.", hint="Choose another, or make one.")
        return read_row(StoredPlan, row)

    def all(self, user: str) -> list[StoredPlan]:
        return self._db.read(
            StoredPlan,
            f"select * from learning_plans where owner = ? and {_HERE}"  # noqa: S608 - literal
            " order by at desc, id desc",
            user,
        )

    def log(self, user: str, plan: str, entry: Plain) -> None:
        with self._db.transaction():
            self.plan(user, plan)
            self._db.put(
                "learning_progress",
                owner=user,
                plan=plan,
                id=entry["id"],
                at=entry["at"],
                entry=entry,
            )

    def logged(self, user: str, plan: str) -> list[Plain]:
        rows = self._db.all(
            "select entry from learning_progress where owner = ? and plan = ? order by at, id",
            user,
            plan,
        )
        return [json.loads(row["entry"]) for row in rows]
