"""What a search outside found is kept for a day."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.adapters.courses import built_in as catalogue
from agent.adapters.courses.cache import SqliteSearchCache
from agent.ports.courses import SearchCache
from agent.store import Ledger
from tests.fakes_coach import FakeSearchCache

FOUND = list(catalogue.courses()[:2])


@dataclass
class Scene:
    cache: SearchCache
    now: list[datetime]
    kept: Callable[[], int]
    """How many searches still take space."""


@pytest.fixture(params=["fake", "sqlite"])
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Scene]:
    now = [datetime(2026, 3, 1, 12, tzinfo=UTC)]
    if request.param == "fake":
        fake = FakeSearchCache(lambda: now[0])
        yield Scene(fake, now, lambda: len(fake.found))
        return
    with closing(Ledger(tmp_path)) as ledger:
        cache = SqliteSearchCache(ledger.db, lambda: now[0])
        yield Scene(cache, now, lambda: len(ledger.db.all("select 1 from course_searches")))


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
