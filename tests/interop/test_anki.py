"""The deck as Anki itself reads it. In an environment of its own: `pip install anki==26.9.3`."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent import exchange
from agent.exchange import anki as deck
from tests.exchange.sample import ITEMS, SHEET

pytest.importorskip("anki.collection")

from anki.collection import (
    Collection,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)

pytestmark = [pytest.mark.interop, pytest.mark.filterwarnings("default")]


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Any]:
    opened = Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def imported(collection: Any, sheet: exchange.Sheet, folder: Path) -> Any:
    path = folder / "deck.apkg"
    path.write_bytes(deck.write(sheet))
    request = ImportAnkiPackageRequest(
        package_path=str(path), options=ImportAnkiPackageOptions(merge_notetypes=True)
    )
    return collection.import_anki_package(request).log


def test_every_question_becomes_a_card_with_its_answer(collection: Any, tmp_path: Path) -> None:
    log = imported(collection, SHEET, tmp_path)
    assert len(log.new) == len(ITEMS)
    assert not log.missing_notetype
    assert collection.card_count() == len(ITEMS)
    assert SHEET.title.replace(":", "") in {d.name.replace(":", "") for d in names(collection)}
    for item in ITEMS:
        note = collection.get_note(found(collection, item.id))
        card = note.cards()[0]
        right = dict(item.options).get(item.key, item.key)
        assert deck.to_html(item.question_text) in card.question()
        assert deck.to_html(right) in card.answer()
        assert "<b>" not in card.answer().replace("<br/>", "")


def names(collection: Any) -> list[Any]:
    return list(collection.decks.all_names_and_ids())


def found(collection: Any, item: str) -> int:
    notes = [n for n in collection.find_notes("") if collection.get_note(n)["Id"] == item]
    assert len(notes) == 1
    return int(notes[0])


def test_imported_again_it_is_updated_and_not_doubled(collection: Any, tmp_path: Path) -> None:
    imported(collection, SHEET, tmp_path)
    log = imported(collection, SHEET, tmp_path)
    assert len(log.new) == 0
    assert collection.note_count() == len(ITEMS)
    more = replace(SHEET, items=(*ITEMS, replace(ITEMS[0], id="another")))
    log = imported(collection, more, tmp_path)
    assert len(log.new) == 1
    assert collection.note_count() == len(ITEMS) + 1
