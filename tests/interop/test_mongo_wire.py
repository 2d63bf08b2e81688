"""The guides' MongoDB adapter over the wire, against a server that is not ours.

briskdb speaks the protocol over SQLite and takes the driver pinned here only; a real mongod was
not run. It has an environment of its own: `make interop`.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.guides.mongo import MongoGuides, open_guides
from agent.errors import NotFound

briskdb = pytest.importorskip("briskdb")
pymongo = pytest.importorskip("pymongo")

GUIDE = {"asignatura": "Bases de datos", "evaluacion": {"ordinaria": "70 %"}, "enlaces": ["a", "b"]}
NEXT = {"asignatura": "数据库"}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with briskdb.open(str(tmp_path / "data"), shards=2, documents=True) as db:
        with db.serve(mongo="127.0.0.1:0") as server:
            yield f"mongodb://{server.mongo_address}"


@pytest.fixture
def guides(address: str) -> Iterator[MongoGuides]:
    with closing(open_guides(address, database="interlude", collection="guides")) as opened:
        yield opened


def test_put_change_undo_and_remove(guides: MongoGuides) -> None:
    assert guides.guide("s") is None
    guides.put("s", GUIDE)
    assert guides.guide("s") == GUIDE
    guides.put("s", NEXT)
    guides.undo("s")
    assert guides.guide("s") == GUIDE
    guides.put("t", NEXT)
    assert guides.names() == {"s": "Bases de datos", "t": "数据库"}
    guides.remove("s")
    assert guides.guide("s") is None
    assert guides.names() == {"t": "数据库"}
    guides.undo("s")
    assert guides.guide("s") == GUIDE


def test_nothing_to_undo_is_told(guides: MongoGuides) -> None:
    assert not guides.can_undo("s")
    with pytest.raises(NotFound):
        guides.undo("s")


def test_a_second_first_change_does_not_make_a_second_document(
    guides: MongoGuides, address: str
) -> None:
    guides.put("s", GUIDE)
    with closing(open_guides(address, database="interlude", collection="guides")) as second:
        second.put("s", NEXT)
    with pymongo.MongoClient(address) as client:
        rows = list(client["interlude"]["guides"].find({"subject": {"$regex": "^s$"}}))
    assert [row["change"] for row in rows] == [2]
    guides.undo("s")
    assert guides.guide("s") == GUIDE


def test_a_guide_that_others_stored_is_found_by_name_without_case(
    guides: MongoGuides, address: str
) -> None:
    with pymongo.MongoClient(address) as client:
        client["interlude"]["guides"].insert_one(
            {"asignatura": "Inferencia (I)", "evaluación": {"evaluación_ordinaria": ["60 %"]}}
        )
    found = guides.guide("inferencia (i)") or {}
    assert found["evaluacion"]["ordinaria"] == "60 %"
    guides.put("inferencia (i)", NEXT)
    assert guides.guide("inferencia (i)") == NEXT
