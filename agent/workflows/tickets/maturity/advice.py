"""What would make an issue better by rules: what its criteria lack most."""

from collections.abc import Mapping

from agent.language.catalogs import catalog
from agent.ports.work_items import Criterion
from agent.workflows.tickets.contracts import Advice, CriterionScore, Language
from agent.workflows.tickets.maturity.reading import placed
from agent.workflows.tickets.words import read_data

MOST = 6
LEAST_GAIN = 1.0


def advise(
    scores: list[CriterionScore], weights: Mapping[Criterion, float], language: Language
) -> list[Advice]:
    """At most six, the greatest gain first: a good answer brings half of what is missing."""
    whole = sum(weights.values())
    gains = {s.criterion: weights[s.criterion] * (100 - s.score) / 2 / whole for s in scores}
    worth = sorted((c for c in gains if gains[c] >= LEAST_GAIN), key=lambda c: -gains[c])
    return [_advice(criterion, gains[criterion], language) for criterion in worth[:MOST]]


def _advice(criterion: Criterion, gain: float, language: Language) -> Advice:
    said = read_data("sayings")["advice"][criterion]
    text, asks = map(catalog(language).gettext, (said["text"], said["asks"]))
    return Advice(id=criterion, criterion=criterion, text=text, gain=round(gain, 2), asks=asks)


def with_answer(description: str, criterion: Criterion, answer: str, language: Language) -> str:
    """The description with the user's words in their section, and nothing else changed."""
    text, words = description.rstrip(), answer.strip()
    if not (place := read_data("sayings")["places"].get(criterion)):
        return f"{words}\n\n{text}".strip()
    lines = [line for line in words.splitlines() if line.strip()]
    body = "\n".join(f"- {line.strip()}" for line in lines) if len(lines) > 1 else words
    if end := placed(text, place["section"]):
        return f"{text[:end].rstrip()}\n\n{body}\n\n{text[end:].lstrip()}".rstrip()
    heading = place["heading"]
    heading = catalog(language).gettext(heading)
    return f"{text}\n\n## {heading}\n\n{body}".strip()
