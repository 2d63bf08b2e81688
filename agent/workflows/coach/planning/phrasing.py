"""Names, numbers and lengths of time as they stand in a sentence."""

from collections.abc import Sequence
from datetime import date

from agent.ports.courses import Skill
from agent.text import Language
from agent.workflows.coach.words import told


def listed(names: Sequence[str], language: Language) -> str:
    """One, two and three."""
    if len(names) < 2:
        return "".join(names)
    comma, last = told("list.comma", language), told("list.and", language)
    if any(last in name for name in names):
        # "Command line and shell" in a list of its own "and" would read as two.
        return comma.join(names)
    return comma.join(names[:-1]) + last + names[-1]


def counted(kind: str, number: float, language: Language) -> str:
    """So many days, weeks or hours."""
    form = "one" if number == 1 else "many"
    return told(f"count.{kind}.{form}", language, n=f"{number:g}")


def name_of(skill: Skill, language: Language) -> str:
    return skill.names.get(language) or skill.names.get("en") or skill.id


def day_of(day: str, language: Language) -> str:
    """A date as people write it; what is none stays as it is."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    month = told("date.months", language).split()[found.month - 1]
    return told("date", language, day=found.day, month=month, year=found.year)


def span_of(days: int, hours: float, language: Language) -> str:
    """How long a plan takes: its weeks and its hours."""
    weeks = counted("week", max(1, round(days / 7)), language)
    return told("list.parts", language).join([weeks, counted("hour", hours, language)])
