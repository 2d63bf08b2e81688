"""Spaced review: one contract, in memory and by FSRS, with a clock in hand."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from agent.adapters.reviews import FsrsReviews, end_of_day
from agent.ports import Contests, Reviews
from agent.store import Ledger
from agent.store.contests import ContestStore
from agent.store.quiz_storage import HiddenQuizStore
from agent.workflows.tutor.quiz.items import to_plain
from tests import fakes
from tests.stores import ledger_tables

ONE, TWO = json.loads(json.dumps([to_plain(item) for item in fakes.items()[:2]]))


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, days: float) -> None:
        self.now += timedelta(days=days)


class World:
    def __init__(self, reviews: Reviews, contests: Contests, clock: Clock) -> None:
        self.reviews, self.contests, self.clock = reviews, contests, clock
        self._quizzes = 0

    def answer(self, item: Any, *, right: bool, user: str = "ada", **more: Any) -> None:
        self._quizzes += 1
        given = {"subject": "databases", "quiz": f"quiz-{self._quizzes}", **more}
        self.reviews.answered(user, item, right=right, **given)

    def due(self, user: str = "ada", subject: str = "") -> list[str]:
        return [each.item["id"] for each in self.reviews.due(user, subject)]

    def interval(self) -> float:
        """Days from the last answer to the next."""
        [card] = self.reviews.scheduled("ada")
        due, last = (datetime.fromisoformat(moment) for moment in (card.due, card.last))
        return (due - last) / timedelta(days=1)


@pytest.fixture
def world() -> World:
    clock, tables = Clock(), ledger_tables()
    HiddenQuizStore(tables).put("thread", "quiz", {"items": [ONE, TWO]})
    contests = ContestStore(tables)
    return World(FsrsReviews(tables, contests, clock), contests, clock)


def test_what_was_missed_is_due_the_next_day(world: World) -> None:
    world.answer(ONE, right=False)
    assert world.due() == []
    world.clock.wait(1)
    assert world.due() == ["normalisation-1"]
    [card] = world.reviews.due("ada")
    assert (card.item, card.lapses, card.repetitions) == (ONE, 1, 1)


def test_what_is_known_comes_ever_later_and_a_miss_begins_anew(world: World) -> None:
    world.answer(ONE, right=False)
    intervals = [world.interval()]
    for _ in range(4):
        world.clock.wait(intervals[-1])
        world.answer(ONE, right=True)
        intervals.append(world.interval())
    assert intervals == sorted(intervals)
    assert intervals[-1] > 4 * intervals[0]
    world.clock.wait(intervals[-1])
    world.answer(ONE, right=False)
    assert world.interval() < intervals[-1]
    [card] = world.reviews.scheduled("ada")
    assert (card.repetitions, card.lapses) == (6, 2)


def test_each_user_has_their_own(world: World) -> None:
    world.answer(ONE, right=False)
    world.clock.wait(1)
    assert world.due("bob") == []
    world.answer(ONE, right=True, user="bob")
    assert world.due() == ["normalisation-1"]


def test_a_contested_question_is_not_asked_until_it_is_put_back(world: World) -> None:
    world.answer(ONE, right=False)
    world.clock.wait(1)
    world.contests.contest("ada", quiz="quiz", item="normalisation-1", reason="")
    assert world.due() == []
    world.contests.decide("normalisation-1", "put back", who="ada")
    assert world.due() == ["normalisation-1"]


def test_a_guess_comes_again_sooner_than_what_was_known(tmp_path: Path) -> None:
    clock, intervals = Clock(), []
    for number, confidence in enumerate((1, 3)):
        ledger = Ledger(tmp_path / str(number))
        world = World(FsrsReviews(ledger.db, ledger.contests, clock), ledger.contests, clock)
        world.answer(ONE, right=False)
        clock.wait(1)
        world.answer(ONE, right=True, confidence=confidence)
        clock.wait(3)
        world.answer(ONE, right=True, confidence=confidence)
        intervals.append(world.interval())
        ledger.close()
    assert intervals[0] < intervals[1]


def test_the_cards_outlive_the_process(tmp_path: Path) -> None:
    clock = Clock()
    ledger = Ledger(tmp_path)
    World(FsrsReviews(ledger.db, ledger.contests, clock), ledger.contests, clock).answer(
        ONE, right=False
    )
    ledger.close()
    clock.wait(1)
    again = Ledger(tmp_path)
    assert [d.item for d in FsrsReviews(again.db, again.contests, clock).due("ada")] == [ONE]
    again.close()


def test_a_day_ends_where_the_server_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    assert end_of_day(moment).astimezone().date() == moment.astimezone().date()
    assert end_of_day(moment).astimezone().hour == 23
