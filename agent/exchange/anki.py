"""Anki: a deck of cards that shows the question and its options, then the answer and why."""

import hashlib
import io
import itertools
import sqlite3
import time
import zipfile
from contextlib import closing
from functools import cache
from typing import Any

from agent.exchange.markup import to_html
from agent.exchange.sheet import Sheet, slug
from agent.ports import Item

# Anki knows a note type and a deck by these numbers, so that what is imported again is updated
# rather than doubled. They never change.
MODEL = 1_607_392_319
DECKS = 2_059_400_000
FIELDS = ("Question", "Options", "Answer", "Explanation", "Source", "Id")
_FRONT = '<div class="question">{{Question}}</div><div class="options">{{Options}}</div>'
_BACK = (
    '{{FrontSide}}<hr id="answer"><div class="answer">{{Answer}}</div>'
    '<div class="why">{{Explanation}}</div><div class="source">{{Source}}</div>'
)
_STYLE = (
    ".card{font:18px/1.5 system-ui,sans-serif;text-align:left;max-width:40rem;margin:1rem auto}"
    ".answer{font-weight:600}.source{opacity:.75;font-size:.85em}code{font-family:monospace}"
)


def write(sheet: Sheet) -> bytes:
    import genanki  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, and seldom needed

    deck = genanki.Deck(deck_id(sheet.title), sheet.title)
    for item in sheet.items:
        note = genanki.Note(
            model=_model(),
            fields=_fields(item),
            tags=[tag for tag in (slug(item.topic), item.difficulty, slug(item.objective)) if tag],
            guid=genanki.guid_for("interlude", item.id),
        )
        deck.add_note(note)
    return _packed(genanki.Package(deck))


def _packed(package: Any) -> bytes:
    """Its own way of writing leaves the collection behind in the folder for temporary files."""
    moment = time.time()
    with closing(sqlite3.connect(":memory:")) as collection:
        package.write_to_db(collection.cursor(), moment, itertools.count(int(moment * 1000)))
        collection.commit()
        content = collection.serialize()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("collection.anki2", content)
        archive.writestr("media", "{}")
    return packed.getvalue()


def deck_id(title: str) -> int:
    digest = hashlib.sha256(title.encode()).digest()
    return DECKS + int.from_bytes(digest[:3], "big")


@cache
def _model() -> Any:
    import genanki  # noqa: PLC0415 - as above

    return genanki.Model(
        MODEL,
        "Interlude question",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "Question", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
    )


def _fields(item: Item) -> list[str]:
    texts = dict(item.options)
    options = "<br/>".join(f"{id_}) {to_html(text)}" for id_, text in item.options)
    answer = f"{item.key}) {to_html(texts[item.key])}" if texts else to_html(item.key)
    quoted = f"“{to_html(item.evidence)}”" if item.evidence else ""
    return [
        to_html(item.question_text),
        options,
        answer,
        to_html(item.explanation),
        " ".join(filter(None, [quoted, to_html(item.evidence_document)])),
        to_html(item.id),
    ]
