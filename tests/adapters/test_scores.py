"""How mature issues were."""

from dataclasses import replace

from agent.adapters.scores import SqliteScores
from agent.ports.work_items import Scored
from tests.stores import ledger_tables

FIRST = Scored(
    id="turn-1",
    issue="PROJ-1",
    at="2026-03-01T09:00:00+00:00",
    overall=41.25,
    scores={"acceptance_criteria": 0, "business_value": 82.5},
)
SECOND = replace(FIRST, id="turn-2", at="2026-03-02T09:00:00+00:00", overall=60)
OTHER = replace(FIRST, id="turn-3", issue="PROJ-2")


def test_each_user_and_each_issue_has_a_history_and_a_newest() -> None:
    scores = SqliteScores(ledger_tables())
    for scored in (SECOND, FIRST, OTHER):
        scores.put("ada", scored)
    scores.put("bob", replace(FIRST, overall=1))
    assert scores.history("ada", "PROJ-1") == [FIRST, SECOND]
    assert scores.history("bob", "PROJ-1") == [replace(FIRST, overall=1)]
    assert scores.history("ada", "PROJ-3") == []
    assert scores.latest("ada") == {"PROJ-1": SECOND, "PROJ-2": OTHER}
    assert scores.latest("eve") == {}
