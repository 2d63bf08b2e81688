"""The Reviews port: when a missed question comes again, by FSRS with its default parameters."""

import json
from collections.abc import Callable
from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler

from agent.ports import Contests, Due, Plain
from agent.store.database import Database
from agent.store.rows import read_row

Clock = Callable[[], datetime]

# Days are the smallest step, since quizzes are not retaken within minutes; and the same answers
# lead to the same days, so that what the page says can be computed again.
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def utc_now() -> datetime:
    return datetime.now(UTC)


def end_of_day(now: datetime) -> datetime:
    """The last moment of the day that the server's clock shows."""
    local = now.astimezone()
    return local.replace(hour=23, minute=59, second=59, microsecond=999999).astimezone(UTC)


class FsrsReviews:
    """A row per user and item, in the ledger's file."""

    def __init__(self, database: Database, contests: Contests, clock: Clock = utc_now) -> None:
        self._db = database
        self._contests = contests
        self._clock = clock

    def answered(
        self,
        user: str,
        item: Plain,
        *,
        subject: str,
        quiz: str,
        right: bool,
        confidence: int | None = None,
    ) -> None:
        with self._db.transaction():
            row = self._db.one("select * from cards where owner = ? and item = ?", user, item["id"])
            # The end of a quiz runs again when a crash cut it off.
            is_known = row is not None and row["quiz"] == quiz
            if is_known or (row is None and right):
                return
            card = Card.from_dict(json.loads(row["card"])) if row else Card(card_id=0)
            rating = _rating(right=right, confidence=confidence)
            card, _ = SCHEDULER.review_card(card, rating, review_datetime=self._clock())
            self._db.put(
                "cards",
                owner=user,
                item=item["id"],
                subject=subject,
                data=item,
                card=card.to_dict(),
                due=card.due.isoformat(),
                last=self._clock().isoformat(),
                quiz=quiz,
                repetitions=(row["repetitions"] if row else 0) + 1,
                lapses=(row["lapses"] if row else 0) + (not right),
            )

    def due(self, user: str, subject: str = "") -> list[Due]:
        until = end_of_day(self._clock()).isoformat()
        return [each for each in self.scheduled(user, subject) if each.due <= until]

    def scheduled(self, user: str, subject: str = "") -> list[Due]:
        held = self._contests.held()
        rows = self._db.all(
            "select * from cards where owner = ? and (? = '' or subject = ?) order by due, item",
            user,
            subject,
            subject,
        )
        return [
            read_row(Due, row, item=json.loads(row["data"]))
            for row in rows
            if row["item"] not in held
        ]


def _rating(*, right: bool, confidence: int | None) -> Rating:
    """A right answer that was a guess is remembered as a hard one."""
    if not right:
        return Rating.Again
    return Rating.Hard if confidence is not None and confidence <= 1 else Rating.Good
