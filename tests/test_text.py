import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.language.text import (
    cap_runs,
    content_words,
    fold,
    keywords,
    language_of,
    sentence_spans,
    sentences,
    stem,
    well_formed,
)

UTTERANCES = Path(__file__).parent / "data" / "tutor_utterances.json"


class TestLanguage:
    @pytest.mark.parametrize(
        "text",
        [
            "",
            "SQL",
            "ok",
            "wat is a forein key",
            "difernce betwen inner n outer join",
            "I dont get it",
            "first normal form",
            "compare 主键 and 外键 please",
            "what does 'clave ajena' mean in english",
        ],
    )
    def test_english(self, text):
        assert language_of(text) == "en"

    @pytest.mark.parametrize(
        "text",
        [
            "hola",
            "sí",
            "más fácil",
            "q es la normalizasion",
            "komo funciona un indice",
            "explicame las tranzacciones",
            "clave ajena",
            "como hago un join",
            "tutorías del profesor",
            "modelo relacional",
        ],
    )
    def test_spanish(self, text):
        assert language_of(text) == "es"

    @pytest.mark.parametrize(
        "text",
        [
            "主键",
            "什么是JOIN",
            "解释ACID",
            "3NF和BCNF",
            "谢谢",
            "出5道题",
            "排序键 created_at（数字），TTL 字段 expires_at",
        ],
    )
    def test_chinese(self, text):
        assert language_of(text) == "zh"

    def test_no_other_language_is_taken_for_spanish(self):
        text = (
            "Setz es bei PROJ-10 auf In Progress, es ist da jemand dran, und de facto schon fertig"
        )
        assert language_of(text) == "en"

    def test_what_students_wrote(self):
        """Written by somebody who did not know the rules."""
        utterances = json.loads(UTTERANCES.read_text(encoding="utf-8"))
        wrong = [u["text"] for u in utterances if language_of(u["text"]) != u["language"]]
        assert len(wrong) <= len(utterances) * 0.03, wrong


class TestWords:
    def test_fold(self):
        assert (
            fold("¿Qué ES la NORMALIZACIÓN? ＳＱＬ ñandú") == "¿que es la normalizacion? sql nandu"
        )
        assert fold("主键 한국어") == "主键 한국어"

    def test_keywords_leave_the_little_words_out(self):
        assert keywords("What is a foreign key, and why is it FOREIGN?") == ["foreign", "key"]
        assert keywords("¿Qué es una clave foránea?") == ["clave", "foranea"]
        assert keywords("主键和外键有什么区别") == ["主键", "外键", "区别"]
        assert keywords("B+树 的 键") == ["b", "树", "键"]

    def test_what_something_is_like_asks_for_the_thing_and_like_alone_is_a_word(self):
        assert keywords("What is a dirty read like?") == ["dirty", "read"]
        assert keywords("What does an index look like") == ["index"]
        assert keywords("What does LIKE do?") == ["like"]
        assert keywords("How do I match a text with LIKE?") == ["match", "text", "like"]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("keys", "key"),
            ("queries", "query"),
            ("classes", "class"),
            ("indexes", "index"),
            ("normalisation", "normalized"),
            ("modelling", "models"),
            ("planned", "plan"),
            ("dependencies", "dependency"),
            ("relaciones", "relacion"),
            ("tablas", "tabla"),
            ("normalizacion", "normalizar"),
            ("consultas", "consulta"),
        ],
    )
    def test_forms_of_a_word_share_a_stem(self, one, other):
        assert stem(one) == stem(other)

    def test_content_words_are_stems_in_order(self):
        assert content_words("Normal forms: normalisation, forms") == ["normal", "form"]


class TestSentences:
    def test_english_with_abbreviations(self):
        text = "Dr. Codd wrote it in 1970. It has 3.5 pages, e.g. on joins. Why?"
        assert sentences(text, "en") == [
            "Dr. Codd wrote it in 1970.",
            "It has 3.5 pages, e.g. on joins.",
            "Why?",
        ]

    def test_spanish(self):
        assert sentences("El Dr. Pérez dijo: «hola». ¿Qué es? Una clave, p. ej. el DNI.", "es") == [
            "El Dr. Pérez dijo: «hola».",
            "¿Qué es?",
            "Una clave, p. ej. el DNI.",
        ]

    def test_chinese(self):
        assert sentences("主键是什么？主键唯一标识一行。外键引用主键！", "zh") == [
            "主键是什么？",
            "主键唯一标识一行。",
            "外键引用主键！",
        ]

    def test_markdown_is_taken_off(self):
        text = """
# A heading

A **key** is [unique](https://example.org/a) and `NOT NULL`,
over two lines.

- First item
- Second *item*.

```sql
SELECT this. Is not. A sentence.
```

| a | b |
| - | - |
| 1 | 2 |

> Quoted. <!-- a comment. --> ![A picture](x.png)

1. One
2. Two
"""
        assert sentences(text, "en") == [
            "A key is unique and NOT NULL, over two lines.",
            "First item",
            "Second item.",
            "Quoted.",
            "A picture",
            "One",
            "Two",
        ]


class TestSpans:
    def test_they_stand_where_the_sentences_are(self):
        text = (
            "# Title\n\nOne is here. `a. B` is\ntwo [1].\n\n- Three.\n- Four\n\n```\nno. No\n```\n"
        )
        found = [text[start:end] for start, end in sentence_spans(text, "en")]
        assert found == ["One is here.", "`a. B` is\ntwo [1].", "Three.", "Four"]

    @pytest.mark.parametrize(
        ("text", "language", "count"),
        [
            ("Una clave, p. ej. la del alumno, vale. Otra no.", "es", 2),
            ("外键是一列。它可以为空！", "zh", 2),
            ("| a | b |\n|---|---|\n| 1. 2 | 3 |", "en", 0),
            ("", "en", 0),
        ],
    )
    def test_in_every_language(self, text, language, count):
        assert len(sentence_spans(text, language)) == count

    @given(st.text(alphabet="a. \n`[1]-#。", max_size=60))
    def test_they_are_in_order_and_never_blank(self, text):
        spans = sentence_spans(text, "en")
        assert all(text[start:end].strip() for start, end in spans)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_well_formed():
    assert well_formed("a\0b\ud800c😀") == "a b?c😀"


class TestLongRuns:
    @pytest.mark.parametrize(
        "text",
        [
            "(" * 20_000,
            f"x{' ' * 20_000}x",
            "\n" * 20_000,
            ", " * 10_000,
            "abc(" * 5_000,
            "```" + " " * 20_000,
        ],
    )
    def test_no_run_is_long(self, text):
        assert len(cap_runs(text)) <= 50

    def test_a_word_ends_and_nothing_of_it_is_lost(self):
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
    def test_what_people_write_stays(self, text):
        assert cap_runs(text) == text
