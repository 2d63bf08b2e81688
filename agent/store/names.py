"""The names that clients have for their threads and requests: each user's own."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from agent.errors import KeyReused
from agent.store.database import Database
from agent.store.threads import now

KEEP_KEYS = timedelta(hours=24)


class RequestKey(NamedTuple):
    """A client's name for one request, and a digest of what it asks for."""

    key: str
    digest: str


class StartedRun(NamedTuple):
    """The turn and the run that a request started."""

    turn: str
    run: str


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
        self._db.put("names", owner=owner, name=name, thread=thread)

    def find_run(self, owner: str, request: RequestKey) -> StartedRun | None:
        """Find what the same request started within 24 hours. Raises KeyReused for another."""
        row = self._db.one(
            "select * from request_keys where owner = ? and key = ? and at >= ?",
            owner,
            request.key,
            _oldest(),
        )
        if row is not None and row["digest"] != request.digest:
            raise KeyReused(
                "This idempotency key belongs to another request.",
                hint="Take a new key for a new request, and repeat one exactly as it was.",
            )
        return StartedRun(row["turn"], row["run"]) if row else None

    def put_request(self, owner: str, request: RequestKey, run: StartedRun) -> None:
        self._db.put("request_keys", owner=owner, **request._asdict(), **run._asdict(), at=now())

    def forget_requests(self) -> None:
        """Delete the keys that are too old to count."""
        oldest = _oldest()
        # A look first: it takes no lock from other processes.
        if self._db.one("select 1 from request_keys where at < ?", oldest):
            self._db.run("delete from request_keys where at < ?", oldest)


def _oldest() -> str:
    return (datetime.now(UTC) - KEEP_KEYS).isoformat()
