"""Dates and lengths of time as they stand in a sentence."""

import pytest

from agent.language.quantities import say_unit
from agent.language.text import Language
from agent.workflows.coach.planning.phrasing import day_of


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "25 Jan 2027"), ("es", "25 ene 2027"), ("zh", "2027年1月25日")],
)
def test_a_date_is_told_as_people_write_it(language: Language, told: str) -> None:
    assert day_of("2027-01-25", language) == told


@pytest.mark.parametrize("language", ["en", "es", "zh"])
def test_weeks_have_a_name_in_every_language(language: Language) -> None:
    assert "duration" not in say_unit(20, "duration-week", language)
