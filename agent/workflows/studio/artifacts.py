"""A version of a piece: what it is measured against, how it is shown, what goes on from it."""

from collections.abc import Iterable, Sequence

from langgraph.runtime import Runtime

from agent.checks.content import Draft, Finding, Measure, Report, check_draft
from agent.checks.content.reading import Reading
from agent.engine.conversation import moment, task_of
from agent.engine.workflow import Kind
from agent.events import Artifact
from agent.language.catalogs import N_, catalog
from agent.language.text import Language
from agent.ports import Context, Version
from agent.ports.content import Why
from agent.workflows.studio.content.contracts import RESEARCHED, Brief, Piece, Research
from agent.workflows.studio.state import AgentState, Plain

ROUTES = {"general": N_("answers at once"), "research": N_("looks for sources")}
TOOLS = {
    "library": N_("Looked in your documents"),
    "web_search": N_("Searched the web"),
    "fetch": N_("Read a page"),
}
UNSOURCED = N_("No source backs this: what goes beyond your own words was not checked.")
KINDS = {
    "studio_outline": Kind(earlier=N_("An earlier outline")),
    "studio_draft": Kind(earlier=N_("An earlier version")),
    "guardrails": Kind(is_quiet=lambda data: bool(data["passed"])),
}


def text_of_piece(piece: Piece) -> str:
    """All that a reader of the piece would read."""
    shown = piece.wish.prompt if piece.wish else ""
    parts = (piece.title, piece.text, piece.meta_description, piece.alt, shown)
    return "\n\n".join(filter(None, parts))


def drafted(piece: Piece) -> Plain:
    """The state's fields of a piece that was just written."""
    plain = piece.model_dump(mode="json")
    return {"piece": plain, "before": None, "why": "drafted", "content_type": piece.kind}


def noted(piece: Piece, brief: Brief) -> Piece:
    """Return it with the notes that every version of it has."""
    _, details, notes = catalog(brief.language).gettext, brief.details, list(piece.notes)
    if piece.origin == "model" and piece.kind in RESEARCHED and not piece.claims:
        notes.append(UNSOURCED)
    said = {_("Audience"): details.audience, _("Tone"): details.tone}
    notes += [f"{name}: {wish}" for name, wish in said.items() if wish]
    return piece.model_copy(update={"notes": tuple(dict.fromkeys(notes))})


def _new_version(content: Plain, why: Why, state: AgentState, runtime: Runtime[Context]) -> Version:
    task = task_of(runtime)
    return Version(
        id=task,
        piece=state.get("piece_id") or task,
        thread=runtime.context.thread,
        number=0,
        at=moment(),
        why=why,
        content=content,
        comment=state.get("comment") or "",
    )


def add_version(
    piece: Piece,
    why: Why,
    report: Report,
    state: AgentState,
    runtime: Runtime[Context],
    *,
    blocking: Sequence[str],
    is_partial: bool = False,
) -> tuple[Version, Plain]:
    """Keep and show it as the next version; then what the state holds of it for later turns.

    What is the same as the last version stays that version.
    """
    context, content = runtime.context, piece.model_dump(mode="json")
    made = _new_version(content, why, state, runtime)
    earlier = context.ports.pieces.versions(context.user, made.piece)[-1:]
    is_same = bool(earlier) and earlier[0].content == content
    version = earlier[0] if is_same else context.ports.pieces.add_version(context.user, made)
    told = {name: getattr(version, name) for name in ("number", "why", "comment")}
    data = {
        **told,
        "piece_id": version.piece,
        "piece": content,
        "report": report.model_dump(mode="json"),
        "before": str((state.get("before") or {}).get("text", "")),
        "blocking": list(blocking),
        "is_partial": is_partial,
    }
    context.report.emit(Artifact("studio_draft", f"draft:{version.piece}:{version.number}", data))
    last = {"id": version.piece, "kind": piece.kind, "title": piece.title, "number": version.number}
    basis = {"brief": state["brief"], "research": state.get("research_results")}
    plan = {"plan": version.piece} if piece.kind == "strategy" else {}
    return version, {"piece_id": version.piece, "last_piece": last, "basis": basis, **plan}


def sentences_of(findings: Iterable[Finding]) -> list[str]:
    """What they say, each sentence once."""
    return list(dict.fromkeys(finding.sentence for finding in findings))


# What the rules say of a piece, whatever its origin


def brief_of(state: AgentState) -> Brief:
    """With the facts, where there are any."""
    brief, found = Brief.model_validate(state["brief"]), state.get("research_results")
    return brief.model_copy(update={"research": Research.model_validate(found)}) if found else brief


def report_on(piece: Piece, brief: Brief, language: Language | None = None) -> Report:
    """Check a piece by rules alone; the report is in the brief's language unless one is given."""
    measure = measure_of(brief)
    claims = (*measure.claims, *piece.ordered)
    against: Plain = {"said_in": language or brief.language, "claims": claims}
    if piece.kind == "strategy":
        # From its third section on, figures are aims and no facts.
        plans = Reading(piece.text, piece.language).sections(2)[2:]
        aims = (piece.text[section.heading.end : section.end] for section in plans)
        against["claims"] = (*claims, *aims)
    if piece.layout and brief.details.hashtags is None:
        # Those that were chosen here: a remark on them would be one on the app.
        against["wished_hashtags"] = len(Reading(piece.text, piece.language).hashtags)
    draft = Draft.model_validate(piece.model_dump(include=set(Draft.model_fields)))
    return check_draft(draft, measure.model_copy(update=against))


def measure_of(brief: Brief) -> Measure:
    details, brand = brief.details, brief.brand
    told = (brief.request, *brief.remarks, *brief.notes, brief.topic, brief.today, brief.made_from)
    found = (text for claim in brief.research.supported for text in (claim.text, claim.quote))
    return Measure(
        wished_words=details.words,
        is_words_limit=details.words_at_most,
        has_facts=bool(brief.known),
        wished_hashtags=details.hashtags,
        is_hashtags_limit=details.hashtags_at_most,
        claims=(*told, *details.lines(str), brand.call_to_action, *brand.contacts, *found),
        voice=brand.voice,
        own_contacts=brand.contacts,
    )
