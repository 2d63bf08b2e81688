"""The names that clients have for their threads: each user's own, never another's."""

from agent.storage import Database


class Names:
    def __init__(self, db: Database) -> None:
        self._db = db

    def thread(self, owner: str, name: str) -> str | None:
        """None as well when the thread was deleted: the name is free again."""
        row = self._db.one(
            "select n.thread from names n join threads t on t.id = n.thread"
            " where n.owner = ? and n.name = ? and t.owner = n.owner and t.deleted is null",
            owner,
            name,
        )
        return str(row["thread"]) if row else None

    def put(self, owner: str, name: str, *, thread: str) -> None:
        self._db.run("insert or replace into names values (?, ?, ?)", owner, name, thread)
