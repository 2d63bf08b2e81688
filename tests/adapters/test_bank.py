from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from agent.adapters.bank import SqliteBank
from agent.adapters.library import SCHEMA
from agent.ports import Bank, Item
from agent.store.database import Database
from tests.fakes import MemoryBank


def item(name: str, topic: str = "keys", difficulty: str = "basic", subject: str = "s") -> Item:
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


ITEMS = [
    item("3", topic="joins"),
    item("1"),
    item("2", difficulty="advanced"),
    item("4", subject="t", topic="views"),
]


@pytest.fixture(params=["memory", "sqlite"])
def bank(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bank]:
    if request.param == "memory":
        filled: Bank = MemoryBank()
        filled.put(ITEMS)
        yield filled
        return
    with closing(Database(tmp_path / "library.db", SCHEMA)) as db:
        stored = SqliteBank(db)
        stored.put(ITEMS)
        yield stored


def test_items_come_back_whole_and_in_order(bank: Bank) -> None:
    assert bank.items("s") == [ITEMS[1], ITEMS[2], ITEMS[0]]
    assert bank.items("nowhere") == []


def test_narrowed(bank: Bank) -> None:
    assert [i.id for i in bank.items("s", topics=["keys"])] == ["1", "2"]
    assert [i.id for i in bank.items("s", topics=["keys", "joins", "other"])] == ["1", "2", "3"]
    assert [i.id for i in bank.items("s", difficulty="advanced")] == ["2"]
    assert bank.items("s", topics=["joins"], difficulty="advanced") == []


def test_the_same_id_replaces(bank: Bank) -> None:
    bank.put([replace(ITEMS[1], topic="views")])
    assert bank.topics("s") == ["joins", "keys", "views"]
    assert len(bank.items("s")) == 3
