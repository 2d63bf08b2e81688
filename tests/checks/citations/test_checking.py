"""What code tells of an answer's citations: remarks, never a verdict, and the text stays."""

from collections.abc import Sequence

import pytest

from agent.checks.citations.checking import check_answer
from agent.ports import Likeness
from tests.checks.citations.made import DEFINES, MENTIONS, passage

KEYS = passage(f"{DEFINES} {MENTIONS}")

Pairs = Sequence[tuple[str, str]]


def nowhere(_pairs: Pairs) -> list[Likeness]:
    return []


def far(pairs: Pairs) -> list[Likeness]:
    return [Likeness(0.1, False, 0.0) for _ in pairs]


def near(pairs: Pairs) -> list[Likeness]:
    return [Likeness(0.4, False, 0.2) for _ in pairs]


def test_what_shares_words_or_meaning_with_its_passage_is_not_remarked() -> None:
    said = "A foreign key holds values of a key elsewhere [1]."
    assert check_answer(said, [KEYS], far).remarks == ()
    assert check_answer("Bees dance to tell of flowers [1].", [KEYS], near).remarks == ()
    assert check_answer("Bees dance to tell of flowers [1].", [KEYS], nowhere).remarks == ()


def test_what_is_far_from_its_passage_is_remarked_and_stays() -> None:
    said = "Bees dance to tell of flowers [1]. A foreign key is a column [1]."
    checked = check_answer(said, [KEYS], far)
    assert checked.text == said
    assert [(r["text"], r["marks"]) for r in checked.remarks] == [
        ("Bees dance to tell of flowers [1].", ["1"])
    ]
    assert checked.cited == 2


@pytest.mark.parametrize("said", ["- **Qué hacer:** eliminarlo [1].", "**哈希:** 不行 [1]。"])
def test_a_sentence_of_very_few_words_is_not_remarked(said: str) -> None:
    assert check_answer(said, [KEYS], far).remarks == ()


@pytest.mark.parametrize(
    "said",
    [
        "A foreign key must not exist as a key elsewhere [1].",
        "Your 4711 must exist as a key elsewhere, too [1].",
        "`REFERENCES student(id)` makes it a foreign key [1].",
    ],
)
def test_nothing_is_said_of_negations_figures_and_code(said: str) -> None:
    assert check_answer(said, [KEYS], nowhere).remarks == ()


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
def test_a_longer_quote_must_be_in_the_passage_it_cites(said: str, is_remarked: bool) -> None:
    remarks = check_answer(said, [KEYS], nowhere).remarks
    assert ["quote" in remark["reason"] for remark in remarks] == [True] * is_remarked


def test_a_mark_that_names_nothing_is_removed_and_named() -> None:
    checked = check_answer("A foreign key is a column [1][8].", [KEYS], nowhere)
    assert checked.text == "A foreign key is a column [1]."
    assert checked.removed == ("8",)
