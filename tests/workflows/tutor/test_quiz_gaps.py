"""Items made without a model: gaps for terms and figures, sound in any text, repeatable."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.adapters.samples import FOLDER, read_documents
from agent.ports import Document, Item
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.gaps import GAP, make_items

COURSES = sorted(path.parent.name for path in FOLDER.glob("*/guide.json"))
BEES = """# Bees

The keeper opens all of the 48 hives in spring. A super full of honey weighs 25 kilograms. It is
lifted off the hive again after 12 days. Others take 10 to 14 days.

A **smoker** is a tool that calms the colony before it is opened. A **bee brush** is a tool with
soft hair that sweeps insects gently off a comb. A **lever** is a tool that parts the frames of
these. An **uncapping fork** is a tool of steel for lifting wax lids. A **hive tool** is a tool of
iron that loosens what has been glued. A better idea is a hive that stands alone.
"""


def write(course: str, number: int = 5, **wish: Any) -> list[Item]:
    documents = read_documents(FOLDER / course)
    made = make_items(documents, **{"subject": course, "seed": "s", **wish})
    return list(islice(made, number))


def write_from(text: str, language: str = "en", **wish: Any) -> list[Item]:
    document = Document("d", "Notes", "s", text, language=language)
    return list(make_items([document], subject="s", seed="x", **wish))


@pytest.mark.parametrize("course", COURSES)
def test_a_course_gives_sound_items_with_options_that_quote_their_source(course: str) -> None:
    texts = {each.id: each.text for each in read_documents(FOLDER / course)}
    made = write(course, 8)
    assert [item.kind for item in made] == ["choice"] * 8
    for item in made:
        assert not any(checks.find_flaws(item, texts[item.evidence_document]))
        assert checks.key_text(item).casefold() in item.evidence.casefold()
        assert len(item.options) == 4
    assert made == write(course, 8)
    assert made != write(course, 8, seed="t")


def test_what_the_quiz_is_about_is_all_that_is_asked() -> None:
    transactions = next(d for d in read_documents(FOLDER / "databases") if d.id == "transactions")
    made = write("databases", 20, about=[transactions.text], kinds=("free",))
    assert {item.evidence_document for item in made} == {"transactions"}


def test_terms_that_are_marked_are_asked_beside_one_another_and_what_leans_is_not() -> None:
    made = [item for item in write_from(BEES) if item.difficulty == "basic"]
    terms = {"Smoker", "Bee brush", "Uncapping fork", "Hive tool"}
    # A “hive tool” that “is a tool” would be given away.
    assert {checks.key_text(item) for item in made} == terms - {"Hive tool"}
    assert all({text for _, text in item.options} == terms for item in made)


def test_without_three_others_a_gap_is_typed_where_that_is_wanted() -> None:
    text = BEES.replace("A **hive tool** is", "One is")
    assert not [item for item in write_from(text) if item.difficulty == "basic"]
    made = write_from(text, kinds=("choice", "free"))
    [smoker] = [item for item in made if item.key == "Smoker"]
    assert (smoker.kind, smoker.terms) == ("free", (("Smoker",),))


def test_a_figure_is_asked_beside_figures_of_the_documents() -> None:
    figures = [item for item in write_from(BEES) if item.difficulty == "intermediate"]
    items = {checks.key_text(item): item for item in figures}
    assert items.keys() == {"48", "25", "12"}, "10 to 14 is a range"
    assert {text for _, text in items["25"].options} < {"10", "12", "14", "25", "48"}
    assert "25 kilograms. It is" in items["12"].question_text, "it leans on the sentence before"


def test_a_text_that_gives_no_terms_gives_no_items() -> None:
    assert write_from("# Notes\n\nWe met and spoke for a while, and then everyone went home.") == []


SENTENCES = st.lists(
    st.one_of(
        st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=300),
        st.sampled_from(
            [
                "A **cat** is a small animal that lives with people.",
                "**A** dog is an animal of the house that guards its door.",
                "A **horse** is a large animal that carries 2 people on its back.",
                "El gato es un animal pequeño que vive con 14 personas.",
                "**猫**是一种和人一起生活的小型动物，一天睡 16 小时。",
            ]
        ),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(sentences=SENTENCES, language=st.sampled_from(["en", "es", "zh", "fr"]))
def test_any_text_gives_sound_items_or_none(sentences: list[str], language: str) -> None:
    text = "\n\n".join(sentences)
    for item in write_from(text, language, kinds=("choice", "free")):
        assert not any(checks.find_flaws(item, text))
        assert GAP not in checks.key_text(item)


def test_figures_are_asked_and_never_of_a_table() -> None:
    table = "| Item | Price |\n| --- | --- |\n| Hive | 85 |\n| Suit | 95 |\n| Veil | 75 |"
    figures = [
        "Honey is ripe when its water content is below 18 percent of its weight.",
        "One hive gives on average about 25 kilograms of honey in a good year.",
        "The winter needs at least 15 kilograms of honey that nobody has taken.",
        "A worker lives for about 42 days when the summer is warm and long.",
    ]
    made = write_from("\n\n".join([BEES, table, *figures]))
    is_figure = [checks.key_text(item).isdecimal() for item in made]
    assert any(is_figure)
    options = {text for item in made for _, text in item.options}
    assert options.isdisjoint({"85", "95", "75"})
