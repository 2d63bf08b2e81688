"""How a streamed text is read back: title, meta descriptions, calendar, marks and links."""

import pytest

from agent.language.text import Language
from agent.workflows.studio.content.written import (
    document,
    fitting,
    named_in,
    slots_of,
    unmarked,
    without_invented_links,
)


def test_what_a_model_says_around_the_text_is_left_out() -> None:
    said = "Here you are:\n\n# A title #\n\nText.\n\n---\n\n**Meta:** One.\n_Meta 2_: “Two.”\n"
    read = document(said)
    assert (read.title, read.text) == ("A title", "# A title #\n\nText.")
    assert read.metas == ("One.", "Two.")


def test_a_text_in_a_code_block_is_taken_out_of_it() -> None:
    assert document("```markdown\n# A\n\nText.\n```").text == "# A\n\nText."


@pytest.mark.parametrize(
    "line", ["Meta: X", "Meta description: X", "Metadescripción: X", "元描述：X", "- Meta: X"]
)
def test_a_meta_description_is_found_in_three_languages(line: str) -> None:
    assert document(f"# A\n\nText.\n\n{line}").metas == ("X",)


def test_the_word_alone_is_no_meta_description() -> None:
    text = "# A\n\nMeta is a word.\n\nThe meta description: say it."
    assert document(text).text == text


def test_the_nearest_meta_description_is_taken() -> None:
    assert fitting(("a" * 149, "b" * 155, "c" * 161)) == "b" * 155
    assert fitting(("a" * 100, "b" * 165)) == "b" * 165
    assert fitting(()) == ""


@pytest.mark.parametrize(
    ("language", "heading", "head", "row"),
    [
        (
            "en",
            "Content calendar",
            "Week|Day|Channel|Working title|Theme",
            "Week 2|Tue|LinkedIn post|A|B",
        ),
        ("es", "Calendario editorial", "Semana|Día|Formato|Título|Pilar", "2|Tue|LinkedIn|A|B"),
        ("zh", "内容日历", "周|日期|形式|标题|支柱", "第2周|Tue|LinkedIn|A|B"),
    ],
)
def test_a_calendar_is_read_in_three_languages(
    language: Language, heading: str, head: str, row: str
) -> None:
    text = f"# P\n\n## {heading}\n\n|{head}|\n|---|---|---|---|---|\n|{row}|\n\n## KPIs\n\n|1|2|\n"
    (slot,) = slots_of(text)
    assert (slot.week, slot.day, slot.kind, slot.title, slot.pillar) == (
        2,
        "Tue",
        "linkedin",
        "A",
        "B",
    )


@pytest.mark.parametrize(
    "text", ["", "# P\n\n## Calendar\n\nSoon.", "# P\n\n## Calendar\n\n|Week|\n|---|"]
)
def test_without_a_table_there_are_no_slots(text: str) -> None:
    assert slots_of(text) == ()


@pytest.mark.parametrize(
    ("text", "clean", "claims"),
    [
        ("It sells [C1].", "It sells.", ("C1",)),
        ("It sells [c1, C3; C1]. More", "It sells. More", ("C1", "C3")),
        ("卖得更快【C3】。", "卖得更快。", ("C3",)),
        ("才是0[C1 C3]。", "才是0。", ("C1", "C3")),
        ("So [C1 and C3]; so [C1–C3] [C1、C3][C3]", "So; so", ("C1", "C3")),
        ("It sells (C1, C3). Cheaper（C1）", "It sells. Cheaper", ("C1", "C3")),
        ("A level (C1 or so) and (C)", "A level (C1 or so) and (C)", ()),
        ("Say it: “Ring us.” [C0]", "Say it: “Ring us.”", ()),
        ("See [Curb](x) and [C] and [CC1]", "See [Curb](x) and [C] and [CC1]", ()),
    ],
)
def test_marks_are_taken_out(text: str, clean: str, claims: tuple[str, ...]) -> None:
    assert (unmarked(text), named_in(text, {"C1", "C3"})) == (clean, claims)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("[a](https://s.example/p/)", "[a](https://s.example/p/)"),
        ("https://s.example/p. Go", "https://s.example/p. Go"),
        ("[a](https://x.example)", "a"),
        ("[a](https://s.example/p?to=x)", "a"),
        ("At https://x.example/y. Go", "At . Go"),
        ("![pixel](https://s.example/p) Text", "Text"),
        ('[a](javascript:alert "x")', "a"),
    ],
)
def test_only_known_addresses_are_left(text: str, clean: str) -> None:
    assert without_invented_links(text, ["https://s.example/p"])[0] == clean
