from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.guides import SqliteGuides
from agent.adapters.library import SCHEMA
from agent.ports import Guides
from agent.storage import Database
from tests.fakes import MemoryGuides

GUIDE = {"asignatura": "Bases de datos", "evaluacion": {"ordinaria": "70 %"}, "enlaces": []}


@pytest.fixture(params=["memory", "sqlite"])
def guides(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Guides]:
    if request.param == "memory":
        yield MemoryGuides()
        return
    with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
        yield SqliteGuides(db)


def test_a_guide_comes_back_as_it_was_put(guides: Guides) -> None:
    assert guides.guide("s") is None
    guides.put("s", GUIDE)
    assert guides.guide("s") == GUIDE
    assert guides.guide("t") is None


def test_the_next_one_replaces_it(guides: Guides) -> None:
    guides.put("s", GUIDE)
    guides.put("s", {"asignatura": "数据库"})
    assert guides.guide("s") == {"asignatura": "数据库"}


def test_it_survives_a_restart(tmp_path: Path) -> None:
    for _ in range(2):
        with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
            guides = SqliteGuides(db)
            if guides.guide("s") is None:
                guides.put("s", GUIDE)
            assert guides.guide("s") == GUIDE
