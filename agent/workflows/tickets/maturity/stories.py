"""The user story in a text: who, what, and what for, as it stands there."""

import re
from dataclasses import dataclass

from agent.workflows.tickets.contracts import Language

_GAP = r"[\s,*_>-]{0,12}"
_ROLE = r"(?P<role>[^,.;:\n。，]{2,80}?)"
_WANT = r"(?P<want>[^.;。；]{3,300}?)"
_WHY = r"(?P<why>[^.;\n。；]{3,300})"
_FORMS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        rf"\bas\s+(?:an?|the|our)?{_GAP}{_ROLE}{_GAP}\b(?:i|we)\b{_GAP}(?:want|need|would\s+like|wish|'d\s+like|can)"
        rf"{_GAP}(?:to\b)?{_GAP}{_WANT}(?:{_GAP}\b(?:so\s+that|in\s+order\s+to|so\s+I\b|because)\b{_GAP}{_WHY}|(?=[.;\n]|\Z))",
        re.IGNORECASE,
    ),
    "es": re.compile(
        rf"\bcomo\s+(?:una?|el|la)?{_GAP}{_ROLE}{_GAP}\b(?:quiero|queremos|necesito|necesitamos|deseo|quisiera|me\s+gustar[ií]a)"
        rf"{_GAP}{_WANT}(?:{_GAP}\b(?:para(?:\s+que)?|a\s+fin\s+de|de\s+(?:modo|forma)\s+que|porque|con\s+el\s+fin\s+de)\b"
        rf"{_GAP}{_WHY}|(?=[.;\n]|\Z))",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        rf"作为(?:一?[名个位])?{_ROLE}[，,\s*]{{0,6}}(?:我们?|咱们)?[\s*]{{0,4}}(?:想要?|希望|需要|要)(?:能够?|可以)?[\s*]{{0,4}}{_WANT}"
        rf"(?:[，,\s*]{{0,6}}(?:以便于?|从而|这样|好让|因为|为了|以免|来)[\s*]{{0,4}}{_WHY}|(?=[。；\n]|\Z))"
    ),
}


@dataclass(frozen=True)
class Story:
    """Its parts word for word; `why` is empty when none is given."""

    role: str
    want: str
    why: str
    start: int
    end: int


def story_in(text: str, language: Language) -> Story | None:
    found = _FORMS[language].search(text)
    if not found:
        return None
    role, want, why = (_bare(found[name] or "") for name in ("role", "want", "why"))
    return Story(role, want, why, found.start(), found.end())


def _bare(part: str) -> str:
    return part.strip(" \t\n*_,，")
