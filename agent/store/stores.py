"""Two small stores that live with the ledger: sealed values and quiz attempts."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agent.checks.scoring import without_contested
from agent.errors import NotFound
from agent.ports import Attempt, Contest, Plain
from agent.store.contests import ContestStore
from agent.store.database import Database


class SealedStore:
    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, thread: str, key: str, data: Plain) -> None:
        self._db.run(
            "insert or replace into sealed values (?, ?, ?)", thread, key, json.dumps(data)
        )

    def get(self, thread: str, key: str) -> Plain:
        row = self._db.one("select data from sealed where thread = ? and key = ?", thread, key)
        if row is None:
            raise NotFound(
                "The questions of this quiz are gone.", hint="End it and start a new one."
            )
        return dict(json.loads(row["data"]))


class AttemptStore:
    """Rows stay as they were written; what is read leaves out what was contested since."""

    def __init__(self, db: Database, contests: ContestStore) -> None:
        self._db = db
        self._contests = contests

    def put(self, attempt: Attempt) -> None:
        self._db.run(
            "insert or ignore into attempts values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            attempt.id,
            attempt.user,
            attempt.thread,
            attempt.subject,
            attempt.topic,
            attempt.created,
            attempt.score,
            attempt.total,
            json.dumps(attempt.result),
        )

    def get(self, user: str, attempt: str) -> Attempt:
        row = self._db.one("select * from attempts where id = ? and user = ?", attempt, user)
        if row is None:
            raise NotFound("That quiz result does not exist here.", hint="Start a new quiz.")
        return _attempt(row, self._contests.of_quiz(attempt))

    def all(self, user: str, subject: str = "") -> list[Attempt]:
        rows = self._db.all(
            "select * from attempts where user = ? and (? = '' or subject = ?)"
            " order by created desc",
            user,
            subject,
            subject,
        )
        return self._read(rows, self._contests.of_user(user))

    def everybodys(self, subject: str) -> list[Attempt]:
        rows = self._db.all(
            "select * from attempts where subject = ? order by created desc", subject
        )
        return self._read(rows, self._contests.of_user(""))

    def _read(self, rows: Sequence[Any], contests: dict[str, dict[str, Contest]]) -> list[Attempt]:
        return [_attempt(row, contests.get(row["id"], {})) for row in rows]


def _attempt(row: Any, contests: Mapping[str, Contest]) -> Attempt:
    attempt = Attempt(**{**dict(row), "result": json.loads(row["result"])})
    return without_contested(attempt, contests)
