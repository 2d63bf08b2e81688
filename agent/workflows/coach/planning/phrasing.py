"""Sentences, names, numbers and lengths of time in the language of a goal."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from babel.dates import format_date
from babel.lists import format_list

from agent.language.catalogs import FOLDERS, N_, catalog
from agent.language.text import Language
from agent.ports.courses import Role, Skill

LEVELS = (N_("none"), N_("beginner"), N_("intermediate"), N_("advanced"))
COUNTS = {
    "day": (N_("1 day"), N_("{n} days")),
    "week": (N_("1 week"), N_("{n} weeks")),
    "hour": (N_("1 hour"), N_("{n} hours")),
}


def phrase(sentence: str, language: Language, **values: object) -> str:
    """The sentence in that language, with its values put in."""
    return catalog(language).gettext(sentence).format(**values)


def level_name(level: int, language: Language) -> str:
    return phrase(LEVELS[level], language)


def join_sentences(sentences: Sequence[str], language: Language) -> str:
    """One after the other, without those that are empty."""
    return ("" if language == "zh" else " ").join(filter(None, sentences))


def comma(language: Language) -> str:
    return "、" if language == "zh" else ", "


def listed(names: Sequence[str], language: Language) -> str:
    """One, two and three."""
    if len(names) < 2:
        return "".join(names)
    if any(word in name for name in names for word in (" and ", " y ", "和")):
        # "Command line and shell" in a list of its own "and" would read as two.
        return comma(language).join(names)
    return format_list(names, locale=FOLDERS.get(language, "en"))


def counted(kind: Literal["day", "week", "hour"], number: float, language: Language) -> str:
    """So many days, weeks or hours."""
    one, many = COUNTS[kind]
    return phrase(one if number == 1 else many, language, n=f"{number:g}")


def name_of(named: Skill | Role, language: Language) -> str:
    return named.names.get(language) or named.names.get("en") or named.id


def day_of(day: str, language: Language) -> str:
    """Return a date as people write it; text that is not a date is returned unchanged."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    style = "long" if language == "zh" else "d MMM yyyy"
    return format_date(found, style, locale=FOLDERS.get(language, "en"))


def span_of(days: int, hours: float, language: Language) -> str:
    """How long a plan takes: its weeks and its hours."""
    weeks = counted("week", max(1, round(days / 7)), language)
    return comma(language).join([weeks, counted("hour", round(hours), language)])
