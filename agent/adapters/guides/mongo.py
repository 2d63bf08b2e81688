"""The Guides port on MongoDB: one document per subject.

Only what every server that speaks the protocol has: find, find_one, update_one, create_index
and $regex. A database that was filled by others, one document per guide with the fields at the
top and no `subject`, is read by the guide's name; what is changed here becomes a document of ours.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from agent.errors import AgentError, NotConfigured, NotFound
from agent.exchange import teaching_guide
from agent.ports import Plain

SECONDS = 4.0
REST_SECONDS = 15.0
"""A server that did not answer is left alone for so long: a page must not wait at every click."""
TRIES = 5
_NEVER = float("-inf")

Connect = Callable[[], Any]
Held = Plain | None


class MongoGuides:
    """`connect` gives a client; it is called on first use, so that a start needs no server."""

    def __init__(
        self, connect: Connect, *, database: str, collection: str, clock: Callable[[], float]
    ) -> None:
        self._connect = connect
        self._name = (database, collection)
        self._clock = clock
        self._client: Any = None
        self._held: Any = None
        self._failed = _NEVER

    def guide(self, subject: str) -> Plain | None:
        with self._reached() as guides:
            found = guides.find_one({"subject": subject}) or _by_name(guides, subject)
        return _guide(found) if found else None

    def names(self) -> dict[str, str]:
        with self._reached() as guides:
            wanted = {"subject": 1, "guide": 1}
            rows = list(guides.find({"subject": {"$regex": "."}}, wanted))
        named = {row["subject"]: row["guide"] for row in rows if row.get("guide")}
        return {
            subject: str(named[subject].get("asignatura") or subject) for subject in sorted(named)
        }

    def put(self, subject: str, guide: Plain) -> None:
        self._change(subject, lambda present, before: (guide, present or before))

    def remove(self, subject: str) -> None:
        if self.guide(subject) is not None:
            self._change(subject, lambda present, before: (None, present or before))

    def undo(self, subject: str) -> None:
        def back(present: Held, before: Held) -> tuple[Held, Held]:
            if before is None:
                raise NotFound("There is nothing to undo.", hint="There was no guide before.")
            return before, present

        self._change(subject, back)

    def can_undo(self, subject: str) -> bool:
        with self._reached() as guides:
            found = guides.find_one({"subject": subject}, {"before": 1})
        return bool(found and found["before"])

    def close(self) -> None:
        if self._client is not None:
            self._client.close()

    def _change(self, subject: str, new: Callable[[Held, Held], tuple[Held, Held]]) -> None:
        """Compare and set on the number of the change, so that no change is lost unseen."""
        for _ in range(TRIES):
            with self._reached() as guides:
                found = guides.find_one({"subject": subject})
                present = found["guide"] if found else _theirs(guides, subject)
                number = found["change"] if found else 0
                guide, before = new(present, found["before"] if found else None)
                after = {"guide": guide, "before": before, "change": number + 1}
                if _was_set(guides, subject, number, after):
                    return
        raise AgentError(
            "Someone else is changing this guide.", hint="Try again in a moment.", retryable=True
        )

    @contextmanager
    def _reached(self) -> Iterator[Any]:
        """The collection, and the driver's errors in our words."""
        errors = _driver().errors
        if self._clock() - self._failed < REST_SECONDS:
            raise _unreachable()
        try:
            if self._held is None:
                self._held = self._open()
            yield self._held
        except (errors.ConfigurationError, errors.InvalidURI) as error:
            raise NotConfigured(
                "MONGO_URI cannot be used.",
                hint="It looks like mongodb://host:27017. Without it guides are kept in a file.",
            ) from error
        except errors.OperationFailure as error:
            raise AgentError(
                "The guides' database refused the request.",
                hint="Check the user, the password and the rights behind MONGO_URI.",
            ) from error
        except errors.PyMongoError as error:
            self._failed = self._clock()
            raise _unreachable() from error

    def _open(self) -> Any:
        database, collection = self._name
        if self._client is None:
            self._client = self._connect()
        guides = self._client[database][collection]
        # Sparse: documents of others have no subject.
        guides.create_index("subject", unique=True, sparse=True)
        return guides


def open_guides(uri: str, *, database: str, collection: str) -> MongoGuides:
    """Raises NotConfigured when the driver is missing. Connects on first use."""
    driver = _driver()
    milliseconds = int(SECONDS * 1000)

    def connect() -> Any:
        return driver.MongoClient(
            uri,
            appname="interlude",
            serverSelectionTimeoutMS=milliseconds,
            connectTimeoutMS=milliseconds,
            socketTimeoutMS=milliseconds,
        )

    return MongoGuides(connect, database=database, collection=collection, clock=time.monotonic)


def _driver() -> Any:
    try:
        import pymongo  # noqa: PLC0415 - needed only where MONGO_URI is set
    except ImportError as error:
        raise NotConfigured(
            "MONGO_URI is set, but the package pymongo is not installed.",
            hint="Run `pip install pymongo`, or unset MONGO_URI.",
        ) from error
    return pymongo


def _unreachable() -> AgentError:
    return AgentError(
        "The guides' database does not answer.",
        hint="Check that MongoDB runs and that MONGO_URI names it.",
        retryable=True,
    )


def _was_set(guides: Any, subject: str, number: int, after: Plain) -> bool:
    if number:
        done = guides.update_one({"subject": subject, "change": number}, {"$set": after})
        return bool(done.matched_count)
    try:
        guides.update_one({"subject": subject, "change": 0}, {"$set": after}, upsert=True)
    except _driver().errors.DuplicateKeyError:
        return False
    return True


def _guide(found: Plain) -> Plain | None:
    if "subject" in found:
        guide: Plain | None = found["guide"]
        return guide
    return _known_fields(found)


def _theirs(guides: Any, subject: str) -> Plain | None:
    found = _by_name(guides, subject)
    return _known_fields(found) if found else None


def _by_name(guides: Any, subject: str) -> Plain | None:
    name = {"$regex": f"^{re.escape(subject)}$", "$options": "i"}
    found: Plain | None = guides.find_one({"asignatura": name})
    return found


def _known_fields(found: Plain) -> Plain:
    known = {
        name: value
        for name, value in found.items()
        if teaching_guide.field_name(name) in teaching_guide.FIELDS
    }
    return teaching_guide.checked(known)
