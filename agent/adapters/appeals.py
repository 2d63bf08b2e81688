"""The Appeals port, in the ledger's file."""

import json
import sqlite3

from agent.ports.content import Appeal
from agent.store.database import Database


class SqliteAppeals:
    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, user: str, appeal: Appeal) -> None:
        self._db.run(
            "insert or replace into appeals (user, id, at, text, verdict, comment)"
            " values (?, ?, ?, ?, ?, ?)",
            user,
            appeal.id,
            appeal.at,
            appeal.text,
            json.dumps(appeal.verdict),
            appeal.comment,
        )

    def all(self, user: str) -> list[Appeal]:
        rows = self._db.all(
            "select * from appeals where user = ? order by at desc, rowid desc", user
        )
        return [_appeal(row) for row in rows]


def _appeal(row: sqlite3.Row) -> Appeal:
    return Appeal(
        id=row["id"],
        at=row["at"],
        text=row["text"],
        verdict=json.loads(row["verdict"]),
        comment=row["comment"],
    )
