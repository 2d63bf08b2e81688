"""The samples: what they hold, how they come and go, and what is found in them."""

import json
import re
import shutil
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from agent.adapters.bank import SqliteBank
from agent.adapters.guides import SqliteGuides
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.samples import (
    FOLDER,
    FolderSamples,
    read_documents,
    read_guide,
    read_items,
)
from agent.checks.guardrails import check_output, suspicions
from agent.errors import AgentError, NotFound
from agent.language.text import language_of, split_paragraph
from agent.ports import Document, Sample
from agent.ports.brand import SAMPLE_SUBJECT
from agent.ports.subjects import offered
from agent.store.database import Database
from bench import retrieval
from tests import fakes
from tests.workflows.tutor.test_nodes import runtime

COURSE = FOLDER / "databases"
ESTATE = FOLDER / SAMPLE_SUBJECT


@dataclass(frozen=True)
class Shelf:
    """The stores that samples go to, and a copy of the samples that a test may change."""

    library: SqliteLibrary
    guides: SqliteGuides
    bank: SqliteBank
    folder: Path

    def load(self) -> None:
        self.samples.load()

    @property
    def samples(self) -> FolderSamples:
        """A new one each time, as after a restart."""
        return FolderSamples(self.library, self.guides, self.bank, folder=self.folder)

    @property
    def ids(self) -> set[str]:
        return {document.id for document in self.library.documents("databases")}

    @property
    def course(self) -> Path:
        return self.folder / "databases"


@pytest.fixture
def shelf(tmp_path):
    shutil.copytree(COURSE, tmp_path / "samples" / "databases")
    with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
        library = SqliteLibrary(db)
        yield Shelf(library, SqliteGuides(db), SqliteBank(db), tmp_path / "samples")


LANGUAGES = {"databases": "en", "networks": "zh", "statistics": "es"}
COURSES = [FOLDER / name for name in LANGUAGES]


@pytest.mark.parametrize("course", [*COURSES, ESTATE], ids=[*LANGUAGES, "real estate"])
def test_documents_are_complete(course):
    documents = read_documents(course)
    assert len(documents) >= 6
    for document in documents:
        assert document.subject == course.name
        assert document.language == language_of(document.text)
        assert document.language == LANGUAGES.get(course.name, document.language)
        for field in ("title", "kind", "topic", "author", "date", "source", "licence"):
            assert getattr(document, field), (document.id, field)
        assert document.text.startswith("# ")


@pytest.mark.parametrize("course", COURSES, ids=list(LANGUAGES))
def test_items_are_of_the_topics_and_objectives_of_the_course(course):
    items = read_items(course)
    assert len(items) >= 30
    assert {item.language for item in items} == {LANGUAGES[course.name]}
    assert {item.topic for item in items} == {each.topic for each in read_documents(course)}
    outcomes = {outcome["id"] for outcome in read_guide(course)["resultados_de_aprendizaje"]}
    assert {item.objective for item in items} == outcomes


def test_ids_are_unique_over_all_samples():
    documents = [document.id for one in [*COURSES, ESTATE] for document in read_documents(one)]
    items = [item.id for course in COURSES for item in read_items(course)]
    assert len(documents) == len(set(documents))
    assert len(items) == len(set(items))


def test_the_texts_of_the_example_brand_can_be_quoted_and_say_what_they_are():
    said = []
    for document in read_documents(ESTATE):
        assert re.search("Example text|Texto de ejemplo|示例文本", document.source)
        assert check_output(document.text).passed, document.id
        assert not suspicions(document.text), document.id
        lines = [line for line in document.text.splitlines() if line and not line.startswith("#")]
        parts = (split_paragraph(line, document.language) for line in lines)
        sentences = [sentence.strip() for part in parts for sentence in part]
        said += sentences
        for each in sentences:
            words = len(each) // 2 if document.language == "zh" else len(each.split())
            assert 8 <= words <= 30, each
            assert not re.match(r"(?:It|They|This|These|That|Those|However|But|And)\b", each), each
    assert len(set(said)) == len(said) > 1_000


class TestLoading:
    def test_a_first_start_finds_everything(self, shelf):
        shelf.load()
        assert shelf.ids == {document.id for document in read_documents(COURSE)}
        assert shelf.guides.guide("databases") == read_guide(COURSE)
        assert shelf.bank.items("databases") == sorted(read_items(COURSE), key=lambda i: i.id)
        found = shelf.library.search("What is a foreign key?", subject="databases")
        assert found.passages[0].document == "foreign-keys"

    def test_the_next_start_changes_nothing(self, shelf):
        shelf.guides.put("databases", {"asignatura": "Mine"})
        shelf.load()
        shelf.library.remove("keys")
        shelf.load()
        assert "keys" not in shelf.ids
        assert shelf.guides.guide("databases") == {"asignatura": "Mine"}

    def test_a_changed_document_is_indexed_anew_and_alone(self, shelf):
        shelf.load()
        shelf.library.remove("indexes")
        path = shelf.course / "docs" / "keys.md"
        path.write_text(
            path.read_text("utf-8") + "\n## Pangolins\n\nA pangolin has no key.\n", "utf-8"
        )
        before = shelf.ids
        shelf.load()
        assert shelf.ids == before
        (passage,) = shelf.library.search("pangolin", subject="databases").passages
        assert (passage.document, passage.heading) == ("keys", "Pangolins")
        path.unlink()
        shelf.load()
        assert shelf.ids == before - {"keys"}

    def test_a_changed_guide_replaces_its_former_self_only(self, shelf):
        shelf.load()
        path = shelf.course / "guide.json"
        for year, kept in (("2027", "2027"), ("2028", "Mine")):
            if kept == "Mine":
                shelf.guides.put("databases", {"curso": "Mine"})
            guide = {**read_guide(COURSE), "curso": year}
            path.write_text(json.dumps(guide), "utf-8")
            shelf.load()
            stored = shelf.guides.guide("databases")
            assert stored is not None
            assert stored["curso"] == kept

    def test_a_changed_bank_is_brought_in(self, shelf):
        shelf.load()
        path = shelf.course / "bank.json"
        entries = json.loads(path.read_text("utf-8"))
        entries[0]["explanation"] = "Better said."
        path.write_text(json.dumps(entries), "utf-8")
        shelf.load()
        changed = {item.id: item.explanation for item in shelf.bank.items("databases")}
        assert changed[entries[0]["id"]] == "Better said."


class TestRemoving:
    def is_gone(self, shelf: Shelf) -> bool:
        held = (shelf.ids, shelf.guides.guide("databases"), shelf.bank.items("databases"))
        return not any(held)

    def is_whole(self, shelf: Shelf) -> bool:
        ids = {document.id for document in read_documents(COURSE)}
        count = len(shelf.bank.items("databases"))
        guide = shelf.guides.guide("databases")
        return (shelf.ids, guide, count) == (ids, read_guide(COURSE), len(read_items(COURSE)))

    def test_all_of_it_goes_and_stays_away_also_from_an_update_of_the_app(self, shelf):
        shelf.load()
        shelf.samples.remove("databases")
        assert self.is_gone(shelf)
        path = shelf.course / "docs" / "keys.md"
        path.write_text(path.read_text("utf-8") + "\nMore.\n", "utf-8")
        shelf.load()
        assert self.is_gone(shelf)
        assert [sample.is_loaded for sample in shelf.samples.all()] == [False]

    def test_restoring_brings_back_every_piece(self, shelf):
        shelf.load()
        shelf.samples.remove("databases")
        shelf.samples.restore("databases")
        assert self.is_whole(shelf)
        shelf.library.remove("keys")
        shelf.samples.restore("databases")
        assert self.is_whole(shelf)
        shelf.load()
        assert self.is_whole(shelf)

    def test_what_users_have_added_stays(self, shelf):
        shelf.load()
        mine = Document("u/1", "Mine", "databases", "# Mine\n\nAardvarks.", owner="ada")
        shelf.library.add(mine)
        own_item = replace(read_items(COURSE)[0], id="mine")
        shelf.bank.put([own_item])
        shelf.guides.put("databases", {"asignatura": "Mine"})
        shelf.samples.remove("databases")
        assert [d.id for d in shelf.library.documents("databases", owner="ada")] == [mine.id]
        assert shelf.guides.guide("databases") == {"asignatura": "Mine"}
        assert [item.id for item in shelf.bank.items("databases")] == ["mine"]
        shelf.samples.restore("databases")
        assert shelf.guides.guide("databases") == {"asignatura": "Mine"}
        assert mine.id in {d.id for d in shelf.library.documents("databases", owner="ada")}

    def test_a_removal_that_was_cut_off_is_finished_by_the_next_start(self, shelf, monkeypatch):
        shelf.load()
        samples = shelf.samples

        def cut_off(_ids: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(shelf.bank, "remove", cut_off)
            with pytest.raises(KeyboardInterrupt):
                samples.remove("databases")
        shelf.load()
        assert self.is_gone(shelf)

    def test_a_sample_that_does_not_exist_is_told(self, shelf):
        for act in (shelf.samples.remove, shelf.samples.restore, shelf.samples.guide):
            with pytest.raises(NotFound):
                act("../databases")

    def test_a_start_succeeds_while_the_guides_cannot_be_reached(self, shelf):
        class Away(SqliteGuides):
            def guide(self, subject: str) -> dict | None:
                raise AgentError("The guides' database does not answer.")

        away = Away(shelf.library._db)
        FolderSamples(shelf.library, away, shelf.bank, folder=shelf.folder).load()
        assert shelf.ids
        assert shelf.guides.guide("databases") is None
        shelf.load()
        assert self.is_whole(shelf)


class TestDocumentsAlone:
    """A sample without guide and questions."""

    @pytest.fixture
    def shelf(self, shelf):
        shutil.copytree(ESTATE, shelf.folder / ESTATE.name)
        return shelf

    def there(self, shelf: Shelf) -> set[str]:
        return {document.id for document in shelf.library.documents(ESTATE.name)}

    def test_it_goes_and_comes_back_without_a_guide_of_its_own(self, shelf):
        shelf.load()
        with pytest.raises(NotFound):
            shelf.samples.guide(ESTATE.name)
        shelf.guides.put(ESTATE.name, {"asignatura": "Mine"})
        shelf.samples.remove(ESTATE.name)
        assert not self.there(shelf)
        assert shelf.ids
        shelf.load()
        assert not self.there(shelf)
        shelf.samples.restore(ESTATE.name)
        assert len(self.there(shelf)) == len(read_documents(ESTATE))
        assert shelf.guides.guide(ESTATE.name) == {"asignatura": "Mine"}
        assert shelf.samples.guide("databases") == read_guide(COURSE)


def document(subject: str) -> Document:
    return Document(subject, subject, subject, "# X\n\nText.")


def test_what_is_no_course_stands_last():
    ports = replace(
        runtime().context.ports,
        library=fakes.MemoryLibrary([document("houses"), document("physics"), document("zoology")]),
        samples=fakes.MemorySamples(
            Sample("houses", "Houses", ("en",), 1, 0, is_loaded=True),
            Sample("physics", "Physics", ("en",), 1, 3, is_loaded=True),
        ),
    )
    assert [subject.id for subject in offered(ports, "ada")] == ["physics", "zoology", "houses"]


def test_the_first_of_a_fresh_start_is_a_course(agent):
    names = [subject.id for subject in offered(agent.ports, "local")]
    assert names == ["databases", "networks", "statistics", "real-estate"]
    agent.ports.samples.remove("databases")
    agent.ports.samples.remove("networks")
    mine = agent.ports.library.add_subject("local", "Physics", language="en")
    names = [subject.id for subject in offered(agent.ports, "local")]
    assert names == ["statistics", mine.id, "real-estate"]


REQUESTS = [
    ("Write a blog post about home staging tips for first-time sellers", "home-staging"),
    ("Instagram post: make the front of your house look great", "curb-appeal"),
    ("blog on listing photos, video tours and 3D walkthroughs", "listing-photos"),
    ("Post about hosting a great open house this Saturday", "open-houses"),
    ("fixed vs variable mortgage, explain simply", "mortgages"),
    ("How to win when several buyers bid on the same house", "negotiating-offers"),
    ("Renting with pets: what landlords should know", "renting-out-a-flat"),
    ("Energy efficiency and resale value of older homes", "energy-efficiency"),
    ("How to choose a neighbourhood when you work from home", "choosing-a-neighbourhood"),
    ("Buying a condo: HOA reserves, service charges, special levies", "flat-in-a-shared-building"),
    ("Escribe un artículo sobre home staging con poco presupuesto", "home-staging-es"),
    ("Guía para comprar la primera vivienda: entrada, hipoteca y arras", "primera-vivienda-es"),
    ("写一篇关于房屋布置的文章，帮助卖家准备看房", "home-staging-zh"),
    ("首次购房者的首付和贷款预审指南", "first-home-zh"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("samples")
    with closing(Database(folder / "library.db", SCHEMA)) as database:
        held = SqliteLibrary(database)
        for document in read_documents(FOLDER / SAMPLE_SUBJECT):
            held.add(document)
        yield held


@pytest.mark.parametrize(("request_", "expected"), REQUESTS, ids=[r for r, _ in REQUESTS])
def test_the_document_is_among_the_first_five_passages(library, request_, expected):
    found = library.search(request_, subject=SAMPLE_SUBJECT, top_k=5)
    assert expected in [passage.document for passage in found.passages]


def test_every_question_has_its_passage_and_half_of_each_kind_is_reported():
    asked = retrieval.questions()
    assert len({each.passage for each in asked}) == len(asked) >= 90
    languages = Counter(each.language for each in asked)
    assert set(languages) == {"en", "es", "zh"}
    assert min(languages.values()) >= 30
    kinds = Counter((each.language, each.kind, each.is_reported) for each in asked)
    for language, kind, _ in kinds:
        assert abs(kinds[language, kind, True] - kinds[language, kind, False]) <= 1
