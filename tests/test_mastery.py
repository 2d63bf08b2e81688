"""How well a topic is known: the last answers, weighted, with a cap while there are few."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.checks.mastery import STANDARD, AttemptedProgress, mastery_of
from agent.ports import Attempt
from agent.store.contests import ContestStore
from agent.store.quiz_storage import AttemptStore, HiddenQuizStore
from agent.workflows.tutor.quiz.result import result_of
from tests import fakes
from tests.stores import ledger_tables


@pytest.mark.parametrize(
    ("right", "mastery"),
    [
        ([], 0.0),
        ([True], 0.5),
        ([True, True], 0.8),
        ([False, True], 1.0 / 1.875),
        ([True] * 4 + [False], 2.75 / 3.75),
        ([False] * 9 + [True] * 5, 1.0),
    ],
)
def test_the_last_five_count_the_newest_most(right, mastery):
    assert mastery_of(right) == pytest.approx(mastery)


@given(st.lists(st.booleans(), max_size=12))
def test_it_is_a_share_and_a_right_answer_never_lowers_it(right):
    figure = mastery_of(right)
    assert 0 <= figure <= 1
    assert mastery_of([*right, True]) >= figure - 1e-9 or len(right) < STANDARD.window
    assert mastery_of([*right, True]) > mastery_of([*right, False])


def attempt(name, *given_, items=None, created="2026-01-01", user="ada"):
    held = items or fakes.items()[:3]
    result = result_of(held, given_, topic="", over="finished", quiz=name)
    return Attempt(
        name, user, "t", "databases", "", created, result["score"], result["total"], result
    )


def progress(*attempts, tables=None):
    tables = tables or ledger_tables()
    store = AttemptStore(tables, ContestStore(tables))
    for each in attempts:
        store.put(each)
    return AttemptedProgress(store)


def test_topics_are_told_weakest_first_with_the_answers_that_tell():
    bank = [fakes.item(1), fakes.item(1, topic="foreign-keys", key="d")]
    known = progress(
        attempt("q1", "a", "a", items=bank, created="2026-01-01"),
        attempt("q2", "a", "a", items=bank, created="2026-01-02"),
        attempt("q3", "a", "d", items=bank, created="2026-01-03"),
    ).mastery("ada")
    assert [each.topic for each in known] == ["foreign-keys", "normalisation"]
    weak, strong = known
    assert weak.is_weak
    assert not strong.is_weak
    assert [e.right for e in weak.evidence] == [False, False, True]
    assert weak.updated == "2026-01-03"
    assert weak.answers == 3


def test_a_contested_answer_is_no_evidence():
    tables = ledger_tables(thread="t")
    plain = [{**vars(item)} for item in fakes.items()[:3]]
    HiddenQuizStore(tables).put("t", "q1", {"items": plain})
    known = progress(attempt("q1", "a", "a", "a"), tables=tables)
    assert known.mastery("ada")[0].answers == 3
    ContestStore(tables).contest("ada", quiz="q1", item="normalisation-2", reason="")
    assert known.mastery("ada")[0].answers == 2
