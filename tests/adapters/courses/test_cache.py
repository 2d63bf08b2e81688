"""What a search outside found is kept for a day."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from agent.adapters.courses import built_in as catalogue
from agent.adapters.courses.cache import SqliteSearchCache
from agent.ports.courses import SearchCache
from tests.stores import ledger_tables

FOUND = list(catalogue.courses()[:2])


@dataclass
class Scene:
    cache: SearchCache
    now: list[datetime]
    kept: Callable[[], int]
    """How many searches still take space."""


@pytest.fixture
def scene() -> Scene:
    now = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    tables = ledger_tables()
    cache = SqliteSearchCache(tables, lambda: now[0])
    return Scene(cache, now, lambda: len(tables.all("select 1 from course_searches")))


def test_what_was_found_comes_back_as_it_was(scene: Scene) -> None:
    assert scene.cache.get("python") is None
    scene.cache.put("python", FOUND)
    assert scene.cache.get("python") == FOUND
    assert scene.cache.get("java") is None


def test_a_day_later_it_is_searched_anew(scene: Scene) -> None:
    scene.cache.put("python", FOUND)
    scene.now[0] += timedelta(hours=23, minutes=59)
    assert scene.cache.get("python") == FOUND
    scene.now[0] += timedelta(minutes=1)
    assert scene.cache.get("python") is None
    scene.cache.put("java", [])
    assert scene.kept() == 1
