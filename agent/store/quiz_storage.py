"""Quiz questions with their keys, which the learner may not see yet, and quiz attempts."""

import json
from collections.abc import Mapping, Sequence

from agent.checks.scoring import without_contested
from agent.errors import NotFound
from agent.ports import Attempt, Contest, Plain
from agent.store.contests import ContestStore
from agent.store.database import Database
from agent.store.rows import Row, read_row


class HiddenQuizStore:
    """Questions with their right answers by quiz, outside of state, checkpoints and export."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def put(self, thread: str, key: str, data: Plain) -> None:
        self._db.put("sealed", thread=thread, key=key, data=data)

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
        self._db.insert_once("attempts", **vars(attempt))

    def get(self, user: str, attempt: str) -> Attempt:
        row = self._db.one("select * from attempts where id = ? and owner = ?", attempt, user)
        if row is None:
            raise NotFound("That quiz result does not exist here.", hint="Start a new quiz.")
        return _attempt(row, self._contests.of_quiz(attempt))

    def all(self, user: str, subject: str = "") -> list[Attempt]:
        rows = self._db.all(
            "select * from attempts where owner = ? and (? = '' or subject = ?)"
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

    def _read(self, rows: Sequence[Row], contests: dict[str, dict[str, Contest]]) -> list[Attempt]:
        return [_attempt(row, contests.get(row["id"], {})) for row in rows]


def _attempt(row: Row, contests: Mapping[str, Contest]) -> Attempt:
    return without_contested(read_row(Attempt, row), contests)
