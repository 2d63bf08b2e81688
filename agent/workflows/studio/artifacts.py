"""A version of a piece: what it is measured against, how it is shown, what goes on from it."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from agent.checks.content import Draft, Measure, Report, check_draft
from agent.checks.content.reading import Reading
from agent.engine.conversation import moment, task_of
from agent.engine.workflow import Kind
from agent.events import Artifact
from agent.language.catalogs import N_, catalog
from agent.language.text import Language
from agent.ports import Context, Version
from agent.ports.content import Why
from agent.workflows.studio.content.contracts import Brief, Outline, Piece, Research
from agent.workflows.studio.state import AgentState, Plain

STEPS = {
    "clarify": N_("Asking you"),
    "finish": N_("Summing up"),
    "guardrails": N_("Checking the request against the rules"),
    "refuse": N_("Saying what works instead"),
    "route": N_("Choosing what to write"),
    "settle_route": N_("Choosing what to write"),
    "prepare": N_("Gathering what is known"),
    "research": N_("Searching and reading sources"),
    "ask_topic": N_("Asking you"),
    "guard_topic": N_("Checking the topic against the rules"),
    "draft_outline": N_("Drafting the outline"),
    "offer_outline": N_("Preparing the outline"),
    "edit_outline": N_("Taking over your changes"),
    "outline_approval": N_("Asking you"),
    "blog": N_("Writing the blog post"),
    "linkedin": N_("Writing the LinkedIn post"),
    "offer_variants": N_("Checking the variants"),
    "choose_variant": N_("Asking you"),
    "instagram": N_("Writing the Instagram post"),
    "strategy": N_("Writing the content strategy"),
    "image": N_("Describing the picture"),
    "illustrate": N_("Making the picture"),
    "general": N_("Thinking about the question"),
    "check_piece": N_("Checking the draft"),
    "content_approval": N_("Asking you"),
    "apply_edit": N_("Taking over your changes"),
    "rewrite": N_("Rewriting it"),
    "restore_version": N_("Bringing the version back"),
    "keep_piece": N_("Keeping it"),
}
"""What each step does, as the page says while it runs."""
ROUTES = {
    "general": N_("answers at once"),
    "research": N_("looks for sources"),
}
"""Where a message goes, as the Thinking panel says it."""
TOOLS = {
    "library": N_("Looked in your documents"),
    "web_search": N_("Searched the web"),
    "fetch": N_("Read a page"),
}
"""What each tool did, as the Thinking panel says it."""
KINDS = {
    "studio_outline": Kind(earlier=N_("An earlier outline")),
    "studio_draft": Kind(earlier=N_("An earlier version")),
    "guardrails": Kind(is_quiet=lambda data: bool(data["passed"])),
}
"""How its artifacts are shown, where that is not as usual."""


def new_version(
    piece: Piece, why: Why, runtime: Runtime[Context], *, of: str = "", comment: str = ""
) -> Version:
    """Keep it as the next version of a piece, or as the first one of its own."""
    context, task = runtime.context, task_of(runtime)
    version = Version(
        id=task,
        piece=of or task,
        thread=context.thread,
        number=0,
        at=moment(),
        why=why,
        content=piece.model_dump(mode="json"),
        comment=comment,
    )
    return context.ports.pieces.add_version(context.user, version)


def text_of_piece(piece: Piece) -> str:
    """All that a reader of the piece would read."""
    picture = (piece.wish.title, piece.wish.prompt) if piece.wish else ()
    parts = (piece.title, piece.text, piece.meta_description, piece.alt, *picture)
    return "\n\n".join(filter(None, parts))


def standing(version: Version, brief: Brief) -> Plain:
    content, research = version.content, brief.research
    return {
        "piece": content,
        "piece_id": version.piece,
        "last_piece": {
            "id": version.piece,
            "kind": content["kind"],
            "title": content["title"],
            "number": version.number,
        },
        "basis": {
            "brief": brief.model_dump(mode="json", exclude={"research"}),
            "research": research and research.model_dump(mode="json"),
        },
    }


def show(
    version: Version,
    report: Report,
    context: Context,
    *,
    blocking: Sequence[str],
    before: str = "",
    is_partial: bool = False,
) -> None:
    data = {
        "piece_id": version.piece,
        "number": version.number,
        "why": version.why,
        "comment": version.comment,
        "piece": version.content,
        "report": report.model_dump(mode="json"),
        "before": before,
        "blocking": list(blocking),
        "is_partial": is_partial,
    }
    context.report.emit(Artifact("studio_draft", f"draft:{version.piece}:{version.number}", data))


def sentences_of(report: Report) -> list[str]:
    """What keeps it from being approved, each once."""
    return list(dict.fromkeys(finding.sentence for finding in report.blocking))


# What differs between two outlines


def changes(before: Outline, after: Outline, language: str = "en") -> list[str]:
    _ = catalog(language).gettext
    old = {section.heading: section.gist for section in before.sections}
    new = {section.heading: section.gist for section in after.sections}
    title = _("The title is “{title}” now.").format(title=after.title)
    said = [title] if before.title != after.title else []
    said += [_("“{heading}” is gone.").format(heading=each) for each in old if each not in new]
    said += [_("“{heading}” is new.").format(heading=each) for each in new if each not in old]
    stayed = [each for each in new if each in old]
    said += [f"“{each}”: {new[each]}" for each in stayed if new[each] != old[each]]
    is_moved = stayed != [each for each in old if each in new]
    return [*said, _("The order changed.")] if is_moved else said


# What the rules say of a piece, whatever its origin

FIRST_OF_PLANS = 2
"""The place of the first section of a strategy whose figures are aims and no facts."""


def brief_of(state: AgentState) -> Brief:
    """With the facts, where there are any."""
    found = state.get("research_results")
    brief = Brief.model_validate(state["brief"])
    return brief.model_copy(update={"research": Research.model_validate(found) if found else None})


def report_on(piece: Piece, brief: Brief, language: Language | None = None) -> Report:
    """Check a piece by rules alone; the report is in the brief's language unless one is given."""
    measure = measure_of(brief)
    against: Plain = {"said_in": language or brief.language}
    if piece.kind == "strategy":
        plans = Reading(piece.text, piece.language).sections(2)[FIRST_OF_PLANS:]
        aims = (piece.text[section.heading.end : section.end] for section in plans)
        against["claims"] = (*measure.claims, *aims)
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
        wished_words=details.words,
        is_words_limit=details.words_at_most,
        wished_hashtags=details.hashtags,
        is_commented=brief.is_commented,
        claims=(*filter(None, asked), *brand.contacts, *found),
        voice=brand.voice,
        own_contacts=brand.contacts,
    )
