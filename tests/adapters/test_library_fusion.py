"""One score of words and meaning, and how near a passage comes to saying a sentence."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.library.fusion import fused, shares_of
from agent.adapters.library.likeness import alike
from agent.adapters.library.relevance import UNRELATED
from agent.store.database import Database
from tests.adapters.fakes_library import TinyEmbedder, Unplugged, document


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "library.db", SCHEMA)
    yield database
    database.close()


def test_a_weak_match_of_words_does_not_drown_a_strong_one_of_meaning() -> None:
    scores = fused({1: 0.9, 2: 0.2, 3: 0.1}, {2: 0.1, 3: 0.1}, spread=0.1)
    assert list(scores) == [1, 2, 3]


def test_all_words_of_a_question_outweigh_a_little_meaning() -> None:
    scores = fused({1: 0.5, 2: 0.4}, {2: 1.0}, spread=0.1)
    assert list(scores) == [2, 1]


def test_rare_words_count_for_more(database: Database) -> None:
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


class TestLikeness:
    def test_a_passage_that_means_the_sentence_is_near_another_is_not(self) -> None:
        embedder = TinyEmbedder()
        unrelated = embedder.embed(UNRELATED)
        passage = "A coche needs fuel. It is red."
        found = alike(
            [("The automobile.", passage), ("The ocean.", passage)], embedder, unrelated=unrelated
        )
        assert [each.near for each in found] == [True, False]
        assert found[0].similarity > found[1].similarity

    def test_the_library_compares_once_its_embedder_is_warm(self, database: Database) -> None:
        library = SqliteLibrary(database, TinyEmbedder())
        pairs = [("The automobile.", "A coche needs fuel.")]
        assert library.likeness(pairs) == []
        library.start()
        assert library.settle()
        assert [each.near for each in library.likeness(pairs)] == [True]
        library.close()

    def test_a_failing_embedder_compares_nothing(self, database: Database) -> None:
        embedder = TinyEmbedder()
        library = SqliteLibrary(database, embedder)
        library.start()
        assert library.settle()
        embedder.fails.append(Unplugged())
        assert library.likeness([("The automobile.", "A coche.")]) == []
        library.close()
