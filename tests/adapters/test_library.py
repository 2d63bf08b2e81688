"""The Library port: what every library promises, and what only the one in SQLite does."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.library.chunks import split
from agent.errors import AgentError, NotFound
from agent.language.text import sentences, well_formed
from agent.ports import ISSUES_AND_PAGES, Document
from agent.store.database import Database
from tests.adapters.fakes_library import COURSE, KEYS, TinyEmbedder, document


def found(result):
    return [passage.document for passage in result.passages]


@pytest.fixture
def db(tmp_path):
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


@pytest.fixture
def words(db):
    """Words alone."""
    library = SqliteLibrary(db)
    for one in COURSE:
        library.add(one)
    return library


@pytest.fixture
def full(db):
    """Words and vectors."""
    library = SqliteLibrary(db, TinyEmbedder())
    for one in COURSE:
        library.add(one)
    library.start()
    assert library.settle()
    yield library
    library.close()


@pytest.fixture(params=["words", "full"])
def library(request):
    return request.getfixturevalue(request.param)


class TestPort:
    def test_it_finds_what_a_question_is_about(self, library) -> None:
        best = library.search("What is a foreign key?", subject="s").passages[0]
        assert (best.document, best.subject, best.topic) == ("keys", "s", "keys")
        assert {"foreign", "key"} <= set(best.terms)
        assert best.coverage == 1.0
        assert "foreign key" in best.text
        again = library.passage(best.id)
        assert (again.id, again.text, again.document) == (best.id, best.text, "keys")
        with pytest.raises(NotFound):
            library.passage("nothing")
        for query in ("", "  \n"):
            assert library.search(query, subject="s").passages == ()

    @pytest.mark.parametrize(
        ("query", "best"),
        [
            ("什么是外键？", "约束"),
            ("¿Qué es una clave foránea?", "claves"),
            ("clave foranea", "claves"),
        ],
    )
    def test_other_languages(self, library, query, best) -> None:
        assert found(library.search(query, subject="s"))[0] == best

    def test_narrowed_by_kind_and_language(self, library) -> None:
        query = "key table rows clave foreign"
        assert found(library.search(query, subject="s", kinds=["exercise"])) == ["joins"]
        assert set(found(library.search(query, subject="s", language="es"))) == {"claves"}
        none = library.search(query, subject="s", kinds=["exercise"], language="es")
        assert found(none) == []

    def test_everybody_finds_what_is_everybodys_and_their_own(self, library) -> None:
        library.add(replace(KEYS, id="mine", owner="ada"))
        library.add(replace(KEYS, id="private", subject="t", owner="ada"))
        assert library.settle()
        query = "foreign key"
        assert {"mine", "keys"} <= set(found(library.search(query, subject="s", owner="ada")))
        passage = library.search(query, subject="t", owner="ada").passages[0]
        for other in ("", "eva"):
            assert "mine" not in found(library.search(query, subject="s", owner=other, top_k=50))
            stored = {one.id: one for one in library.documents("s", owner=other)}
            assert stored == {one.id: one for one in COURSE}
            assert [(each.id, each.documents) for each in library.subjects(other)] == [("s", 4)]
            with pytest.raises(NotFound):
                library.passage(passage.id, owner=other)
            with pytest.raises(NotFound):
                library.document("private", owner=other)
        assert library.document("private", owner="ada").owner == "ada"
        assert {subject.id for subject in library.subjects("ada")} == {"s", "t"}

    def test_a_subject_of_ones_own(self, library) -> None:
        made = library.add_subject("ada", "Limnology", language="es")
        assert (made.title, made.language, made.documents) == ("Limnology", "es", 0)
        assert made.id not in {subject.id for subject in library.subjects("eva")}
        library.add(replace(KEYS, id="lakes", subject=made.id, owner="ada"))
        assert replace(made, documents=1) in library.subjects("ada")
        for title in ("Limnology", " "):
            with pytest.raises(AgentError):
                library.add_subject("ada", title, language="en")
        assert library.add_subject("eva", "Limnology", language="en").id != made.id

    def test_a_document_is_replaced_and_removed(self, library) -> None:
        passage = library.search("primary key", subject="s", language="en").passages[0]
        assert library.add(replace(KEYS, text="A turbine turns.", title="Turbines")) == 1
        assert found(library.search("turbine", subject="s"))[0] == "keys"
        left = library.search("foreign", subject="s").passages
        assert not any("foreign" in each.terms for each in left)
        assert len(library.documents("s")) == len(COURSE)
        for _ in range(2):
            library.remove("keys")
        assert "keys" not in found(library.search("turbine", subject="s"))
        assert "keys" not in {one.id for one in library.documents("s")}
        with pytest.raises(NotFound):
            library.passage(passage.id)

    def test_issues_and_pages_are_found_and_are_no_subject(self, library) -> None:
        issue = Document(
            id="issue-A-1",
            title="A-1: Sign-in",
            subject=ISSUES_AND_PAGES,
            text="Sign-in uses passkeys.",
            kind="issue",
            owner="ada",
            source="https://tracker.example/A-1",
        )
        before = library.subjects("ada")
        for _ in range(2):  # What was forgotten can be remembered again.
            library.add(issue)
            assert library.subjects("ada") == before
            (hit,) = library.search("passkeys", subject=ISSUES_AND_PAGES, owner="ada").passages
            assert (hit.document, hit.source, hit.kind) == (issue.id, issue.source, "issue")
            assert not library.search("passkeys", subject=ISSUES_AND_PAGES, owner="eva").passages
            library.remove(issue.id)
            assert not library.documents(ISSUES_AND_PAGES, owner="ada")


class TestWords:
    @pytest.mark.parametrize(
        ("asked", "meant"),
        [
            ("What is a forein key?", "What is a foreign key?"),
            ("forign keys and jions", "foreign keys and jions"),
            ("What is the capital of France?", "What is the capital of France?"),
        ],
    )
    def test_a_misspelled_word_is_read_as_the_documents_spell_it(self, words, asked, meant) -> None:
        assert words.correct(asked, subject="s") == meant
        assert words.correct(asked, subject="nowhere") == asked

    def test_words_only_is_said(self, words) -> None:
        assert "words only" in words.search("key", subject="s").notice
        status = words.status()
        assert (status.embedder, status.dimensions, status.done, status.total) == ("", 0, 0, 5)
        assert "words only" in status.notice

    @pytest.mark.parametrize("query", ["😀", "*", '"', "()", "\x00", "\ud800", "_"])
    def test_a_query_of_nothing_but_signs(self, words, query) -> None:
        assert words.search(query, subject="s").passages == ()

    @pytest.mark.parametrize(
        "query",
        ['" OR key', "NEAR(key, 2)", "key AND NOT", "{title}: ^key", "key -", "key " * 5_000],
    )
    def test_operators_in_a_query_are_words(self, words, query) -> None:
        assert "keys" in found(words.search(query, subject="s"))

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("joining", "joins"),
            ("identif", "keys"),
            ("外", "约束"),
            ("数据的一致", "约束"),
        ],
    )
    def test_forms_and_beginnings_of_words(self, words, query, wanted) -> None:
        assert wanted in found(words.search(query, subject="s"))

    def test_heading_title_and_path_are_searched(self, words) -> None:
        words.add(document("zebra", "# One\n\n## Okapi\n\n### Two\n\nPlain text.", source="a book"))
        (by_title,) = words.search("zebra", subject="s").passages
        (by_path,) = words.search("okapi", subject="s").passages
        assert by_title == replace(by_path, terms=("zebra",), coverage=1.0)
        assert (by_title.heading, by_title.source) == ("Two", "a book")

    def test_many_matches_do_not_hide_the_one_with_all_words(self, words) -> None:
        filler = "\n\n".join(f"## H{i}\n\ncommon thing number {i}" for i in range(2_100))
        words.add(document("filler", filler))
        words.add(document("target", "A common word and a rare pangolin."))
        assert found(words.search("common pangolin", subject="s"))[0] == "target"
        assert len(words.search("common thing", subject="s", top_k=7).passages) == 7

    def test_damaged_characters_are_mended(self, words) -> None:
        words.add(document("odd", "A lone half \ud83d and a \0 in the kiosk."))
        (passage,) = words.search("kiosk", subject="s").passages
        assert passage.text == "A lone half ? and a   in the kiosk."

    def test_passage_ids_are_stable(self, words) -> None:
        before = [p.id for p in words.search("key", subject="s").passages]
        words.add(KEYS)
        assert [p.id for p in words.search("key", subject="s").passages] == before
        assert {"keys#0", "keys#1"} <= set(before)


def test_it_is_all_there_after_a_restart(tmp_path) -> None:
    embedder = TinyEmbedder()
    for start in (1, 2):
        with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
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


def test_another_process_sees_what_is_added(tmp_path) -> None:
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


def test_many_search_while_one_adds_and_removes(full) -> None:
    done = threading.Event()

    def search():
        problems = []
        while not done.is_set():
            result = full.search("foreign key of a car", subject="s", top_k=3)
            ids = [passage.id for passage in result.passages]
            if ids[0].partition("#")[0] != "keys" or len(set(ids)) != len(ids):
                problems.append(ids)
        return problems

    with ThreadPoolExecutor(8) as pool:
        searches = [pool.submit(search) for _ in range(8)]
        for i in range(60):
            full.add(document(f"d{i}", f"An automobile number {i} by the ocean."))
            if i % 3 == 0:
                full.remove(f"d{i}")
        done.set()
    assert [each.result() for each in searches] == [[]] * 8
    assert full.settle()
    status = full.status()
    assert status.done == status.total == 5 + 40


def of(text, language="en"):
    return Document(id="d", title="T", subject="s", text=text, language=language)


def paragraph(count, start=0):
    numbers = range(start, start + count)
    return " ".join(f"This is sentence number {n} and it has just eleven words." for n in numbers)


def test_each_heading_begins_a_passage() -> None:
    chunks = split(of("Before.\n\n# One\n\na\n\n## Two ##\n\nb\n\n## Three\n\nc\n\n# Four\n\nd"))
    assert [(c.heading, c.path, c.text) for c in chunks] == [
        ("", (), "Before."),
        ("One", ("One",), "a"),
        ("Two", ("One", "Two"), "b"),
        ("Three", ("One", "Three"), "c"),
        ("Four", ("Four",), "d"),
    ]


def test_paragraphs_gather_up_to_the_size() -> None:
    text = "# H\n\n" + "\n\n".join(paragraph(4, 4 * i) for i in range(10))
    chunks = split(of(text))
    assert [len(c.text.split()) for c in chunks] == [176, 176, 88]
    assert {c.heading for c in chunks} == {"H"}
    assert "\n\n".join(c.text for c in chunks) == text.removeprefix("# H\n\n")


def test_a_long_paragraph_is_divided_between_sentences() -> None:
    chunks = split(of(paragraph(40)))
    assert len(chunks) == 3
    assert [s for c in chunks for s in sentences(c.text, "en")] == sentences(paragraph(40), "en")
    text = "".join(f"这是第{i}个句子，它说明数据库的一个概念。" for i in range(100))
    chunks = split(of(text, language="zh"))
    assert all(c.text.endswith("。") for c in chunks)
    assert "".join(c.text for c in chunks) == text


def test_code_stays_whole_and_its_comments_are_no_headings() -> None:
    code = "```sh\n# not a heading\n\n" + "\n\n".join(f"echo {i}" for i in range(300)) + "\n```"
    chunks = split(of(f"# H\n\n{paragraph(3)}\nand so:\n{code}\nAfter."))
    assert {c.heading for c in chunks} == {"H"}
    assert sum(code in c.text for c in chunks) == 1
    assert chunks[-1].text.endswith("After.")


def test_text_without_sentences_is_cut_all_the_same() -> None:
    for text in ("word " * 2_000, "x" * 50_000, "字" * 5_000):
        chunks = split(of(text))
        assert len(chunks) > 5
        assert "".join("".join(c.text.split()) for c in chunks) == "".join(text.split())


@given(st.text(alphabet="ab#` \n-.|。主>~1", max_size=400))
def test_no_word_is_lost_outside_headings(text) -> None:
    kept = "".join("".join(c.text.split()) for c in split(of(well_formed(text))))
    assert kept.count("a") <= text.count("a")
    headless = "".join(line for line in text.splitlines() if not line.startswith("#"))
    assert kept.count("b") >= headless.count("b")
