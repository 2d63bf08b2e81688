"""Questions that make life hard for formats, and the rows they must come back as."""

from agent.exchange import Sheet
from agent.ports import Item

OPTIONS = ("Rows with `NULL`", "a < b && c > d", "=SUM(A1:A9)", "{~ # = : \\} 50 %")


def item(id_: str, question: str, **more: object) -> Item:
    base: dict[str, object] = {
        "id": id_,
        "subject": "databases",
        "topic": "normal-forms",
        "objective": "LO1",
        "difficulty": "basic",
        "question_text": question,
        "options": tuple(zip("abcd", OPTIONS, strict=True)),
        "key": "c",
        "evidence_document": "keys",
        "evidence": "A key is minimal: no attribute can be left out.",
        "explanation": "It <b>holds</b> because 1 = 1.\nAnd so on.",
        "origin": "bank",
        "language": "en",
    }
    return Item(**{**base, **more})  # type: ignore[arg-type]


ITEMS = (
    item("plain-1", "What does `SELECT * FROM t` give?"),
    item("hard-2", "Is {this} ~ a = #question: or \\ not?\nA second line & more.", key="b"),
    item(
        "es-3",
        "¿Qué es una clave primaria?",
        topic="claves",
        language="es",
        difficulty="advanced",
        objective="",
        evidence="",
        evidence_document="",
        key="a",
    ),
    item("zh-4", "主键是什么？", topic="主键 与 外键", language="zh", key="d"),
    item("+formula", "=HYPERLINK('http://evil.example')", key="a", explanation="-1"),
    item(
        "short-6",
        "What is a row of a relation called?",
        options=(),
        kind="free",
        key="tuple",
        terms=(("tuple", "n-tuple: {a}"),),
    ),
    item(
        "essay-7",
        "Why does one normalise?",
        options=(),
        kind="free",
        key="So that each fact is stored once, and no update can leave two versions of it behind.",
        terms=(("fact",), ("once", "one place")),
        explanation="",
        evidence="",
        evidence_document="",
    ),
)
SHEET = Sheet("Databases: a “first” course", ITEMS)
