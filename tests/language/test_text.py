"""Reading text by rules."""

import pytest

from agent.language.text import shorten


@pytest.mark.parametrize(
    ("text", "shown"),
    [("short", "short"), ("one two, three", "one two …"), ("onetwothreefour", "onetwothre …")],
)
def test_a_text_is_cut_between_words(text, shown):
    assert shorten(text, 10) == shown
