"""Deadlines, as people say them in three languages: always in the future, or none."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.workflows.coach.planning.dates import after, deadline

TODAY = date(2026, 11, 22)
SAID: list[tuple[str, str | None]] = [
    ("by June", "2027-06-01"),
    ("by the end of June", "2027-06-30"),
    ("before June", "2027-05-31"),
    ("in 3 months", "2027-02-22"),
    ("within 6 weeks", "2027-01-03"),
    ("in half a year", "2027-05-22"),
    ("before Christmas", "2026-12-24"),
    ("by 2027-03-01", "2027-03-01"),
    ("by March 2027", "2027-03-01"),
    ("by 1 June", "2027-06-01"),
    ("by June 1st", "2027-06-01"),
    ("by 01/06/2027", None),
    ("by 25/06/2027", "2027-06-25"),
    ("I have studied for 3 months", None),
    ("3 months ago", None),
    ("a 12 week plan", "2027-02-14"),
    ("para junio", "2027-06-01"),
    ("antes de junio", "2027-05-31"),
    ("antes de que acabe mayo. 7 horas/semana", "2027-05-31"),
    ("starting a degree next october", "2027-10-01"),
    ("en 3 meses", "2027-02-22"),
    ("en tres meses", "2027-02-22"),
    ("dentro de 6 semanas", "2027-01-03"),
    ("para finales de año", "2026-12-31"),
    ("a finales de junio", "2027-06-30"),
    ("en medio año", "2027-05-22"),
    ("para el 1 de junio de 2027", "2027-06-01"),
    ("六月之前", "2027-05-31"),
    ("6月前", "2027-05-31"),
    ("在六月底前", "2027-06-30"),
    ("三个月内", "2027-02-22"),
    ("3个月之内", "2027-02-22"),
    ("半年内", "2027-05-22"),
    ("一年内", "2027-11-22"),
    ("两周内", "2026-12-06"),
    ("明年六月", "2027-06-01"),
    ("年底前", "2026-12-31"),
    ("2027年6月1日前", "2027-05-31"),
    ("no deadline", ""),
    ("sin prisa", ""),
    ("不着急", ""),
    ("by 2025-01-01", None),
    ("I may learn", None),
    ("over 3 years of experience", None),
    ("in a month", "2026-12-22"),
    ("in a couple of months", "2027-01-22"),
    ("十二月前", "2026-11-30"),
    ("by November", "2027-11-01"),
    ("by the end of November", "2026-11-30"),
    ("by February 29", "2028-02-29"),
    ("I have 3 months", "2027-02-22"),
    ("by June 6 hours a week", "2027-06-01"),
    ("by June 31", None),
    ("准备面试，三个月，每周10小时", "2027-02-22"),
    ("SQL, 10 weeks, 3 hours a week", "2027-01-31"),
    ("by next month", "2026-12-31"),
    ("6 hours a week", None),
    ("每周六小时", None),
    ("by next June", "2027-06-01"),
    ("用三个月学会", "2027-02-22"),
    ("一个半月内", "2027-01-06"),
    ("in May", "2027-05-31"),
    ("by 31 June", None),
    ("半年时间", "2027-05-22"),
    ("in one and a half years", None),
    ("2 days a week", None),
    ("by end of february", "2027-02-28"),
    ("by mid-march", "2027-03-15"),
    ("在2027年6月之前", "2027-05-31"),
    ("en un año", "2027-11-22"),
    ("by summer", None),
    ("antes de verano", None),
    ("春节前", None),
    ("in 2 years", "2028-11-22"),
    ("by the 15th of March", "2027-03-15"),
    ("before 1 March 2028", "2028-02-29"),
    ("三个月后", "2027-02-22"),
    ("by Christmas", "2026-12-24"),
    ("para Navidad", "2026-12-24"),
    ("within a year", "2027-11-22"),
    ("6 months from now", "2027-05-22"),
    ("准备面试，三个月，每周10小时", "2027-02-22"),
    ("SQL, 10 weeks, 3 hours a week", "2027-01-31"),
    ("by next month", "2026-12-31"),
    ("when I am ready", None),
]


@pytest.mark.parametrize(("text", "day"), SAID)
def test_a_deadline_is_read(text: str, day: str | None):
    found = deadline(text, TODAY)
    assert (found.day if found else None) == day


def test_a_day_with_slashes_is_read_as_its_language_writes_it():
    found = deadline("para el 01/06/2027", TODAY, day_first=True)
    assert found
    assert found.day == "2027-06-01"


@pytest.mark.parametrize(
    ("today", "text", "day"),
    [
        (date(2027, 2, 28), "in a month", "2027-03-28"),
        (date(2028, 1, 31), "in a month", "2028-02-29"),
        (date(2027, 1, 31), "in a month", "2027-02-28"),
        (date(2028, 2, 1), "by the end of February", "2028-02-29"),
        (date(2027, 2, 28), "by the end of February", "2028-02-29"),
        (date(2026, 12, 31), "by 1 January", "2027-01-01"),
        (date(2026, 12, 31), "before the end of the year", None),
        (date(2026, 12, 31), "in 2 weeks", "2027-01-14"),
        (date(2026, 12, 15), "下个月", "2027-01-31"),
        (date(2026, 12, 25), "para Navidad", "2027-12-24"),
    ],
)
def test_ends_of_months_and_years(today: date, text: str, day: str | None):
    found = deadline(text, today)
    assert (found.day if found else None) == day


TIMES = st.sampled_from([text for text, _ in SAID])
DAYS = st.dates(date(2000, 1, 1), date(2100, 12, 31))


@given(TIMES, DAYS)
def test_a_deadline_is_never_in_the_past(text: str, today: date):
    found = deadline(text, today)
    assert not found or not found.day or date.fromisoformat(found.day) > today


@given(DAYS, st.integers(0, 120))
def test_months_later_is_so_many_months_later(day: date, months: int):
    later = after(day, months, months=True)
    assert (later.year - day.year) * 12 + later.month - day.month == months
    assert later.day <= day.day


@given(st.text(max_size=80), DAYS)
def test_no_text_breaks_it(text: str, today: date):
    deadline(text, today)
