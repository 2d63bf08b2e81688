"""The Scores port: how the maturity of issues went, in the ledger's file."""

from agent.ports.work_items import Scored
from agent.store.database import Database


class SqliteScores:
    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, user: str, scored: Scored) -> None:
        self._db.put("maturity", owner=user, **vars(scored))

    def history(self, user: str, issue: str) -> list[Scored]:
        sql = "select * from maturity where owner = ? and issue = ? order by at, id"
        return self._db.read(Scored, sql, user, issue)

    def latest(self, user: str) -> dict[str, Scored]:
        sql = "select * from maturity where owner = ? order by at, id"
        return {scored.issue: scored for scored in self._db.read(Scored, sql, user)}
