"""Items made by rules: from which sentences, how sound, and the same each time."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.ports import Document, Item
from agent.samples import FOLDER, read_documents
from agent.text import plain
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.facts import fact_in, facts_of, figures_in
from agent.workflows.tutor.quiz.written import Wish, Written, spread, write_items

COURSES = sorted(path.parent.name for path in FOLDER.glob("*/guide.json"))


def written(course: str, number: int = 5, **wish: object) -> Written:
    documents = read_documents(FOLDER / course)
    return write_items(documents, number, wish=Wish(course, **{"seed": "s", **wish}))  # type: ignore[arg-type]


class TestFacts:
    @pytest.mark.parametrize(
        ("language", "sentence", "named", "body"),
        [
            (
                "en",
                "A transaction is a sequence of operations that the system treats as one unit.",
                "a transaction",
                "a sequence of operations that the system treats as one unit",
            ),
            (
                "en",
                "Normalisation is the process of decomposing tables, because copies disagree.",
                "normalisation",
                "the process of decomposing tables",
            ),
            (
                "es",
                "La varianza es la media de los cuadrados de las desviaciones.",
                "la varianza",
                "la media de los cuadrados de las desviaciones",
            ),
            (
                "es",
                "Se llama población al conjunto de individuos que se quiere estudiar.",
                "población",
                "el conjunto de individuos que se quiere estudiar",
            ),
            (
                "zh",
                "转发表是记录目的前缀与出口对应关系的表。",
                "转发表",
                "记录目的前缀与出口对应关系的表",
            ),
        ],
    )
    def test_a_definition_is_read(
        self, language: str, sentence: str, named: str, body: str
    ) -> None:
        fact = fact_in(sentence, language)
        assert fact is not None
        assert (fact.named, fact.body, fact.sentence) == (named, body, sentence)

    @pytest.mark.parametrize(
        ("language", "sentence"),
        [
            ("en", "This is a table that stores rows of customers."),
            ("en", "The reason is a rule that the system must enforce on writes."),
            ("en", "A good primary key is a column that does not change its value."),
            ("en", "Moving the condition is a way to keep the rows that do not match."),
            ("en", "An index is a great help for queries that select few rows."),
            ("en", "A lock is a lock that another transaction waits for."),
            ("es", "Este es un valor que cambia la media por completo."),
            ("es", "La primera es la tabla que guarda los datos del alumno."),
            ("es", "Un problema es la falta de datos de una muestra."),
            ("es", "La moda es un buen resumen de los datos nominales."),
            ("zh", "它是记录目的前缀与出口对应关系的表。"),
            ("zh", "分层的好处是某一层的实现可以改变。"),
            ("zh", "流量控制保护的是接收方的缓存空间。"),
        ],
    )
    def test_what_is_no_definition_is_left(self, language: str, sentence: str) -> None:
        assert fact_in(sentence, language) is None

    def test_what_follows_a_definition_does_not_belong_to_it(self) -> None:
        fact = fact_in("A key is a set of columns that tells rows apart, so it is needed.", "en")
        assert fact is not None
        assert fact.body == "a set of columns that tells rows apart"
        formula = "La cuasivarianza es la suma de los cuadrados dividida entre n - 1."
        told = fact_in(formula, "es")
        assert told is not None
        assert told.body.endswith("entre n - 1")

    def test_one_thing_of_an_example_is_no_term(self) -> None:
        text = "# An example\n\nThe title is the column that depends on the course alone."
        assert facts_of([Document("d", "T", "s", text)]) == []

    def test_a_number_is_asked_for_with_its_unit(self) -> None:
        (figure,) = figures_in("An address of the Internet Protocol has a length of 32 bits.", "en")
        assert (figure.number, figure.unit) == ("32", "bits")
        assert figure.gapped.endswith("a length of _____ bits.")

    @pytest.mark.parametrize(
        "sentence",
        [
            "See the figures of chapter 12 for more about how this is done.",
            "It has a length of 32 bits, which is written as four numbers of 8 bits.",
            "This is the reason why the header always has a length of 20 bytes.",
        ],
    )
    def test_other_numbers_are_left(self, sentence: str) -> None:
        assert list(figures_in(sentence, "en")) == []


@pytest.mark.parametrize("course", COURSES)
class TestSamples:
    def test_every_item_is_sound(self, course: str) -> None:
        """One right key, evidence word for word, no flaw that rules can name, no item twice."""
        documents = {document.id: document for document in read_documents(FOLDER / course)}
        made = written(course, 15).items
        assert len(made) == 15
        assert len({item.evidence for item in made}) == 15
        for item in made:
            source = documents[item.evidence_document].text
            assert checks.problems(item, source=source) == [], item.question_text
            assert " ".join(item.evidence.split()) in " ".join(plain(source).split())
            assert item.origin == "rules"
            assert item.language == documents[item.evidence_document].language

    def test_the_evidence_says_what_the_key_says(self, course: str) -> None:
        for item in written(course, 20).items:
            said = _folded(item.evidence)
            assert _core(checks.key_text(item)) in said or _core(item.question_text) in said

    def test_the_same_seed_gives_the_same_items_and_another_gives_others(self, course: str) -> None:
        assert written(course) == written(course)
        assert written(course).items != written(course, seed="t").items

    def test_no_two_give_each_other_away(self, course: str) -> None:
        made = written(course, 20).items
        assert not [
            (a.id, b.id) for a in made for b in made if a is not b and checks.give_away(a, b)
        ]

    def test_items_of_the_quiz_and_refused_ones_do_not_come_again(self, course: str) -> None:
        first = written(course, 6).items
        beside, without = first[:3], {item.id for item in first[3:]}
        again = written(course, 10, beside=beside, without=without).items
        assert not {item.evidence for item in beside} & {item.evidence for item in again}
        assert not without & {item.id for item in again}


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


def _core(text: str) -> str:
    """What a key or a question says, without what the form adds to it."""
    quoted = re.search(r"[“«](.+)[”»]", text)
    bare = quoted[1] if quoted else re.sub(r"^(?:When|That|Cuando|Que) ", "", text)
    return re.sub(r"^el ", "", _folded(bare).rstrip("?？. "))


def test_what_the_quiz_is_about_is_all_that_is_asked() -> None:
    transactions = next(d for d in read_documents(FOLDER / "databases") if d.id == "transactions")
    made = written("databases", 20, about=[transactions.text]).items
    assert made
    assert {item.evidence_document for item in made} == {"transactions"}


def test_free_items_name_words_of_their_model_answer() -> None:
    made = written("databases", 5, kinds=("free",)).items
    assert len(made) == 5
    for item in made:
        assert item.kind == "free"
        assert len(item.terms) >= 2
        assert checks.problems(item, source=None) == []


def test_too_few_terms_give_no_item_and_the_reason() -> None:
    text = "# Notes\n\nA transaction is a sequence of operations that is treated as one unit."
    alone = Document("d", "Notes", "mine", text)
    made = write_items([alone], 5, wish=Wish("mine", "s"))
    assert made.items == ()
    assert made.refused == {"distractors": 2}


def test_a_term_above_another_is_no_distractor() -> None:
    """What a superkey is holds of a primary key too, by way of the candidate key between them."""
    for seed in "abcdefgh":
        for item in written("databases", 40, seed=seed).items:
            if item.question_text == "What is the primary key?":
                assert not any("identify each row" in text for _, text in item.options)


@given(number=st.integers(0, 999_999_999))
def test_numbers_beside_a_number_are_other_numbers_as_plausible(number: int) -> None:
    others = spread(str(number))
    assert len(others) in (0, 3)
    values = [int(text) for text in others]
    assert len({*values, number}) == len(values) + bool(values) or not values
    assert all(value > 0 for value in values)
    assert all(value <= 10 * max(number, 3) for value in values)


TEXTS = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=300)
SENTENCES = st.lists(
    st.one_of(
        TEXTS,
        st.sampled_from(
            [
                "A cat is a small animal that lives with people.",
                "A dog is an animal of the house that guards its door.",
                "A horse is a large animal that carries people on its back.",
                "A cow is an animal of the farm that gives milk.",
                "El gato es un animal pequeño que vive con personas.",
                "猫是一种和人一起生活的小型动物。",
            ]
        ),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(sentences=SENTENCES, language=st.sampled_from(["en", "es", "zh", "fr"]))
def test_any_text_gives_sound_items_or_none(sentences: list[str], language: str) -> None:
    document = Document("d", "T", "s", "\n\n".join(sentences), language=language)
    made = write_items([document], 10, wish=Wish("s", "x", kinds=("choice", "free")))
    for item in made.items:
        assert _is_sound(item, document.text)


def _is_sound(item: Item, text: str) -> bool:
    return not checks.problems(item, source=text) and "_____" not in checks.key_text(item)
