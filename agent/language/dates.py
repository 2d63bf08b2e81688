"""A day that a text names, as a library reads it; a form shows it before it counts."""

from datetime import date, datetime

from babel.dates import format_date

from agent.language.text import Language

_CERTAIN = {
    "PARSERS": ["absolute-time"],
    "REQUIRE_PARTS": ["day", "month"],
    "PREFER_DATES_FROM": "future",
}


def find_day(text: str, language: Language, *, today: date) -> str:
    """The only day from today on, as "2027-06-30"; empty where there are none or several."""
    # It takes most of a second to load.
    from dateparser.search import search_dates  # type: ignore[import-untyped] # noqa: PLC0415

    base, days = datetime(today.year, today.month, today.day), []  # noqa: DTZ001
    for filled in ("first", "last"):
        # Where a month has no day, the two differ.
        settings = {**_CERTAIN, "RELATIVE_BASE": base, "PREFER_DAY_OF_MONTH": filled}
        found = search_dates(text, languages=[language], settings=settings) or []
        days.append([day.date() for words, day in found if _is_named(day.date(), words, language)])
    first, last = days
    is_certain = len(first) == 1 and first == last and first[0] >= today
    return first[0].isoformat() if is_certain else ""


def _is_named(day: date, words: str, language: Language) -> bool:
    """The library also takes "5 of 10" for a day: the month or the year has to be there."""
    month = format_date(day, "MMM", locale=language).strip(".").casefold()
    return month in words.casefold() or str(day.year) in words


def find_near_day(text: str, language: Language, *, today: date) -> str:
    """The same, else the only later day that is told by its weekday, such as "next Friday"."""
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
