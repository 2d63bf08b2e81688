"""Items made without a model: of defined terms and measures, sound in any text, repeatable."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.ports import Document, Item
from agent.samples import FOLDER, read_documents
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.rules import GAP, make_items

COURSES = sorted(path.parent.name for path in FOLDER.glob("*/guide.json"))
BEES = """# Bees

The keeper opens all of the 48 hives in spring. A super full of honey weighs 25 kilograms. It is
lifted off after 12 days. The mean of their marks is 60 percent, for example.

A **smoker** is a tool that calms the colony before it is opened. A **bee brush** is a tool with
soft hair that sweeps insects gently off a comb. A **lever** is a tool that parts the frames of
these. An **uncapping fork** is a tool of steel for lifting wax lids. A **super** is a box on top of
the brood nest. A better idea is a hive that stands alone.

## Winter

A colony needs 15 kilograms of honey for the winter. In the rooms were 10 to 12 kilograms.

## Shown

```
hive(90)
```

The example weighs 90 grams.
"""


def write(course: str, number: int = 5, **wish: Any) -> list[Item]:
    documents = read_documents(FOLDER / course)
    made = make_items(documents, **{"subject": course, "seed": "s", **wish})
    return list(islice(made, number))


def write_from(text: str, language: str = "en", **wish: Any) -> list[Item]:
    document = Document("d", "Notes", "s", text, language=language)
    return list(make_items([document], subject="s", seed="x", **wish))


@pytest.mark.parametrize("course", COURSES)
def test_items_of_the_samples_are_sound_and_quote_their_source(course: str) -> None:
    texts = {each.id: each.text for each in read_documents(FOLDER / course)}
    made = write(course, 20, kinds=("free", "choice"))
    assert made
    for item in made:
        assert checks.find_flaws(item, texts[item.evidence_document]) == []
        assert checks.key_text(item).casefold() in item.evidence.casefold()
    assert made == write(course, 20, kinds=("free", "choice"))


def test_another_seed_asks_other_things() -> None:
    one, other = (write("databases", 5, seed=seed, kinds=("free",)) for seed in "ab")
    assert one != other


def test_what_the_quiz_is_about_is_all_that_is_asked() -> None:
    transactions = next(d for d in read_documents(FOLDER / "databases") if d.id == "transactions")
    made = write("databases", 20, about=[transactions.text], kinds=("free",))
    assert {item.evidence_document for item in made} == {"transactions"}


def test_a_defined_term_is_asked_beside_others_of_its_kind() -> None:
    asked = {item.question_text: item for item in write_from(BEES) if GAP not in item.question_text}
    assert {checks.key_text(item) for item in asked.values()} == {
        "smoker",
        "bee brush",
        "uncapping fork",
    }, "a lever leans on the sentence before, and of boxes there is one"
    tools = {"smoker", "bee brush", "uncapping fork", "lever"}
    assert all({text for _, text in item.options} == tools for item in asked.values())


def test_what_is_asked_can_be_answered_in_words() -> None:
    made = write_from(BEES, kinds=("free",))
    assert {"smoker", "15"} <= {item.key for item in made}
    assert all(item.kind == "free" and item.terms == ((item.key,),) for item in made)


def test_terms_and_measures_are_asked_and_what_leans_is_not() -> None:
    keys = {checks.key_text(item) for item in write_from(BEES)}
    assert {"25", "15"} <= keys
    assert keys.isdisjoint({"10", "12"}), "a range"
    assert "48" not in keys, "no measure"
    assert keys.isdisjoint({"60", "90"}), "of examples"
    assert not any("idea" in key for key in keys), "a judgement"


def test_a_text_that_gives_no_terms_gives_no_items() -> None:
    assert write_from("# Notes\n\nWe met and spoke for a while, and then everyone went home.") == []


@given(number=st.integers(3, 999_999_999))
def test_figures_beside_a_figure_are_distinct_and_plausible(number: int) -> None:
    made = write_from(f"The county measured {number} metres of hedge on all northern pastures.")
    for item in made:
        values = [int(text) for _, text in item.options]
        assert len(set(values)) == 4
        assert max(values) <= 4 * number
        assert number in values


def test_the_key_is_not_always_the_lowest_figure() -> None:
    texts = (f"Wheat of the county grew {height} centimetres tall." for height in range(40, 90, 2))
    assert {item.key for text in texts for item in write_from(text)} == set("abcd")


SENTENCES = st.lists(
    st.one_of(
        st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=300),
        st.sampled_from(
            [
                "A cat is a small animal that lives with people.",
                "A dog is an animal of the house that guards its door.",
                "A horse is a large animal that carries 2 people on its back.",
                "El gato es un animal pequeño que vive con 14 personas.",
                "猫是一种和人一起生活的小型动物，一天睡 16 小时。",
            ]
        ),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(sentences=SENTENCES, language=st.sampled_from(["en", "es", "zh", "fr"]))
def test_any_text_gives_sound_items_or_none(sentences: list[str], language: str) -> None:
    text = "\n\n".join(sentences)
    for item in write_from(text, language):
        assert not checks.find_flaws(item, text)
        assert GAP not in checks.key_text(item)
