"""Sentences, names, numbers and lengths of time in the language of a goal."""

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from agent.language.catalogs import FOLDERS, N_
from agent.language.text import Language
from agent.ports.courses import Role, Skill

LEVELS = (N_("none"), N_("beginner"), N_("intermediate"), N_("advanced"))


def join_sentences(sentences: Sequence[str], language: Language) -> str:
    """One after the other, without those that are empty."""
    return ("" if language == "zh" else " ").join(filter(None, sentences))


def listed(names: Sequence[str], language: Language) -> str:
    return ("、" if language == "zh" else ", ").join(names)


def name_of(named: Skill | Role, language: Language) -> str:
    return named.names.get(language) or named.names.get("en") or named.id


def day_of(day: str, language: Language) -> str:
    """Return a date as people write it."""
    style = "long" if language == "zh" else "d MMM yyyy"
    return format_date(date.fromisoformat(day), style, locale=FOLDERS.get(language, "en"))
