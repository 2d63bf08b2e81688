"""Which wrong options go together: what tells the key, and the same that does not."""

import pytest

from agent.ports import Document, Item
from agent.workflows.tutor.quiz.distractors import (
    Known,
    echoes,
    may_stand_beside,
    sort_of,
    stands_out,
)
from agent.workflows.tutor.quiz.facts import Fact, fact_in, genus_of
from agent.workflows.tutor.quiz.written import Wish, write_items


def read(sentence: str, language: str = "en") -> Fact:
    fact = fact_in(sentence, language)
    assert fact is not None, sentence
    return fact


def known(*sentences: str, language: str = "en") -> Known:
    return Known([Document("d", "T", "s", "\n\n".join(sentences), language=language)])


@pytest.mark.parametrize(
    ("language", "sentence", "genus", "sort"),
    [
        ("en", "A role is a named set of privileges that users hold.", "set", "collection"),
        ("en", "A scope is the range within a program for its names.", "range", "place"),
        ("en", "A pair is a nominal, open tuple of two parts.", "tuple", "tupl"),
        ("en", "Atomicity means that all operations take effect or none.", "", "statement"),
        ("es", "Los cuartiles son los tres valores que parten los datos.", "valores", "quantity"),
        ("es", "Un ensayo es un estudio en el que se asigna el trato.", "estudio", "study"),
        ("zh", "交换机是根据帧的目的地址转发帧的链路层设备。", "设备", "device"),
        ("zh", "端口号是 16 位的数，用来标识主机上的进程。", "数", "number"),
        ("zh", "自治系统是使用统一路由策略的一组网络。", "组", "collection"),
    ],
)
def test_the_noun_of_a_definition_tells_the_kind(
    language: str, sentence: str, genus: str, sort: str
) -> None:
    fact = read(sentence, language)
    assert (genus_of(fact), sort_of(fact)) == (genus, sort)


STUDY = "Un experimento es un estudio en el que el investigador asigna los tratamientos."


@pytest.mark.parametrize(
    ("asked", "other", "may"),
    [
        (STUDY, "Una encuesta es un estudio en el que se pregunta a personas.", True),
        (STUDY, "El residuo es la diferencia entre el valor observado y el predicho.", False),
        # One sum is a case of the numbers that are computed, and so no third thing beside them.
        (
            "El índice es un número que se calcula con los datos.",
            "La media es la suma de las notas dividida entre su cantidad.",
            False,
        ),
        (
            "La mediana es el valor que deja la mitad a cada lado.",
            "La media es la suma de las notas dividida entre su cantidad.",
            True,
        ),
    ],
)
@pytest.mark.parametrize("form", ["definition", "term"])
def test_options_are_of_one_kind(asked: str, other: str, may: bool, form: str) -> None:
    facts = known(asked, other, language="es")
    assert may_stand_beside(read(other, "es"), read(asked, "es"), form, facts) is may


def test_a_member_of_the_family_is_no_distractor_for_its_head() -> None:
    """What a superkey is may hold of any key."""
    superkey = "A superkey is a set of columns that identifies each row of a table."
    composite = "A composite key is a key made up of two or more fields."
    role = "A role is a set of privileges that users may hold."
    facts = known(superkey, composite, role)
    asked = read(superkey)
    assert not may_stand_beside(read(composite), asked, "term", facts)
    assert may_stand_beside(read(role), asked, "term", facts)


def test_a_compound_of_the_term_is_no_distractor() -> None:
    one = "La varianza es la media de los cuadrados de las desviaciones."
    other = "La cuasivarianza es la suma de los errores dividida entre un total menor."
    facts = known(one, other, language="es")
    assert not may_stand_beside(read(other, "es"), read(one, "es"), "term", facts)


@pytest.mark.parametrize(
    ("asked", "key", "others"),
    [
        ("whitespace", "A string of White_Space characters", ["A list", "A tree", "A file"]),
        ("namespace", "A group of names", ["A group of rows", "A group of keys", "A set"]),
        ("la diferencia entre el tercer cuartil y el primero", "Rango intercuartílico", ["Rango"]),
        ("el k por ciento de los datos", "Percentil k", ["Media", "Moda", "Rango"]),
        ("puntuación tipificada", "El número de desviaciones típicas", ["El número de datos"]),
        ("吞吐量", "单位时间内成功传送的数据量", ["七层模型", "提供的功能", "使用的协议"]),
        ("记录前缀的表", "转发表", ["动态路由", "路由选择", "静态路由"]),
        ("奇偶校验", "使个数成为偶数或奇数的方法", ["附在后面的方法", "访问介质的方法"]),
    ],
)
def test_an_echo_of_the_question_in_the_key_alone_is_found(
    asked: str, key: str, others: list[str]
) -> None:
    assert echoes(asked, key, others)
    # The same echo in two distractors tells nothing.
    assert not echoes(asked, key, [key, key, *others])
    assert not echoes(asked, "Xyz", others)


@pytest.mark.parametrize(
    ("key", "others", "out"),
    [
        ("El grado en que varía", ["El valor que baja", "El valor que sube", "El valor que"], True),
        ("El grado en que varía", ["El valor que baja", "El valor que sube", "La suma de"], False),
        ("Superkey", ["Composite key", "Primary key", "Foreign key"], True),
        ("Superkey", ["Composite key", "Primary key", "Relation"], False),
        ("A set of 3 rows", ["A list of rows", "An index", "A view"], True),
        ("A set of 3 rows", ["A list of 2 rows", "An index", "A view"], False),
        ("数据量", ["TCP 协议", "IP 协议", "UDP 协议"], True),
        ("数据量", ["TCP 协议", "网络层", "流量"], False),
    ],
)
def test_the_key_is_not_the_odd_one_out(key: str, others: list[str], out: bool) -> None:
    assert stands_out(key, others) is out


ANIMALS = (
    "A cat is a small animal that lives with people.",
    "A dog is an animal of the house that guards its door.",
    "A horse is a large animal that carries riders on its back.",
    "A cow is an animal of the farm that gives milk.",
)
OTHERS = (
    "A birth is the process of coming out of a womb.",
    "A weight is the amount of matter in some body.",
    "A herd is a group of beasts that feed as one.",
)


def items(*sentences: str) -> tuple[Item, ...]:
    document = Document("d", "T", "s", "\n\n".join(sentences), language="en")
    return write_items([document], 10, wish=Wish("s", "x")).items


def test_an_item_has_options_of_the_keys_kind_or_is_not_made() -> None:
    made = items(*ANIMALS, *OTHERS)
    assert {item.evidence for item in made} == set(ANIMALS)
    for item in made:
        texts = " ".join(text for _, text in item.options)
        assert "womb" not in texts
        assert "Birth" not in texts
    assert items(ANIMALS[0], *OTHERS) == ()
