"""The SearchCache port, in the ledger's file."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from pydantic import TypeAdapter

from agent.ports.courses import Course
from agent.store.database import Database

KEPT = timedelta(hours=24)

_COURSES = TypeAdapter(list[Course])


def utc_now() -> datetime:
    return datetime.now(UTC)


class SqliteSearchCache:
    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._db = database
        self._clock = clock

    def get(self, key: str) -> list[Course] | None:
        row = self._db.one(
            "select courses from course_searches where key = ? and at > ?", key, self._oldest()
        )
        return None if row is None else _COURSES.validate_json(row["courses"])

    def put(self, key: str, courses: Sequence[Course]) -> None:
        with self._db.transaction():
            self._db.run("delete from course_searches where at <= ?", self._oldest())
            self._db.put(
                "course_searches",
                key=key,
                at=self._clock().isoformat(),
                courses=_COURSES.dump_json(list(courses)).decode(),
            )

    def _oldest(self) -> str:
        return (self._clock() - KEPT).isoformat()
