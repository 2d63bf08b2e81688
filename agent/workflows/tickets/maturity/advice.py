"""What would make an issue better by rules: what its criteria lack most."""

from collections.abc import Mapping

from agent.language.catalogs import N_, catalog
from agent.workflows.tickets.contracts import Advice, Criterion, CriterionScore, Language
from agent.workflows.tickets.maturity.reading import placed

MOST = 6
LEAST_GAIN = 1.0

TEXTS: dict[Criterion, tuple[str, str]] = {
    "description_completeness": (
        N_("Say how things are now, what should change, and what stays the same."),
        N_("What happens today, what should happen instead, and what is not part of it?"),
    ),
    "acceptance_criteria": (
        N_("Add criteria that can be checked, with figures and with a case that goes wrong."),
        N_("What must be seen, refused or measured for this to be done? One line each."),
    ),
    "dependencies": (
        N_("Name what it depends on, who provides it and when, or why it depends on nothing."),
        N_(
            "What does it depend on, who provides that and by when? Or why does it depend on"
            " nothing?"
        ),
    ),
    "business_value": (
        N_("Say what is gained, for whom, and how much."),
        N_("What does it save, earn or avoid, for whom, and how much?"),
    ),
    "technical_feasibility": (
        N_("Name the parts of the system that change, their limits, and the risk."),
        N_("Which parts of the system change, within which limits, and what is the risk?"),
    ),
    "user_story": (
        N_("Write it as a user story: who wants what, and what for."),
        N_("Who wants to do what, and what for?"),
    ),
    "estimation_readiness": (
        N_("Say what is left out and how big the rest is."),
        N_("What is left out, and how many points or days is the rest?"),
    ),
    "priority_clarity": (
        N_("Give the reason for the priority: what happens, and by when, if it waits."),
        N_("Who is affected if it waits, how much, and by when is it needed?"),
    ),
}
"""What is advised, and what only the user can say."""
_PLACES: dict[Criterion, tuple[str, str]] = {
    "acceptance_criteria": (N_("Acceptance criteria"), "acceptance"),
    "dependencies": (N_("Dependencies"), "dependencies"),
    "business_value": (N_("Business value"), "value"),
    "technical_feasibility": (N_("Technical notes"), "technical"),
    "estimation_readiness": (N_("Scope"), "scope"),
    "priority_clarity": (N_("Priority"), "priority"),
}
"""Under which heading an answer goes, and what rules call that section."""


def advise(
    scores: list[CriterionScore], weights: Mapping[Criterion, float], language: Language
) -> list[Advice]:
    """At most six, the greatest gain first: a good answer brings half of what is missing."""
    _ = catalog(language).gettext
    whole = sum(weights.values())
    gains = {s.criterion: weights[s.criterion] * (100 - s.score) / 2 / whole for s in scores}
    worth = sorted((c for c in gains if gains[c] >= LEAST_GAIN), key=lambda c: -gains[c])
    return [
        Advice(
            id=criterion,
            criterion=criterion,
            text=_(TEXTS[criterion][0]),
            gain=round(gains[criterion], 2),
            asks=_(TEXTS[criterion][1]),
        )
        for criterion in worth[:MOST]
    ]


def with_answer(description: str, criterion: Criterion, answer: str, language: Language) -> str:
    """The description with the user's words in their section, and nothing else changed."""
    text, words = description.rstrip(), answer.strip()
    if criterion not in _PLACES:
        return f"{words}\n\n{text}".strip()
    heading, kind = _PLACES[criterion]
    lines = [line for line in words.splitlines() if line.strip()]
    body = "\n".join(f"- {line.strip()}" for line in lines) if len(lines) > 1 else words
    if end := placed(text, kind):
        return f"{text[:end].rstrip()}\n\n{body}\n\n{text[end:].lstrip()}".rstrip()
    return f"{text}\n\n## {catalog(language).gettext(heading)}\n\n{body}".strip()
