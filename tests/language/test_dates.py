"""Days that a form is filled in with."""

from datetime import date

import pytest

from agent.language.dates import find_day, find_deadline, find_near_day
from agent.language.text import Language

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "a data analyst, 6 hours a week, until 30 June 2027", "2027-06-30"),
        ("en", "Set PROJ-4 to in progress, due 15 December 2026", "2026-12-15"),
        ("en", "finish by 2027-03-01", "2027-03-01"),
        ("es", "aprender SQL, 5 horas a la semana, antes del 23 de febrero", "2027-02-23"),
        ("zh", "我想学SQL,每周5小时,到2027年6月30日", "2027-06-30"),
        ("zh", "到6月底", ""),
        ("en", "learn SQL by June", ""),
        ("en", "from 3 March 2027 to 5 May 2027", ""),
        ("en", "load in 30 seconds, 5 of 10 users, delete after 180 days, PROJ-12", ""),
        ("en", "in 3 weeks, 2 hours a week", ""),
        ("en", "on 3 May 2025 it broke", ""),
    ],
)
def test_only_the_one_day_that_is_named_is_read(language: Language, text: str, day: str) -> None:
    assert find_day(text, language, today=TODAY) == day


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "it has to be done by next Friday and it is really urgent", "2026-12-04"),
        ("es", "asigna esto a Pablo para el viernes", "2026-12-04"),
        ("zh", "周五之前完成", "2026-12-04"),
        ("en", "due 15 December 2026", "2026-12-15"),
        ("en", "it broke last Friday", ""),
        ("en", "by Monday or Tuesday", ""),
        ("en", "now, in 3 days, next week, on the sun", ""),
    ],
)
def test_a_weekday_tells_a_day_too(language: Language, text: str, day: str) -> None:
    assert find_near_day(text, language, today=TODAY) == day


def test_a_month_counts_as_its_first_day_where_that_is_enough() -> None:
    text = "análisis de datos antes de julio, 4 horas a la semana"
    assert find_day(text, "es", today=TODAY, has_months=True) == "2027-07-01"
    assert find_day("SQL by March or April", "en", today=TODAY, has_months=True) == ""
    assert find_day(text, "es", today=TODAY) == ""


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
def test_a_time_from_today_on_is_a_deadline(language: Language, text: str, day: str) -> None:
    assert find_deadline(text, language, today=TODAY) == day
