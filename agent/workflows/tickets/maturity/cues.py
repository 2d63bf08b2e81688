"""The words that tell what a sentence of an issue is for, in English, Spanish and Chinese.

All patterns are matched against folded text: lower case, no accents, one width.
"""

import re
from dataclasses import dataclass
from functools import cache

from agent.language.text import stem
from agent.workflows.tickets.contracts import Language
from agent.workflows.tickets.words import read_data


@cache
def cue(name: str) -> re.Pattern[str]:
    """Finds what is said by any of the words of this name, or by its pattern."""
    data = read_data("maturity")
    if name in data["patterns"]:
        return re.compile(data["patterns"][name], re.IGNORECASE if name.startswith("story") else 0)
    held = data["cues"][name]
    latin = "|".join(word for line in held["latin"] for word in line.split())
    han = "|".join(word for line in held["han"] for word in line.split())
    # No \b: there is no word boundary between a Latin and a Han character.
    whole = rf"(?<![a-z0-9])(?:{latin})(?![a-z0-9])".replace("_", r"\s+")
    return re.compile(f"{whole}|{han}")


@cache
def aside(criterion: str) -> frozenset[str]:
    """Sections that serve other criteria, and do not count for this one."""
    return frozenset(read_data("maturity")["aside"][criterion])


@cache
def template() -> frozenset[str]:
    """Stems that are said in every ticket of the world: they tell nothing of this one."""
    return frozenset(
        stem(word) for line in read_data("maturity")["template"] for word in line.split()
    )


@cache
def template_han() -> re.Pattern[str]:
    found = [word for line in read_data("maturity")["template_han"] for word in line.split()]
    return re.compile("|".join(sorted(found, key=len, reverse=True)))


@dataclass(frozen=True)
class Story:
    """Its parts word for word; `why` is empty when none is given."""

    role: str
    want: str
    why: str
    start: int
    end: int


def story_in(text: str, language: Language) -> Story | None:
    found = cue(f"story_{language}").search(text)
    if not found:
        return None
    role, want, why = (_bare(found[name] or "") for name in ("role", "want", "why"))
    return Story(role, want, why, found.start(), found.end())


def _bare(part: str) -> str:
    return part.strip(" \t\n*_,，")
