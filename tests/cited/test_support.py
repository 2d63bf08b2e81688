"""Whether cited passages say what an answer says: by rules, by meaning where rules are silent."""

import json
from pathlib import Path

import pytest

from agent.cited import answers
from agent.cited.contrary import contradicted
from agent.cited.figures import missing_names, missing_numbers
from agent.cited.support import claims, judge
from agent.ports import Likeness
from tests.cited.made import passage

CLAIMS = json.loads((Path(__file__).parents[1] / "data" / "tutor_claims.json").read_text())

KEYS = passage(
    "A foreign key is a column whose values must exist as a key elsewhere. It may hold nulls."
    " Three actions exist, and `NO ACTION` is the usual one."
)


def no_embedder(_pairs):
    return []


def near(_pairs):
    return [Likeness(0.8, True) for _ in _pairs]


def far(_pairs):
    return [Likeness(0.1, False) for _ in _pairs]


def verdicts(answer, *context, alike=no_embedder):
    found = judge(answer, context or (KEYS,), alike=alike)
    return [(judged.verdict, judged.reason) for judged in found.sentences]


def marked(answer):
    return [(claim.words, claim.marks) for claim in claims(answer)]


# What is claimed


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Keys point to rows [1]. Nulls are allowed [2][3].", [("1",), ("2", "3")]),
        ("Keys point to other rows. [1] Nulls are allowed there. [2]", [("1",), ("2",)]),
        ("Keys point to other rows.[1, 2]", [("1", "2")]),
        ("外键指向另一张表的主键。[1] 外键可以为空[2]。", [("1",), ("2",)]),
        ("La clave apunta a otra tabla [1]. Puede ser nula. [2]", [("1",), ("2",)]),
        ("- Keys point to rows [1]\n- Nulls are allowed [2]", [("1",), ("2",)]),
        ("**Assessment** [G1]\n\nExam 60 %, laboratory 40 %.", [("G1",)]),
        ("The guide names three parts [G1]:\n\n- exam and laboratory work", [("G1",), ("G1",)]),
        ("```sql\nSELECT a[1] FROM t\n```", []),
        ("Use the array element `a[1]` for its first value.", [()]),
        ("Do you see the difference between the two keys?", []),
        ("Well done.", []),
    ],
)
def test_a_mark_belongs_to_the_sentence_it_stands_with_or_behind(answer, found):
    assert [claim.marks for claim in claims(answer)] == found


def test_a_claim_is_the_answers_own_text_so_that_it_can_be_found_there():
    answer = "Keys **point** to rows [1]. Then\nnulls are `NULL. Yes` allowed [2]."
    assert all(claim.text in answer for claim in claims(answer))
    assert marked(answer)[0] == ("Keys point to rows.", ("1",))


# What the rules find


def test_a_sentence_in_the_passages_own_words_is_supported():
    assert verdicts("The values of a foreign key must exist as a key elsewhere [1].") == [
        ("supported", "100% of its words are in [1]")
    ]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("There are 4 actions, of which `NO ACTION` is the usual one [1].", "4 is not in [1]"),
        ("There are seven actions, and one is the usual one [1].", "seven is not in [1]"),
        ("A foreign key, as Oracle has it, is a column [1].", "Oracle is not in [1]"),
        ("A foreign key must not exist as a key elsewhere [1].", "[1] says the opposite"),
        ("A foreign key is a column whose values must exist as a key [7].", "[7] is no passage"),
        ("Triggers fire once per statement and roll back on failure [1].", "[1] does not say this"),
    ],
)
def test_what_a_passage_does_not_say_is_unsupported_and_told_why(answer, reason):
    assert verdicts(answer) == [("unsupported", reason)]


def test_what_cites_nothing_is_neither_right_nor_wrong():
    support = judge("A foreign key is a column of values.", (KEYS,), alike=no_embedder)
    assert [s.verdict for s in support.sentences] == ["uncited"]
    assert support.share is None
    assert support.told is None


@pytest.mark.parametrize(
    ("sentence", "evidence", "missing"),
    [
        ("It takes 3.5 s.", "tarda 3,5 s", []),
        ("It has 1,000 rows.", "tiene 1000 filas", []),
        ("There are three levels.", "hay 3 niveles", []),
        ("模型共有七层。", "The model has seven layers.", []),
        ("模型共有五层。", "模型共有七层。", ["五"]),
        ("1. The first of them", "them", []),
        ("It was 1970 in 3NF.", "3NF", ["1970"]),
    ],
)
def test_numbers_are_compared_across_notations_and_languages(sentence, evidence, missing):
    assert missing_numbers(sentence, evidence) == missing


@pytest.mark.parametrize(
    ("sentence", "evidence", "missing"),
    [
        ("A table in BCNF has keys.", "Boyce-Codd normal form", ["BCNF"]),
        ("Use `ON DELETE CASCADE` here.", "the CASCADE of ON DELETE", []),
        ("Normal tables are what Codd wanted.", "normal tables", ["Codd"]),
        ("TCP 使用 SYN 报文段。", "TCP 的 SYN", []),
        ("It is a Foreign Key.", "a foreign key", []),
    ],
)
def test_names_must_stand_in_the_evidence(sentence, evidence, missing):
    assert missing_names(sentence, evidence) == missing


@pytest.mark.parametrize(
    ("sentence", "source", "says_the_opposite"),
    [
        ("An index slows reads of large tables.", "An index speeds reads of large tables.", True),
        ("A key never holds a null value.", "A key holds a null value.", True),
        ("El índice no acelera la consulta.", "El índice acelera la consulta.", True),
        ("外键不能引用另一张表的主键。", "外键能引用另一张表的主键。", True),
        ("A key holds a null value.", "A key holds a null value, but no text.", False),
        ("A key is `NOT NULL` by default there.", "A key is NOT NULL by default there.", False),
        ("A key holds not only null values.", "A key holds null values.", False),
    ],
)
def test_a_negation_or_an_antonym_turns_a_sentence_round(sentence, source, says_the_opposite):
    assert bool(contradicted(sentence, [source])) == says_the_opposite


# What meaning finds


def test_other_words_are_supported_when_near_in_meaning_and_share_some():
    answer = "What stands in a foreign key has to be present as another table's key [1]."
    assert verdicts(answer, alike=near)[0][0] == "supported"
    assert verdicts(answer, alike=far) == [("unsupported", "[1] does not say this")]


def test_nearness_alone_is_not_enough_in_one_language():
    answer = "Triggers fire once per statement and roll back on failure [1]."
    assert verdicts(answer, alike=near)[0][0] == "unsupported"


def test_a_sound_beginning_does_not_carry_an_invented_end():
    answer = (
        "A foreign key is a column whose values must exist as a key elsewhere,"
        " and triggers notify administrators about mismatches [1]."
    )
    assert verdicts(answer, alike=far)[0][0] == "unsupported"


def test_another_language_is_judged_by_meaning_or_said_to_be_unchecked():
    answer = "Los valores de una clave foránea deben existir en otra tabla [1]."
    assert verdicts(answer, alike=near)[0][0] == "supported"
    assert verdicts(answer, alike=far)[0][0] == "unsupported"
    assert verdicts(answer) == [("unchecked", "[1] is in another language")]


# The whole


def test_the_share_counts_what_could_be_checked():
    answer = (
        "A foreign key is a column whose values must exist as a key elsewhere [1]."
        " There are 9 actions [1]. This sentence cites nothing at all."
    )
    support = judge(answer, (KEYS,), alike=no_embedder)
    assert (support.supported, support.cited, support.share) == (1, 2, 0.5)
    assert support.told == "50%, 1 of 2 cited sentences"


@pytest.mark.parametrize("depth", ["basic", "intermediate", "advanced"])
@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("What is a foreign key?", KEYS["text"], "en"),
        (
            "¿Qué es la mediana?",
            "La mediana deja la mitad de los datos a cada lado. No cambia con valores atípicos.",
            "es",
        ),
        ("什么是外键？", "外键是引用另一张表主键的列。外键不能引用不存在的行。", "zh"),
    ],
)
def test_an_answer_by_rules_quotes_and_is_found_to_be_supported(question, text, language, depth):
    context = [passage(text, language=language, heading=text[:6])]
    answer = answers.quoted(question, context, depth=depth, language=language, thin="").text
    support = judge(answer, context, alike=no_embedder)
    assert support.cited > 0
    assert support.share == 1.0


@pytest.mark.parametrize("language", ["en", "es", "zh"])
@pytest.mark.parametrize("is_supported", [True, False])
def test_most_claims_of_a_written_set_are_judged_right_by_words_alone(language, is_supported):
    """Written with the rules at hand: it guards what they can do, and measures nothing."""
    chosen = [
        (claim, CLAIMS["passages"][claim["passage"]])
        for claim in CLAIMS["claims"]
        if claim["language"] == language == CLAIMS["passages"][claim["passage"]]["language"]
        and claim["supported"] is is_supported
    ]
    right = sum(
        (verdicts(f"{claim['claim'][:-1]} [1].", {"mark": "1", **source})[0][0] == "supported")
        is is_supported
        for claim, source in chosen
    )
    assert len(chosen) >= 6
    assert right >= len(chosen) - 1
