"""When something was, and how long ago; in the browser's language, if no other is named."""

from datetime import UTC, datetime, timedelta

from babel.dates import format_date, format_skeleton, format_timedelta

from agent.language.catalogs import FOLDERS
from ui.language import _, browser_language


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


def _locale(language: str | None) -> str:
    """English as it is written outside America, the day before the month."""
    return FOLDERS.get(language or browser_language(), "en_GB")
