"""The Guides port: one JSON object per subject."""

import json

from agent.ports import Plain
from agent.storage import Database


class SqliteGuides:
    def __init__(self, database: Database) -> None:
        self._db = database

    def guide(self, subject: str) -> Plain | None:
        row = self._db.one("SELECT data FROM guide WHERE subject = ?", subject)
        if row is None:
            return None
        guide: Plain = json.loads(row["data"])
        return guide

    def put(self, subject: str, guide: Plain) -> None:
        self._db.run("INSERT OR REPLACE INTO guide VALUES (?, ?)", subject, json.dumps(guide))
