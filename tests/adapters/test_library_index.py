"""Vectors come by themselves, words serve until then, and both make one score."""

import time
from contextlib import closing

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.library.fusion import fused, shares_of
from agent.adapters.library.indexer import BATCH, FIRST_PAUSE
from agent.adapters.library.relevance import UNRELATED
from agent.store.database import Database
from tests.adapters.fakes_library import KEYS, TinyEmbedder, Unplugged, document

CAR = document("car", "An automobile needs fuel.")
COOK = document("cook", "In the kitchen there is fuel too.", kind="exercise")
SEA = document("sea", "The ocean is wide.", language="es")


@pytest.fixture
def db(tmp_path):
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def embedder():
    return TinyEmbedder()


@pytest.fixture
def library(db, embedder):
    opened = SqliteLibrary(db, embedder)
    for one in (CAR, COOK, SEA):
        opened.add(one)
    yield opened
    embedder.may_go_on.set()
    opened.close()


def started(library):
    library.start()
    assert library.settle(seconds=20)
    return library


def best(library, query):
    return library.search(query, subject="s").passages[0].document


def test_found_without_a_common_word(library) -> None:
    started(library)
    for query, wanted in (("coche", "car"), ("海洋", "sea"), ("cocina", "cook")):
        passage = library.search(query, subject="s").passages[0]
        assert (passage.document, passage.terms, passage.coverage) == (wanted, (), 0.0)
        assert passage.similarity is not None
        assert passage.similarity > 0.9
    ranked = library.search("fuel for a coche", subject="s").passages
    assert [passage.document for passage in ranked][:2] == ["car", "cook"]
    library.add(document("car", "The ocean again."))
    library.remove("sea")
    assert library.settle()
    found = [passage.document for passage in library.search("mar", subject="s").passages]
    assert found[0] == "car"
    assert "sea" not in found


def test_words_serve_while_the_model_loads(library, embedder) -> None:
    embedder.holds_at = 1
    library.start()
    assert embedder.held.wait(10)
    found = library.search("fuel", subject="s")
    assert (len(found.passages), found.notice) == (2, "")
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


def test_a_new_document_is_found_by_words_at_once(library, embedder) -> None:
    started(library)
    embedder.holds_at = 3
    library.add(document("new", "A brand new pangolin by the automobile."))
    assert embedder.held.wait(10)
    (passage,) = (p for p in library.search("pangolin", subject="s").passages if p.terms)
    assert (passage.document, passage.similarity) == ("new", None)
    embedder.may_go_on.set()
    assert library.settle()
    found = [p.document for p in library.search("汽车", subject="s").passages]
    assert set(found[:2]) == {"car", "new"}


@pytest.mark.parametrize(
    "other", [TinyEmbedder("other"), TinyEmbedder("tiny", dimensions=9)], ids=["name", "size"]
)
def test_another_embedder_embeds_anew(library, db, other) -> None:
    started(library).close()
    with closing(SqliteLibrary(db, other)) as changed:
        status = started(changed).status()
        assert (status.embedder, status.dimensions) == (other.model, other.dimensions)
        assert (status.done, status.total, status.notice) == (3, 3, "")
        assert best(changed, "coche") == "car"


def test_until_then_words_serve_and_it_is_said_after_a_restart_too(library, db) -> None:
    started(library).close()
    other = TinyEmbedder("other")
    other.holds_at = 2
    with closing(SqliteLibrary(db, other)) as changed:
        changed.start()
        assert other.held.wait(10)
        for each in (changed, SqliteLibrary(db, TinyEmbedder("other"))):
            found = each.search("fuel", subject="s")
            assert len(found.passages) == 2
            assert found.passages[0].similarity is None
            assert "another embedding model" in found.notice
        assert "0 of 3" in changed.status().notice
        other.may_go_on.set()
        assert changed.settle()
        assert changed.search("fuel", subject="s").notice == ""
        assert best(changed, "coche") == "car"


def test_without_an_embedder_the_vectors_wait(library, db) -> None:
    started(library).close()
    assert SqliteLibrary(db).search("coche", subject="s").passages == ()
    again = TinyEmbedder()
    with closing(SqliteLibrary(db, again)) as back:
        assert best(started(back), "coche") == "car"
        assert again.texts[: len(UNRELATED)] == list(UNRELATED)
        assert not any("fuel" in text for text in again.texts)


@pytest.mark.parametrize("retryable", [True, False])
def test_a_service_that_is_down_is_named_and_tried_again_when_it_may_help(
    library, embedder, *, retryable
) -> None:
    embedder.fails = [Unplugged(retryable=retryable)]
    found = started(library).search("fuel", subject="s")
    assert len(found.passages) == 2
    assert library.status().notice.startswith("The embedding service is down.")
    if retryable:
        library.add(KEYS)
        assert library.settle()
        status = library.status()
        assert (status.done, status.total, status.notice) == (5, 5, "")


def test_a_failing_query_falls_back_on_words(library, embedder) -> None:
    started(library)
    embedder.fails = [Unplugged()]
    found = library.search("fuel", subject="s")
    assert len(found.passages) == 2
    assert "The embedding service is down." in found.notice
    assert library.search("fuel", subject="s").notice == ""


def test_closing_does_not_wait_for_the_next_try(library, embedder) -> None:
    embedder.fails = [Unplugged()]
    before = time.monotonic()
    started(library).close()
    started(library)
    assert time.monotonic() - before < FIRST_PAUSE


def test_closing_in_the_middle(library, db) -> None:
    sections = "\n\n".join(f"## H{i}\n\nAn automobile {i}." for i in range(20 * BATCH))
    library.add(document("long", sections))
    library.start()
    library.close()
    with closing(SqliteLibrary(db, TinyEmbedder())) as again:
        assert started(again).status().done == again.status().total


@pytest.fixture
def database(tmp_path):
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


def test_neither_words_nor_meaning_drown_the_other() -> None:
    assert list(fused({1: 0.9, 2: 0.2, 3: 0.1}, {2: 0.1, 3: 0.1}, spread=0.1)) == [1, 2, 3]
    assert list(fused({1: 0.5, 2: 0.4}, {2: 1.0}, spread=0.1)) == [2, 1]


def test_rare_words_count_for_more(database) -> None:
    library = SqliteLibrary(database)
    for number in range(5):
        library.add(document(f"common-{number}", "A table of rows."))
    library.add(document("rare", "A table of tuples."))
    library.add(document("both", "A table of rows and tuples."))
    found = library.search("table", subject="s", top_k=9).passages
    shares = shares_of(database, "tuples or rows", dict(enumerate(found)))
    by_name = {found[n].document: share for n, share in shares.items()}
    assert by_name["both"] == pytest.approx(1.0)
    assert by_name["rare"] > by_name["common-0"] > 0


def test_the_library_compares_sentences_while_its_embedder_works(database) -> None:
    embedder, passage = TinyEmbedder(), "A coche needs fuel. It is red."
    pairs = [("The automobile.", passage), ("The ocean.", passage)]
    with closing(SqliteLibrary(database, embedder)) as library:
        assert library.likeness(pairs) == [], "it is not warm yet"
        library.start()
        assert library.settle()
        same, other = library.likeness(pairs)
        assert (same.near, other.near) == (True, False)
        assert same.similarity > other.similarity
        embedder.fails.append(Unplugged())
        assert library.likeness(pairs) == []
