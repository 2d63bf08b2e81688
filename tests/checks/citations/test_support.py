"""What code tells of an answer's citations: remarks, never a verdict, and the text stays."""

from collections.abc import Sequence

import pytest

from agent.checks.citations.support import find_unsupported
from agent.ports import Likeness
from tests.checks.citations.made import DEFINES, MENTIONS, passage
from tests.fakes import MemoryLibrary

KEYS = passage(f"{DEFINES} {MENTIONS}")


class Near(MemoryLibrary):
    """Finds everything as near as this; without it, meaning cannot be compared."""

    def __init__(self, strength: float | None = None) -> None:
        super().__init__()
        self._strength = strength

    def likeness(self, pairs: Sequence[tuple[str, str]]) -> list[Likeness]:
        if self._strength is None:
            return []
        return [Likeness(0.1, False, self._strength) for _ in pairs]


FAR, NEAR, NOWHERE = Near(0.0), Near(0.2), Near()


def test_what_shares_words_or_meaning_with_its_passage_is_not_remarked():
    said = "A foreign key holds values of a key elsewhere [1]."
    assert find_unsupported(said, [KEYS], FAR) == []
    assert find_unsupported("- **Qué hacer:** eliminarlo [1].", [KEYS], FAR) == []
    assert find_unsupported("Bees dance to tell of flowers [1].", [KEYS], NEAR) == []
    assert find_unsupported("Bees dance to tell of flowers [1].", [KEYS], NOWHERE) == []


def test_what_is_far_from_its_passage_is_remarked():
    said = "Bees dance to tell of flowers [1]. A foreign key is a column [1]."
    remarks = find_unsupported(said, [KEYS], FAR)
    told = [(remark["text"], remark["marks"]) for remark in remarks]
    assert told == [("Bees dance to tell of flowers [1].", ["1"])]


@pytest.mark.parametrize(
    ("said", "is_remarked"),
    [
        ("It says “values must exist as a key elsewhere” [1].", False),
        ("It says “many systems … a foreign key by themselves” [1].", False),
        ("It says “every system indexes each foreign key automatically” [1].", True),
        ("The term “foreign key” is used [1].", False),
        ("The key must exist, as in “Ada borrows book 12, Bob returns book 7” [1].", False),
        ("It is like saying “show me your library card first please”.", False),
    ],
)
def test_a_longer_quote_must_be_in_the_passage_it_cites(said, is_remarked):
    remarks = find_unsupported(said, [KEYS], NOWHERE)
    assert len(remarks) == is_remarked
