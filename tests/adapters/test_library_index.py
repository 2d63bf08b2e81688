"""Vectors come by themselves, follow the embedder, and words serve until then."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.library.indexer import BATCH, FIRST_PAUSE
from agent.adapters.library.relevance import UNRELATED
from agent.store.database import Database
from tests.adapters.fakes_library import KEYS, TinyEmbedder, Unplugged, document

CAR = document("car", "An automobile needs fuel.")
COOK = document("cook", "In the kitchen there is fuel too.", kind="exercise")
SEA = document("sea", "The ocean is wide.", language="es")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def embedder() -> TinyEmbedder:
    return TinyEmbedder()


@pytest.fixture
def library(db: Database, embedder: TinyEmbedder) -> Iterator[SqliteLibrary]:
    opened = SqliteLibrary(db, embedder)
    for one in (CAR, COOK, SEA):
        opened.add(one)
    yield opened
    embedder.may_go_on.set()
    opened.close()


def started(library: SqliteLibrary) -> SqliteLibrary:
    library.start()
    assert library.settle(seconds=20)
    return library


def best(library: SqliteLibrary, query: str) -> str:
    return library.search(query, subject="s").passages[0].document


class TestMeaning:
    def test_found_without_a_common_word(self, library: SqliteLibrary) -> None:
        started(library)
        for query, wanted in (
            ("coche", "car"),
            ("汽车", "car"),
            ("海洋", "sea"),
            ("cocina", "cook"),
        ):
            passage = library.search(query, subject="s").passages[0]
            assert passage.document == wanted
            assert passage.terms == ()
            assert passage.coverage == 0.0
            assert passage.similarity is not None
            assert passage.similarity > 0.9

    def test_words_and_meaning_both_count(self, library: SqliteLibrary) -> None:
        started(library)
        ranked = library.search("fuel for a coche", subject="s").passages
        assert [passage.document for passage in ranked][:2] == ["car", "cook"]
        scores = [passage.score for passage in ranked]
        assert scores == sorted(scores, reverse=True)

    def test_replaced_and_removed(self, library: SqliteLibrary) -> None:
        started(library)
        library.add(document("car", "The ocean again."))
        library.remove("sea")
        assert library.settle()
        passages = library.search("mar", subject="s").passages
        assert passages[0].document == "car"
        assert "sea" not in {p.document for p in passages}


class TestFirstStart:
    def test_words_serve_while_the_model_loads(
        self, library: SqliteLibrary, embedder: TinyEmbedder
    ) -> None:
        embedder.holds_at = 1
        library.start()
        assert embedder.held.wait(10)
        found = library.search("fuel", subject="s")
        assert len(found.passages) == 2
        assert found.notice == ""
        assert found.passages[0].similarity is None
        status = library.status()
        assert (status.embedder, status.done, status.total) == ("tiny", 0, 3)
        assert "0 of 3" in status.notice
        assert not library.settle(seconds=0.01)
        embedder.may_go_on.set()
        assert library.settle()
        assert best(library, "coche") == "car"
        status = library.status()
        assert (status.done, status.dimensions, status.notice) == (3, 4, "")

    def test_a_new_document_is_found_by_words_at_once(
        self, library: SqliteLibrary, embedder: TinyEmbedder
    ) -> None:
        started(library)
        embedder.holds_at = 3
        library.add(document("new", "A brand new pangolin by the automobile."))
        assert embedder.held.wait(10)
        status = library.status()
        assert (status.done, status.total) == (3, 4)
        (passage,) = (p for p in library.search("pangolin", subject="s").passages if p.terms)
        assert (passage.document, passage.similarity) == ("new", None)
        embedder.may_go_on.set()
        assert library.settle()
        found = [p.document for p in library.search("汽车", subject="s").passages]
        assert set(found[:2]) == {"car", "new"}


class TestChange:
    @pytest.mark.parametrize(
        "other", [TinyEmbedder("other"), TinyEmbedder("tiny", dimensions=9)], ids=["name", "size"]
    )
    def test_another_embedder_embeds_anew(
        self, library: SqliteLibrary, db: Database, other: TinyEmbedder
    ) -> None:
        started(library).close()
        changed = started(SqliteLibrary(db, other))
        status = changed.status()
        assert (status.embedder, status.dimensions) == (other.model, other.dimensions)
        assert (status.done, status.total, status.notice) == (3, 3, "")
        assert best(changed, "coche") == "car"
        changed.close()

    def test_until_then_words_serve_and_it_is_said(
        self, library: SqliteLibrary, db: Database
    ) -> None:
        started(library).close()
        other = TinyEmbedder("other")
        other.holds_at = 2
        changed = SqliteLibrary(db, other)
        changed.start()
        assert other.held.wait(10)
        found = changed.search("fuel", subject="s")
        assert len(found.passages) == 2
        assert found.passages[0].similarity is None
        assert "another embedding model" in found.notice
        assert "0 of 3" in changed.status().notice
        other.may_go_on.set()
        assert changed.settle()
        assert changed.search("fuel", subject="s").notice == ""
        assert best(changed, "coche") == "car"
        changed.close()

    def test_it_is_said_after_a_restart_too(self, library: SqliteLibrary, db: Database) -> None:
        started(library).close()
        other = TinyEmbedder("other")
        other.holds_at = 2
        changed = SqliteLibrary(db, other)
        changed.start()
        assert other.held.wait(10)
        restarted = SqliteLibrary(db, TinyEmbedder("other"))
        assert "another embedding model" in restarted.search("fuel", subject="s").notice
        other.may_go_on.set()
        changed.close()

    def test_without_an_embedder_the_vectors_wait(
        self, library: SqliteLibrary, db: Database
    ) -> None:
        started(library).close()
        words = SqliteLibrary(db)
        assert words.search("coche", subject="s").passages == ()
        again = TinyEmbedder()
        back = started(SqliteLibrary(db, again))
        assert again.texts == list(UNRELATED)
        assert best(back, "coche") == "car"
        back.close()


class TestFailure:
    def test_a_service_that_is_down_is_named(
        self, library: SqliteLibrary, embedder: TinyEmbedder
    ) -> None:
        embedder.fails = [Unplugged(retryable=False)]
        started(library)
        found = library.search("fuel", subject="s")
        assert len(found.passages) == 2
        assert found.notice.startswith("The embedding service is down.")
        assert library.status().notice.startswith("The embedding service is down.")

    def test_it_tries_again_when_it_may_help(
        self, library: SqliteLibrary, embedder: TinyEmbedder
    ) -> None:
        embedder.fails = [Unplugged()]
        started(library)
        assert "down" in library.status().notice
        library.add(KEYS)
        assert library.settle()
        status = library.status()
        assert (status.done, status.total, status.notice) == (5, 5, "")

    def test_a_failing_query_falls_back_on_words(
        self, library: SqliteLibrary, embedder: TinyEmbedder
    ) -> None:
        started(library)
        embedder.fails = [Unplugged()]
        found = library.search("fuel", subject="s")
        assert len(found.passages) == 2
        assert found.notice == (
            "The embedding service is down. The documents were searched by words only."
        )
        assert library.search("fuel", subject="s").notice == ""

    def test_closing_does_not_wait_for_the_next_try(
        self, library: SqliteLibrary, embedder: TinyEmbedder
    ) -> None:
        embedder.fails = [Unplugged()]
        before = time.monotonic()
        started(library).close()
        library.start()
        assert library.settle()
        assert time.monotonic() - before < FIRST_PAUSE

    def test_closing_in_the_middle(self, library: SqliteLibrary, db: Database) -> None:
        sections = "\n\n".join(f"## H{i}\n\nAn automobile {i}." for i in range(20 * BATCH))
        library.add(document("long", sections))
        library.start()
        library.close()
        again = started(SqliteLibrary(db, TinyEmbedder()))
        assert again.status().done == again.status().total
        again.close()
