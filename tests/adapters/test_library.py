"""The Library port: what every library promises, and what only the one in SQLite does."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.errors import AgentError, NotFound
from agent.ports import ISSUES_AND_PAGES, Document, Found, Library
from agent.store.database import Database
from tests.adapters.fakes_library import (
    COURSE,
    KEYS,
    TinyEmbedder,
    document,
)

HOSTILE = [
    '" OR 1',
    "*",
    "NEAR(",
    "NEAR(a b, 2)",
    "key AND NOT",
    "title:key",
    "^key",
    "{title heading}: key",
    "'; DROP TABLE chunk; --",
    "key -",
    '"""',
    "a:b:c",
    "\x00",
    "\ud800",
    "😀",
    "😀 key 😀",
    "()",
    "¿?",
    "的",
    "什么",
    "key " * 5_000,
    "主" * 5_000,
    "_",
    "C++ C# F# .NET @#$%^&*",
]


def found(result: Found) -> list[str]:
    return [passage.document for passage in result.passages]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def words(db: Database) -> SqliteLibrary:
    """Words alone."""
    library = SqliteLibrary(db)
    for one in COURSE:
        library.add(one)
    return library


@pytest.fixture
def full(db: Database) -> Iterator[SqliteLibrary]:
    """Words and vectors."""
    library = SqliteLibrary(db, TinyEmbedder())
    for one in COURSE:
        library.add(one)
    library.start()
    assert library.settle()
    yield library
    library.close()


@pytest.fixture(params=["words", "full"])
def library(request: pytest.FixtureRequest) -> Library:
    filled: Library = request.getfixturevalue(request.param)
    return filled


class TestPort:
    def test_it_finds_what_a_question_is_about(self, library: Library) -> None:
        best = library.search("What is a foreign key?", subject="s").passages[0]
        assert (best.document, best.subject, best.topic) == ("keys", "s", "keys")
        assert {"foreign", "key"} <= set(best.terms)
        assert best.coverage == 1.0
        assert "foreign key" in best.text

    def test_chinese_finds_chinese(self, library: Library) -> None:
        result = library.search("什么是外键？", subject="s")
        assert found(result)[0] == "约束"
        assert "外键" in result.passages[0].terms

    def test_spanish_with_and_without_accents(self, library: Library) -> None:
        for query in ("¿Qué es una clave foránea?", "clave foranea", "CLAVES FORÁNEAS"):
            assert found(library.search(query, subject="s"))[0] == "claves"

    def test_narrowed_by_kind_and_language(self, library: Library) -> None:
        query = "key table rows clave foreign"
        assert found(library.search(query, subject="s", kinds=["exercise"])) == ["joins"]
        only = set(found(library.search(query, subject="s", language="es")))
        assert only == {"claves"}
        none = library.search(query, subject="s", kinds=["exercise"], language="es")
        assert found(none) == []

    def test_another_subject_is_another_library(self, library: Library) -> None:
        library.add(replace(KEYS, id="elsewhere", subject="t"))
        assert "elsewhere" not in found(library.search("foreign key", subject="s"))
        assert set(found(library.search("foreign key", subject="t"))) == {"elsewhere"}
        assert found(library.search("foreign key", subject="nowhere")) == []

    def test_everybody_finds_what_is_everybodys_and_their_own(self, library: Library) -> None:
        library.add(replace(KEYS, id="mine", owner="ada"))
        library.add(replace(KEYS, id="private", subject="t", owner="ada"))
        if isinstance(library, SqliteLibrary):
            assert library.settle()
        query = "foreign key"
        assert "mine" in found(library.search(query, subject="s", owner="ada"))
        assert "keys" in found(library.search(query, subject="s", owner="ada"))
        passage = library.search(query, subject="t", owner="ada").passages[0]
        for other in ("", "eva"):
            assert "mine" not in found(library.search(query, subject="s", owner=other, top_k=50))
            assert {one.id for one in library.documents("s", owner=other)} == {
                one.id for one in COURSE
            }
            assert [subject.id for subject in library.subjects(other)] == ["s"]
            with pytest.raises(NotFound):
                library.passage(passage.id, owner=other)
            with pytest.raises(NotFound):
                library.document("private", owner=other)
        assert library.document("private", owner="ada").owner == "ada"
        assert {subject.id for subject in library.subjects("ada")} == {"s", "t"}

    def test_a_subject_of_ones_own(self, library: Library) -> None:
        made = library.add_subject("ada", "Limnology", language="es")
        assert (made.title, made.language, made.documents) == ("Limnology", "es", 0)
        assert made in library.subjects("ada")
        assert made.id not in {subject.id for subject in library.subjects("eva")}
        library.add(replace(KEYS, id="lakes", subject=made.id, owner="ada"))
        assert replace(made, documents=1) in library.subjects("ada")
        for title in ("Limnology", " "):
            with pytest.raises(AgentError):
                library.add_subject("ada", title, language="en")
        assert library.add_subject("eva", "Limnology", language="en").id != made.id

    def test_the_same_id_replaces(self, library: Library) -> None:
        assert library.add(replace(KEYS, text="A turbine turns.", title="Turbines")) == 1
        assert found(library.search("turbine", subject="s"))[0] == "keys"
        assert not any(
            "foreign" in p.terms for p in library.search("foreign", subject="s").passages
        )
        assert len(library.documents("s")) == len(COURSE)

    def test_removed_is_gone(self, library: Library) -> None:
        passage = library.search("primary key", subject="s", language="en").passages[0]
        library.remove("keys")
        library.remove("keys")
        assert "keys" not in found(library.search("primary key", subject="s"))
        assert "keys" not in {one.id for one in library.documents("s")}
        with pytest.raises(NotFound):
            library.passage(passage.id)

    def test_a_passage_by_its_id(self, library: Library) -> None:
        passage = library.search("foreign key", subject="s").passages[0]
        again = library.passage(passage.id)
        assert (again.id, again.text, again.document) == (passage.id, passage.text, "keys")
        with pytest.raises(NotFound):
            library.passage("nothing")

    def test_documents_come_back_whole(self, library: Library) -> None:
        stored = {one.id: one for one in library.documents("s")}
        assert stored == {one.id: one for one in COURSE}
        assert library.documents("nowhere") == []

    def test_issues_and_pages_are_found_and_are_no_subject(self, library: Library) -> None:
        text = "Sign-in uses passkeys."
        issue = Document(
            "issue-A-1", "A-1: Sign-in", ISSUES_AND_PAGES, text, kind="issue", owner="ada"
        )
        issue = replace(issue, source="https://tracker.example/A-1")
        before = library.subjects("ada")
        for _ in range(2):  # What was forgotten can be remembered again.
            library.add(issue)
            assert library.subjects("ada") == before
            (found,) = library.search("passkeys", subject=ISSUES_AND_PAGES, owner="ada").passages
            assert (found.document, found.source, found.kind) == (issue.id, issue.source, "issue")
            assert not library.search("passkeys", subject=ISSUES_AND_PAGES, owner="eva").passages
            library.remove(issue.id)
            assert not library.documents(ISSUES_AND_PAGES, owner="ada")

    def test_subjects(self, library: Library) -> None:
        assert [(s.id, s.documents) for s in library.subjects()] == [("s", 4)]

    def test_nothing_asked_nothing_found(self, library: Library) -> None:
        for query in ("", "  \n"):
            assert library.search(query, subject="s").passages == ()


class TestWords:
    @pytest.mark.parametrize(
        ("asked", "meant"),
        [
            ("What is a forein key?", "What is a foreign key?"),
            ("forign keys and jions", "foreign keys and jions"),
            ("What is the capital of France?", "What is the capital of France?"),
        ],
    )
    def test_a_misspelled_word_is_read_as_the_documents_spell_it(
        self, words: SqliteLibrary, asked: str, meant: str
    ) -> None:
        assert words.correct(asked, subject="s") == meant
        assert words.correct(asked, subject="nowhere") == asked

    def test_words_only_is_said(self, words: SqliteLibrary) -> None:
        assert words.search("key", subject="s").notice == (
            "The documents were searched by words only."
        )
        status = words.status()
        assert (status.embedder, status.dimensions, status.done, status.total) == ("", 0, 0, 5)
        assert "words only" in status.notice

    def test_a_query_of_nothing_but_emoji_or_operators(self, words: SqliteLibrary) -> None:
        for query in ("😀", "*", '"', "()"):
            assert words.search(query, subject="s").passages == ()

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("joining", "joins"),
            ("tables", "joins"),
            ("row", "joins"),
            ("identif", "keys"),
            ("IDENTIFYING", "keys"),
            ("外", "约束"),
            ("性", "约束"),
            ("数据的一致", "约束"),
        ],
    )
    def test_forms_and_beginnings_of_words(
        self, words: SqliteLibrary, query: str, wanted: str
    ) -> None:
        assert wanted in found(words.search(query, subject="s"))

    def test_heading_title_and_path_are_searched(self, words: SqliteLibrary) -> None:
        words.add(document("zebra", "# One\n\n## Okapi\n\n### Two\n\nPlain text.", source="a book"))
        (by_title,) = words.search("zebra", subject="s").passages
        (by_path,) = words.search("okapi", subject="s").passages
        assert by_title == replace(by_path, terms=("zebra",), coverage=1.0)
        assert (by_title.heading, by_title.source) == ("Two", "a book")

    def test_many_matches_do_not_hide_the_one_with_all_words(self, words: SqliteLibrary) -> None:
        filler = "\n\n".join(f"## H{i}\n\ncommon thing number {i}" for i in range(2_100))
        words.add(document("filler", filler))
        words.add(document("target", "A common word and a rare pangolin."))
        assert found(words.search("common pangolin", subject="s"))[0] == "target"
        assert len(words.search("common thing", subject="s", top_k=7).passages) == 7

    def test_damaged_characters_are_mended(self, words: SqliteLibrary) -> None:
        words.add(document("odd", "A lone half \ud83d and a \0 in the kiosk."))
        (passage,) = words.search("kiosk", subject="s").passages
        assert passage.text == "A lone half ? and a   in the kiosk."

    def test_passage_ids_are_stable(self, words: SqliteLibrary) -> None:
        before = [p.id for p in words.search("key", subject="s").passages]
        words.add(KEYS)
        assert [p.id for p in words.search("key", subject="s").passages] == before
        assert {"keys#0", "keys#1"} <= set(before)


class TestFile:
    def test_it_is_all_there_after_a_restart(self, tmp_path: Path) -> None:
        path = tmp_path / "library.db"
        embedder = TinyEmbedder()
        for start in (1, 2, 3):
            with closing(Database(path, SCHEMA)) as db:
                library = SqliteLibrary(db, embedder)
                if start == 1:
                    library.add(KEYS)
                embedder.texts.clear()
                library.start()
                assert library.settle()
                assert library.status().done == library.status().total == 2
                assert found(library.search("foreign key", subject="s"))[0] == "keys"
                assert any("refers" in text for text in embedder.texts) is (start == 1)
                library.close()

    def test_another_process_sees_what_is_added(self, tmp_path: Path) -> None:
        path = tmp_path / "library.db"
        with closing(Database(path, SCHEMA)) as one, closing(Database(path, SCHEMA)) as other:
            here, there = (SqliteLibrary(db, TinyEmbedder()) for db in (one, other))
            for library in (here, there):
                library.start()
                assert library.settle()
            here.add(document("boats", "An automobile by the ocean."))
            assert here.settle()
            (passage,) = there.search("coche", subject="s").passages
            assert passage.similarity is not None
            here.remove("boats")
            assert there.search("coche", subject="s").passages == ()
            for library in (here, there):
                library.close()


class TestThreads:
    def test_eight_search_while_one_adds_and_removes(self, full: SqliteLibrary) -> None:
        done = threading.Event()
        searched: list[int] = []
        problems: list[list[str]] = []

        def search() -> None:
            rounds = 0
            while not done.is_set():
                result = full.search("foreign key of a car", subject="s", top_k=3)
                ids = [passage.id for passage in result.passages]
                if ids[0].partition("#")[0] != "keys" or len(set(ids)) != len(ids):
                    problems.append(ids)
                rounds += 1
            searched.append(rounds)

        searchers = [threading.Thread(target=search) for _ in range(8)]
        for searcher in searchers:
            searcher.start()
        for i in range(60):
            full.add(document(f"d{i}", f"An automobile number {i} by the ocean."))
            if i % 3 == 0:
                full.remove(f"d{i}")
        done.set()
        for searcher in searchers:
            searcher.join()
        assert problems == []
        assert len(searched) == 8
        assert full.settle()
        status = full.status()
        assert status.done == status.total == 5 + 40

    def test_adding_from_many_threads(self, full: SqliteLibrary) -> None:
        def add(worker: int) -> Callable[[], None]:
            return lambda: (
                [full.add(document(f"{worker}-{i}", "A car.")) for i in range(5)] and None
            )

        workers = [threading.Thread(target=add(n)) for n in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert full.settle()
        assert len(full.documents("s")) == 44
        assert full.status().done == 45
