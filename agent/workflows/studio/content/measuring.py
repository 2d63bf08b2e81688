"""What a piece is measured against, and what the rules say of it, whatever its origin."""

from agent.checks.content import Draft, Measure, Report, check_draft
from agent.checks.content.reading import Reading
from agent.language.text import Language, fold
from agent.workflows.studio.content.contracts import Brief, Piece, Research
from agent.workflows.studio.state import AgentState
from agent.workflows.studio.steps import headings_in

OWN_FIGURES = ("mix", "calendar", "kpis", "roadmap")
"""Sections of a strategy whose figures are aims and no facts."""


def brief_of(state: AgentState) -> Brief:
    """With the facts, where there are any."""
    found = state.get("research_results")
    brief = Brief.model_validate(state["brief"])
    return brief.model_copy(update={"research": Research.model_validate(found) if found else None})


def report_on(piece: Piece, brief: Brief, language: Language | None = None) -> Report:
    """Check a piece by rules alone; the report is in the brief's language unless one is given."""
    measure = measure_of(brief)
    against = {
        "claims": (*measure.claims, *_aims(piece)),
        "words": piece.words or measure.words,
        "said_in": language or brief.language,
    }
    return check_draft(draft_of(piece), measure.model_copy(update=against))


def draft_of(piece: Piece) -> Draft:
    return Draft.model_validate(piece.model_dump(include=set(Draft.model_fields)))


def measure_of(brief: Brief) -> Measure:
    details, brand = brief.details, brief.brand
    facts = brief.research.supported if brief.research else ()
    said = (details.price, details.location, details.property_type, *details.features)
    asked = (brief.request, *brief.remarks, brief.topic, brief.today, brand.call_to_action, *said)
    found = (text for claim in facts for text in (claim.text, claim.quote))
    return Measure(
        words=brief.words,
        wished_words=details.words,
        wished_hashtags=details.hashtags,
        is_commented=brief.is_commented,
        keywords=details.keywords or (brief.topic,),
        claims=(*filter(None, asked), *brand.contacts, *found),
        voice=brand.voice,
        own_contacts=brand.contacts,
    )


def _aims(piece: Piece) -> tuple[str, ...]:
    """What a strategy sets itself, such as the shares of its mix."""
    if piece.kind != "strategy":
        return ()
    reading = Reading(piece.text, piece.language)
    names = headings_in(piece.language)
    own = {fold(names[name]) for name in OWN_FIGURES}
    return tuple(
        piece.text[section.heading.end : section.end]
        for section in reading.sections(2)
        if fold(section.heading.title) in own
    )
