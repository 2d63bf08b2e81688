import json
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.adapters.bank import SqliteBank
from agent.adapters.guides import SqliteGuides
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.samples import FOLDER, load_samples, read_documents, read_guide, read_items
from agent.storage import Database
from agent.text import plain

COURSE = FOLDER / "databases"


@dataclass(frozen=True)
class Shelf:
    """The stores that samples go to, and a copy of the samples that a test may change."""

    library: SqliteLibrary
    guides: SqliteGuides
    bank: SqliteBank
    folder: Path

    def load(self) -> None:
        load_samples(self.library, self.guides, self.bank, folder=self.folder)

    @property
    def ids(self) -> set[str]:
        return {document.id for document in self.library.documents("databases")}

    @property
    def course(self) -> Path:
        return self.folder / "databases"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shutil.copytree(COURSE, tmp_path / "samples" / "databases")
    with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
        library = SqliteLibrary(db)
        yield Shelf(library, SqliteGuides(db), SqliteBank(db), tmp_path / "samples")


class TestContent:
    def test_documents_are_complete(self) -> None:
        documents = read_documents(COURSE)
        assert len(documents) >= 10
        assert len({document.id for document in documents}) == len(documents)
        for document in documents:
            assert document.subject == "databases"
            for field in ("title", "kind", "topic", "author", "date", "source", "licence"):
                assert getattr(document, field), (document.id, field)
            assert document.text.startswith("# ")

    def test_every_item_has_one_key_and_stands_on_its_document(self) -> None:
        texts = {d.id: (d.text, plain(d.text)) for d in read_documents(COURSE)}
        items = read_items(COURSE)
        assert len({item.id for item in items}) == len(items) > 20
        for item in items:
            names = [name for name, _ in item.options]
            assert len(names) == len(set(names)) == 4, item.id
            assert len({text for _, text in item.options}) == 4, item.id
            assert item.key in names, item.id
            quote = _spaced(item.evidence)
            assert any(quote in _spaced(t) for t in texts[item.evidence_document]), item.id

    def test_topics_of_items_are_topics_of_documents(self) -> None:
        topics = {document.topic for document in read_documents(COURSE)}
        assert {item.topic for item in read_items(COURSE)} <= topics

    def test_the_guide_names_its_subject(self) -> None:
        assert read_guide(COURSE)["asignatura"]


def _spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


class TestLoading:
    def test_a_first_start_finds_everything(self, shelf: Shelf) -> None:
        shelf.load()
        assert shelf.ids == {document.id for document in read_documents(COURSE)}
        assert shelf.guides.guide("databases") == read_guide(COURSE)
        assert shelf.bank.items("databases") == sorted(read_items(COURSE), key=lambda i: i.id)
        found = shelf.library.search("What is a foreign key?", subject="databases")
        assert found.passages[0].document == "foreign-keys"

    def test_the_next_start_changes_nothing(self, shelf: Shelf) -> None:
        shelf.load()
        shelf.library.remove("keys")
        shelf.guides.put("databases", {"asignatura": "Mine"})
        shelf.load()
        assert "keys" not in shelf.ids
        assert shelf.guides.guide("databases") == {"asignatura": "Mine"}

    def test_a_changed_document_is_indexed_anew_and_alone(self, shelf: Shelf) -> None:
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

    def test_a_document_that_is_no_longer_a_sample_goes(self, shelf: Shelf) -> None:
        shelf.load()
        (shelf.course / "docs" / "keys.md").unlink()
        shelf.load()
        assert "keys" not in shelf.ids
        assert len(shelf.ids) == len(read_documents(COURSE)) - 1

    def test_a_changed_guide_replaces_its_former_self_only(self, shelf: Shelf) -> None:
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

    def test_a_guide_that_was_there_first_stays(self, shelf: Shelf) -> None:
        shelf.guides.put("databases", {"curso": "Mine"})
        shelf.load()
        assert shelf.guides.guide("databases") == {"curso": "Mine"}

    def test_a_changed_bank_is_brought_in(self, shelf: Shelf) -> None:
        shelf.load()
        path = shelf.course / "bank.json"
        entries = json.loads(path.read_text("utf-8"))
        entries[0]["explanation"] = "Better said."
        path.write_text(json.dumps(entries), "utf-8")
        shelf.load()
        changed = {item.id: item.explanation for item in shelf.bank.items("databases")}
        assert changed[entries[0]["id"]] == "Better said."
