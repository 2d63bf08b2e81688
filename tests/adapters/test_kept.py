"""What users keep: pieces, brands, appeals, learning plans, scores; and the bank of items."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from agent.adapters.appeals import SqliteAppeals
from agent.adapters.brands import SqliteBrands
from agent.adapters.pieces import SqlitePieces
from agent.adapters.plans import SqlitePlans
from agent.adapters.scores import SqliteScores
from agent.errors import NotFound
from agent.ports import Appeal, Item, KeptPiece, Picture, Version
from agent.ports.brand import EXAMPLE, NO_BRAND
from agent.ports.courses import StoredPlan
from agent.ports.work_items import Scored
from agent.store import Ledger
from tests.stores import bank_of, ledger_tables

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

    def later(self, **time) -> None:
        self.now += timedelta(**time)
        self.pieces.forget_deleted()


@pytest.fixture
def shelf(tmp_path):
    with closing(Ledger(tmp_path)) as ledger:
        yield Shelf(ledger, datetime(2026, 3, 3, tzinfo=UTC))


@pytest.fixture
def pieces(shelf):
    return shelf.pieces


def test_versions_are_numbered_for_each_piece_and_user(pieces) -> None:
    second = replace(DRAFT, id="turn-2", why="rewritten", comment="Shorter.")
    assert pieces.add_version("ada", DRAFT) == DRAFT
    assert pieces.add_version("ada", second) == replace(second, number=2)
    assert pieces.add_version("ada", replace(DRAFT, piece="p2")).number == 1
    assert pieces.add_version("bob", replace(DRAFT, id="turn-9")).number == 1
    assert pieces.versions("ada", "p1") == [DRAFT, replace(second, number=2)]
    assert [v.id for v in pieces.versions("bob", "p1")] == ["turn-9"]
    assert pieces.versions("eve", "p1") == []


def test_no_two_versions_that_come_at_once_share_a_number(pieces) -> None:
    versions = [replace(DRAFT, id=f"turn-{n}") for n in range(16)]
    with ThreadPoolExecutor(16) as pool:
        numbers = pool.map(lambda each: pieces.add_version("ada", each).number, versions)
    assert sorted(numbers) == list(range(1, 17))


def test_kept_pieces_come_back_whole_the_latest_first_to_their_user(pieces) -> None:
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
        ("", "HARBOUR", ["p1"]),
        ("", "cafe staging", ["p1"]),
        ("blog", "rates", []),
        ("", "100 %", []),
        ("", "  ", ["p2", "p1"]),
    ],
)
def test_filter_and_search(pieces, kind, search, found) -> None:
    pieces.keep("ada", KEPT)
    pieces.keep("ada", POST)
    assert [piece.id for piece in pieces.kept("ada", kind=kind, search=search)] == found


def test_pictures_come_back_whole_and_the_same_id_replaces(pieces) -> None:
    pieces.put_picture("ada", "x", PICTURE, thread="talk")
    assert pieces.picture("ada", "x") == PICTURE
    pieces.put_picture("ada", "x", DRAWN, thread="talk")
    assert pieces.picture("ada", "x") == DRAWN
    for user, picture in (("ada", "z"), ("bob", "x")):
        with pytest.raises(NotFound):
            pieces.picture(user, picture)


def test_a_deleted_piece_is_gone_after_a_day_and_not_before(shelf) -> None:
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


def test_what_can_be_restored_is_listed_the_latest_deleted_first(shelf) -> None:
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


def test_kept_pieces_outlive_their_conversation_and_drafts_do_not(shelf) -> None:
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


PLAN = StoredPlan(
    id="plan-1",
    thread="thread",
    title="Python from scratch",
    status="approved",
    at="2026-03-01T10:00:00+00:00",
    plan={"milestones": [{"id": "M1", "title": "Первый шаг, 第一步"}], "hours_a_week": 4.5},
)
HOURS = {"id": "e1", "at": "2026-03-03T10:00:00+00:00", "milestone": "M1", "hours": 3.0}


@pytest.fixture
def ledger(tmp_path):
    with closing(Ledger(tmp_path)) as opened:
        yield opened


def test_plans_are_each_users_own_and_come_back_as_they_were_put(ledger) -> None:
    plans = SqlitePlans(ledger.db)
    plans.put("ada", PLAN)
    assert plans.all("ben") == []
    for act in (lambda: plans.plan("ben", "plan-1"), lambda: plans.log("ben", "plan-1", HOURS)):
        with pytest.raises(NotFound):
            act()
    plans.put("ben", replace(PLAN, title="Ben's"))
    assert plans.plan("ada", "plan-1") == PLAN


def test_the_same_id_replaces_and_keeps_what_was_done(ledger) -> None:
    plans, done = SqlitePlans(ledger.db), replace(PLAN, status="done")
    plans.put("ada", PLAN)
    plans.log("ada", "plan-1", HOURS)
    plans.put("ada", done)
    assert plans.all("ada") == [done]
    assert plans.logged("ada", "plan-1") == [HOURS]


def test_a_plan_goes_with_its_conversation_and_comes_back_with_it(ledger) -> None:
    plans, thread = SqlitePlans(ledger.db), ledger.threads.create("ada", "coach", title="Python")
    plan = replace(PLAN, thread=thread)
    plans.put("ada", plan)
    plans.log("ada", "plan-1", HOURS)
    ledger.threads.delete(thread)
    assert plans.all("ada") == []
    with pytest.raises(NotFound):
        plans.plan("ada", "plan-1")
    ledger.threads.restore(thread)
    assert plans.all("ada") == [plan]
    ledger.threads.purge(thread)
    assert ledger.db.all("select * from learning_plans") == []
    assert ledger.db.all("select * from learning_progress") == []


FIRST = Scored(
    id="turn-1",
    issue="PROJ-1",
    at="2026-03-01T09:00:00+00:00",
    overall=41.25,
    scores={"acceptance_criteria": 0, "business_value": 82.5},
)
SECOND = replace(FIRST, id="turn-2", at="2026-03-02T09:00:00+00:00", overall=60)
OTHER = replace(FIRST, id="turn-3", issue="PROJ-2")


def test_each_user_and_each_issue_has_a_history_and_a_newest() -> None:
    scores = SqliteScores(ledger_tables())
    for scored in (SECOND, FIRST, OTHER):
        scores.put("ada", scored)
    scores.put("bob", replace(FIRST, overall=1))
    assert scores.history("ada", "PROJ-1") == [FIRST, SECOND]
    assert scores.history("bob", "PROJ-1") == [replace(FIRST, overall=1)]
    assert scores.history("ada", "PROJ-3") == []
    assert scores.latest("ada") == {"PROJ-1": SECOND, "PROJ-2": OTHER}
    assert scores.latest("eve") == {}


def item(name, topic="keys", difficulty="basic", subject="s"):
    return Item(
        id=name,
        subject=subject,
        topic=topic,
        objective="LO1",
        difficulty=difficulty,
        question_text="¿Qué es una 主键?",
        options=(("a", "One"), ("b", "Two"), ("c", "Three"), ("d", "Four")),
        key="b",
        evidence_document="keys",
        evidence="A key is a key.",
        explanation="Because.",
    )


def test_items_come_back_whole_in_order_and_narrowed() -> None:
    one, two, three = item("1"), item("2", difficulty="advanced"), item("3", topic="joins")
    bank = bank_of([three, one, two, item("4", subject="t", topic="views")])
    assert bank.items("s") == [one, two, three]
    assert bank.items("nowhere") == []
    assert bank.items("s", topics=["keys"]) == [one, two]
    assert bank.items("s", topics=["keys", "joins", "other"]) == [one, two, three]
    assert bank.items("s", difficulty="advanced") == [two]
    assert bank.items("s", topics=["joins"], difficulty="advanced") == []


def test_the_same_id_replaces() -> None:
    bank = bank_of([item("1"), item("2", topic="joins")])
    bank.put([replace(item("1"), topic="views")])
    assert bank.topics("s") == ["joins", "views"]
    assert len(bank.items("s")) == 2
