"""Spaced review by FSRS, with a clock in hand."""

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from agent.adapters.reviews import FsrsReviews, end_of_day
from agent.store import Ledger
from agent.store.quiz_storage import HiddenQuizStore
from agent.workflows.tutor.quiz.items import to_plain
from tests import fakes

ONE, TWO = json.loads(json.dumps([to_plain(item) for item in fakes.items()[:2]]))


class World:
    def __init__(self, ledger) -> None:
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)
        self.contests = ledger.contests
        self.reviews = FsrsReviews(ledger.db, ledger.contests, lambda: self.now)
        self._quizzes = 0

    def wait(self, days) -> None:
        self.now += timedelta(days=days)

    def answer(self, item, *, right, user="ada", **more) -> None:
        self._quizzes += 1
        given = {"subject": "databases", "quiz": f"quiz-{self._quizzes}", **more}
        self.reviews.answered(user, item, right=right, **given)

    def due(self, user="ada"):
        return [each.item["id"] for each in self.reviews.due(user, "")]

    def interval(self, user="ada"):
        """Days from the last answer to the next."""
        [card] = self.reviews.scheduled(user)
        due, last = (datetime.fromisoformat(moment) for moment in (card.due, card.last))
        return (due - last) / timedelta(days=1)


@pytest.fixture
def world(tmp_path):
    with closing(Ledger(tmp_path)) as ledger:
        thread = ledger.threads.create("ada", "tutor", title="Keys")
        HiddenQuizStore(ledger.db).put(thread, "quiz", {"items": [ONE, TWO]})
        yield World(ledger)


def test_what_was_missed_is_due_the_next_day_and_only_to_its_user(world) -> None:
    world.answer(ONE, right=False)
    assert world.due() == []
    world.wait(1)
    assert world.due("bob") == []
    world.answer(ONE, right=True, user="bob")
    assert world.due() == ["normalisation-1"]
    [card] = world.reviews.due("ada")
    assert (card.item, card.lapses, card.repetitions) == (ONE, 1, 1)


def test_what_is_known_comes_ever_later_and_a_miss_begins_anew(world) -> None:
    world.answer(ONE, right=False)
    intervals = [world.interval()]
    for _ in range(4):
        world.wait(intervals[-1])
        world.answer(ONE, right=True)
        intervals.append(world.interval())
    assert intervals == sorted(intervals)
    assert intervals[-1] > 4 * intervals[0]
    world.wait(intervals[-1])
    world.answer(ONE, right=False)
    assert world.interval() < intervals[-1]
    [card] = world.reviews.scheduled("ada")
    assert (card.repetitions, card.lapses) == (6, 2)


def test_a_contested_question_is_not_asked_until_it_is_put_back(world) -> None:
    world.answer(ONE, right=False)
    world.wait(1)
    world.contests.contest("ada", quiz="quiz", item="normalisation-1", reason="")
    assert world.due() == []
    world.contests.decide("normalisation-1", "put back", who="ada")
    assert world.due() == ["normalisation-1"]


def test_a_guess_comes_again_sooner_than_what_was_known(world) -> None:
    users = {"ada": 1, "bob": 3}
    for user, confidence in users.items():
        world.answer(ONE, right=False, user=user)
        for days in (1, 3):
            world.wait(days)
            world.answer(ONE, right=True, user=user, confidence=confidence)
    assert world.interval("ada") < world.interval("bob")


def test_the_cards_outlive_the_process(tmp_path) -> None:
    with closing(Ledger(tmp_path)) as ledger:
        World(ledger).answer(ONE, right=False)
    with closing(Ledger(tmp_path)) as ledger:
        again = World(ledger)
        again.wait(1)
        assert again.due() == ["normalisation-1"]


def test_a_day_ends_where_the_server_stands() -> None:
    moment = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
    assert end_of_day(moment).astimezone().date() == moment.astimezone().date()
    assert end_of_day(moment).astimezone().hour == 23
