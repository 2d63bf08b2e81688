"""The Guides port against everything that keeps guides, and what only MongoDB can get wrong."""

import sys
from contextlib import closing

import mongomock
import pymongo.errors
import pytest

from agent.adapters.guides import SqliteGuides
from agent.adapters.guides.mongo import REST_SECONDS, MongoGuides, open_guides
from agent.adapters.library import SCHEMA
from agent.errors import AgentError, NotConfigured, NotFound
from agent.store.database import Database
from tests.stores import guides_of

GUIDE = {"asignatura": "Bases de datos", "evaluacion": {"ordinaria": "70 %"}, "enlaces": []}
NEXT = {"asignatura": "数据库"}


def mongo(connect, *, clock=lambda: 0.0):
    return MongoGuides(connect, database="interlude", collection="guides", clock=clock)


@pytest.fixture(params=["sqlite", "mongo"])
def guides(request):
    if request.param == "sqlite":
        yield guides_of({})
        return
    with closing(mongomock.MongoClient()) as client:
        yield mongo(lambda: client)


def test_guides_come_back_as_they_were_put_and_by_name(guides) -> None:
    assert guides.guide("s") is None
    for subject in ("s", "gone"):
        guides.put(subject, GUIDE)
    guides.put("t", NEXT)
    guides.put("u", {"grado": "Without a name"})
    guides.remove("gone")
    assert (guides.guide("s"), guides.guide("gone")) == (GUIDE, None)
    assert guides.names() == {"s": "Bases de datos", "t": "数据库", "u": "u"}


def test_a_change_is_undone_and_done_again(guides) -> None:
    guides.remove("s")
    guides.put("s", GUIDE)
    assert not guides.can_undo("s")
    with pytest.raises(NotFound):
        guides.undo("s")
    guides.put("s", NEXT)
    for expected in (GUIDE, NEXT):
        guides.undo("s")
        assert guides.guide("s") == expected


def test_a_removal_is_undone_also_in_place_of_a_new_guide(guides) -> None:
    for newer in ([], [NEXT]):
        guides.put("s", GUIDE)
        guides.remove("s")
        for guide in newer:
            guides.put("s", guide)
        guides.undo("s")
        assert guides.guide("s") == GUIDE


def test_it_survives_a_restart(tmp_path) -> None:
    for stored in (None, GUIDE):
        with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
            guides = SqliteGuides(db)
            assert guides.guide("s") == stored
            guides.put("s", GUIDE)


class TestMongo:
    def test_a_guide_that_others_stored_is_found_by_its_name(self) -> None:
        client, name = mongomock.MongoClient(), "inferencia (Estadística)"
        theirs = {
            "asignatura": "Inferencia (estadística)",
            "créditos": 6,
            "evaluación": {"evaluación_extraordinaria": ["Examen, 100 %."]},
            "scraped_by": "somebody",
        }
        client["interlude"]["guides"].insert_one(theirs)
        guides = mongo(lambda: client)
        ways = {"ordinaria": "", "extraordinaria": "Examen, 100 %.", "unica_final": ""}
        read = {"asignatura": theirs["asignatura"], "creditos": "6", "evaluacion": ways}
        assert guides.guide(name) == read
        assert guides.guide("Inferencia .estad") is None
        guides.put(name, NEXT)
        assert guides.guide(name) == NEXT
        guides.undo(name)
        assert guides.guide(name) == read

    def test_two_who_change_at_once_both_leave_their_mark(self) -> None:
        client = mongomock.MongoClient()
        theirs = mongo(lambda: client)
        theirs.put("s", GUIDE)
        rows = client["interlude"]["guides"]
        find = rows.find_one

        def find_and_be_late(*args):
            found = find(*args)
            rows.find_one = find
            theirs.put("s", NEXT)
            return found

        late = mongo(lambda: {"interlude": {"guides": rows}})
        rows.find_one = find_and_be_late
        late.put("s", {"asignatura": "Third"})
        assert late.guide("s") == {"asignatura": "Third"}
        late.undo("s")
        assert late.guide("s") == NEXT

    def test_a_server_that_is_down_is_told_and_left_alone_for_a_while(self) -> None:
        attempts, now = list[float](), 100.0

        def connect():
            attempts.append(now)
            raise pymongo.errors.ServerSelectionTimeoutError("nobody there")

        guides = mongo(connect, clock=lambda: now)
        for _ in range(3):
            with pytest.raises(AgentError, match="does not answer") as told:
                guides.guide("s")
            assert told.value.retryable
        assert attempts == [100.0]
        now += REST_SECONDS + 1
        with pytest.raises(AgentError):
            guides.names()
        assert attempts == [100.0, now]

    @pytest.mark.parametrize(
        ("error", "sentence"),
        [
            (pymongo.errors.OperationFailure("Authentication failed.", 18), "refused the request"),
            (pymongo.errors.InvalidURI("mongo:/x"), "MONGO_URI cannot be used"),
        ],
    )
    def test_what_is_set_up_wrongly_is_told(self, error, sentence) -> None:
        def connect():
            raise error

        with pytest.raises(AgentError, match=sentence) as told:
            mongo(connect).guide("s")
        assert told.value.hint
        assert not told.value.retryable

    def test_a_real_driver_gives_up_in_time(self, monkeypatch) -> None:
        monkeypatch.setattr("agent.adapters.guides.mongo.SECONDS", 0.2)
        guides = open_guides("mongodb://127.0.0.1:9", database="d", collection="c")
        with closing(guides), pytest.raises(AgentError, match="does not answer"):
            guides.guide("s")

    def test_without_the_driver_the_command_is_named(self, monkeypatch) -> None:
        monkeypatch.setitem(sys.modules, "pymongo", None)
        with pytest.raises(NotConfigured) as told:
            open_guides("mongodb://127.0.0.1", database="d", collection="c")
        assert "pip install pymongo" in told.value.hint
