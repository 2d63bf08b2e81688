"""A day that a text names, as a library reads it; a form shows it before it counts."""

from datetime import date, datetime, timedelta

from babel.dates import format_date

from agent.language.quantities import find_quantities
from agent.language.text import Language

_CERTAIN = {
    "PARSERS": ["absolute-time"],
    "PREFER_DATES_FROM": "future",
}
_LONGEST = {"duration-month": 120, "duration-week": 520}
"""The units of a time to come, and how many of each."""


def find_day(text: str, language: Language, *, today: date, has_months: bool = False) -> str:
    """The only day from today on, as "2027-06-30"; empty where there are none or several.

    With `has_months` a month that is named in full, such as "June", is its first day.
    """
    # It takes most of a second to load.
    from dateparser.search import search_dates  # type: ignore[import-untyped] # noqa: PLC0415

    for each in find_quantities(text):
        # Else "July, 4 hours" is 4 July.
        text = text.replace(each.text, ";")
    base, days = datetime(today.year, today.month, today.day), []  # noqa: DTZ001
    for filled in ("first", "last"):
        # Where a month has no day, the two differ.
        parts = ["month"] if has_months else ["day", "month"]
        settings = {**_CERTAIN, "REQUIRE_PARTS": parts, "RELATIVE_BASE": base}
        settings["PREFER_DAY_OF_MONTH"] = filled
        found = search_dates(text, languages=[language], settings=settings) or []
        days.append([(d.date(), said) for said, d in found if _is_named(d.date(), said, language)])
    first, last = days
    if len(first) != 1 or first[0][0] < today:
        return ""
    day, words = first[0]
    is_month = has_months and format_date(day, "MMMM", locale=language) in words.split()
    return day.isoformat() if first == last or is_month else ""


def find_deadline(text: str, language: Language, *, today: date) -> str:
    """Find a day or a month, else the only number of months or weeks: that long from today on."""
    if day := find_day(text, language, today=today, has_months=True):
        return day
    spans = [each for each in find_quantities(text) if each.unit in _LONGEST]
    if len(spans) != 1 or not 0 < spans[0].count <= _LONGEST[spans[0].unit]:
        return ""
    (span,) = spans
    if span.dimension == "time":
        return (today + timedelta(seconds=span.value)).isoformat()
    years, month = divmod(today.month - 1 + span.count, 12)
    return date(today.year + years, month + 1, min(today.day, 28)).isoformat()


def _is_named(day: date, words: str, language: Language) -> bool:
    """The library also takes "5 of 10" for a day: the month or the year has to be there."""
    month = format_date(day, "MMM", locale=language).strip(".").casefold()
    return month in words.casefold() or str(day.year) in words


def find_near_day(text: str, language: Language, *, today: date) -> str:
    """Find a day as `find_day` does, else the only one given as a weekday: "next Friday"."""
    from dateparser.search import search_dates  # noqa: PLC0415

    if day := find_day(text, language, today=today):
        return day
    base = datetime(today.year, today.month, today.day)  # noqa: DTZ001
    settings = {"RELATIVE_BASE": base, "PREFER_DATES_FROM": "future"}
    found = search_dates(text, languages=[language], settings=settings) or []
    # The library also reads "now", and "pasado mañana" as tomorrow.
    days = {day.date() for words, day in found if _has_weekday(day.date(), words, language)}
    return min(days).isoformat() if len(days) == 1 and min(days) > today else ""


def _has_weekday(day: date, words: str, language: Language) -> bool:
    """Whether its name is there; of short ones only what is no word, as "sun" is."""
    name, short = (format_date(day, form, locale=language) for form in ("EEEE", "EEE"))
    names = (name, *([] if short.isascii() else [short]))
    return any(each.casefold() in words.casefold().split() for each in names)
