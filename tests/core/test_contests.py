"""Contested questions and attempts."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.errors import AgentError, NotFound
from agent.ports import Attempt, Attempts, Contests
from agent.store import Ledger
from agent.store.contests import ContestStore
from agent.store.quiz_storage import AttemptStore, HiddenQuizStore
from agent.workflows.tutor.quiz.items import to_plain
from agent.workflows.tutor.quiz.result import result_of
from tests import fakes
from tests.stores import ledger_tables

ITEMS = fakes.items()[:3]


@dataclass
class World:
    contests: Contests
    attempts: Attempts
    thread: str


def result(quiz: str = "quiz") -> dict:
    made = result_of(ITEMS, ["a", "a", "a"], topic="normalisation", over="finished", quiz=quiz)
    return json.loads(json.dumps(made))


def attempt(world: World, user: str = "ada", name: str = "quiz") -> Attempt:
    return Attempt(
        name, user, world.thread, "databases", "normalisation", "2026-01-01", 1, 3, result(name)
    )


@pytest.fixture
def world() -> World:
    tables = ledger_tables()
    sealed = {"items": [to_plain(item) for item in ITEMS]}
    HiddenQuizStore(tables).put("thread", "quiz", json.loads(json.dumps(sealed)))
    contests = ContestStore(tables)
    return World(contests, AttemptStore(tables, contests), "thread")


def contest(world: World, item: str = "normalisation-2", reason: str = "two are right"):
    return world.contests.contest("ada", quiz="quiz", item=item, reason=reason)


def test_who_when_and_why_are_kept(world: World) -> None:
    made = contest(world)
    assert (made.owner, made.reason, made.status, made.thread) == (
        "ada", "two are right", "open", world.thread,
    )  # fmt: skip
    assert made.at
    assert made.item["question_text"] == ITEMS[1].question_text
    assert world.contests.of_quiz("quiz") == {"normalisation-2": made}
    assert world.contests.of_thread("ada", world.thread) == [made]
    assert world.contests.of_thread("bob", world.thread) == []


def test_only_one_s_own_questions_can_be_contested(world: World) -> None:
    with pytest.raises(NotFound):
        world.contests.contest("bob", quiz="quiz", item="normalisation-2", reason="")
    with pytest.raises(NotFound):
        world.contests.contest("ada", quiz="quiz", item="nothing", reason="")
    with pytest.raises(NotFound):
        world.contests.contest("ada", quiz="another", item="normalisation-2", reason="")
    assert world.contests.held() == frozenset()


def test_the_attempt_counts_without_it_wherever_it_is_read(world: World) -> None:
    world.attempts.put(attempt(world))
    contest(world)
    for found in (
        world.attempts.get("ada", "quiz"),
        *world.attempts.all("ada"),
        *world.attempts.everybodys("databases"),
    ):
        assert (found.score, found.total) == (1, 2)
        assert found.result["before"] == {"score": 1, "total": 3}


def test_contested_before_the_end_it_counts_for_the_end(world: World) -> None:
    contest(world)
    world.attempts.put(attempt(world))
    assert world.attempts.get("ada", "quiz").total == 2


def test_undone_all_is_as_before(world: World) -> None:
    world.attempts.put(attempt(world))
    contest(world)
    world.contests.undo("ada", quiz="quiz", item="normalisation-2")
    assert world.attempts.get("ada", "quiz").result == result()
    assert world.contests.held() == frozenset()
    assert world.contests.to_review() == []


def test_nobody_else_undoes_it_and_nothing_is_undone_twice(world: World) -> None:
    contest(world)
    with pytest.raises(AgentError):
        world.contests.undo("bob", quiz="quiz", item="normalisation-2")
    world.contests.undo("ada", quiz="quiz", item="normalisation-2")
    with pytest.raises(AgentError):
        world.contests.undo("ada", quiz="quiz", item="normalisation-2")


def test_contested_again_it_has_the_new_reason(world: World) -> None:
    contest(world)
    assert contest(world, reason="the key is wrong").reason == "the key is wrong"
    assert len(world.contests.to_review()) == 1


def test_it_is_held_back_until_somebody_has_reviewed_it(world: World) -> None:
    contest(world)
    contest(world, item="normalisation-3")
    assert world.contests.held() == {"normalisation-2", "normalisation-3"}
    world.contests.decide("normalisation-2", "put back", who="bob")
    assert world.contests.held() == {"normalisation-3"}
    world.contests.decide("normalisation-3", "edited", who="bob")
    assert world.contests.held() == frozenset()
    assert world.contests.to_review() == []


def test_a_review_changes_no_result(world: World) -> None:
    world.attempts.put(attempt(world))
    contest(world)
    world.contests.decide("normalisation-2", "put back", who="bob")
    assert world.attempts.get("ada", "quiz").total == 2
    void = world.attempts.get("ada", "quiz").result["answers"][1]["void"]
    assert void["status"] == "put back"


def test_a_retired_one_stays_out_and_can_come_back(world: World) -> None:
    contest(world)
    world.contests.decide("normalisation-2", "retired", who="bob")
    assert world.contests.held() == {"normalisation-2"}
    assert [c.status for c in world.contests.to_review("databases")] == ["retired"]
    with pytest.raises(AgentError):
        world.contests.undo("ada", quiz="quiz", item="normalisation-2")
    world.contests.decide("normalisation-2", "put back", who="bob")
    assert world.contests.held() == frozenset()


def test_the_list_is_of_one_subject(world: World) -> None:
    contest(world)
    assert world.contests.to_review("databases")
    assert world.contests.to_review("botany") == []


def test_everything_that_happened_is_in_the_log(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    thread = ledger.threads.create("ada", "tutor", title="A quiz")
    ledger.sealed.put(thread, "quiz", {"items": [{**ITEMS[1].__dict__}]})
    ledger.contests.contest("ada", quiz="quiz", item="normalisation-2", reason="no key")
    ledger.contests.undo("ada", quiz="quiz", item="normalisation-2")
    ledger.contests.contest("ada", quiz="quiz", item="normalisation-2", reason="no key at all")
    ledger.contests.decide("normalisation-2", "retired", who="bob")
    rows = ledger.db.all("select what, who, why from contest_log order by rowid")
    assert [tuple(row) for row in rows] == [
        ("contested", "ada", "no key"),
        ("undone", "ada", ""),
        ("contested", "ada", "no key at all"),
        ("retired", "bob", ""),
    ]
    ledger.close()


def test_what_a_user_wrote_is_purged_with_the_conversation(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    thread = ledger.threads.create("ada", "tutor", title="A quiz")
    ledger.sealed.put(thread, "quiz", {"items": [{**ITEMS[1].__dict__}]})
    ledger.contests.contest("ada", quiz="quiz", item="normalisation-2", reason="my secret")
    ledger.threads.purge(thread)
    rows = [*ledger.db.all("select * from contests"), *ledger.db.all("select * from contest_log")]
    assert rows
    assert "my secret" not in repr([tuple(row) for row in rows])
    assert ledger.contests.held() == {"normalisation-2"}
    ledger.close()
