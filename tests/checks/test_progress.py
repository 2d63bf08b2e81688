"""What answers tell of a learner and of a question, and how far a plan has come."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.checks.item_statistics import item_statistics
from agent.checks.mastery import STANDARD, AttemptedProgress, mastery_of
from agent.checks.plan_progress import days_ahead, days_late, progress
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


def progress_of(*attempts, tables=None):
    tables = tables or ledger_tables()
    store = AttemptStore(tables, ContestStore(tables))
    for each in attempts:
        store.put(each)
    return AttemptedProgress(store)


def test_topics_are_told_weakest_first_with_the_answers_that_tell():
    bank = [fakes.item(1), fakes.item(1, topic="foreign-keys", key="d")]
    known = progress_of(
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
    known = progress_of(attempt("q1", "a", "a", "a"), tables=tables)
    assert known.mastery("ada")[0].answers == 3
    ContestStore(tables).contest("ada", quiz="q1", item="normalisation-2", reason="")
    assert known.mastery("ada")[0].answers == 2


BANK = [fakes.item(n) for n in (1, 2, 3)]


def test_answers_and_the_share_that_is_right():
    found = item_statistics(
        [
            attempt("q1", "a", "a", items=BANK),
            attempt("q2", "b", "a", items=BANK, user="bob"),
        ]
    )
    assert (found["normalisation-1"].answers, found["normalisation-1"].right) == (2, 1)
    assert found["normalisation-1"].facility == 0.5
    assert found["normalisation-2"].facility == 1.0
    assert "normalisation-3" not in found


def test_an_item_that_the_better_ones_get_right_discriminates():
    strong = [attempt(f"s{n}", "a", "a", "a", items=BANK) for n in range(6)]
    weak = [attempt(f"w{n}", "b", "b", "b", items=BANK) for n in range(6)]
    found = item_statistics([*strong, *weak])
    assert found["normalisation-1"].discrimination == pytest.approx(1.0)
    # The first item right only where the others are wrong.
    odd = [attempt(f"o{n}", "a", "b", "b", items=BANK) for n in range(6)]
    odder = [attempt(f"p{n}", "b", "a", "a", items=BANK) for n in range(6)]
    assert item_statistics([*odd, *odder])["normalisation-1"].discrimination == pytest.approx(-1)


TODAY = date(2026, 11, 22)


def milestone(start: str, due: str, done: str = "") -> dict[str, Any]:
    return {"id": start, "start": start, "due": due, "done": done, "hours": 6}


EARLY = milestone("2026-11-20", "2026-12-04", done="2026-11-22")
NEXT = milestone("2026-12-05", "2026-12-11")
LAST = milestone("2026-12-12", "2026-12-18")
LATE = milestone("2026-11-10", "2026-11-20")


@pytest.mark.parametrize(
    ("milestones", "late", "ahead"),
    [
        ([LATE, NEXT], 2, 0),
        ([EARLY, NEXT, LAST], 0, 12),
        # Nothing was done yet: a plan that begins later is not ahead.
        ([NEXT, LAST], 0, 0),
        # One that is late leaves no days free, whatever was done after it.
        ([LATE, {**NEXT, "done": "2026-11-21"}, LAST], 2, 0),
        # One that begins tomorrow cannot begin any earlier.
        ([EARLY, milestone("2026-11-23", "2026-12-01")], 0, 0),
        ([EARLY], 0, 0),
        ([], 0, 0),
    ],
)
def test_a_plan_is_late_on_time_or_ahead(milestones, late, ahead):
    assert (days_late(milestones, TODAY), days_ahead(milestones, TODAY)) == (late, ahead)
    assert progress(milestones, [], TODAY)["behind_days"] == late - ahead


def test_missed_days_use_up_what_was_early_and_a_later_start_adds_nothing():
    assert days_ahead([EARLY, NEXT], TODAY, missed=5) == 7
    assert days_ahead([EARLY, NEXT], TODAY, missed=14) == 0
    assert days_ahead([EARLY, milestone("2027-01-05", "2027-01-11")], TODAY) == 12


def test_ticks_and_hours_are_counted():
    logged = [{"milestone": "M2", "hours": 2.5}, {"done": True}, {"milestone": "M2", "hours": 1}]
    told = progress([NEXT, LAST], logged, TODAY)
    assert (told["done"], told["of"]) == (0, 2)
    assert (told["hours"], told["hours_planned"]) == (3.5, 12)


def test_what_is_done_counts_with_its_planned_hours_unless_its_own_were_logged():
    assert progress([EARLY, NEXT], [], TODAY)["hours"] == 6
    logged = [{"milestone": EARLY["id"], "hours": 2}]
    assert progress([EARLY, NEXT], logged, TODAY)["hours"] == 2
