"""The Guides port: one JSON object per subject, and what it was before."""

import json

from agent.errors import NotFound
from agent.ports import Plain
from agent.store.database import Database


class SqliteGuides:
    def __init__(self, database: Database) -> None:
        self._db = database

    def guide(self, subject: str) -> Plain | None:
        data = self._data(subject)
        guide: Plain | None = json.loads(data) if data else None
        return guide

    def names(self) -> dict[str, str]:
        rows = self._db.all("SELECT subject, data FROM guide ORDER BY subject")
        named = ((row["subject"], json.loads(row["data"]).get("asignatura")) for row in rows)
        return {subject: str(name or subject) for subject, name in named}

    def put(self, subject: str, guide: Plain) -> None:
        with self._db.transaction():
            self._keep(subject)
            self._set(subject, json.dumps(guide))

    def remove(self, subject: str) -> None:
        with self._db.transaction():
            self._keep(subject)
            self._db.run("DELETE FROM guide WHERE subject = ?", subject)

    def undo(self, subject: str) -> None:
        with self._db.transaction():
            before = self._before(subject)
            if not before:
                raise NotFound("There is nothing to undo.", hint="There was no guide before.")
            self._db.run("DELETE FROM guide_before WHERE subject = ?", subject)
            self._keep(subject)
            self._set(subject, before)

    def can_undo(self, subject: str) -> bool:
        return bool(self._before(subject))

    def _data(self, subject: str) -> str:
        row = self._db.one("SELECT data FROM guide WHERE subject = ?", subject)
        return str(row["data"]) if row else ""

    def _before(self, subject: str) -> str:
        row = self._db.one("SELECT data FROM guide_before WHERE subject = ?", subject)
        return str(row["data"]) if row else ""

    def _keep(self, subject: str) -> None:
        """Keep the present guide as the previous one; without a present one, change nothing."""
        if present := self._data(subject):
            self._db.put("guide_before", subject=subject, data=present)

    def _set(self, subject: str, data: str) -> None:
        self._db.put("guide", subject=subject, data=data)
