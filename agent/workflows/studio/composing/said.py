"""What all drafts share: the Details form in words, the claims used, the notes."""

from collections.abc import Iterable, Sequence

from agent.workflows.studio.composing.facts import Fact, facts_of
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.composing.voice import breaks
from agent.workflows.studio.contracts import Brief


def glance(brief: Brief, frame: Frame) -> list[str]:
    """The Details form line by line, such as "Location: Valencia"; empty when nothing was said."""
    details, known = brief.details, frame.phrases
    if not (details.property_type or details.price or details.features):
        return []
    values = {
        "property_type": details.property_type,
        "location": details.location,
        "price": details.price,
        "features": known.comma.join(details.features),
    }
    lines = (
        f"{known.labels[name]}{known.colon}{' '.join(value.split())}"
        for name, value in values.items()
        if value.strip()
    )
    return [line for line in lines if "banned_word" not in breaks(line, brief)]


def has_material(brief: Brief) -> bool:
    """Whether there is anything that a draft could tell."""
    return bool(facts_of(brief).used or glance(brief, Frame(brief)))


def left_out(brief: Brief) -> tuple[str, ...]:
    """Why facts that were found cannot be used, in sentences for the user."""
    is_found = brief.research is not None and brief.research.supported
    return facts_of(brief).notes if is_found else ()


def used(text: str, facts: Iterable[Fact]) -> tuple[str, ...]:
    """The ids of the claims whose words stand in the text."""
    return tuple(fact.id for fact in facts if fact.text in text)


def noted(notes: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))
