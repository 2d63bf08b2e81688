"""Answers made of quotes: which sentences, in which order, and when there are none."""

import pytest
from langchain_core.messages import AIMessage

from agent.cited import answers
from agent.cited.quotes import Depth
from tests.cited.made import passage

THIN = "Nothing covers this."
DEFINES = "A foreign key is a column whose values must exist as a key elsewhere."
MENTIONS = "Many systems do not index a foreign key by themselves."


def quoted(question: str, context: list, *, depth: Depth = "basic", language: str = "en"):
    return answers.quoted(question, context, depth=depth, language=language, thin=THIN)


def test_the_sentence_that_defines_what_was_asked_comes_first():
    answer = quoted("What is a foreign key?", [passage(f"{MENTIONS} {DEFINES}")], depth="basic")
    assert str(answer.content).startswith(DEFINES.rstrip("."))


def test_every_quoted_sentence_carries_the_mark_of_its_passage():
    context = [passage(DEFINES), passage(MENTIONS, mark="2")]
    answer = quoted("What is a foreign key?", context, depth="basic")
    assert f"{DEFINES[:-1]} [1]" in answer.content
    assert f"{MENTIONS[:-1]} [2]" in answer.content


def test_an_advanced_answer_puts_the_reasons_first():
    reason = "A foreign key costs time because each insert looks the parent up."
    answer = quoted(
        "Why does a foreign key cost time?", [passage(f"{DEFINES} {reason}")], depth="advanced"
    )
    assert str(answer.content).startswith("**Why**")
    assert str(answer.content).index(reason[:-1]) < str(answer.content).index(DEFINES[:-1])


@pytest.mark.parametrize(
    ("question", "text", "use", "beside", "why"),
    [
        (
            "What is a foreign key, and why would I want one?",
            (
                "The foreign key belongs on the many side, because each row there has one partner."
                f" {DEFINES} A foreign key guarantees that no row is an orphan."
            ),
            "guarantees",
            "belongs",
            "**Why**",
        ),
        (
            "¿Qué es una clave foránea y para qué sirve?",
            (
                "La clave foránea va en el lado de muchos, porque cada fila tiene una sola pareja."
                " Una clave foránea es una columna con valores de otra tabla."
                " La clave foránea garantiza que no hay filas huérfanas."
            ),
            "garantiza",
            "lado",
            "**Por qué**",
        ),
        (
            "什么是外键，为什么需要外键？",
            (
                "外键放在多的一方，因为那里每行只有一个对应。外键是引用另一张表的列。"
                "外键保证没有孤立的行。"
            ),
            "保证",
            "多的一方",
            "**原因**",
        ),
    ],
)
def test_a_definition_leads_and_why_one_wants_it_is_no_other_reason(
    question: str, text: str, use: str, beside: str, why: str
) -> None:
    language = {"**Why**": "en", "**Por qué**": "es", "**原因**": "zh"}[why]
    context = [passage(text, language=language, title="", heading="")]
    answer = str(quoted(question, context, depth="advanced", language=language).content)
    first, heading, *_ = answer.split("\n\n")
    assert not first.startswith(("**", "-"))
    assert heading == why
    under_why = answer.split(why)[1].split("**", maxsplit=1)[0]
    assert use in under_why
    assert beside not in under_why
    assert beside in answer


def test_where_nothing_says_why_nothing_is_headed_so() -> None:
    beside = "The foreign key belongs on the many side, because each row there has one partner."
    asked = "What is a foreign key, and why would I want one?"
    answer = str(quoted(asked, [passage(f"{DEFINES} {beside}")], depth="advanced").content)
    assert answer.startswith(DEFINES[:-1])
    assert "**Why**" not in answer


def test_thin_evidence_is_said_and_leaves_no_trace() -> None:
    answer = quoted("Who won the world cup?", [passage(DEFINES)])
    assert answer.content == THIN
    assert "trace" not in answer.additional_kwargs


def test_thin_evidence_that_comes_near_is_quoted_as_such() -> None:
    answer = quoted("Which football team holds the key of Paris?", [passage(MENTIONS)])
    assert answer.content == f"{THIN} The nearest they come: “{MENTIONS}” [1]"


def test_a_passage_without_sentences_is_no_answer() -> None:
    table = passage("| key | value |\n|---|---|\n| foreign | 1 |", heading="Foreign key")
    assert quoted("What is a foreign key?", [table]).content == THIN
    assert answers.beginnings([table], said="It says:") is None


def test_evidence_in_another_language_is_quoted_as_it_is_and_said() -> None:
    answer = quoted("¿Qué es una foreign key?", [passage(DEFINES)], language="es")
    assert str(answer.content).startswith("Los documentos están en otro idioma")
    assert DEFINES[:-1] in str(answer.content)


def test_beginnings_are_few_sentences_of_each_passage_under_its_heading() -> None:
    many = " ".join(f"Sentence {n} is here." for n in range(9))
    context = [passage(many, heading="A"), passage(many, mark="2", heading="B*"), passage("")]
    answer = answers.beginnings([*context, *context], said="It says:")
    assert isinstance(answer, AIMessage)
    said = str(answer.content)
    assert said.startswith("It says:\n\n**A**\n\n- Sentence 0 is here [1].\n")
    assert "**B**" in said
    assert len(answer.additional_kwargs["trace"]) == answers.MOST_BEGINNINGS


# The same question at another depth

LEVELLED = {
    "en": (
        "What is an index?",
        (
            "An index is a structure that finds rows by value. For example, an index on the surname"
            " finds all people of one name. An index slows inserts, because each must be kept up"
            " to date. An index differs from a table in that it holds no rows."
        ),
        ("For example", "because", "differs"),
        "**Why**",
    ),
    "es": (
        "¿Qué es un índice?",
        (
            "Un índice es una estructura que encuentra filas por su valor. Por ejemplo, un"
            " índice sobre"
            " el apellido encuentra personas. Un índice ralentiza las inserciones, porque"
            " cada índice debe actualizarse. Un índice, a diferencia de una tabla, no guarda filas."
        ),
        ("Por ejemplo", "porque", "a diferencia"),
        "**Por qué**",
    ),
    "zh": (
        "什么是索引？",
        (
            "索引是按值查找行的结构。例如，姓名上的索引可以找到所有同名的人。"
            "索引会减慢插入，因为每个索引都要更新。索引不同于表，它不保存行。"
        ),
        ("例如", "因为", "不同于"),
        "**原因**",
    ),
}


@pytest.mark.parametrize("language", LEVELLED)
def test_a_basic_answer_defines_and_gives_an_example_a_deep_one_reasons_and_relations(language):
    question, text, (example, reason, relation), why = LEVELLED[language]
    context = [passage(text, language=language, title="", heading="")]
    said = {
        depth: str(quoted(question, context, depth=depth, language=language).content)
        for depth in ("basic", "intermediate", "advanced")
    }
    assert len(set(said.values())) == 3
    assert example in said["basic"]
    assert reason not in said["basic"]
    # What it is stands first, as that is asked; reasons come next.
    assert said["advanced"].startswith(text[:8])
    assert said["advanced"].split("\n\n")[1] == why
    assert said["advanced"].index(reason) < said["advanced"].index(relation)
