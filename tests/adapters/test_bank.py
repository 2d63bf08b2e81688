from dataclasses import replace

from agent.ports import Item
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
