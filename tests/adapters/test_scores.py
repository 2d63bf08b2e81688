"""How mature issues were."""

from dataclasses import replace

import pytest

from agent.adapters.scores import SqliteScores
from agent.ports.work_items import Scored, Scores
from tests.stores import ledger_tables

FIRST = Scored(
    id="turn-1",
    issue="PROJ-1",
    at="2026-03-01T09:00:00+00:00",
    overall=41.25,
    scores={"acceptance_criteria": 0, "business_value": 82.5},
)
SECOND = replace(FIRST, id="turn-2", at="2026-03-02T09:00:00+00:00", overall=60)


@pytest.fixture
def scores() -> Scores:
    return SqliteScores(ledger_tables())


def test_the_oldest_first_and_whole(scores: Scores) -> None:
    scores.put("ada", SECOND)
    scores.put("ada", FIRST)
    assert scores.history("ada", "PROJ-1") == [FIRST, SECOND]


def test_each_user_and_each_issue_apart(scores: Scores) -> None:
    scores.put("ada", FIRST)
    scores.put("bob", replace(FIRST, overall=1))
    scores.put("ada", replace(FIRST, id="turn-3", issue="PROJ-2"))
    assert scores.history("ada", "PROJ-1") == [FIRST]
    assert scores.history("bob", "PROJ-1") == [replace(FIRST, overall=1)]
    assert scores.history("ada", "PROJ-3") == []


def test_the_newest_of_each_issue(scores: Scores) -> None:
    other = replace(FIRST, id="turn-3", issue="PROJ-2")
    for scored in (SECOND, FIRST, other):
        scores.put("ada", scored)
    assert scores.latest("ada") == {"PROJ-1": SECOND, "PROJ-2": other}
    assert scores.latest("bob") == {}
