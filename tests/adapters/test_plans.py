"""Learning plans and what was done of them: each user's own."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from agent.adapters.plans import SqlitePlans
from agent.errors import NotFound
from agent.ports.courses import Plans, StoredPlan
from agent.store import Ledger

PLAN = StoredPlan(
    id="plan-1",
    thread="thread",
    title="Python from scratch",
    status="approved",
    at="2026-03-01T10:00:00+00:00",
    plan={"milestones": [{"id": "M1", "title": "Первый шаг, 第一步"}], "hours_a_week": 4.5},
)
LATER = replace(PLAN, id="plan-2", title="Databases", at="2026-03-02T10:00:00+00:00")
HOURS = {"id": "e1", "at": "2026-03-03T10:00:00+00:00", "milestone": "M1", "hours": 3.0}
DONE = {"id": "e2", "at": "2026-03-04T10:00:00+00:00", "milestone": "M1", "done": "2026-03-04"}


@dataclass
class Shelf:
    plans: Plans
    plan: StoredPlan
    delete: Callable[[], None]
    restore: Callable[[], None]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with closing(Ledger(tmp_path)) as ledger:
        thread = ledger.threads.create("ada", "coach", title="Python")
        yield Shelf(
            SqlitePlans(ledger.db),
            replace(PLAN, thread=thread),
            lambda: ledger.threads.delete(thread),
            lambda: ledger.threads.restore(thread),
        )


@pytest.fixture
def plans(shelf: Shelf) -> Plans:
    return shelf.plans


def test_a_plan_comes_back_as_it_was_put(plans: Plans) -> None:
    plans.put("ada", PLAN)
    assert plans.plan("ada", "plan-1") == PLAN


def test_plans_are_each_users_own(plans: Plans) -> None:
    plans.put("ada", PLAN)
    assert plans.all("ben") == []
    with pytest.raises(NotFound):
        plans.plan("ben", "plan-1")
    with pytest.raises(NotFound):
        plans.log("ben", "plan-1", HOURS)
    plans.put("ben", replace(PLAN, title="Ben's"))
    assert plans.plan("ada", "plan-1") == PLAN


def test_the_same_id_replaces_and_keeps_what_was_done(plans: Plans) -> None:
    plans.put("ada", PLAN)
    plans.log("ada", "plan-1", HOURS)
    done = replace(PLAN, status="done", at=LATER.at)
    plans.put("ada", done)
    assert plans.all("ada") == [done]
    assert plans.logged("ada", "plan-1") == [HOURS]


def test_a_deleted_conversation_takes_its_plan_along_and_brings_it_back(shelf: Shelf) -> None:
    shelf.plans.put("ada", shelf.plan)
    shelf.delete()
    assert shelf.plans.all("ada") == []
    with pytest.raises(NotFound):
        shelf.plans.plan("ada", "plan-1")
    shelf.restore()
    assert shelf.plans.all("ada") == [shelf.plan]


def test_what_is_deleted_for_good_leaves_nothing(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path)) as ledger:
        thread = ledger.threads.create("ada", "coach", title="Python")
        plans = SqlitePlans(ledger.db)
        plans.put("ada", replace(PLAN, thread=thread))
        plans.log("ada", "plan-1", HOURS)
        ledger.threads.purge(thread)
        assert ledger.db.all("select * from learning_plans") == []
        assert ledger.db.all("select * from learning_progress") == []
