"""The checks of quiz items, by minimal pairs: an item with one flaw, and the same without it."""

from dataclasses import replace

import pytest

from agent.adapters.samples import FOLDER, read_documents, read_items
from agent.ports import Item
from agent.workflows.tutor.quiz import checks, items

SOURCE = "A superkey is a set of columns. Its values identify each row of a table."

GOOD = Item(
    id="x",
    subject="databases",
    topic="keys",
    objective="",
    difficulty="basic",
    question_text="What does a superkey do?",
    options=(
        ("a", "It identifies each row"),
        ("b", "It sorts the whole file"),
        ("c", "It hides some columns"),
        ("d", "It counts the visitors"),
    ),
    key="a",
    evidence_document="keys",
    evidence="Its values identify each row of a table.",
    explanation="",
)


def made(*options: str, question: str = "What does it do?", key: str = "a", **more: str) -> Item:
    """An item of these options; the first is the key unless another is named."""
    named = tuple(zip("abcdef", options, strict=False))
    return replace(GOOD, question_text=question, options=named, key=key, **more)


def codes(item: Item) -> set[str]:
    return set(checks.find_flaws(item, SOURCE))


PAIRS = {
    "options": [
        (made("One", "Two"), GOOD),
        (made("A red  book", "a red book", "A pen", "Cup"), made("Red", "Blue", "A pen", "Cup")),
        (
            made("网络层", "网络层 ", "链路层", "传输层"),
            made("网络层", "应用层", "链路层", "传输层"),
        ),
    ],
    "stem": [
        (replace(GOOD, question_text="?"), GOOD),
    ],
    "evidence": [
        (replace(GOOD, evidence="Its values identify every row of a table."), GOOD),
        (replace(GOOD, evidence="A key"), GOOD),
    ],
    "key": [
        (replace(GOOD, key="z"), GOOD),
        (replace(GOOD, options=tuple(("a", text) for _, text in GOOD.options)), GOOD),
    ],
}


@pytest.mark.parametrize(
    ("code", "bad", "good"),
    [(code, bad, good) for code, pairs in PAIRS.items() for bad, good in pairs],
)
def test_a_flaw_is_found_and_its_absence_too(code: str, bad: Item, good: Item) -> None:
    assert code in codes(bad)
    assert code not in codes(good)


def test_an_item_without_a_known_source_is_checked_for_all_else() -> None:
    assert not any(checks.find_flaws(replace(GOOD, evidence="Anything"), None))


def test_a_free_item_needs_a_model_answer_that_names_its_terms() -> None:
    free = replace(GOOD, kind="free", options=(), key="A set of columns.", terms=(("columns",),))
    assert codes(free) == set()
    assert codes(replace(free, terms=(("rows",),))) == {"terms"}
    assert codes(replace(free, key=" ", terms=())) == {"key"}


class TestTheWholeQuiz:
    def test_one_sentence_is_asked_about_once(self) -> None:
        other = made("Rows", "Views", "Roles", "Plans", evidence=GOOD.evidence)
        assert checks.share_evidence(GOOD, other)

    def test_keys_stand_in_all_places_alike_and_keep_their_ids(self) -> None:
        quiz = [replace(GOOD, id=str(number)) for number in range(8)]
        spread = items.spread(quiz, seed="s")
        places = [[name for name, _ in item.options].index(item.key) for item in spread]
        assert sorted(places) == [0, 0, 1, 1, 2, 2, 3, 3]
        texts = {text for _, text in GOOD.options}
        assert all({text for _, text in item.options} == texts for item in spread)
        right = dict(GOOD.options)[GOOD.key]
        assert all(dict(item.options)[item.key] == right for item in spread)
        assert all([name for name, _ in item.options] == list("abcd") for item in spread)
        assert items.spread(quiz, seed="s") == spread

    def test_numbers_stay_in_their_order(self) -> None:
        numbers = made("2", "4", "8", "16", key="b")
        assert items.spread([numbers], seed="s") == [numbers]


@pytest.mark.parametrize("course", sorted(path.parent.name for path in FOLDER.glob("*/guide.json")))
def test_the_banks_of_the_samples_pass(course: str) -> None:
    """What is shown of them is what is in them: nothing is left out at draw time."""
    texts = {document.id: document.text for document in read_documents(FOLDER / course)}
    flawed = {
        item.id: found
        for item in read_items(FOLDER / course)
        if (found := list(checks.find_flaws(item, texts[item.evidence_document])))
    }
    assert flawed == {}


def test_a_wrong_answer_is_not_explained_by_what_is_said_of_a_third_option() -> None:
    said = "A key names the row. Whoever sorts the whole file has no key. Visitors do not matter."
    item = replace(GOOD, explanation=said)
    assert "sorts" not in checks.explanation_for(item, "c")
    assert checks.explanation_for(item, "c").startswith("A key names the row.")
    assert "sorts" in checks.explanation_for(item, "b")
    assert checks.explanation_for(item, "a") == said
