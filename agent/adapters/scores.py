"""The Scores port: how the maturity of issues went, in the ledger's file."""

import json
import sqlite3

from agent.ports.work_items import Scored
from agent.store.database import Database


class SqliteScores:
    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, user: str, scored: Scored) -> None:
        self._db.run(
            "insert into maturity (id, user, issue, at, overall, scores, judged)"
            " values (?, ?, ?, ?, ?, ?, ?) on conflict (user, id) do update set"
            " issue = excluded.issue, at = excluded.at, overall = excluded.overall,"
            " scores = excluded.scores, judged = excluded.judged",
            scored.id,
            user,
            scored.issue,
            scored.at,
            scored.overall,
            json.dumps(scored.scores),
            scored.judged,
        )

    def history(self, user: str, issue: str) -> list[Scored]:
        rows = self._db.all(
            "select * from maturity where user = ? and issue = ? order by at, rowid", user, issue
        )
        return [_scored(row) for row in rows]

    def latest(self, user: str) -> dict[str, Scored]:
        sql = "select * from maturity where user = ? order by at, rowid"
        return {row["issue"]: _scored(row) for row in self._db.all(sql, user)}


def _scored(row: sqlite3.Row) -> Scored:
    return Scored(
        id=row["id"],
        issue=row["issue"],
        at=row["at"],
        overall=row["overall"],
        scores=json.loads(row["scores"]),
        judged=row["judged"],
    )
