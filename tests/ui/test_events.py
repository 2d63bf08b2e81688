"""A growing answer: what is frozen is never sent again, and the whole stays the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from agent import events
from ui.events import LONGEST_OPEN_BLOCK, _joined, split_frozen

MANY = 10 * LONGEST_OPEN_BLOCK

LINES = st.lists(
    st.sampled_from(["", "a word", "- item", "| a | b |", "```", "~~~", "`x`", "    code"]),
    max_size=60,
)


@given(LINES)
def test_no_line_is_lost_or_moved(lines: list[str]) -> None:
    """Apart from fences and table heads that a cut repeats."""
    text = "\n".join(lines)
    frozen, rest = split_frozen(text)
    added = {"```", "~~~", "| a | b |"}
    kept = [line for line in "".join([*frozen, rest]).split("\n") if line not in added]
    assert [line for line in kept if line] == [line for line in lines if line and line not in added]


@pytest.mark.parametrize(
    "text",
    [
        "```python\n" + "x = 1\n" * MANY,
        "| a | b |\n| - | - |\n" + "| 1 | 2 |\n" * MANY,
        "- item\n" * MANY,
        "word word\n\n" * MANY,
    ],
)
def test_what_may_be_sent_again_is_bounded(text: str) -> None:
    """However long a block grows, at most a block of bounded length still moves."""
    _frozen, rest = split_frozen(text)
    assert len(rest.splitlines()) <= LONGEST_OPEN_BLOCK + 3


def test_a_cut_code_block_is_closed_and_opened_again() -> None:
    frozen, rest = split_frozen("```python\n" + "x\n" * (LONGEST_OPEN_BLOCK + 5))
    assert frozen[0].endswith("x\n```\n")
    assert rest.startswith("```python\nx\n")


def test_neighbouring_pieces_become_one_message() -> None:
    batch = [
        events.Token("a"),
        events.Token("b"),
        events.StepStarted("think"),
        events.Thinking("c"),
        events.Thinking("d"),
    ]
    assert list(_joined(batch)) == [
        events.Token("ab"),
        events.StepStarted("think"),
        events.Thinking("cd"),
    ]


def test_pieces_of_a_document_stay_apart_from_the_answer() -> None:
    batch = [
        events.Token("a"),
        events.Token("b", to="document"),
        events.Token("c", to="document"),
        events.Token("d"),
    ]
    assert list(_joined(batch)) == [
        events.Token("a"),
        events.Token("bc", to="document"),
        events.Token("d"),
    ]


def live() -> None:
    import streamlit as st  # noqa: PLC0415 - the function is a script of its own

    from agent import events  # noqa: PLC0415
    from ui.events import Live  # noqa: PLC0415

    class Told:
        def batches(self, _hz: float):
            yield [events.StepStarted("blog"), events.Token("# Title\n\nFirst.", to="document")]
            yield [events.Token(" ![x](http://evil.example)", to="document")]
            yield [events.StepFinished("blog", 1.0), events.StepStarted("rewrite")]
            yield [events.Token("Second.", to="document"), events.Token("The answer.")]
            yield [events.Done("done", 1.0)]

    Live(st.container()).follow(Told())


def test_a_document_grows_beside_the_answer() -> None:
    page = AppTest.from_function(live).run()
    assert not page.exception
    said = [each.value for each in page.markdown]
    assert said[0] == "# Title"
    assert said[1].startswith(r"First. \!\[x\]")
    assert "![" not in said[1]
    assert said[2:] == ["Second.", "The answer."]
    assert [each.value for each in page.caption].count(
        ":material/edit_document: Being written"
    ) == 2
