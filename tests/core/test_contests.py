"""Contested questions and attempts."""

from types import SimpleNamespace

import pytest

from agent.checks.scoring import missed
from agent.errors import AgentError, NotFound
from agent.ports import Attempt, Contest
from agent.store import Ledger
from agent.workflows.tutor.quiz.items import to_plain
from agent.workflows.tutor.quiz.result import result_of
from tests import fakes

ITEMS = fakes.items()[:3]
RESULT = result_of(ITEMS, ["a", "a", "a"], topic="normalisation", over="finished", quiz="quiz")


@pytest.fixture
def world(tmp_path):
    ledger = Ledger(tmp_path)
    thread = ledger.threads.create("ada", "tutor", title="A quiz")
    ledger.sealed.put(thread, "quiz", {"items": [to_plain(item) for item in ITEMS]})
    attempt = Attempt("quiz", "ada", thread, "databases", "", "2026-01-01", 1, 3, RESULT)
    yield SimpleNamespace(
        ledger=ledger,
        thread=thread,
        attempt=attempt,
        attempts=ledger.attempts,
        contests=ledger.contests,
    )
    ledger.close()


def contest(world: SimpleNamespace, item: str = "normalisation-2", reason: str = "why") -> Contest:
    return world.contests.contest("ada", quiz="quiz", item=item, reason=reason)


def undo(world: SimpleNamespace, user: str = "ada") -> None:
    world.contests.undo(user, quiz="quiz", item="normalisation-2")


def test_who_when_and_why_are_kept_and_shown_to_the_owner(world):
    made = contest(world, reason="two are right")
    kept = (made.owner, made.reason, made.status, made.thread)
    assert kept == ("ada", "two are right", "open", world.thread)
    assert made.at
    assert made.item["question_text"] == ITEMS[1].question_text
    assert world.contests.of_quiz("quiz") == {"normalisation-2": made}
    assert world.contests.of_thread("ada", world.thread) == [made]
    assert world.contests.of_thread("bob", world.thread) == []
    assert world.contests.to_review("databases") == [made]
    assert world.contests.to_review("botany") == []
    assert contest(world, reason="the key is wrong").reason == "the key is wrong"
    assert len(world.contests.to_review()) == 1


@pytest.mark.parametrize(
    ("user", "quiz", "item"),
    [
        ("bob", "quiz", "normalisation-2"),
        ("ada", "quiz", "nothing"),
        ("ada", "another", "normalisation-2"),
    ],
)
def test_only_ones_own_questions_can_be_contested(world, user, quiz, item):
    with pytest.raises(NotFound):
        world.contests.contest(user, quiz=quiz, item=item, reason="")
    assert world.contests.held() == frozenset()


@pytest.mark.parametrize("is_first", [True, False])
def test_the_attempt_counts_without_it_wherever_it_is_read(world, is_first):
    if is_first:
        contest(world)
    world.attempts.put(world.attempt)
    contest(world)
    for found in (
        world.attempts.get("ada", "quiz"),
        *world.attempts.all("ada"),
        *world.attempts.everybodys("databases"),
    ):
        assert (found.score, found.total) == (1, 2)
        assert found.result["before"] == {"score": 1, "total": 3}
        assert [a["item"]["id"] for a in missed(found.result)] == ["normalisation-3"]
        for by in ("by_objective", "by_difficulty", "by_topic"):
            assert sum(share["total"] for share in found.result[by]) == 2


def test_undone_by_its_owner_all_is_as_before(world):
    world.attempts.put(world.attempt)
    contest(world)
    with pytest.raises(AgentError):
        undo(world, "bob")
    undo(world)
    with pytest.raises(AgentError):
        undo(world)
    assert world.attempts.get("ada", "quiz").result == RESULT
    assert world.contests.held() == frozenset()
    assert world.contests.to_review() == []


def test_it_is_held_back_until_it_is_reviewed_and_a_review_changes_no_result(world):
    world.attempts.put(world.attempt)
    contest(world)
    contest(world, item="normalisation-3")
    world.contests.decide("normalisation-2", "put back", who="bob")
    assert world.contests.held() == {"normalisation-3"}
    world.contests.decide("normalisation-3", "edited", who="bob")
    assert world.contests.held() == frozenset()
    assert world.contests.to_review() == []
    kept = world.attempts.get("ada", "quiz")
    assert kept.total == 1
    assert kept.result["answers"][1]["void"]["status"] == "put back"


def test_a_retired_one_stays_out_and_can_come_back(world):
    contest(world)
    world.contests.decide("normalisation-2", "retired", who="bob")
    assert world.contests.held() == {"normalisation-2"}
    assert [c.status for c in world.contests.to_review("databases")] == ["retired"]
    with pytest.raises(AgentError):
        undo(world)
    world.contests.decide("normalisation-2", "put back", who="bob")
    assert world.contests.held() == frozenset()


def test_everything_that_happened_is_in_the_log_until_the_conversation_is_purged(world):
    contest(world, reason="no key")
    undo(world)
    contest(world, reason="my secret")
    world.contests.decide("normalisation-2", "retired", who="bob")
    log = "select what, who, why from contest_log order by rowid"
    assert [tuple(row) for row in world.ledger.db.all(log)] == [
        ("contested", "ada", "no key"),
        ("undone", "ada", ""),
        ("contested", "ada", "my secret"),
        ("retired", "bob", ""),
    ]
    world.ledger.threads.purge(world.thread)
    rows = [*world.ledger.db.all(log), *world.ledger.db.all("select * from contests")]
    assert "my secret" not in repr([tuple(row) for row in rows])
    assert world.contests.held() == {"normalisation-2"}
