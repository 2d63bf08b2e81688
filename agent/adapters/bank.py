"""The Bank port: quiz items, kept in the library file."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from agent.ports import Item
from agent.store.database import Database, marks

_ITEM = TypeAdapter(Item)


class SqliteBank:
    def __init__(self, database: Database) -> None:
        self._db = database

    def items(
        self, subject: str, *, topics: Sequence[str] = (), difficulty: str = ""
    ) -> list[Item]:
        wanted, values = "subject = ?", [subject]
        if topics:
            wanted += f" AND topic IN ({marks(topics)})"
            values += topics
        if difficulty:
            wanted += " AND difficulty = ?"
            values.append(difficulty)
        sql = f"SELECT data FROM item WHERE {wanted} ORDER BY id"  # noqa: S608 - marks only
        return [_ITEM.validate_json(row["data"]) for row in self._db.all(sql, *values)]

    def topics(self, subject: str) -> list[str]:
        sql = "SELECT DISTINCT topic FROM item WHERE subject = ? ORDER BY topic"
        return [row["topic"] for row in self._db.all(sql, subject)]

    def find(self, ids: Sequence[str]) -> list[Item]:
        found = (self._db.one("SELECT data FROM item WHERE id = ?", id_) for id_ in ids)
        return [_ITEM.validate_json(row["data"]) for row in found if row is not None]

    def remove(self, ids: Sequence[str]) -> None:
        with self._db.transaction():
            for id_ in ids:
                self._db.run("DELETE FROM item WHERE id = ?", id_)

    def put(self, items: Sequence[Item]) -> None:
        with self._db.transaction():
            for item in items:
                self._db.put(
                    "item",
                    id=item.id,
                    subject=item.subject,
                    topic=item.topic,
                    difficulty=item.difficulty,
                    data=_ITEM.dump_json(item).decode(),
                )
