"""When something was, and how long ago; in the language of what is drawn, if no other is named."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st
from babel.dates import format_date, format_skeleton, format_timedelta, get_day_names

from agent.language.catalogs import FOLDERS
from ui.language import _
from ui.language import language as language_here


def age(since: str) -> str:
    passed = datetime.now(UTC) - datetime.fromisoformat(since)
    if passed < timedelta(minutes=1):
        return _("just now")
    return format_timedelta(-passed, add_direction=True, locale=_locale(None))


def clock(at: str, language: str | None = None) -> str:
    """Return day and time where the browser is."""
    when = _here(at)
    return f"{format_skeleton('MMMd', when, locale=_locale(language))} {_time(when)}"


def until(at: str, language: str | None = None) -> str:
    """Return the time, and the day where that is not today."""
    when = _here(at)
    is_today = when.date() == datetime.now(when.tzinfo).date()
    return _time(when) if is_today else clock(at, language)


def _here(at: str) -> datetime:
    """In the browser's time zone; in UTC where the browser names none."""
    when = datetime.fromisoformat(at)
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    zone = st.context.timezone
    try:
        return when.astimezone(ZoneInfo(zone) if zone else UTC)
    except (ZoneInfoNotFoundError, ValueError):
        return when.astimezone(UTC)


def _time(when: datetime) -> str:
    return f"{when:%H:%M}{' UTC' if when.tzinfo is UTC else ''}"


def day(at: str, language: str | None = None) -> str:
    """Return a date as people write it; text that is not a date is returned unchanged."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return at
    return format_date(found, "medium", locale=_locale(language))


def short_day(at: str) -> str:
    return format_skeleton("MMMd", datetime.fromisoformat(at), locale=_locale(None))


def month(at: str) -> str:
    return format_skeleton("yMMMM", datetime.fromisoformat(at), locale=_locale(None))


def moment(at: str) -> str:
    """Return day, year and time, for lists that go back further than a year."""
    when = _here(at)
    return f"{day(when.isoformat())} {_time(when)}"


def weekday(number: int) -> str:
    """Return the short name of a day of the week; Monday is 0."""
    return str(get_day_names("abbreviated", locale=_locale(None))[number])


def _locale(language: str | None) -> str:
    """English as it is written outside America, the day before the month."""
    return FOLDERS.get(language or language_here(), "en_GB")
