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


# Written anew

_TOLD: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:the\s+|our\s+)?(?P<role>[A-Za-z][\w' -]{2,40}?)\s+(?P<verb>needs?|wants?|would\s+like)\s+(?P<want>to\s+[^.;]{5,200}?),?\s+"
        r"(?:so\s+that|in\s+order\s+to)\s+(?P<why>[^.;]{5,200})\.?",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"(?:el|la|los|las|nuestr[oa]s?)\s+(?P<role>[^\W\d][\w -]{2,40}?)\s+(?P<verb>necesitan?|quieren?|desean?)\s+(?P<want>[^.;]{5,200}?),?\s+"
        r"(?P<why>para\s+(?:que\s+)?[^.;]{5,200})\.?",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?P<role>[^，。；\s]{2,12}?)(?P<verb>需要|希望|想要|想)(?P<want>[^。；]{3,100}?)，(?:以便于?|从而|为了|以免)(?P<why>[^。；]{3,100})。?"
    ),
}
_THEY = re.compile(
    r"\b(?:they|their|them|his|her|its|it|he|she)\b|\b(?:sus?|les?|ell[oa]s?)\b|他|她|它",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:an?|the|our|one|las?|los|el|una?)\s+", re.IGNORECASE)
_NO_VERB = re.compile(r"(?:to|an?|the|my|our|one|all|every|each|that)\b", re.IGNORECASE)
_LEADS: dict[Language, tuple[re.Pattern[str], ...]] = {
    "en": (
        re.compile(r"as\s+(?:an?\s+|the\s+)?", re.IGNORECASE),
        re.compile(r"(?:i|we)\s+(?:want|need|would\s+like)\s+", re.IGNORECASE),
        re.compile(r"(?:so\s+that|in\s+order\s+to|so|because)\s+", re.IGNORECASE),
    ),
    "es": (
        re.compile(r"como\s+(?:una?\s+|el\s+|la\s+)?", re.IGNORECASE),
        re.compile(r"(?:quiero|queremos|necesito)\s+", re.IGNORECASE),
        re.compile(r"para\s+(?!que\b)", re.IGNORECASE),
    ),
    "zh": (
        re.compile(r"作为(?:一?[名个位])?"),
        re.compile(r"我?(?:想要|希望|需要|想)(?:能够?)?"),
        re.compile(r"(?:以便于?|从而|为了)"),
    ),
}


def told_in(sentence: str, language: Language) -> str:
    """A sentence that says who needs what and what for, as a story; "" when it says no such thing.

    Words that point to the role from outside would be wrong in its mouth, so then it is left.
    """
    found = _TOLD[language].fullmatch(sentence)
    if not found or _THEY.search(f"{found['want']} {found['why']}"):
        return ""
    return _story(found["role"], found["want"], found["why"], language)


def composed(answer: str, language: Language) -> str:
    """An answer as a story: what is one already, three parts, or one sentence that tells it all."""
    said = " ".join(answer.split())
    if not said or story_in(said, language):
        return said
    parts = [
        part.strip(" ,，.。") for part in re.split(r"[;；\n]+", answer) if part.strip(" ,，.。")
    ]
    if len(parts) == 3:
        role, want, why = (
            lead.sub("", " ".join(part.split()), count=1)
            for lead, part in zip(_LEADS[language], parts, strict=True)
        )
        return _story(role, want, why, language)
    return told_in(said, language) or said


def _story(role: str, want: str, why: str, language: Language) -> str:
    match language:
        case "en":
            who = _ARTICLE.sub("", role, count=1)
            who = who[:1].lower() + who[1:] if who[1:2].islower() else who
            is_many = who.endswith("s") and not who.endswith("ss")
            article = "" if is_many else "an " if who[:1].lower() in "aeiou" else "a "
            to = "" if _NO_VERB.match(want) else "to "
            return f"As {article}{who}, {'we' if is_many else 'I'} want {to}{want}, so that {why.rstrip('.')}."
        case "es":
            for_ = "" if why.casefold().startswith("para ") else "para "
            return (
                f"Como {_ARTICLE.sub('', role, count=1)}, quiero {want}, {for_}{why.rstrip('.')}."
            )
        case "zh":
            return f"作为{role}，我希望{want}，以便{why.rstrip('。')}。"
