"""The user story in a text: who, what, and what for, as it stands there."""

from dataclasses import dataclass

from agent.workflows.tickets.contracts import Language
from agent.workflows.tickets.maturity.words import cue


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
