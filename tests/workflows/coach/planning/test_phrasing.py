"""Dates as they stand in a sentence."""

import pytest

from agent.language.text import Language
from agent.workflows.coach.planning.phrasing import day_of


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "25 Jan 2027"), ("es", "25 ene 2027"), ("zh", "2027年1月25日")],
)
def test_a_date_is_told_as_people_write_it(language: Language, told: str) -> None:
    assert day_of("2027-01-25", language) == told
