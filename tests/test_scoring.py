"""Scores from answers alone, and again without what was contested."""

from agent.checks import scoring
from agent.ports import Attempt, Contest
from agent.workflows.tutor.quiz.result import result_of
from tests import fakes

ITEMS = fakes.items()[:3]  # their keys are a, b, c


def result(*given_, **more):
    return result_of(ITEMS, given_, topic="normalisation", over="finished", quiz="q", **more)


def void(reason="two are right"):
    return {"reason": reason, "at": "2026-01-01", "who": "ada", "status": "open"}


def test_a_contested_answer_counts_neither_way_and_the_old_score_is_told():
    again = scoring.rescored(result("a", "a", "a"), {"normalisation-2": void()})
    assert (again["score"], again["total"]) == (1, 2)
    assert again["before"] == {"score": 1, "total": 3}
    assert [("void" in answer) for answer in again["answers"]] == [False, True, False]


def test_every_share_leaves_the_contested_answer_out():
    again = scoring.rescored(result("a", "a", "a"), {"normalisation-2": void()})
    for by in ("by_objective", "by_difficulty", "by_topic"):
        assert sum(share["total"] for share in again[by]) == 2
        assert sum(share["right"] for share in again[by]) == 1


def test_a_contest_taken_back_leaves_the_result_as_it_was():
    first = result("a", "a", "", objectives={"LO1": "Normalise a schema."})
    contested = scoring.rescored(first, {"normalisation-3": void()})
    assert scoring.rescored(contested, {}) == first


def test_what_was_not_decided_counts_neither_way():
    found = result("a", "something", notes=[{}, {"outcome": "undecided"}])
    assert (found["score"], found["total"]) == (1, 1)
    assert scoring.missed(found) == []


def test_missed_is_what_counts_and_was_not_right():
    again = scoring.rescored(result("a", "a", ""), {"normalisation-2": void()})
    assert [a["item"]["id"] for a in scoring.missed(again)] == ["normalisation-3"]


def test_an_attempt_as_it_counts_now():
    attempt = Attempt("q", "ada", "t", "databases", "", "2026-01-01", 1, 3, result("a", "a", "a"))
    contest = Contest("q", {}, "ada", "t", "databases", "", "2026-01-01")
    assert scoring.without_contested(attempt, {"normalisation-2": contest}).total == 2
    assert scoring.without_contested(attempt, {}) is attempt
