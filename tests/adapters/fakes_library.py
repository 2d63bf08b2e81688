"""An embedder small enough to read, and documents to search."""

import threading

import numpy as np

from agent.errors import AgentError
from agent.language.text import fold
from agent.ports import Document

# What this embedder knows of meaning: these words mean the same.
MEANINGS = {
    "car": ("car", "automobile", "coche", "汽车"),
    "cook": ("cook", "kitchen", "cocina", "厨房"),
    "sea": ("sea", "ocean", "mar", "海洋"),
}


class TinyEmbedder:
    """One dimension per meaning, a small one for all the rest. The same text, the same row."""

    def __init__(self, model="tiny", *, dimensions=4) -> None:
        self.model = model
        self.dimensions = dimensions
        self.texts: list[str] = []
        self.fails: list[Exception] = []
        """Errors of the next calls."""
        self.holds_at = 0
        """The call that waits until a test lets it go on: 1 is the first."""
        self.held, self.may_go_on = threading.Event(), threading.Event()
        self._calls = 0

    def embed(self, texts):
        self._calls += 1
        if self._calls == self.holds_at:
            self.held.set()
            if not self.may_go_on.wait(20):
                raise AssertionError("Nobody let the embedder go on.")
        self.texts += texts
        if self.fails:
            raise self.fails.pop(0)
        rows = np.array([self._row(fold(text)) for text in texts], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _row(self, text):
        counts = [float(sum(text.count(word) for word in words)) for words in MEANINGS.values()]
        return [*counts, *([0.0] * (self.dimensions - 4)), 0.1]


class Unplugged(AgentError):
    def __init__(self, *, retryable=True) -> None:
        super().__init__("The embedding service is down.", retryable=retryable)


def document(name, text, **more):
    return Document(**{"id": name, "title": name.title(), "subject": "s", "text": text, **more})


KEYS = document(
    "keys",
    """# Keys

## Primary keys

A primary key identifies each row of a table.

## Foreign keys

A foreign key refers to the primary key of another table.
""",
    topic="keys",
    source="Lecture 2",
)
JOINS = document("joins", "# Joins\n\nA join combines the rows of two tables.", kind="exercise")
SPANISH = document(
    "claves", "# Claves\n\nUna clave foránea se refiere a otra tabla.", language="es"
)
CHINESE = document("约束", "# 约束\n\n外键引用另一张表的主键，以保持数据的一致性。", language="zh")
COURSE = (KEYS, JOINS, SPANISH, CHINESE)
