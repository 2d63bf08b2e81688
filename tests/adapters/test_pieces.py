"""Pieces, brands and appeals."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.adapters.appeals import SqliteAppeals
from agent.adapters.brands import SqliteBrands
from agent.adapters.pieces import SqlitePieces
from agent.errors import NotFound
from agent.ports import Appeal, KeptPiece, Picture, Pieces, Version
from agent.ports.brand import EXAMPLE, NO_BRAND
from agent.store import Ledger
from tests.stores import ledger_tables

DRAFT = Version(
    id="turn-1",
    piece="p1",
    thread="talk",
    number=1,
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

    ledger: Ledger
    now: datetime

    def __post_init__(self) -> None:
        self.pieces = SqlitePieces(self.ledger.db, lambda: self.now)

    def later(self, **time: int) -> None:
        self.now += timedelta(**time)
        self.pieces.forget_deleted()


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    with closing(Ledger(tmp_path)) as ledger:
        yield Shelf(ledger, datetime(2026, 3, 3, tzinfo=UTC))


@pytest.fixture
def pieces(shelf: Shelf) -> Pieces:
    return shelf.pieces


def test_versions_are_numbered_for_each_piece_and_user(pieces: Pieces) -> None:
    second = replace(DRAFT, id="turn-2", why="rewritten", comment="Shorter.")
    assert pieces.add_version("ada", DRAFT) == DRAFT
    assert pieces.add_version("ada", second) == replace(second, number=2)
    assert pieces.add_version("ada", replace(DRAFT, piece="p2")).number == 1
    assert pieces.add_version("bob", replace(DRAFT, id="turn-9")).number == 1
    assert pieces.versions("ada", "p1") == [DRAFT, replace(second, number=2)]
    assert [v.id for v in pieces.versions("bob", "p1")] == ["turn-9"]
    assert pieces.versions("eve", "p1") == []


def test_no_two_versions_that_come_at_once_share_a_number(pieces: Pieces) -> None:
    versions = [replace(DRAFT, id=f"turn-{n}") for n in range(16)]
    with ThreadPoolExecutor(16) as pool:
        numbers = pool.map(lambda each: pieces.add_version("ada", each).number, versions)
    assert sorted(numbers) == list(range(1, 17))


def test_kept_pieces_come_back_whole_the_latest_first_to_their_user(pieces: Pieces) -> None:
    pieces.keep("ada", POST)
    pieces.keep("ada", KEPT)
    assert pieces.kept("ada") == [POST, KEPT]
    assert pieces.piece("ada", "p1") == KEPT
    pieces.delete("bob", "p1")
    assert pieces.kept("bob") == []
    with pytest.raises(NotFound):
        pieces.piece("bob", "p1")
    assert pieces.piece("ada", "p1") == KEPT


@pytest.mark.parametrize(
    ("kind", "search", "found"),
    [
        ("blog", "", ["p1"]),
        ("image", "", []),
        ("", "HARBOUR", ["p1"]),
        ("", "cafe staging", ["p1"]),
        ("blog", "rates", []),
        ("", "100 %", []),
        ("", "  ", ["p2", "p1"]),
    ],
)
def test_filter_and_search(pieces: Pieces, kind: str, search: str, found: list[str]) -> None:
    pieces.keep("ada", KEPT)
    pieces.keep("ada", POST)
    assert [piece.id for piece in pieces.kept("ada", kind=kind, search=search)] == found


def test_pictures_come_back_whole_and_the_same_id_replaces(pieces: Pieces) -> None:
    pieces.put_picture("ada", "x", PICTURE, thread="talk")
    assert pieces.picture("ada", "x") == PICTURE
    pieces.put_picture("ada", "x", DRAWN, thread="talk")
    assert pieces.picture("ada", "x") == DRAWN
    for user, picture in (("ada", "z"), ("bob", "x")):
        with pytest.raises(NotFound):
            pieces.picture(user, picture)


def test_a_deleted_piece_is_gone_after_a_day_and_not_before(shelf: Shelf) -> None:
    pieces = shelf.pieces
    pieces.keep("ada", KEPT)
    pieces.delete("ada", "p1")
    assert pieces.kept("ada") == []
    with pytest.raises(NotFound):
        pieces.piece("ada", "p1")
    shelf.later(hours=23)
    pieces.restore("ada", "p1")
    assert pieces.kept("ada") == [KEPT]
    pieces.delete("ada", "p1")
    shelf.later(hours=25)
    assert pieces.deleted("ada") == []
    pieces.restore("ada", "p1")
    assert pieces.kept("ada") == []


def test_what_can_be_restored_is_listed_the_latest_deleted_first(shelf: Shelf) -> None:
    pieces, began = shelf.pieces, shelf.now
    for piece in (KEPT, POST):
        pieces.keep("ada", piece)
    pieces.delete("ada", "p2")
    shelf.later(hours=1)
    pieces.delete("ada", "p1")
    assert pieces.deleted("bob") == []
    assert pieces.deleted("ada") == [
        replace(KEPT, deleted=shelf.now.isoformat()),
        replace(POST, deleted=began.isoformat()),
    ]
    shelf.later(hours=23, minutes=30)
    assert [piece.id for piece in pieces.deleted("ada")] == ["p1"]


def test_kept_pieces_outlive_their_conversation_and_drafts_do_not(shelf: Shelf) -> None:
    pieces, ledger = shelf.pieces, shelf.ledger
    thread = ledger.threads.create("ada", "studio", title="Staging")
    for piece, where in (("p1", thread), ("draft", thread), ("other", "another")):
        pieces.add_version("ada", replace(DRAFT, thread=where, piece=piece))
    for picture in ("x", "of a draft"):
        pieces.put_picture("ada", picture, PICTURE, thread=thread)
    kept = replace(KEPT, content={**KEPT.content, "picture": "x"}, thread=thread)
    pieces.keep("ada", kept)
    ledger.threads.purge(thread)
    shelf.later(hours=0)
    assert pieces.kept("ada") == [kept]
    assert [len(pieces.versions("ada", piece)) for piece in ("p1", "draft", "other")] == [1, 0, 1]
    assert pieces.picture("ada", "x") == PICTURE
    with pytest.raises(NotFound):
        pieces.picture("ada", "of a draft")
    pieces.delete("ada", "p1")
    shelf.later(hours=25)
    assert pieces.versions("ada", "p1") == [], "what was left of it goes with the piece"
    with pytest.raises(NotFound):
        pieces.picture("ada", "x")


def test_no_brand_until_there_is_one_of_ones_own() -> None:
    brands = SqliteBrands(ledger_tables())
    mine = EXAMPLE.model_copy(update={"name": "Tea & Co", "terms": ("tea", "茶")})
    assert (brands.profile("ada"), brands.is_known("ada")) == (NO_BRAND, False)
    brands.put("ada", mine)
    assert (brands.profile("ada"), brands.profile("bob")) == (mine, NO_BRAND)
    assert (brands.is_known("ada"), brands.is_known("bob")) == (True, False)
    brands.reset("ada")
    assert (brands.profile("ada"), brands.is_known("ada")) == (NO_BRAND, False)


def test_appeals_of_a_user_the_latest_first_and_twice_is_once() -> None:
    appeals = SqliteAppeals(ledger_tables())
    first = Appeal(
        id="a1",
        at="2026-03-01T09:00:00+00:00",
        text="Is this class A property?",
        verdict={"passed": False, "details": {"rule": "x"}},
        comment="Class A is a grade.",
    )
    second = replace(first, id="a2", at="2026-03-02T09:00:00+00:00", comment="")
    again = replace(first, comment="And a common one.")
    for appeal in (first, second, again):
        appeals.put("ada", appeal)
    appeals.put("bob", first)
    assert appeals.all("ada") == [second, again]
    assert appeals.all("bob") == [first]
    assert appeals.all("eve") == []
