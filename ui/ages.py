"""When something was, and how long ago; in the language of what is drawn, if no other is named."""

from datetime import UTC, datetime, timedelta

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
    locale, when = _locale(language), datetime.fromisoformat(at)
    return f"{format_skeleton('MMMd', when, locale=locale)} {when:%H:%M} UTC"


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
    return f"{day(at)} {datetime.fromisoformat(at):%H:%M} UTC"


def weekday(number: int) -> str:
    """Return the short name of a day of the week; Monday is 0."""
    return str(get_day_names("abbreviated", locale=_locale(None))[number])


def _locale(language: str | None) -> str:
    """English as it is written outside America, the day before the month."""
    return FOLDERS.get(language or language_here(), "en_GB")
