"""What Coach says to the learner, by key, in the language they write in."""

from agent.text import Language
from agent.workflows.coach.wordings import chinese, english, planning, spanish

TABLES: dict[Language, dict[str, str]] = {
    "en": english.WORDS | planning.WORDS["en"],
    "es": spanish.WORDS | planning.WORDS["es"],
    "zh": chinese.WORDS | planning.WORDS["zh"],
}
LEVELS = ("none", "beginner", "intermediate", "advanced")


def told(key: str, language: Language, **values: object) -> str:
    """The sentence of that key with its values put in; every table has every key."""
    return TABLES[language][key].format(**values)


def level_name(level: int, language: Language) -> str:
    return told(f"level.{LEVELS[level]}", language)
