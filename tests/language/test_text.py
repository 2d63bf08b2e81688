"""Reading text by rules: languages, words, sentences, days and tables."""

import json
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage

from agent.language.conversation import conversation_language
from agent.language.dates import find_day, find_deadline, find_near_day
from agent.language.tables import Row, drawn, rows
from agent.language.text import (
    cap_runs,
    content_words,
    fold,
    keywords,
    language_of,
    sentence_spans,
    sentences,
    shorten,
    stem,
    well_formed,
)

UTTERANCES = Path(__file__).parents[1] / "data" / "tutor_utterances.json"


GERMAN = "Setz es bei PROJ-10 auf In Progress, es ist da jemand dran, und de facto schon fertig"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["", "SQL", "wat is a forein key", "compare 主键 and 外键 please"]),
        ("en", ["what does 'clave ajena' mean in english"]),
        ("en", [GERMAN]),
        ("es", ["hola", "sí", "q es la normalizasion", "explicame las tranzacciones"]),
        ("es", ["clave ajena", "como hago un join", "modelo relacional"]),
        ("zh", ["主键", "解释ACID", "出5道题", "排序键 created_at（数字），TTL 字段 expires_at"]),
    ],
)
def test_the_language_of_a_message_is_told(language, texts):
    assert [text for text in texts if language_of(text) != language] == []


def test_what_students_wrote():
    utterances = json.loads(UTTERANCES.read_text(encoding="utf-8"))
    wrong = [u["text"] for u in utterances if language_of(u["text"]) != u["language"]]
    assert len(wrong) <= len(utterances) * 0.03, wrong


def test_fold():
    assert fold("¿Qué ES la NORMALIZACIÓN? ＳＱＬ ñandú") == "¿que es la normalizacion? sql nandu"
    assert fold("主键 한국어") == "主键 한국어"
    assert well_formed("a\0b\ud800c😀") == "a b?c😀"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What is a foreign key, and why is it FOREIGN?", ["foreign", "key"]),
        ("¿Qué es una clave foránea?", ["clave", "foranea"]),
        ("主键和外键有什么区别", ["主键", "外键", "区别"]),
        ("B+树 的 键", ["b", "树", "键"]),
        ("What is a dirty read like?", ["dirty", "read"]),
        ("What does an index look like", ["index"]),
        ("How do I match a text with LIKE?", ["match", "text", "like"]),
    ],
)
def test_keywords_leave_the_little_words_out(text, words):
    assert keywords(text) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("queries", "query"),
        ("classes", "class"),
        ("normalisation", "normalized"),
        ("modelling", "models"),
        ("planned", "plan"),
        ("dependencies", "dependency"),
        ("relaciones", "relacion"),
        ("normalizacion", "normalizar"),
    ],
)
def test_forms_of_a_word_share_a_stem(one, other):
    assert stem(one) == stem(other)
    assert content_words(f"{one}, {other}") == [stem(one)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("short", "short"), ("one two, three", "one two …"), ("onetwothreefour", "onetwothre …")],
)
def test_a_text_is_cut_between_words(text, shown):
    assert shorten(text, 10) == shown


MARKDOWN = """
# A heading

A **key** is [unique](https://example.org/a) and `NOT NULL`,
over two lines.

- First item
1. Second *item*.

```sql
SELECT this. Is not. A sentence.
```

| a | b |
| - | - |
| 1 | 2 |

> Quoted. <!-- a comment. --> ![A picture](x.png)
"""
SENTENCES = [
    ("en", ["Dr. Codd wrote it in 1970.", "It has 3.5 pages, e.g. on joins.", "Why?"]),
    ("es", ["El Dr. Pérez dijo: «hola».", "¿Qué es?", "Una clave, p. ej. el DNI."]),
    ("zh", ["主键是什么？", "主键唯一标识一行。", "外键引用主键！"]),
]


@pytest.mark.parametrize(("language", "expected"), SENTENCES)
def test_sentences_end_where_they_end_in_each_language(language, expected):
    text = ("" if language == "zh" else " ").join(expected)
    assert sentences(text, language) == expected
    assert [text[start:end] for start, end in sentence_spans(text, language)] == expected


def test_markdown_is_taken_off_and_spans_are_those_of_the_source():
    first = "A key is unique and NOT NULL, over two lines."
    others = ["First item", "Second item.", "Quoted.", "A picture"]
    assert sentences(MARKDOWN, "en") == [first, *others]
    text = "# Title\n\nOne is here. `a. B` is\ntwo [1].\n\n- Three.\n\n```\nno. No\n```\n|a|\n|-|\n"
    found = [text[start:end] for start, end in sentence_spans(text, "en")]
    assert found == ["One is here.", "`a. B` is\ntwo [1].", "Three."]


@given(st.text(alphabet="a. \n`[1]-#。", max_size=60))
def test_spans_are_in_order_and_never_blank(text):
    spans = sentence_spans(text, "en")
    assert all(text[start:end].strip() for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize("text", ["(" * 20_000, f"x{' ' * 20_000}x", ", " * 9_000, "abc(" * 5_000])
def test_no_run_is_long(text):
    assert len(cap_runs(text)) <= 50


def test_a_word_ends_and_nothing_of_it_is_lost():
    word = "".join(f"{n}," for n in range(3_000))
    capped = cap_runs(word)
    assert max(map(len, capped.split())) <= 400
    assert capped.replace(" ", "") == word


@pytest.mark.parametrize(
    "text",
    [
        "Plain words, a list:\n\n- one\n- two\n\nAnd “quotes” (in brackets)...",
        "```python\nif a:\n            return  # so\n```",
        "| a          | b   |\n| ---------- | :-: |\n| 1          | 2   |",
        "Title\n" + "=" * 40,
        f"https://example.com/{'path/' * 30}?q={'0123456789' * 10}",
        "汉字" * 20 + "，" + "这是一个没有空格的长句子" * 3,
    ],
)
def test_what_people_write_stays(text):
    assert cap_runs(text) == text


@pytest.mark.parametrize(
    ("said", "language"),
    [
        (["¿Qué es una clave foránea?", "ok"], "es"),
        (["什么是外键？", "SQL"], "zh"),
        (["What is a foreign key?", "y ahora explícamelo en español"], "es"),
        (["Show PROJ-1", "Ask Sofía Núñez Peña"], "en"),
        (["Muestra la incidencia, por favor", "Ask Sofía Núñez Peña"], "es"),
        ([], "en"),
    ],
)
def test_a_short_message_keeps_the_language(said, language):
    messages = [HumanMessage(text) for text in said]
    assert conversation_language([*messages, AIMessage("我只是回答。")]) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Assign it to Lucía de la Torre", "en"),
        ("What's José Peña working on?", "en"),
        ("Asigna la incidencia a John Smith", "es"),
        ("Introducción", "es"),
    ],
)
def test_a_persons_name_tells_no_language(text, language):
    assert language_of(text) == language


TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "a data analyst, 6 hours a week, until 30 June 2027", "2027-06-30"),
        ("en", "finish by 2027-03-01", "2027-03-01"),
        ("es", "aprender SQL, 5 horas a la semana, antes del 23 de febrero", "2027-02-23"),
        ("zh", "我想学SQL,每周5小时,到2027年6月30日", "2027-06-30"),
        ("en", "learn SQL by June", ""),
        ("en", "from 3 March 2027 to 5 May 2027", ""),
        ("en", "load in 30 seconds, 5 of 10 users, delete after 180 days, PROJ-12", ""),
        ("en", "on 3 May 2025 it broke", ""),
    ],
)
def test_only_the_one_day_that_is_named_is_read(language, text, day):
    assert find_day(text, language, today=TODAY) == day


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "it has to be done by next Friday and it is really urgent", "2026-12-04"),
        ("es", "asigna esto a Pablo para el viernes", "2026-12-04"),
        ("zh", "周五之前完成", "2026-12-04"),
        ("en", "it broke last Friday", ""),
        ("en", "by Monday or Tuesday", ""),
        ("en", "now, in 3 days, next week, on the sun", ""),
    ],
)
def test_a_weekday_tells_a_day_too(language, text, day):
    assert find_near_day(text, language, today=TODAY) == day


def test_a_month_counts_as_its_first_day_where_that_is_enough():
    text = "análisis de datos antes de julio, 4 horas a la semana"
    assert find_day(text, "es", today=TODAY, has_months=True) == "2027-07-01"
    assert find_day("SQL by March or April", "en", today=TODAY, has_months=True) == ""
    assert find_day(text, "es", today=TODAY) == ""


TABLES = """Prices are in euros.

| Item | Price |
| --- | ---: |
| Hive | 180 |
| Smoker |  |

```
| no | table |
```

| Bee | Sting |
|---|---|
| Drone | none |
"""


def test_each_row_knows_the_columns_of_its_own_table():
    assert [str(row) for row in rows(TABLES)] == [
        "Item: Hive; Price: 180",
        "Item: Smoker",
        "Bee: Drone; Sting: none",
    ]


def test_rows_are_drawn_under_the_names_of_their_columns():
    drawn_ = drawn(list(rows(TABLES)))
    assert drawn_.count("| Item | Price |") == drawn_.count("| Bee | Sting |") == 1
    assert list(rows(drawn_)) == list(rows(TABLES))
    assert list(rows("| Hive | 180 |")) == [Row("| Hive | 180 |")], "it begins further up"


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "a data analyst in 4 months, 6 hours a week", "2027-03-28"),
        ("es", "en 4 meses", "2027-03-28"),
        ("zh", "在4个月内学会", "2027-03-28"),
        ("en", "SQL in 8 weeks", "2027-01-23"),
        ("en", "by June, so in 7 months", "2027-06-01"),
        ("en", "in 2 weeks or 3 months", ""),
        ("en", "in 9999 months", ""),
    ],
)
def test_a_time_from_today_on_is_a_deadline(language, text, day) -> None:
    assert find_deadline(text, language, today=TODAY) == day
