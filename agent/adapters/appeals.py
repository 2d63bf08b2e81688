"""The Appeals port, in the ledger's file."""

from agent.ports.content import Appeal
from agent.store.database import Database


class SqliteAppeals:
    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, user: str, appeal: Appeal) -> None:
        self._db.put("appeals", owner=user, **vars(appeal))

    def all(self, user: str) -> list[Appeal]:
        sql = "select * from appeals where owner = ? order by at desc, id desc"
        return self._db.read(Appeal, sql, user)
