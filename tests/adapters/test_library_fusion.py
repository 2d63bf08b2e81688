"""One score of words and meaning, and how near a passage comes to saying a sentence."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.library.fusion import fused, shares_of
from agent.store.database import Database
from tests.adapters.fakes_library import TinyEmbedder, Unplugged, document


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


def test_neither_words_nor_meaning_drown_the_other() -> None:
    assert list(fused({1: 0.9, 2: 0.2, 3: 0.1}, {2: 0.1, 3: 0.1}, spread=0.1)) == [1, 2, 3]
    assert list(fused({1: 0.5, 2: 0.4}, {2: 1.0}, spread=0.1)) == [2, 1]


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


def test_the_library_compares_sentences_while_its_embedder_works(database: Database) -> None:
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
