"""Learning plans and what was done of them: each user's own."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from agent.adapters.plans import SqlitePlans
from agent.errors import NotFound
from agent.ports.courses import StoredPlan
from agent.store import Ledger

PLAN = StoredPlan(
    id="plan-1",
    thread="thread",
    title="Python from scratch",
    status="approved",
    at="2026-03-01T10:00:00+00:00",
    plan={"milestones": [{"id": "M1", "title": "Первый шаг, 第一步"}], "hours_a_week": 4.5},
)
HOURS = {"id": "e1", "at": "2026-03-03T10:00:00+00:00", "milestone": "M1", "hours": 3.0}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with closing(Ledger(tmp_path)) as opened:
        yield opened


def test_plans_are_each_users_own_and_come_back_as_they_were_put(ledger: Ledger) -> None:
    plans = SqlitePlans(ledger.db)
    plans.put("ada", PLAN)
    assert plans.all("ben") == []
    for act in (lambda: plans.plan("ben", "plan-1"), lambda: plans.log("ben", "plan-1", HOURS)):
        with pytest.raises(NotFound):
            act()
    plans.put("ben", replace(PLAN, title="Ben's"))
    assert plans.plan("ada", "plan-1") == PLAN


def test_the_same_id_replaces_and_keeps_what_was_done(ledger: Ledger) -> None:
    plans, done = SqlitePlans(ledger.db), replace(PLAN, status="done")
    plans.put("ada", PLAN)
    plans.log("ada", "plan-1", HOURS)
    plans.put("ada", done)
    assert plans.all("ada") == [done]
    assert plans.logged("ada", "plan-1") == [HOURS]


def test_a_plan_goes_with_its_conversation_and_comes_back_with_it(ledger: Ledger) -> None:
    plans, thread = SqlitePlans(ledger.db), ledger.threads.create("ada", "coach", title="Python")
    plan = replace(PLAN, thread=thread)
    plans.put("ada", plan)
    plans.log("ada", "plan-1", HOURS)
    ledger.threads.delete(thread)
    assert plans.all("ada") == []
    with pytest.raises(NotFound):
        plans.plan("ada", "plan-1")
    ledger.threads.restore(thread)
    assert plans.all("ada") == [plan]
    ledger.threads.purge(thread)
    assert ledger.db.all("select * from learning_plans") == []
    assert ledger.db.all("select * from learning_progress") == []
