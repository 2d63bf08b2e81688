"""Items made without a model: gaps for terms and figures, sound in any text, repeatable."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agent.adapters.samples import FOLDER, read_documents
from agent.ports import Document, Item
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.gaps import GAP, make_items

COURSES = sorted(path.parent.name for path in FOLDER.glob("*/guide.json"))
BEES = """# Bees

The keeper opens all of the 48 hives in spring. A super full of honey weighs 25 kilograms. It is
lifted off the hive again after 12 days. Others take 10 to 14 days. A young queen bites her way out
after 16 days. A worker leaves her narrow cell after 21 days. The male is ready when 24 days have
passed in the dark. One winter in the mountains lasts longer than 140 days.

A **smoker** is a tool that calms the colony before it is opened. A **bee brush** is a soft tool
for sweeping insects gently off a comb. A **lever** is a tool that parts the frames of these.
An **uncapping fork** is a steel tool for lifting wax lids. A **hive tool** is a tool of iron that
loosens what has been glued. A **queen cage** is a tool in which she travels to another colony. A
**drone** is a bee that does no work at all. A **comb** is a sheet of wax in which honey is kept.
A better idea is a hive that stands alone.
"""


def write(course: str, number: int = 5, **wish: Any) -> list[Item]:
    documents = read_documents(FOLDER / course)
    made = make_items(documents, **{"subject": course, "seed": "s", **wish})
    return list(islice(made, number))


def write_from(text: str, language: str = "en", **wish: Any) -> list[Item]:
    document = Document("d", "Notes", "s", text, language=language)
    return list(make_items([document], subject="s", seed="x", **wish))


@pytest.mark.parametrize("course", COURSES)
def test_a_course_gives_sound_items_that_quote_their_source(course: str) -> None:
    texts = {each.id: each.text for each in read_documents(FOLDER / course)}
    made = write(course, 8, kinds=("choice", "free"))
    assert len(made) == 8
    for item in made:
        assert not any(checks.find_flaws(item, texts[item.evidence_document]))
        assert checks.key_text(item).casefold() in item.evidence.casefold()
    assert made == write(course, 8, kinds=("choice", "free"))
    assert made != write(course, 8, kinds=("choice", "free"), seed="t")


def test_what_the_quiz_is_about_is_all_that_is_asked() -> None:
    transactions = next(d for d in read_documents(FOLDER / "databases") if d.id == "transactions")
    made = write("databases", 20, about=[transactions.text], kinds=("free",))
    assert {item.evidence_document for item in made} == {"transactions"}


TOOLS = {"Smoker", "Bee brush", "Hive tool", "Queen cage"}


def test_a_term_is_asked_beside_others_of_its_kind_with_their_articles() -> None:
    made = [item for item in write_from(BEES) if item.difficulty == "basic"]
    items = {checks.key_text(item): item for item in made}
    # A “hive tool” that “is a tool” would be given away.
    assert items.keys() == {*TOOLS, "An uncapping fork"} - {"Hive tool"}
    fork = {text for _, text in items.pop("An uncapping fork").options}
    assert fork < {"An uncapping fork", *(f"A {tool.lower()}" for tool in TOOLS)}
    for item in items.values():
        assert {text for _, text in item.options} == TOOLS
        assert f"“A {GAP} is" in item.question_text, "the article that all share stays"


def test_without_three_others_a_gap_is_typed_where_that_is_wanted() -> None:
    text = BEES.replace("A **hive tool** is", "It is").replace("A **queen cage** is", "It is")
    assert not [item for item in write_from(text) if item.difficulty == "basic"]
    made = write_from(text, kinds=("choice", "free"))
    [smoker] = [item for item in made if item.key == "Smoker"]
    assert (smoker.kind, smoker.terms) == ("free", (("Smoker",),))


def test_a_figure_is_asked_beside_figures_of_its_unit() -> None:
    figures = [item for item in write_from(BEES) if item.difficulty == "intermediate"]
    items = {checks.key_text(item): item for item in figures}
    assert items.keys() == {"12", "16", "21", "24"}
    assert {text for _, text in items["12"].options} == items.keys(), "no range, and no length"
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
@example(sentences=["0" * 40], language="en")
@given(sentences=SENTENCES, language=st.sampled_from(["en", "es", "zh", "fr"]))
def test_any_text_gives_sound_items_or_none(sentences: list[str], language: str) -> None:
    text = "\n\n".join(sentences)
    for item in write_from(text, language, kinds=("choice", "free")):
        assert not any(checks.find_flaws(item, text))
        assert GAP not in checks.key_text(item)
