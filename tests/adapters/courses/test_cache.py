"""What a search outside found is kept for a day."""

from datetime import UTC, datetime, timedelta

from agent.adapters.courses import built_in as catalogue
from agent.adapters.courses.cache import SqliteSearchCache
from tests.stores import ledger_tables

FOUND = list(catalogue.courses()[:2])


def test_what_was_found_comes_back_as_it_was_for_a_day() -> None:
    now, tables = [datetime(2026, 3, 1, 12, tzinfo=UTC)], ledger_tables()
    cache = SqliteSearchCache(tables, lambda: now[0])
    assert cache.get("python") is None
    cache.put("python", FOUND)
    now[0] += timedelta(hours=23, minutes=59)
    assert cache.get("python") == FOUND
    assert cache.get("java") is None
    now[0] += timedelta(minutes=1)
    assert cache.get("python") is None
    cache.put("java", [])
    assert len(tables.all("select 1 from course_searches")) == 1
