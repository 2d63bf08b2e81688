from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.library.chunks import split
from agent.language.text import sentences, well_formed
from agent.ports import Document


def of(text, language="en"):
    return Document(id="d", title="T", subject="s", text=text, language=language)


def paragraph(count, start=0):
    numbers = range(start, start + count)
    return " ".join(f"This is sentence number {n} and it has just eleven words." for n in numbers)


def test_each_heading_begins_a_passage() -> None:
    chunks = split(of("Before.\n\n# One\n\na\n\n## Two ##\n\nb\n\n## Three\n\nc\n\n# Four\n\nd"))
    assert [(c.heading, c.path, c.text) for c in chunks] == [
        ("", (), "Before."),
        ("One", ("One",), "a"),
        ("Two", ("One", "Two"), "b"),
        ("Three", ("One", "Three"), "c"),
        ("Four", ("Four",), "d"),
    ]


def test_paragraphs_gather_up_to_the_size() -> None:
    text = "# H\n\n" + "\n\n".join(paragraph(4, 4 * i) for i in range(10))
    chunks = split(of(text))
    assert [len(c.text.split()) for c in chunks] == [176, 176, 88]
    assert {c.heading for c in chunks} == {"H"}
    assert "\n\n".join(c.text for c in chunks) == text.removeprefix("# H\n\n")


def test_a_long_paragraph_is_divided_between_sentences() -> None:
    chunks = split(of(paragraph(40)))
    assert len(chunks) == 3
    assert [s for c in chunks for s in sentences(c.text, "en")] == sentences(paragraph(40), "en")
    text = "".join(f"这是第{i}个句子，它说明数据库的一个概念。" for i in range(100))
    chunks = split(of(text, language="zh"))
    assert all(c.text.endswith("。") for c in chunks)
    assert "".join(c.text for c in chunks) == text


def test_code_stays_whole_and_its_comments_are_no_headings() -> None:
    code = "```sh\n# not a heading\n\n" + "\n\n".join(f"echo {i}" for i in range(300)) + "\n```"
    chunks = split(of(f"# H\n\n{paragraph(3)}\nand so:\n{code}\nAfter."))
    assert {c.heading for c in chunks} == {"H"}
    assert sum(code in c.text for c in chunks) == 1
    assert chunks[-1].text.endswith("After.")


def test_text_without_sentences_is_cut_all_the_same() -> None:
    for text in ("word " * 2_000, "x" * 50_000, "字" * 5_000):
        chunks = split(of(text))
        assert len(chunks) > 5
        assert "".join("".join(c.text.split()) for c in chunks) == "".join(text.split())


@given(st.text(alphabet="ab#` \n-.|。主>~1", max_size=400))
def test_no_word_is_lost_outside_headings(text) -> None:
    kept = "".join("".join(c.text.split()) for c in split(of(well_formed(text))))
    assert kept.count("a") <= text.count("a")
    headless = "".join(line for line in text.splitlines() if not line.startswith("#"))
    assert kept.count("b") >= headless.count("b")
