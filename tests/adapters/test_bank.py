from dataclasses import replace

import pytest

from agent.ports import Bank, Item
from tests.stores import bank_of


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


@pytest.fixture
def bank() -> Bank:
    return bank_of(ITEMS)


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
