"""Pieces, brands and appeals."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.adapters.appeals import SqliteAppeals
from agent.adapters.brands import SqliteBrands
from agent.adapters.pieces import SqlitePieces
from agent.errors import NotFound
from agent.ports import Appeal, Appeals, Brands, KeptPiece, Picture, Pieces, Version
from agent.ports.brand import EXAMPLE, NO_BRAND
from agent.store import Ledger
from tests.stores import ledger_tables

DRAFT = Version(
    id="turn-1",
    piece="p1",
    thread="talk",
    number=0,
    at="2026-03-01T09:00:00+00:00",
    why="drafted",
    content={"kind": "blog", "title": "Staging", "text": "# Staging\n\nÀ la carte.", "slots": []},
    comment="",
)
KEPT = KeptPiece(
    id="p1",
    kind="blog",
    title="Home staging",
    content={"kind": "blog", "text": "A Café near the harbour."},
    research={"topic": "home staging", "claims": [{"id": "C1"}]},
    thread="talk",
    at="2026-03-01T10:00:00+00:00",
)
POST = replace(
    KEPT,
    id="p2",
    kind="linkedin",
    title="Rates",
    content={"kind": "linkedin", "text": "Interest rates fell."},
    research=None,
    at="2026-03-02T10:00:00+00:00",
)
PICTURE = Picture(
    png=b"\x89PNG\x00", svg="<svg/>", width=8, height=4, alt="A house", is_card=True, notice="Cut."
)
DRAWN = replace(PICTURE, svg="", is_card=False, model="painter", notice="")


@dataclass
class Shelf:
    """Pieces with a clock to turn, and a conversation to delete for good."""

    pieces: Pieces
    thread: str
    purge: Callable[[], None]
    now: list[datetime]

    def later(self, time: timedelta) -> None:
        self.now[0] += time


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    now = [datetime(2026, 3, 3, tzinfo=UTC)]
    with closing(Ledger(tmp_path)) as ledger:
        thread = ledger.threads.create("ada", "studio", title="Staging")
        adapter = SqlitePieces(ledger.db, lambda: now[0])
        yield Shelf(adapter, thread, lambda: ledger.threads.purge(thread), now)


@pytest.fixture
def pieces(shelf: Shelf) -> Pieces:
    return shelf.pieces


# Versions


def test_versions_are_numbered_as_they_come(pieces: Pieces) -> None:
    second = replace(DRAFT, id="turn-2", why="rewritten", comment="Shorter.", at=DRAFT.at)
    assert pieces.add_version("ada", DRAFT) == replace(DRAFT, number=1)
    assert pieces.add_version("ada", second) == replace(second, number=2)
    expected = [replace(DRAFT, number=1), replace(second, number=2)]
    assert pieces.versions("ada", "p1") == expected


def test_each_piece_and_each_user_counts_apart(pieces: Pieces) -> None:
    pieces.add_version("ada", DRAFT)
    assert pieces.add_version("ada", replace(DRAFT, piece="p2")).number == 1
    assert pieces.add_version("bob", replace(DRAFT, id="turn-9")).number == 1
    assert [v.id for v in pieces.versions("ada", "p1")] == ["turn-1"]
    assert [v.id for v in pieces.versions("bob", "p1")] == ["turn-9"]
    assert pieces.versions("eve", "p1") == []


def test_no_two_versions_that_come_at_once_share_a_number(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path)) as ledger:
        pieces = SqlitePieces(ledger.db)
        versions = [replace(DRAFT, id=f"turn-{n}") for n in range(16)]
        threads = [
            threading.Thread(target=pieces.add_version, args=("ada", each)) for each in versions
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [v.number for v in pieces.versions("ada", "p1")] == list(range(1, 17))


# Kept pieces


def test_kept_pieces_come_back_whole_the_latest_first(pieces: Pieces) -> None:
    pieces.keep("ada", POST)
    pieces.keep("ada", KEPT)
    assert pieces.kept("ada") == [POST, KEPT]
    assert pieces.piece("ada", "p1") == KEPT


@pytest.mark.parametrize(
    ("kind", "search", "found"),
    [
        ("blog", "", ["p1"]),
        ("image", "", []),
        ("", "HARBOUR", ["p1"]),
        ("", "cafe staging", ["p1"]),
        ("", "rates", ["p2"]),
        ("blog", "rates", []),
        ("", "100 %", []),
        ("", "  ", ["p2", "p1"]),
    ],
)
def test_filter_and_search(pieces: Pieces, kind: str, search: str, found: list[str]) -> None:
    pieces.keep("ada", KEPT)
    pieces.keep("ada", POST)
    assert [piece.id for piece in pieces.kept("ada", kind=kind, search=search)] == found


def test_others_find_nothing(pieces: Pieces) -> None:
    pieces.keep("ada", KEPT)
    pieces.put_picture("ada", "x", PICTURE, thread="talk")
    pieces.delete("bob", "p1")
    assert pieces.kept("bob") == []
    assert pieces.kept("ada") == [KEPT]
    for found in (lambda: pieces.piece("bob", "p1"), lambda: pieces.picture("bob", "x")):
        with pytest.raises(NotFound):
            found()


def test_a_delete_can_be_undone(pieces: Pieces) -> None:
    pieces.keep("ada", KEPT)
    pieces.delete("ada", "p1")
    assert pieces.kept("ada") == []
    with pytest.raises(NotFound):
        pieces.piece("ada", "p1")
    pieces.restore("ada", "p1")
    assert pieces.piece("ada", "p1") == KEPT


# Pictures


def test_pictures_come_back_whole_and_the_same_id_replaces(pieces: Pieces) -> None:
    pieces.put_picture("ada", "x", PICTURE, thread="talk")
    pieces.put_picture("ada", "y", DRAWN, thread="talk")
    assert (pieces.picture("ada", "x"), pieces.picture("ada", "y")) == (PICTURE, DRAWN)
    pieces.put_picture("ada", "x", DRAWN, thread="talk")
    assert pieces.picture("ada", "x") == DRAWN
    with pytest.raises(NotFound):
        pieces.picture("ada", "z")


# What is deleted for good


def test_a_deleted_piece_is_gone_after_a_day_and_not_before(shelf: Shelf) -> None:
    shelf.pieces.keep("ada", KEPT)
    shelf.pieces.delete("ada", "p1")
    shelf.later(timedelta(hours=23))
    shelf.pieces.forget_deleted()
    shelf.pieces.restore("ada", "p1")
    assert shelf.pieces.kept("ada") == [KEPT]
    shelf.pieces.delete("ada", "p1")
    shelf.later(timedelta(hours=25))
    assert shelf.pieces.deleted("ada") == []
    shelf.pieces.restore("ada", "p1")
    assert shelf.pieces.kept("ada") == []
    shelf.pieces.forget_deleted()
    shelf.pieces.restore("ada", "p1")
    assert shelf.pieces.kept("ada") == []


def test_what_can_be_restored_is_listed_the_latest_deleted_first(shelf: Shelf) -> None:
    pieces, began = shelf.pieces, shelf.now[0]
    for piece in (KEPT, POST):
        pieces.keep("ada", piece)
    pieces.delete("ada", "p2")
    shelf.later(timedelta(hours=1))
    pieces.delete("ada", "p1")
    assert pieces.deleted("bob") == []
    assert pieces.deleted("ada") == [
        replace(KEPT, deleted=(began + timedelta(hours=1)).isoformat()),
        replace(POST, deleted=began.isoformat()),
    ]
    shelf.later(timedelta(hours=23, minutes=30))
    assert [piece.id for piece in pieces.deleted("ada")] == ["p1"]
    pieces.restore("ada", "p1")
    assert pieces.kept("ada") == [KEPT]


def test_kept_pieces_outlive_their_conversation_and_drafts_do_not(shelf: Shelf) -> None:
    pieces, thread = shelf.pieces, shelf.thread
    pieces.add_version("ada", replace(DRAFT, thread=thread))
    pieces.add_version("ada", replace(DRAFT, thread=thread, piece="draft"))
    pieces.add_version("ada", replace(DRAFT, thread="another", piece="other"))
    pieces.put_picture("ada", "x", PICTURE, thread=thread)
    pieces.put_picture("ada", "of a draft", PICTURE, thread=thread)
    kept = replace(KEPT, content={**KEPT.content, "picture": "x"}, thread=thread)
    pieces.keep("ada", kept)
    shelf.purge()
    pieces.forget_deleted()
    assert pieces.kept("ada") == [kept]
    assert [len(pieces.versions("ada", piece)) for piece in ("p1", "draft", "other")] == [1, 0, 1]
    assert pieces.picture("ada", "x") == PICTURE
    with pytest.raises(NotFound):
        pieces.picture("ada", "of a draft")


def test_what_is_left_of_a_conversation_goes_with_the_piece(shelf: Shelf) -> None:
    pieces, thread = shelf.pieces, shelf.thread
    content = {**DRAFT.content, "picture": "x"}
    pieces.add_version("ada", replace(DRAFT, thread=thread, content=content))
    pieces.put_picture("ada", "x", PICTURE, thread=thread)
    pieces.keep("ada", replace(KEPT, content=content, thread=thread))
    shelf.purge()
    pieces.delete("ada", "p1")
    shelf.later(timedelta(hours=25))
    pieces.forget_deleted()
    assert pieces.versions("ada", "p1") == []
    with pytest.raises(NotFound):
        pieces.picture("ada", "x")


# The brand


@pytest.fixture
def brands() -> Brands:
    return SqliteBrands(ledger_tables())


def test_no_brand_until_there_is_one_of_ones_own(brands: Brands) -> None:
    mine = EXAMPLE.model_copy(update={"name": "Tea & Co", "terms": ("tea", "茶")})
    assert (brands.profile("ada"), brands.is_known("ada")) == (NO_BRAND, False)
    brands.put("ada", mine)
    assert (brands.profile("ada"), brands.profile("bob")) == (mine, NO_BRAND)
    assert (brands.is_known("ada"), brands.is_known("bob")) == (True, False)
    brands.reset("ada")
    assert (brands.profile("ada"), brands.is_known("ada")) == (NO_BRAND, False)


# Appeals

FIRST = Appeal(
    id="a1",
    at="2026-03-01T09:00:00+00:00",
    text="Is this class A property?",
    verdict={"passed": False, "details": {"rule": "x"}},
    comment="Class A is a grade.",
)


@pytest.fixture
def appeals() -> Appeals:
    return SqliteAppeals(ledger_tables())


def test_appeals_of_a_user_the_latest_first_and_twice_is_once(appeals: Appeals) -> None:
    second = replace(FIRST, id="a2", at="2026-03-02T09:00:00+00:00", comment="")
    again = replace(FIRST, comment="And a common one.")
    for appeal in (FIRST, second, again):
        appeals.put("ada", appeal)
    appeals.put("bob", FIRST)
    assert appeals.all("ada") == [second, again]
    assert appeals.all("bob") == [FIRST]
    assert appeals.all("eve") == []
